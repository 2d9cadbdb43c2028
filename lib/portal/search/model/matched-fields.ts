import type { WorksOrder } from '#lib/catalog/search-index/model/search-query.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';
import { matchesToken, stemsOf } from '#lib/platform/text/word-forms.ts';

/** Fields of a work that contain words of a query, and the number of matching author names. */
interface MatchedFields {
  title: boolean;
  authors: number;
  venue: boolean;
  abstract: boolean;
}

type SearchedWork = Pick<WorkView, 'title' | 'venue' | 'abstract'> & { authors: readonly Pick<WorkView['authors'][number], 'name'>[] };

/** Returns the words that a search matched, in the notation of `matchesToken`: "begin*" for prefixes, "stem~" for word forms. */
export function matchedTerms(query: string, order: WorksOrder): string[] {
  const words = searchTokens(query);
  if (order === 'forms') return words.flatMap((word) => [word, ...stemsOf(word).map((stem) => `${stem}~`)]);
  const last = words.at(-1) ?? '';
  return order === 'begun' ? [...words.slice(0, -1), `${last}*`] : words;
}

/** Returns which fields of a work contain one of the words. */
export function matchedFields({ title, authors, venue, abstract }: SearchedWork, words: readonly string[]): MatchedFields {
  const isMatch = (text: string): boolean => searchTokens(text).some((token) => matchesToken(words, token));
  return {
    title: title !== null && isMatch(plainText(title)),
    authors: authors.filter(({ name }) => isMatch(name)).length,
    venue: venue !== null && isMatch(venue),
    abstract: abstract !== null && isMatch(plainText(abstract.text)),
  };
}
