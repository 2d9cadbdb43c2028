import { and, eq, inArray } from 'drizzle-orm';
import { searchDocuments } from '../db/schema/search.ts';
import type { Writer } from '../db/store.ts';
import { type DocumentKind, documentNumber, fold } from './model.ts';

/**
 * What a search can find, before folding. `importance`: the year of a work, otherwise how many works; higher comes first.
 * `title`: names, one a line (of a work: its title); `body`: what else finds it.
 */
export interface Document {
  kind: DocumentKind;
  subjectKey: number;
  importance: number;
  title: string;
  body: string;
}

interface Stored {
  number: number | string;
  subject_key: number;
  title: string;
  body: string;
}

/** Writes search documents, one for each subject, in the caller's transaction. Documents that stay the same are not written. */
export async function index(tx: Writer, documents: readonly Document[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(documents, (document) => document.kind)) {
    const keys = some.map(({ subjectKey }) => subjectKey);
    const text = 'select number, subject_key, title, body from search_documents where kind = ? and subject_key in $many';
    const before = new Map((await tx.lookup<Stored>(text, keys, [kind])).map((row) => [row.subject_key, row]));
    const moved: number[] = [];
    const rows: unknown[][] = [];
    for (const document of some) {
      const number = documentNumber(kind, document.importance, document.subjectKey);
      const title = fold(document.title);
      const body = fold(document.body);
      const old = before.get(document.subjectKey);
      if (old && Number(old.number) === number && old.title === title && old.body === body) continue;
      if (old && Number(old.number) !== number) moved.push(document.subjectKey);
      rows.push([number, kind, document.subjectKey, title, body]);
    }
    await remove(tx, kind, moved);
    await tx.load({
      table: 'search_documents',
      columns: ['number', 'kind', 'subject_key', 'title', 'body'],
      rows,
      onConflict: 'on conflict (number) do update set title = excluded.title, body = excluded.body',
    });
  }
}

/** Takes subjects out of the search: suppressed, merged, or about to be numbered anew. */
export async function remove(tx: Writer, kind: DocumentKind, subjectKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < subjectKeys.length; start += 1000) {
    const some = subjectKeys.slice(start, start + 1000);
    await tx.delete(searchDocuments).where(and(eq(searchDocuments.kind, kind), inArray(searchDocuments.subjectKey, some)));
  }
}
