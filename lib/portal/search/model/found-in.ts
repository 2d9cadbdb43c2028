import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { searchTokens } from '#lib/platform/text/tokenizer.ts';

/** Where a work has words of a query: fields in reading order, and how many of its names. */
interface FoundIn {
  title: boolean;
  authors: number;
  venue: boolean;
  abstract: boolean;
}

type Searched = Pick<WorkView, 'title' | 'venue' | 'abstract'> & { authors: readonly Pick<WorkView['authors'][number], 'name'>[] };

/** Finds the fields of a work that have a word of a query, or for the last word a beginning. */
export function foundIn({ title, authors, venue, abstract }: Searched, query: string): FoundIn {
  const words = searchTokens(query);
  const last = words.at(-1) ?? '';
  const has = (text: string): boolean =>
    searchTokens(text).some((token) => words.includes(token) || (last.length > 2 && token.startsWith(last)));
  return {
    title: title !== null && has(plainText(title)),
    authors: authors.filter(({ name }) => has(name)).length,
    venue: venue !== null && has(venue),
    abstract: abstract !== null && has(plainText(abstract.text)),
  };
}
