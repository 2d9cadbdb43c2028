/** A sparse vector: term → weight. */
export type Vector = ReadonlyMap<number, number>;

export const dotProduct = (a: Vector, b: Vector): number => {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
};

export const vectorLength = (a: Vector): number => Math.sqrt(dotProduct(a, a));

export const addVectors = <Term>(a: ReadonlyMap<Term, number>, b: ReadonlyMap<Term, number>): Map<Term, number> => {
  const sum = new Map(a);
  for (const [term, weight] of b) sum.set(term, (sum.get(term) ?? 0) + weight);
  return sum;
};

/** Returns the vector scaled to length 1; an empty one stays empty. */
export const normalizeVector = (a: Vector): Map<number, number> => {
  const length = vectorLength(a);
  return new Map([...a].map(([term, weight]) => [term, weight / length]));
};

/** Numbers for words in order of first occurrence, with how many texts have each. */
export class Lexicon {
  readonly #numbers = new Map<string, number>();
  readonly words: string[] = [];
  readonly #texts: number[] = [];
  #count = 0;

  /** Adds a text and returns the numbers of its distinct words. */
  add(words: Iterable<string>): number[] {
    const numbers = [...new Set(words)].map((word) => {
      let number = this.#numbers.get(word);
      if (number === undefined) {
        number = this.words.push(word) - 1;
        this.#numbers.set(word, number);
        this.#texts.push(0);
      }
      this.#texts[number] = (this.#texts[number] ?? 0) + 1;
      return number;
    });
    if (numbers.length > 0) this.#count += 1;
    return numbers;
  }

  /**
   * Returns the inverse document frequency of a word: ln((texts + 1) ÷ (texts with it + ½)), at least 0.1 (Spärck Jones 1972, smoothed).
   */
  rarity(number: number): number {
    return Math.max(0.1, Math.log((this.#count + 1) / ((this.#texts[number] ?? 0) + 0.5)));
  }
}
