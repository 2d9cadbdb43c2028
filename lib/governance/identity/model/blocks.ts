import { isInitial, parseNameParts } from '#lib/platform/names/written-names.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import type { NameFrequency, NamesakeWork } from './namesakes.ts';
import { type GroupProfile, profileOfWork } from './profiles.ts';
import { affiliationWeight, titleTerms, venueKey, venueTerms } from './texts.ts';
import { dotProduct, Lexicon, normalizeVector, type Vector } from './vectors.ts';

/** The works under one name, with the weights of their words: a word is rare or common among these works. */
export interface NamesakeBlock {
  works: readonly NamesakeWork[];
  singles: readonly GroupProfile[];
  facts: BlockFacts;
  /** Whether any work has a title or a co-author. */
  hasContext: boolean;
  titles: Lexicon;
  affiliations: readonly string[];
  /** Similarity of two affiliations by their numbers, 0 to 1. */
  affiliationsAlike(one: number, other: number): number;
  /** Similarity of two titles by the positions of their works, 0 to 1. */
  titlesAlike(one: number, other: number): number;
  /** Rarity of a venue, or of a full given name, among the works; near 0 if all have it. */
  venueRarity(key: string): number;
  givenRarity(given: string): number;
}

/** Features that are the same for every pair of the block: how many namesakes the name itself suggests. */
interface BlockFacts {
  logSize: number;
  /** Number of groups linked by shared co-authors, divided by the number of works. */
  spread: number;
  /** Mean similarity of titles across those groups. */
  strangersTitles: number;
  /** Log frequency of the name among people, shifted so that 0 is typical; null if it is unknown. */
  commonness: number | null;
}

export function createNamesakeBlock(works: readonly NamesakeWork[], frequency: NameFrequency | null = null): NamesakeBlock {
  const titles = new Lexicon();
  const venues = new Lexicon();
  const affiliations = affiliationTable(works);
  const wordNumbers = works.map((work) => ({
    title: titles.add([...titleTerms(work.title ?? '').map(({ stem }) => stem), ...work.topics.map((topic) => `topic ${topic}`)]),
    venue: venues.add(venueTerms(work.venue ?? '')),
  }));
  const singles = works.map((work, index) =>
    profileOfWork(index, work, {
      title: weightedVector(wordNumbers[index]?.title ?? [], titles),
      venue: weightedVector(wordNumbers[index]?.venue ?? [], venues),
      venueKey: work.venue ? venueKey(work.venue) : null,
      affiliations: work.affiliations.map((name) => affiliations.numbers.get(name) ?? 0),
    }),
  );
  const venueWorks = countKeys(works.flatMap(({ venue }) => (venue ? [venueKey(venue)] : [])));
  const givenWorks = countKeys(works.map(({ name }) => parseNameParts(name).given).filter((given) => !isInitial(given)));
  const rarity = (workCount = 1) => Math.log(works.length / workCount);
  return {
    works,
    singles,
    hasContext: singles.some(({ titled, signed }) => titled + signed > 0),
    titles,
    titlesAlike: titleSimilarity(singles),
    facts: { logSize: Math.log(works.length), ...groupSpread(singles), commonness: commonnessOf(frequency) },
    affiliations: [...affiliations.numbers.keys()],
    affiliationsAlike: affiliations.alike,
    venueRarity: (key) => rarity(venueWorks.get(key)),
    givenRarity: (given) => rarity(givenWorks.get(given)),
  };
}

const weightedVector = (numbers: readonly number[], lexicon: Lexicon): Vector =>
  normalizeVector(new Map(numbers.map((number) => [number, lexicon.rarity(number)])));

const countKeys = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

