import { phraseKeyOf, phrasesOf, type TitleWord, wordRunsOf } from './phrases.ts';

/**
 * Method topics-1: phrases that recur in the titles of this instance, for sources that state no subject of their works.
 *
 * A phrase is two or three words of a title without punctuation between them. It neither starts nor ends with a function word, a number or
 * a word about papers themselves ("approach", "novel"), and it splits no hyphenated word. Singular and plural, case, diacritics and spelling
 * are ignored, and phrases that differ in spaces or hyphens are one topic (`contextKey`). It becomes a topic if
 * - at least `minWorks` works by at least `minAuthors` different first authors have it in their titles;
 * - its words co-occur significantly more often than by chance: Dunning's log-likelihood ratio is at least `minRatio`: G² = 2 Σ O ln(O / E)
 *   over the four cells of "first word or not, second word or not" (T. Dunning, Accurate methods for the statistics of surprise and
 *   coincidence, Computational Linguistics 19(1), 1993). Three words are tested as 1 + 2 and as 2 + 1, and the smaller ratio counts;
 * - it occurs often enough as a unit: no extending word precedes it in at least `opensLeast` of its occurrences, none follows it in at
 *   least `closesLeast`, and neither in at least `freeLeast`. "Neural machine" fails, because "translation" always follows it. (The idea is
 *   that of nested terms: K. Frantzi, S. Ananiadou, H. Mima, Automatic recognition of multi-word terms: the C-value/NC-value method,
 *   International Journal on Digital Libraries 3(2), 2000.)
 *
 * A work is assigned to at most `maxPerWork` of the topics in its title: longer phrases first, then more frequent ones.
 *
 * Limits: only titles are read; a topic of one word ("parsing") is never found; phrases of one prolific group may pass; rare or new topics
 * do not pass yet; the function words cover six European languages, and the singular only English.
 *
 * Memory is bounded: a first pass counts phrases in a hash table, and the second pass counts by name only those that may reach `minWorks`
 * (J. S. Park, M.-S. Chen, P. S. Yu, An effective hash-based algorithm for mining association rules, SIGMOD 1995). The result is still
 * exact, and does not depend on the order of titles.
 */
export const topicsMethod = {
  name: 'topics-1',
  minWorks: 10,
  minAuthors: 8,
  minRatio: 30,
  opensLeast: 0.2,
  closesLeast: 0.25,
  freeLeast: 0.1,
  maxPerWork: 5,
} as const;

/**
 * Size of the hash table in bytes: `countersPerTitle` for each title, within these limits. A title has about thirty words, pairs and phrases.
 */
const [minCounters, maxCounters] = [2 ** 12, 2 ** 24];
const countersPerTitle = 128;

/** Returns the FNV-1a hash: fast, and the same on every platform. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The first pass: an upper bound on how often each word, pair and phrase occurs. Several may share a counter. */
export class PhraseFilter {
  private readonly counts: Uint8Array;

  /** @param works the approximate number of titles */
  constructor(works: number) {
    this.counts = new Uint8Array(Math.min(Math.max(works * countersPerTitle, minCounters), maxCounters));
  }

  private add(text: string): void {
    const at = hashOf(text) % this.counts.length;
    const count = this.counts[at] ?? 0;
    if (count < topicsMethod.minWorks) this.counts[at] = count + 1;
  }

  addTitle(title: string): void {
    const runs = wordRunsOf(title);
    for (const text of wordsAndPairs(runs)) this.add(text);
    for (const { key, tokens } of phrasesOf(runs)) if (tokens.length === 3) this.add(key);
  }

  mayBeFrequent(text: string): boolean {
    return (this.counts[hashOf(text) % this.counts.length] ?? 0) >= topicsMethod.minWorks;
  }
}

/** Yields every word and every pair of neighbouring words. */
function* wordsAndPairs(runs: readonly TitleWord[][]): Generator<string> {
  for (const run of runs) {
    for (const [at, token] of run.entries()) {
      yield token.word;
      const next = run[at + 1];
      if (next) yield `${token.word} ${next.word}`;
    }
  }
}

