import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { contextKinds } from '#lib/catalog/contexts/model/context.ts';
import type { Privacy } from '#lib/catalog/statements/model/statement.ts';
import { notificationText } from '#lib/community/notifications/model/notification.ts';
import { withoutHidden } from '#lib/community/notifications/queries/visible-notifications.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { notificationsFile, reportsFile, settingsFile, visibilityFile } from '../model/account-files.ts';
import { iso, isoOrNull } from '../model/format.ts';
import type { followsFile, PlaceRef, searchesFile } from '../model/people-files.ts';
import { publicIdsOf } from './portable.ts';
import { inPieces, placeOf, placesById } from './refs.ts';

/** Works by which a followed person can be found elsewhere, should no id do. */
const worksOfFollowed = 5;

/** Whom and what the account follows. A suppressed person is there by id alone. */
export async function followsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof followsFile>> {
  const rows = await reader.select().from(follows).where(eq(follows.accountId, accountId)).orderBy(desc(follows.since));
  const shown = await shownRecords(
    reader,
    rows.map(({ authorId }) => authorId),
  );
  const idsOf = await publicIdsOf(reader, [...shown.values()], worksOfFollowed);
  const places = await reader
    .select()
    .from(contextFollows)
    .where(eq(contextFollows.accountId, accountId))
    .orderBy(desc(contextFollows.since));
  const named = await placesById(
    reader,
    places.map(({ contextId }) => contextId),
  );
  return {
    people: rows.map(({ authorId, state, since }) => {
      const record = shown.get(authorId);
      const ref = { id: authorId, name: record?.name ?? null, path: record ? `/authors/${record.slug}` : null };
      return { ...ref, state, since: iso(since), ...idsOf(record?.key ?? -1) };
    }),
    places: places.flatMap(({ contextId, state, since }) => {
      const place = named.get(contextId);
      return place ? [{ id: contextId, ...place, state, since: iso(since) }] : [];
    }),
  };
}

async function shownRecords(reader: Reader, ids: readonly string[]) {
  const found = new Map<string, { key: number; slug: string; name: string; privacy: Privacy | null }>();
  for (const some of inPieces(ids)) {
    const rows = await reader.select().from(authors).where(inArray(authors.id, some));
    for (const { id, key, slug, name, visibility, privacy } of rows) {
      if (visibility !== 'suppressed') found.set(id, { key, slug, name, privacy });
    }
  }
  return found;
}

/** Saved searches, each with the places that its filters name by their address. */
export async function searchesPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof searchesFile>> {
  const rows = await reader.select().from(savedSearches).where(eq(savedSearches.accountId, accountId)).orderBy(desc(savedSearches.since));
  const searches = [];
  for (const { query, name, state, since } of rows) {
    searches.push({ query, name, state, since: iso(since), places: await placesIn(reader, query) });
  }
  return { searches };
}

async function placesIn(reader: Reader, query: string): Promise<({ filter: string } & PlaceRef)[]> {
  const places: ({ filter: string } & PlaceRef)[] = [];
  for (const [filter, slug] of new URLSearchParams(query)) {
    const kind = contextKinds.find((each) => each === filter);
    if (!kind) continue;
    const [row] = await reader
      .select()
      .from(contexts)
      .where(and(eq(contexts.kind, kind), eq(contexts.slug, slug)));
    if (row) places.push({ filter, ...placeOf(row) });
  }
  return places;
}

/** What the account was told, but for what names somebody who is out of sight now. */
export async function notificationsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof notificationsFile>> {
  const rows = await reader
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, accountId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
  return {
    notifications: (await withoutHidden(reader, rows)).map(({ kind, facts, createdAt, readAt }) => {
      const { title, text } = notificationText(kind, facts);
      return { kind, title, text, path: facts.path ?? '/me', at: iso(createdAt), readAt: isoOrNull(readAt) };
    }),
  };
}

export async function settingsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof settingsFile>> {
  const said = await reader
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.accountId, accountId))
    .orderBy(asc(notificationSettings.kind));
  const [digest] = await reader.select().from(digests).where(eq(digests.accountId, accountId));
  return {
    kinds: said.map(({ kind, mail, centre }) => ({ kind, mail, centre })),
    digest: digest
      ? {
          ...{ frequency: digest.frequency, hour: digest.hour, weekday: digest.weekday, timeZone: digest.timeZone },
          lastAt: isoOrNull(digest.lastAt),
          nextAt: isoOrNull(digest.nextAt),
        }
      : null,
  };
}

/** What the account has reported. What it quoted of others' texts stands in its invitations and threads. */
export async function reportsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof reportsFile>> {
  const rows = await reader.select().from(reports).where(eq(reports.reporterId, accountId)).orderBy(desc(reports.createdAt));
  return {
    reports: rows.map(({ id, subject, subjectId, kind, reason, facts: { text: _, ...facts }, note, state, createdAt }) => ({
      ...{ id, subject, subjectId, kind, reason, facts, note, state },
      at: iso(createdAt),
    })),
  };
}

/** What the account asked for about how a name is shown. What an owner before it had asked, whose account is erased by now, is nobody's. */
export async function visibilityPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof visibilityFile>> {
  const rows = await reader
    .select({ request: visibilityRequests, owner: authors.ownerId, name: authors.name, slug: authors.slug, visibility: authors.visibility })
    .from(visibilityRequests)
    .leftJoin(authors, eq(authors.id, visibilityRequests.authorId))
    .where(eq(visibilityRequests.accountId, accountId))
    .orderBy(desc(visibilityRequests.requestedAt));
  return {
    requests: rows.map(({ request, owner, name, slug, visibility }) => {
      const shown = visibility !== null && (visibility !== 'suppressed' || owner === accountId);
      const { id, wanted, by, state, reason } = request;
      return {
        ...{ id, wanted, by, state, reason },
        record: { id: request.authorId, name: shown ? name : null, path: shown ? `/authors/${slug}` : null },
        contact: request.contact,
        requestedAt: iso(request.requestedAt),
        expiresAt: isoOrNull(request.expiresAt),
        decidedAt: isoOrNull(request.decidedAt),
      };
    }),
  };
}
