import { eq, sql } from 'drizzle-orm';
import { hiddenColumn } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FoundNode } from './nodes.ts';

const selectAffiliation = (reader: Reader) =>
  reader
    .select({ affiliation: authors.affiliation, isHidden: hiddenColumn('affiliations') })
    .from(authors)
    .where(eq(authors.key, sql.placeholder('key')))
    .prepare();

const selectVenue = (reader: Reader) =>
  reader
    .select({ venue: works.venue })
    .from(works)
    .where(eq(works.key, sql.placeholder('key')))
    .prepare();

const counted = (count: number, one: string, plural: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : plural}`;

/**
 * Returns what a node is in a few words: the affiliation of a person; the venue of a work; works and people of a topic, venue or
 * institution. Null if nothing is known. It is no part of a slice, so that pages with slices do not depend on it.
 */
export async function describeNode(reader: Reader, { table, key, node, people }: FoundNode): Promise<string | null> {
  if (table === 'author') {
    const [row] = await reader.prepared(selectAffiliation, { key });
    return row && !row.isHidden ? (row.affiliation?.name ?? null) : null;
  }
  if (table === 'work') {
    const [row] = await reader.prepared(selectVenue, { key });
    return row?.venue ?? null;
  }
  return [counted(node.works, 'work', 'works'), people !== null && counted(people, 'person', 'people')].filter(Boolean).join(', ');
}