interface PhraseTally {
  length: number;
  occurrences: number;
  works: number;
  lastWork: number;
  leadingCount: number;
  trailingCount: number;
  freeCount: number;
  authors: Set<number>;
  forms: Map<string, number>;
}

/** A topic that the method found. */
export interface FoundTopic {
  /** Its `contextKey` as a topic. */
  nameKey: string;
  name: string;
  works: number;
}

const maxFormsPerPhrase = 12;
/** Weight of a form from a title in sentence case, which shows better how a word is capitalised than a title in title case. */
const sentenceCaseWeight = 20;

/** The second pass: counts by name what passed the filter. */
export class PhraseCounts {
  private readonly filter: PhraseFilter;
  private readonly counts = new Map<string, number>();
  private readonly tallies = new Map<string, PhraseTally>();
  private words = 0;
  private works = 0;

  constructor(filter: PhraseFilter) {
    this.filter = filter;
  }

  /** @param author any number that identifies the first author; null if the work has no authors */
  addTitle(title: string, author: number | null): void {
    const runs = wordRunsOf(title);
    this.works += 1;
    for (const run of runs) this.words += run.length;
    for (const text of wordsAndPairs(runs)) if (this.filter.mayBeFrequent(text)) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
    const style = titleCaseOf(runs);
    for (const { key, tokens, opens, closes } of phrasesOf(runs)) {
      if (!this.filter.mayBeFrequent(key)) continue;
      const tally = this.tallies.get(key) ?? newTally(tokens.length);
      this.tallies.set(key, tally);
      tally.occurrences += 1;
      if (opens) tally.leadingCount += 1;
      if (closes) tally.trailingCount += 1;
      if (opens && closes) tally.freeCount += 1;
      if (tally.lastWork !== this.works) tally.works += 1;
      tally.lastWork = this.works;
      if (author !== null && tally.authors.size < topicsMethod.minAuthors) tally.authors.add(author);
      const form = formOf(tokens, style);
      if (tally.forms.has(form) || tally.forms.size < maxFormsPerPhrase)
        tally.forms.set(form, (tally.forms.get(form) ?? 0) + (style === 'plain' ? sentenceCaseWeight : 1));
    }
  }

  /** Returns the topics in key order. */
  topics(): FoundTopic[] {
    const topicEntries = [...this.tallies].filter(([key, tally]) => this.isTopic(key, tally));
    return [...Map.groupBy(topicEntries, ([key]) => joinedKeyOf(key))]
      .map(([nameKey, entries]) => {
        const [[, best] = ['', newTally(0)]] = entries.toSorted(([, a], [, b]) => b.works - a.works);
        return { nameKey, name: nameOf(best.forms), works: entries.reduce((sum, [, { works }]) => sum + works, 0) };
      })
      .sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
  }

  private isTopic(key: string, tally: PhraseTally): boolean {
    const { minWorks, minAuthors, minRatio, opensLeast, closesLeast, freeLeast } = topicsMethod;
    if (tally.works < minWorks || tally.authors.size < minAuthors) return false;
    const share = (count: number): number => count / tally.occurrences;
    if (share(tally.leadingCount) < opensLeast || share(tally.trailingCount) < closesLeast || share(tally.freeCount) < freeLeast)
      return false;
    return this.ratioOf(key, tally) >= minRatio;
  }

  private ratioOf(key: string, { occurrences, length }: PhraseTally): number {
    const [firstWord = '', secondWord = '', thirdWord = ''] = key.split(' ');
    const countOf = (text: string): number => this.counts.get(text) ?? 0;
    const ratio = (left: string, right: string): number => logLikelihoodRatio(occurrences, countOf(left), countOf(right), this.words);
    return length === 2
      ? ratio(firstWord, secondWord)
      : Math.min(ratio(`${firstWord} ${secondWord}`, thirdWord), ratio(firstWord, `${secondWord} ${thirdWord}`));
  }
}

