interface Score {
  precision: number;
  recall: number;
  f1: number;
}

const f1 = (precision: number, recall: number): number => (precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall));

const contingencyTable = (found: readonly number[], people: readonly string[]) => {
  const both = new Map<string, number>();
  const byFound = new Map<number, number>();
  const byPerson = new Map<string, number>();
  for (const [at, cluster] of found.entries()) {
    const person = people[at] ?? '';
    both.set(`${cluster} ${person}`, (both.get(`${cluster} ${person}`) ?? 0) + 1);
    byFound.set(cluster, (byFound.get(cluster) ?? 0) + 1);
    byPerson.set(person, (byPerson.get(person) ?? 0) + 1);
  }
  return { both, byFound, byPerson };
};

/** B³ (Bagga and Baldwin 1998), averaged over works: the share of its cluster by its author, and of its author's works in its cluster. */
export function bCubed(found: readonly number[], people: readonly string[]): Score {
  const { both, byFound, byPerson } = contingencyTable(found, people);
  let [precision, recall] = [0, 0];
  for (const [at, cluster] of found.entries()) {
    const person = people[at] ?? '';
    const shared = both.get(`${cluster} ${person}`) ?? 0;
    precision += shared / (byFound.get(cluster) ?? 1) / found.length;
    recall += shared / (byPerson.get(person) ?? 1) / found.length;
  }
  return { precision, recall, f1: f1(precision, recall) };
}

const pairs = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += (count * (count - 1)) / 2;
  return sum;
};

/** Pairwise precision and recall over pairs of works; 1 if there are no pairs. */
export function pairwise(found: readonly number[], people: readonly string[]): Score {
  const { both, byFound, byPerson } = contingencyTable(found, people);
  const [right, put, known] = [pairs(both.values()), pairs(byFound.values()), pairs(byPerson.values())];
  const precision = put === 0 ? 1 : right / put;
  const recall = known === 0 ? 1 : right / known;
  return { precision, recall, f1: f1(precision, recall) };
}

/** Returns the macro-average over names; F1 is the mean of the F1 scores. */
export function mean(scores: readonly Score[]): Score {
  const of = (part: keyof Score) => scores.reduce((sum, score) => sum + score[part], 0) / scores.length;
  return { precision: of('precision'), recall: of('recall'), f1: of('f1') };
}