function affiliationTable(works: readonly NamesakeWork[]) {
  const lexicon = new Lexicon();
  const names = [...new Set(works.flatMap(({ affiliations }) => affiliations))];
  const terms = names.map((name) => lexicon.add(tokenize(name).filter((word) => word.length > 1)));
  const vectors = terms.map((numbers) =>
    normalizeVector(new Map(numbers.map((number) => [number, lexicon.rarity(number) * affiliationWeight(lexicon.words[number] ?? '')]))),
  );
  const table = new Float32Array(names.length ** 2);
  for (const [one, a] of vectors.entries())
    for (const [other, b] of vectors.entries()) table[one * names.length + other] = one === other ? 1 : dotProduct(a, b);
  return {
    numbers: new Map(names.map((name, number) => [name, number])),
    alike: (one: number, other: number): number => table[one * names.length + other] ?? 0,
  };
}

/** Upper bound on works for which all title similarities are precomputed. */
const maxPrecomputedTitles = 1000;

function titleSimilarity(singles: readonly GroupProfile[]): (one: number, other: number) => number {
  const similarity = (one: number, other: number) => {
    const [a, b] = [singles[one], singles[other]];
    return a && b ? dotProduct(a.title, b.title) : 0;
  };
  if (singles.length > maxPrecomputedTitles || !singles.some(({ titled }) => titled > 0)) return similarity;
  const table = new Float32Array(singles.length ** 2);
  for (let one = 0; one < singles.length; one += 1)
    for (let other = 0; other < one; other += 1) {
      const value = similarity(one, other);
      table[one * singles.length + other] = value;
      table[other * singles.length + one] = value;
    }
  return (one, other) => table[one * singles.length + other] ?? 0;
}

/**
 * Returns how different the works are: works linked by a co-author with a full name form groups, and dissimilar groups suggest several
 * people.
 */
function groupSpread(singles: readonly GroupProfile[]) {
  const groupNumbers = connectedComponents(singles.map(({ coauthors }) => coauthors));
  const groups = [...Map.groupBy(singles, (_, index) => groupNumbers[index]).values()];
  const allPairs = titlePairsOf(singles);
  const withinGroups = groups.map(titlePairsOf);
  const sumAcross = (part: 'alike' | 'count') => allPairs[part] - withinGroups.reduce((total, each) => total + each[part], 0);
  return {
    spread: groups.length / singles.length,
    strangersTitles: sumAcross('count') === 0 ? 0 : Math.max(0, sumAcross('alike')) / sumAcross('count'),
  };
}

/**
 * Returns the summed similarity of all pairs of titles. It is derived from the squared length of the sum vector, which contains each pair
 * twice and each title with itself.
 */
function titlePairsOf(singles: readonly GroupProfile[]): { alike: number; count: number } {
  const total = new Map<number, number>();
  let titled = 0;
  for (const { title } of singles) {
    if (title.size > 0) titled += 1;
    for (const [term, weight] of title) total.set(term, (total.get(term) ?? 0) + weight);
  }
  return { alike: (dotProduct(total, total) - titled) / 2, count: (titled * (titled - 1)) / 2 };
}

/** Returns a number for each list that is equal for lists linked by shared members, directly or through other lists (union-find). */
export function connectedComponents(lists: readonly { keys(): Iterable<string> }[]): number[] {
  const parent = lists.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[index] = root;
    return root;
  };
  const firstIndexByKey = new Map<string, number>();
  for (const [index, list] of lists.entries())
    for (const key of list.keys()) {
      const firstIndex = firstIndexByKey.get(key);
      if (firstIndex === undefined) firstIndexByKey.set(key, index);
      else parent[rootOf(index)] = rootOf(firstIndex);
    }
  return lists.map((_, index) => rootOf(index));
}

/** Minimum number of people for which the frequency of a name is meaningful. */
const minPeople = 1000;

function commonnessOf(frequency: NameFrequency | null): number | null {
  if (!frequency || frequency.people < minPeople) return null;
  const { people, family, given } = frequency;
  const share = Math.log((family + 1) / people) + (given === null ? -4 : Math.log((given + 1) / people));
  return Math.max(-6, Math.min(4, share + 11));
}
