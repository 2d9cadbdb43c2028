import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { erasedRecord, formerMember } from '#lib/platform/auth/erased-account.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Name = { slug: string; name: string };

/** Replaces the name of a record that has been suppressed since. */
const hiddenName: Name = { slug: '', name: 'A researcher' };

/** Returns a function from record id to name, as the two parties of an invitation see it. */
export async function recordNameLookup(reader: Reader, ids: readonly string[]): Promise<(id: string) => Name> {
  const rows = ids.length > 0 ? await reader.prepared(selectNames, { ids: encodeList([...new Set(ids)]) }) : [];
  const names = new Map(rows.filter((row) => !isSuppressed(row)).map(({ id, slug, name }) => [id, { slug, name }]));
  return (id) => (id === erasedRecord ? { slug: '', name: formerMember } : (names.get(id) ?? hiddenName));
}

const selectNames = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'id', 'slug', 'name', 'visibility'))
    .from(authors)
    .where(isInList(authors.id, 'ids'))
    .prepare();
