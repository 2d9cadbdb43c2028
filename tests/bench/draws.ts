import Database from 'better-sqlite3';

/** Returns a seeded generator of numbers from 0 to 1 (linear congruential). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @returns indexes from 0, with a probability proportional to 1 / (index + 1) */
export function zipf(many: number, next: () => number): () => number {
  const sums = new Float64Array(many);
  let sum = 0;
  for (let place = 0; place < many; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const target = next() * sum;
    let [low, high] = [0, many - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The pages of all people and works in random order: the most read people are not those with the most works. */
export function readPages(database: string, next: () => number): string[] {
  const open = new Database(database, { readonly: true });
  const people = open.prepare("select '/authors/' || slug from authors where merged_into is null and visibility = 'visible' order by key");
  const works = open.prepare("select '/works/' || id from works order by key");
  const paths = [...people.pluck().all(), ...works.pluck().all()] as string[];
  open.close();
  return paths
    .map((path) => ({ path, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ path }) => encodeURI(path));
}

/** Draws pages by Zipf (s = 1). Each draw is new, and it is known which pages were requested before. */
export class Draws {
  /** How often each page was requested. */
  readonly asked = new Map<string, number>();
  private readonly next: () => string;

  constructor(pages: readonly string[], random: () => number) {
    const place = zipf(pages.length, random);
    this.next = () => pages[place()] ?? '/';
  }

  /** @param accept the pages to choose among; others are drawn again */
  take(many: number, accept: (path: string) => boolean = () => true): string[] {
    const taken: string[] = [];
    while (taken.length < many) {
      const path = this.next();
      if (accept(path)) taken.push(path);
    }
    return taken;
  }

  /** Notes a request. @returns whether the page was requested before */
  ask(path: string): boolean {
    const before = this.asked.get(path) ?? 0;
    this.asked.set(path, before + 1);
    return before > 0;
  }

  /** The pages that were requested most. */
  mostAsked(many: number): string[] {
    const byRequests = [...this.asked].sort(([, one], [, other]) => other - one);
    return byRequests.slice(0, many).map(([path]) => path);
  }
}
