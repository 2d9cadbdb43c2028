import { searchNames } from '#lib/catalog/search-index/names.ts';
import { searchWorks } from '#lib/catalog/search-index/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { DocumentKind } from '#lib/platform/text/tokenizer.ts';

/** A subject that matches a query. */
interface Hit {
  subjectKey: number;
}

interface Found {
  hits: Hit[];
  /** False if so many works match that the newest come first instead of the most relevant. */
  exact: boolean;
}

/** Returns the first results of one kind: see `searchNames` and `searchWorks`. */
export async function search(reader: Reader, text: string, { kind, limit }: { kind: DocumentKind; limit: number }): Promise<Found> {
  if (kind !== 'work') return { hits: (await searchNames(reader, text, { kind, limit })).hits, exact: true };
  const { keys, order } = await searchWorks(reader, text, { limit });
  return { hits: keys.map((subjectKey) => ({ subjectKey })), exact: order === 'relevance' };
}
