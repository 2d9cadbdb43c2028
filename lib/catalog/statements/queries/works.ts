import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import type { PinChoice } from '../model/statement.ts';

interface OwnWork extends PinChoice {
  key: number;
  language: string | null;
}

const ownWorkColumns = columnsOf(works, 'key', 'id', 'title', 'titleTree', 'language', 'year');
type OwnWorkRow = Pick<typeof works.$inferSelect, keyof typeof ownWorkColumns>;

const isOwnWork = (authorKey: number): SQL | undefined => and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'));

const toOwnWork = ({ key, id, title, titleTree, language, year }: OwnWorkRow): OwnWork => ({
  ...{ key, id, language, year },
  title: titleTree ? plainText(titleTree as RichText) : (title ?? untitledWork),
});

/** Returns the works with the given ids that are currently on a record. */
export async function ownWorks(reader: Reader, authorKey: number, ids: readonly string[]): Promise<OwnWork[]> {
  if (ids.length === 0) return [];
  const isOnRecord = inArray(works.key, reader.select({ key: authorships.workKey }).from(authorships).where(isOwnWork(authorKey)));
  const rows = await reader
    .select(ownWorkColumns)
    .from(works)
    .where(and(inArray(works.id, [...new Set(ids)]), isOnRecord));
  return rows.map(toOwnWork);
}

export async function newestWorks(reader: Reader, authorKey: number, limit: number): Promise<OwnWork[]> {
  const { workKey, sortDate } = authorships;
  const newest = reader
    .selectDistinct({ workKey, sortDate })
    .from(authorships)
    .where(isOwnWork(authorKey))
    .orderBy(desc(sortDate), desc(workKey))
    .limit(limit)
    .as('newest');
  const rows = await reader
    .select(ownWorkColumns)
    .from(newest)
    .innerJoin(works, eq(works.key, newest.workKey))
    .orderBy(desc(newest.sortDate), desc(works.key));
  return rows.map(toOwnWork);
}

const selectKey = (reader: Reader) =>
  reader
    .select({ key: works.key })
    .from(works)
    .where(eq(works.id, sql.placeholder('id')))
    .prepare();

/** Returns the key of a work. What a page reads by a key depends on rows with that key alone; by an id, on all rows that are joined. */
export async function workKeyOf(reader: Reader, id: string): Promise<number | null> {
  const [row] = await reader.prepared(selectKey, { id });
  return row?.key ?? null;
}
