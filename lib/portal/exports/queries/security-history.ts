import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { contextKinds } from '#lib/catalog/contexts/model/context.ts';
import type { Privacy } from '#lib/catalog/statements/model/statement.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { notificationText } from '#lib/community/notifications/model/notification.ts';
import { currentNotifications } from '#lib/community/notifications/queries/shown-notifications.ts';
import { allSavedWorks } from '#lib/community/saved-works/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PlaceRef } from '../model/people-files.ts';
import { portableWorks, publicIdsOf } from './portable.ts';
import { chunksOf, type FileContent, placeRefOf, placesById } from './refs.ts';

/** Number of works by which a followed person can be matched on another instance if no id matches. */
const maxWorksOfFollowed = 5;

/** Returns what the account follows. A suppressed person is listed with their id only. */
export async function followsContent(reader: Reader, { accountId }: Actor): FileContent<'follows'> {
  const rows = await rowsOf(reader, follows, eq(follows.accountId, accountId), desc(follows.since));
  const followedIds = rows.map(({ authorId }) => authorId);
  const shownById = await shownRecords(reader, followedIds);
  const idsOf = await publicIdsOf(reader, [...shownById.values()], maxWorksOfFollowed);
  const placeRows = await rowsOf(reader, contextFollows, eq(contextFollows.accountId, accountId), desc(contextFollows.since));
  const contextIds = placeRows.map(({ contextId }) => contextId);
  const placeOfId = await placesById(reader, contextIds);
  return {
    people: rows.map(({ authorId, ...row }) => {
      const record = shownById.get(authorId);
      const ref = { id: authorId, name: record?.name ?? null, path: record ? `/authors/${record.slug}` : null };
      return { ...row, ...ref, ...idsOf(record?.key ?? -1) };
    }),
    places: placeRows.flatMap(({ contextId, ...row }) => {
      const place = placeOfId.get(contextId);
      return place ? [{ ...row, ...place, id: contextId }] : [];
    }),
  };
}

async function shownRecords(reader: Reader, ids: readonly string[]) {
  const recordsById = new Map<string, { key: number; slug: string; name: string; privacy: Privacy | null }>();
  for (const batch of chunksOf(ids)) {
    const rows = await reader.select().from(authors).where(inArray(authors.id, batch));
    for (const { id, key, slug, name, visibility, privacy } of rows) {
      if (!isSuppressed({ visibility })) recordsById.set(id, { key, slug, name, privacy });
    }
  }
  return recordsById;
}

/** Returns saved searches with the topics, venues and institutions that their filters refer to by slug. */
export async function searchesContent(reader: Reader, { accountId }: Actor): FileContent<'searches'> {
  const rows = await rowsOf(reader, savedSearches, eq(savedSearches.accountId, accountId), desc(savedSearches.since));
  const searches = [];
  for (const row of rows) searches.push({ ...row, places: await placesIn(reader, row.query) });
  return { searches };
}

async function placesIn(reader: Reader, query: string): Promise<({ filter: string } & PlaceRef)[]> {
  const places: ({ filter: string } & PlaceRef)[] = [];
  for (const [filter, slug] of new URLSearchParams(query)) {
    const kind = contextKinds.find((each) => each === filter);
    if (!kind) continue;
    const row = await firstOf(reader, contexts, and(eq(contexts.kind, kind), eq(contexts.slug, slug)));
    if (row) places.push({ filter, ...placeRefOf(row) });
  }
  return places;
}

/** Returns saved works with all their identifiers. Works that are not shown in lists have their id only. */
export async function savedWorksContent(reader: Reader, actor: Actor): FileContent<'saved'> {
  const rows = await allSavedWorks(reader, actor);
  const workKeys = rows.flatMap(({ key }) => key ?? []);
  const worksShown = await portableWorks(reader, workKeys);
  return {
    works: rows.map(({ workId, key, since }) => {
      const work = key === null ? undefined : worksShown.get(key);
      return { ...(work ?? { id: workId, title: null, identifiers: [], sources: [] }), path: work ? `/works/${workId}` : null, since };
    }),
  };
}

/** Returns the account's notifications, except those that name a person who is hidden now. */
export async function notificationsContent(reader: Reader, { accountId }: Actor): FileContent<'notifications'> {
  const isOwn = eq(notifications.accountId, accountId);
  const rows = await rowsOf(reader, notifications, isOwn, desc(notifications.createdAt), desc(notifications.id));
  return {
    notifications: (await currentNotifications(reader, rows)).map(({ kind, facts, createdAt, readAt }) => {
      const { title, text } = notificationText(kind, facts);
      return { kind, title, text, path: facts.path ?? '/me', at: createdAt, readAt };
    }),
  };
}

export async function settingsContent(reader: Reader, { accountId }: Actor): FileContent<'settings'> {
  const isOwn = eq(notificationSettings.accountId, accountId);
  const [digest] = await rowsOf(reader, digests, eq(digests.accountId, accountId));
  return { kinds: await rowsOf(reader, notificationSettings, isOwn, asc(notificationSettings.kind)), digest: digest ?? null };
}

/** Returns the account's reports. Quotes of other people's texts are in its invitations and threads. */
export async function reportsContent(reader: Reader, { accountId }: Actor): FileContent<'reports'> {
  const rows = await rowsOf(reader, reports, eq(reports.reporterId, accountId), desc(reports.createdAt));
  return { reports: rows.map(({ facts: { text: _, ...facts }, createdAt, ...row }) => ({ ...row, facts, at: createdAt })) };
}

/** Returns the account's requests about how a name is shown. Requests by an erased former owner belong to no account. */
export async function visibilityContent(reader: Reader, { accountId }: Actor): FileContent<'visibility'> {
  const rows = await reader
    .select({ request: visibilityRequests, owner: authors.ownerId, name: authors.name, slug: authors.slug, visibility: authors.visibility })
    .from(visibilityRequests)
    .leftJoin(authors, eq(authors.id, visibilityRequests.authorId))
    .where(eq(visibilityRequests.accountId, accountId))
    .orderBy(desc(visibilityRequests.requestedAt));
  return {
    requests: rows.map(({ request, owner, name, slug, visibility }) => {
      const isShown = visibility !== null && (!isSuppressed({ visibility }) || owner === accountId);
      return { ...request, record: { id: request.authorId, name: isShown ? name : null, path: isShown ? `/authors/${slug}` : null } };
    }),
  };
}
