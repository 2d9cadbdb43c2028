import { inArray } from 'drizzle-orm';
import { contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import type { ContextRow } from '#lib/catalog/contexts/queries/contexts.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ExportContent } from '../model/archive.ts';
import type { RecordRef, SchemaInput } from '../model/format.ts';
import type { PlaceRef } from '../model/people-files.ts';

const batchSize = 1000;

/** Splits a list, without duplicates, into chunks small enough for one statement. */
export function* chunksOf<Item>(items: Iterable<Item>): Generator<Item[]> {
  const distinct = [...new Set(items)];
  for (let start = 0; start < distinct.length; start += batchSize) yield distinct.slice(start, start + batchSize);
}

/** Returns records by permanent id, as the account may see them. Of somebody else's hidden record, only the id is returned. */
export async function recordRefs(reader: Reader, accountId: string, ids: Iterable<string>): Promise<(id: string) => RecordRef> {
  const refs = new Map<string, RecordRef>();
  for (const batch of chunksOf(ids)) {
    const rows = await reader
      .select(columnsOf(authors, 'id', 'slug', 'name', 'visibility', 'ownerId'))
      .from(authors)
      .where(inArray(authors.id, batch));
    for (const { id, slug, name, visibility, ownerId } of rows) {
      if (!isSuppressed({ visibility }) || ownerId === accountId) refs.set(id, { id, name, path: `/authors/${slug}` });
    }
  }
  return (id) => refs.get(id) ?? { id, name: null, path: null };
}

export const placeRefOf = ({ kind, name, nameKey, facts, slug }: ContextRow): PlaceRef => ({
  kind,
  name,
  nameKey,
  rorId: facts.ror ?? null,
  path: `/${contextPathSegments[kind as keyof typeof contextPathSegments] ?? 'topics'}/${slug}`,
});

export async function placesById(reader: Reader, ids: Iterable<string>): Promise<Map<string, PlaceRef>> {
  const refs = new Map<string, PlaceRef>();
  for (const batch of chunksOf(ids)) {
    for (const row of await reader.select().from(contexts).where(inArray(contexts.id, batch))) refs.set(row.id, placeRefOf(row));
  }
  return refs;
}

/** Content of an archive file before its schema is applied. */
export type FileContent<File extends keyof ExportContent> = Promise<SchemaInput<ExportContent[File]>>;
