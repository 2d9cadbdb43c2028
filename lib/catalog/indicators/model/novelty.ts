import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { roundToTenth, type WorkIndicator } from './indicator.ts';

/** The input of `novelty-1`: a title, and the year by which works are ordered. */
export interface DatedTitle {
  key: number;
  year: number | null;
  title: string | null;
}

/** Thresholds of `novelty-1`, as the methods page states them. */
export const noveltyRules = {
  /** Minimum number of works of earlier years on this instance; without them a work has no value. */
  earlierWorks: 1000,
  /** Number of works of earlier years whose titles must contain a word before it counts as known. */
  knownAfter: 5,
  /** Minimum number of pairs of known words in a title. */
  minPairs: 6,
  /** Maximum number of words used from one title. */
  maxWords: 24,
} as const;

const stopWords = new Set(
  (
    'about above after again all also among an and any are around as at be been before being between both but by can do does during each either ' +
    'for from has have how if in into is it its may more most new no nor not of on one only onto or other our out over own per same so some such ' +
    'than that the their them then there these they this those through to too toward towards two under up upon use used using via was were what ' +
    'when where whether which while who why will with within without you your'
  ).split(' '),
);

/** Returns the content words of a title: folded, singular, without stop words and numbers, each once. */
export function contentWordsOf(title: string): string[] {
  const words = new Set<string>();
  for (const word of tokenize(title)) {
    if (word.length < 3 || stopWords.has(word) || /^\d+$/.test(word)) continue;
    words.add(word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
    if (words.size === noveltyRules.maxWords) break;
  }
  return [...words];
}

/** Upper bound on pairs in memory. A larger corpus needs several passes, each for a part of the pairs. */
const maxPairsPerPass = 1_500_000;
const maxWordNumbers = 2 ** 21;

/**
 * `novelty-1`: the share (0–100) of pairs of known words in a work's title that occur together in no title of an earlier year.
 *
 * New combinations of known elements are the usual measure of novelty from text and references: Uzzi et al., "Atypical Combinations and
 * Scientific Impact", Science 342 (2013), doi 10.1126/science.1240474; Wang, Veugelers & Stephan, "Bias against novelty in science",
 * Research Policy 46 (2017), doi 10.1016/j.respol.2017.06.006; with words of the text itself: Arts, Hou & Gomez, "Natural language
 * processing to identify the creation and impact of new technologies in patent text", Research Policy 50 (2021), doi
 * 10.1016/j.respol.2020.104144. This method uses titles only, and only the works of this instance.
 *
 * Works of one year are compared with earlier years, never with each other, because many sources state no more than the year. Time grows
 * with the number of pairs, memory with the number of words.
 * @returns a value for each work that has one, by key
 */
export function noveltyOf(titles: readonly DatedTitle[]): Map<number, WorkIndicator> {
  const corpus = numberWords(titles);
  const pairCounts = new Uint16Array(corpus.works.length);
  const newPairCounts = new Uint16Array(corpus.works.length);
  const passes = Math.max(1, Math.ceil(corpus.pairs / maxPairsPerPass));
  for (let pass = 0; pass < passes; pass += 1) countPairs(corpus, pass, passes, pairCounts, newPairCounts);
  const indicators = new Map<number, WorkIndicator>();
  corpus.works.forEach(({ key, earlier }, at) => {
    const [pairs = 0, newPairs = 0] = [pairCounts[at], newPairCounts[at]];
    if (earlier < noveltyRules.earlierWorks || pairs < noveltyRules.minPairs) return;
    indicators.set(key, { value: roundToTenth((100 * newPairs) / pairs), parts: { pairs, newPairs, earlierWorks: earlier } });
  });
  return indicators;
}

interface NumberedWork {
  key: number;
  year: number;
  /** Start and end of its words in `Corpus.words`. */
  from: number;
  to: number;
  /** Number of works of earlier years. */
  earlier: number;
}

interface NumberedCorpus {
  /** Sorted by year. */
  works: NumberedWork[];
  /** Word numbers, one title after the other. */
  words: Int32Array;
  vocabulary: number;
  pairs: number;
}

function numberWords(titles: readonly DatedTitle[]): NumberedCorpus {
  const numbers = new Map<string, number>();
  const wordNumbers: number[] = [];
  let pairs = 0;
  const works: NumberedWork[] = [];
  for (const { key, year, title } of titles) {
    if (year === null || title === null) continue;
    const from = wordNumbers.length;
    for (const word of contentWordsOf(title)) {
      const number = numbers.get(word) ?? numbers.size;
      if (number >= maxWordNumbers) continue;
      numbers.set(word, number);
      wordNumbers.push(number);
    }
    pairs += ((wordNumbers.length - from) * (wordNumbers.length - from - 1)) / 2;
    works.push({ key, year, from, to: wordNumbers.length, earlier: 0 });
  }
  works.sort((a, b) => a.year - b.year || a.key - b.key);
  works.forEach((work, at) => {
    const previous = works[at - 1];
    work.earlier = previous === undefined ? 0 : previous.year === work.year ? previous.earlier : at;
  });
  return { works, words: Int32Array.from(wordNumbers), vocabulary: numbers.size, pairs };
}

/** Counts the pairs of one part, in one pass over the works by year. */
function countPairs(corpus: NumberedCorpus, part: number, parts: number, pairCounts: Uint16Array, newPairCounts: Uint16Array): void {
  const useCounts = new Uint32Array(corpus.vocabulary);
  const seenPairs = new Set<number>();
  const visitPairs = (work: NumberedWork, visit: (pair: number, one: number, other: number) => void): void => {
    for (let i = work.from; i < work.to; i += 1) {
      for (let j = i + 1; j < work.to; j += 1) {
        const [one = 0, other = 0] = [corpus.words[i], corpus.words[j]];
        const pair = one < other ? one * maxWordNumbers + other : other * maxWordNumbers + one;
        if (parts === 1 || pair % parts === part) visit(pair, one, other);
      }
    }
  };
  let start = 0;
  while (start < corpus.works.length) {
    const year = corpus.works[start]?.year;
    let end = start;
    for (; corpus.works[end]?.year === year; end += 1) {
      const work = corpus.works[end];
      if (!work) break;
      visitPairs(work, (pair, one, other) => {
        if ((useCounts[one] ?? 0) < noveltyRules.knownAfter || (useCounts[other] ?? 0) < noveltyRules.knownAfter) return;
        pairCounts[end] = (pairCounts[end] ?? 0) + 1;
        if (!seenPairs.has(pair)) newPairCounts[end] = (newPairCounts[end] ?? 0) + 1;
      });
    }
    for (const work of corpus.works.slice(start, end)) {
      visitPairs(work, (pair) => seenPairs.add(pair));
      for (let at = work.from; at < work.to; at += 1) {
        const word = corpus.words[at] ?? 0;
        useCounts[word] = (useCounts[word] ?? 0) + 1;
      }
    }
    start = end;
  }
}
