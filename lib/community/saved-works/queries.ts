import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { isWorkShownInListsText } from '#lib/catalog/visibility/queries.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { citationsInBatches } from '#lib/catalog/works/queries/citations.ts';
import { isDescribed, worksByKey } from '#lib/catalog/works/queries/works.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { cursorOf, newestPosition, olderThan, parseCursor } from '#lib/platform/db/cursor.ts';
import { encodeList, isInList, placeholderFor } from '#lib/platform/db/prepared.ts';
import { idsOf } from '#lib/platform/db/rows.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SavedPage } from './model.ts';

/** Condition on a work that lists may show and that has a title or authors. */
const isListed = (): SQL | undefined => and(isDescribed, sql.raw(isWorkShownInListsText('works.key')));

const titleOf = (title: string | null): string => title ?? untitledWork;

/** Returns the titles of those works that lists may show, by their ids. */
export async function listableTitlesOf(reader: Reader, workIds: readonly string[]): Promise<Map<string, string>> {
  const isListedWork = and(inArray(works.id, [...workIds]), isListed());
  const rows = await reader.select({ id: works.id, title: works.title }).from(works).where(isListedWork);
  return new Map(rows.map(({ id, title }) => [id, titleOf(title)]));
}

/** Returns the ids of those works that an account has saved. */
export async function selectSavedIds(reader: Reader, { accountId }: Actor, workIds: readonly string[]): Promise<Set<string>> {
  if (workIds.length === 0) return new Set();
  return new Set(idsOf(await reader.prepared(savedIdsQuery, { accountId, workIds: encodeList(workIds) })));
}

const savedIdsQuery = (reader: Reader) =>
  reader
    .select({ id: savedWorks.workId })
    .from(savedWorks)
    .where(and(eq(savedWorks.accountId, sql.placeholder('accountId')), isInList(savedWorks.workId, 'workIds')))
    .prepare();

export async function isSaved(reader: Reader, { accountId }: Actor, workId: string): Promise<boolean> {
  return (await reader.prepared(savedWorkQuery, { accountId, workId })).length > 0;
}

const savedWorkQuery = (reader: Reader) =>
  reader
    .select({ id: savedWorks.workId })
    .from(savedWorks)
    .where(and(eq(savedWorks.accountId, sql.placeholder('accountId')), eq(savedWorks.workId, sql.placeholder('workId'))))
    .prepare();

/** Returns saved works that lists may show, newest first. */
function selectSavedRows(reader: Reader, { accountId }: Actor, cursor: string | undefined, limit: number) {
  return reader.prepared(savedRowsQuery, { ...(parseCursor(cursor) ?? newestPosition), accountId, limit });
}

const savedRowsQuery = (reader: Reader) => {
  const { accountId, since, workId } = savedWorks;
  const isAfterCursor = olderThan({ at: placeholderFor(since, 'at'), id: placeholderFor(workId, 'id') }, since, workId);
  return reader
    .select({ key: works.key, workId, since })
    .from(savedWorks)
    .innerJoin(works, eq(works.id, workId))
    .where(and(eq(accountId, sql.placeholder('accountId')), isAfterCursor, isListed()))
    .orderBy(desc(since), desc(workId))
    .limit(sql.placeholder('limit'))
    .prepare();
};

/** Returns a page of the works that an account has saved. */
export async function savedPage(
  reader: Reader,
  actor: Actor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<SavedPage> {
  const rows = await selectSavedRows(reader, actor, cursor, limit + 1);
  const pageRows = rows.slice(0, limit);
  const last = rows.length > limit ? pageRows.at(-1) : undefined;
  const keys = pageRows.map(({ key }) => key);
  return { works: await worksByKey(reader, keys, null), next: last ? cursorOf({ at: last.since, id: last.workId }) : null };
}

/** Returns all saved works of an account, newest first; `key` is null for a work that lists do not show. */
export const allSavedWorks = (reader: Reader, { accountId }: Actor) =>
  reader
    .select({ workId: savedWorks.workId, since: savedWorks.since, key: works.key })
    .from(savedWorks)
    .leftJoin(works, and(eq(works.id, savedWorks.workId), isListed()))
    .where(eq(savedWorks.accountId, accountId))
    .orderBy(desc(savedWorks.since), desc(savedWorks.workId));

/** Returns all saved works of an account as citations. */
export async function savedCitations(reader: Reader, actor: Actor): Promise<CitedWork[]> {
  const keys = (await allSavedWorks(reader, actor)).flatMap(({ key }) => key ?? []);
  return citationsInBatches(reader, keys);
}
