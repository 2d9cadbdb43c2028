import type { WorksOrder } from '#lib/catalog/search-index/model/asked.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { hasWord, stemsOf } from '#lib/platform/text/word-forms.ts';

/** Where a work has words of a query: fields in reading order, and how many of its names. */
interface FoundIn {
  title: boolean;
  authors: number;
  venue: boolean;
  abstract: boolean;
}

type Searched = Pick<WorkView, 'title' | 'venue' | 'abstract'> & { authors: readonly Pick<WorkView['authors'][number], 'name'>[] };

/** The words that a search has found works by, as `hasWord` reads them: "begin*" for beginnings, "stem~" for forms. */
export function wordsFound(query: string, order: WorksOrder): string[] {
  const words = searchTokens(query);
  if (order === 'forms') return words.flatMap((word) => [word, ...stemsOf(word).map((stem) => `${stem}~`)]);
  const last = words.at(-1) ?? '';
  return order === 'begun' ? [...words.slice(0, -1), `${last}*`] : words;
}

/** Finds the fields of a work that have one of the words. */
export function foundIn({ title, authors, venue, abstract }: Searched, words: readonly string[]): FoundIn {
  const has = (text: string): boolean => searchTokens(text).some((token) => hasWord(words, token));
  return {
    title: title !== null && has(plainText(title)),
    authors: authors.filter(({ name }) => has(name)).length,
    venue: venue !== null && has(venue),
    abstract: abstract !== null && has(plainText(abstract.text)),
  };
}
