import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { publicationStopWords, stopWords } from './stop-words.ts';

/** The data by which works are compared: keys of authors, names of topics, title. */
export interface ComparedWork {
  key: number;
  authors: readonly number[];
  topics: readonly string[];
  title: string | null;
}

/** What two works have in common. */
export interface WorkOverlap {
  authors: number;
  topics: string[];
  /** Words that both titles contain. */
  words: string[];
}

export interface RelatedWork {
  work: WorkView;
  common: WorkOverlap;
}

const weights = { author: 3, topic: 2, word: 1 };
/** A shared topic alone is not enough: a topic may have very many works. */
const minWeight = weights.topic + weights.word;
const minWordCharacters = 5;

const titleWords = (title: string | null): string[] => [
  ...new Set(
    tokenize(title ?? '').filter((word) => word.length >= minWordCharacters && !stopWords.has(word) && !publicationStopWords.has(word)),
  ),
];
const intersection = <T>(some: readonly T[], others: readonly T[]): T[] => some.filter((one) => others.includes(one));
const weightOf = ({ authors, topics, words }: WorkOverlap): number =>
  authors * weights.author + topics.length * weights.topic + words.length * weights.word;

/**
 * Returns the works that have most in common with a work, strongest first. Works with the same title are versions of it, and are excluded.
 */
export function rankRelated(work: ComparedWork, others: readonly ComparedWork[], limit: number): { key: number; common: WorkOverlap }[] {
  const words = titleWords(work.title);
  return others
    .filter(({ key, title }) => key !== work.key && tokenize(title ?? '').join() !== tokenize(work.title ?? '').join())
    .map((other) => {
      const shared = { topics: intersection(work.topics, other.topics), words: intersection(words, titleWords(other.title)) };
      const common = { authors: intersection(work.authors, other.authors).length, ...shared };
      return { key: other.key, common, weight: weightOf(common) };
    })
    .filter(({ weight }) => weight >= minWeight)
    .sort((a, b) => b.weight - a.weight || b.key - a.key)
    .slice(0, limit)
    .map(({ key, common }) => ({ key, common }));
}