/** Returns the key of a topic (`contextKey`) from the key of a phrase. */
const joinedKeyOf = (phraseKey: string): string => phraseKey.replaceAll(' ', '');

const newTally = (length: number): PhraseTally => ({
  length,
  occurrences: 0,
  works: 0,
  lastWork: 0,
  leadingCount: 0,
  trailingCount: 0,
  freeCount: 0,
  authors: new Set(),
  forms: new Map(),
});

/**
 * Returns Dunning's log-likelihood ratio G² of two items that co-occur more often than by chance; 0 if they do not.
 * @param both how often both co-occur
 * @param one, @param other how often each occurs at all; at least `both`
 * @param all the total number of positions
 */
export function logLikelihoodRatio(both: number, one: number, other: number, all: number): number {
  if (both * all <= one * other) return 0;
  const cells = [both, Math.max(0, one - both), Math.max(0, other - both), Math.max(0, all - one - other + both)] as const;
  const entropy = (...counts: number[]): number => {
    const sum = counts.reduce((total, count) => total + count, 0);
    return counts.reduce((total, count) => total + (count > 0 ? count * Math.log(count / sum) : 0), 0);
  };
  const [a, b, c, d] = cells;
  return 2 * (entropy(a, b, c, d) - entropy(a + b, c + d) - entropy(a + c, b + d));
}

type TitleCase = 'plain' | 'title' | 'upper';

/** Returns how a title uses capitals: for names only, for every word, or for all letters. */
function titleCaseOf(runs: readonly TitleWord[][]): TitleCase {
  const tokens = runs.flat();
  if (tokens.every(({ written }) => written === written.toUpperCase())) return 'upper';
  const contentTokens = runs.flatMap((run) => run.slice(1)).filter(({ written, edge }) => !edge && written.length >= 4);
  const lowerCaseCount = contentTokens.filter(({ written }) => written[0] === written[0]?.toLowerCase()).length;
  return contentTokens.length >= 3 && lowerCaseCount / contentTokens.length >= 0.6 ? 'plain' : 'title';
}

const hasInnerCapital = (written: string): boolean => /\p{Lu}/u.test(written.slice(1));

/** Returns the phrase as it would be written inside a sentence, as far as this title shows. */
function formOf(tokens: readonly TitleWord[], style: TitleCase): string {
  return tokens
    .map(({ written, gap }, at) => {
      const keepsCase = style !== 'upper' && (hasInnerCapital(written) || (style === 'plain' && at > 0));
      return `${at === 0 ? '' : gap}${keepsCase ? written : written.toLowerCase()}`;
    })
    .join('');
}

/** Returns the most frequent form, with a capital first letter. */
function nameOf(forms: ReadonlyMap<string, number>): string {
  const [best] = [...forms].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  const form = best?.[0] ?? '';
  return form.slice(0, 1).toUpperCase() + form.slice(1);
}

/** Returns the keys of the topics in a title, at most `maxPerWork`. */
export function topicsOf(title: string, topicsByKey: ReadonlyMap<string, { works: number }>): string[] {
  const lengthsByTopic = new Map<string, number>();
  for (const phrase of phrasesOf(wordRunsOf(title))) {
    const key = joinedKeyOf(phrase.key);
    if (topicsByKey.has(key)) lengthsByTopic.set(key, phrase.tokens.length);
  }
  const rank = ([a, lengthA]: [string, number], [b, lengthB]: [string, number]): number =>
    lengthB - lengthA || (topicsByKey.get(b)?.works ?? 0) - (topicsByKey.get(a)?.works ?? 0) || (a < b ? -1 : 1);
  return [...lengthsByTopic]
    .sort(rank)
    .slice(0, topicsMethod.maxPerWork)
    .map(([key]) => key);
}

export { phraseKeyOf };
