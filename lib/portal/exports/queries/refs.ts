import { inArray } from 'drizzle-orm';
import { contextFolders } from '#lib/catalog/contexts/model/context.ts';
import type { ContextRow } from '#lib/catalog/contexts/queries/contexts.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ExportContent } from '../model/archive.ts';
import type { Filling, RecordRef } from '../model/format.ts';
import type { PlaceRef } from '../model/people-files.ts';

const atOnce = 1000;

/** Splits a list, without duplicates, into chunks small enough for one statement. */
export function* inPieces<Item>(items: Iterable<Item>): Generator<Item[]> {
  const all = [...new Set(items)];
  for (let start = 0; start < all.length; start += atOnce) yield all.slice(start, start + atOnce);
}

/** Returns records by permanent id, as the account may see them. Of somebody else's hidden record, only the id is returned. */
export async function recordRefs(reader: Reader, accountId: string, ids: Iterable<string>): Promise<(id: string) => RecordRef> {
  const found = new Map<string, RecordRef>();
  for (const some of inPieces(ids)) {
    const rows = await reader
      .select(columnsOf(authors, 'id', 'slug', 'name', 'visibility', 'ownerId'))
      .from(authors)
      .where(inArray(authors.id, some));
    for (const { id, slug, name, visibility, ownerId } of rows) {
      if (visibility !== 'suppressed' || ownerId === accountId) found.set(id, { id, name, path: `/authors/${slug}` });
    }
  }
  return (id) => found.get(id) ?? { id, name: null, path: null };
}

export const placeOf = ({ kind, name, nameKey, facts, slug }: ContextRow): PlaceRef => ({
  kind,
  name,
  nameKey,
  rorId: facts.ror ?? null,
  path: `/${contextFolders[kind as keyof typeof contextFolders] ?? 'topics'}/${slug}`,
});

export async function placesById(reader: Reader, ids: Iterable<string>): Promise<Map<string, PlaceRef>> {
  const found = new Map<string, PlaceRef>();
  for (const some of inPieces(ids)) {
    for (const row of await reader.select().from(contexts).where(inArray(contexts.id, some))) found.set(row.id, placeOf(row));
  }
  return found;
}

/** Content of an archive file before its schema is applied. */
export type Part<File extends keyof ExportContent> = Promise<Filling<ExportContent[File]>>;
