import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { isConnecting } from '#lib/catalog/graph/queries/path.ts';
import { parseInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Closeness, Listing } from '../model/listing.ts';
import { isPurpose, type Purpose } from '../model/purposes.ts';
import { accountsBlockedBy } from './boundaries.ts';

/** Upper bound on the people who are read; facets are counted among them. */
const maxListings = 1_000;
const maxContextsEach = 12;

/** Whether the owner of a record has listed it, and still owns it. Whether the listing has ended is checked with the rows. */
const isListed = () => and(isNotNull(authors.listedUntil), eq(authors.claimState, 'claimed'), isNotNull(authors.ownerId), listedRecord());

/** Returns the people who are listed as open to collaborate, those listed last first. Listings that have ended are among them. */
export async function listingsOf(reader: Reader): Promise<Listing[]> {
  const rows = await reader.prepared(selectListed, {});
  const open = rows.filter(({ availability }) => availability?.open === true);
  const contextsByAuthor = await selectContexts(reader, keysOf(open));
  return open.flatMap((row): Listing[] => {
    const { id, key, ownerId, availability, listedUntil, privacy } = row;
    if (ownerId === null || availability === null || listedUntil === null) return [];
    const named = (kind: string) =>
      (contextsByAuthor.get(key) ?? [])
        .filter((context) => context.kind === kind)
        .slice(0, maxContextsEach)
        .map(({ slug, name }) => ({ slug, name }));
    const { slug, name, family, invented, affiliation } = toAuthorCard(row);
    const { from, monthly } = parseInvitationLimits(availability);
    return [
      {
        ...{ id, key, privacy, ownerId, slug, name, family, invented, affiliation },
        purposes: availability.purposes.filter(isPurpose),
        note: availability.note ?? null,
        ...{ from, monthly },
        topics: named('topic'),
        institutions: isHidden(privacy, 'affiliations') ? [] : named('institution'),
        venues: named('venue'),
        since: new Date(availability.since),
        until: listedUntil,
      },
    ];
  });
}

const selectListed = (reader: Reader) =>
  reader.select().from(authors).where(isListed()).orderBy(desc(authors.listedUntil), asc(authors.key)).limit(maxListings).prepare();

/** Returns the topics, venues and institutions of some authors, those with most works first. */
async function selectContexts(reader: Reader, keys: readonly number[]) {
  const rows = await reader.prepared(selectContextsOf, { keys: encodeList(keys) });
  return Map.groupBy(rows, ({ authorKey }) => authorKey);
}

const selectContextsOf = (reader: Reader) =>
  reader
    .select({ authorKey: authorContexts.authorKey, kind: contexts.kind, slug: contexts.slug, name: contexts.name })
    .from(authorContexts)
    .innerJoin(contexts, eq(contexts.key, authorContexts.contextKey))
    .where(isInList(authorContexts.authorKey, 'keys'))
    .orderBy(desc(authorContexts.works), asc(contexts.sortName), asc(contexts.key))
    .prepare();

/** Returns what each listed person has in common with the records of an account: joint works, and co-authors of both. */
export async function closenessTo(
  reader: Reader,
  { accountId }: Actor,
  listings: readonly Listing[],
): Promise<Map<number, Closeness> | null> {
  const own = await reader.select({ key: authors.key }).from(authors).where(eq(authors.ownerId, accountId));
  if (own.length === 0) return null;
  const ownKeys = new Set(keysOf(own));
  const listedKeys = listings.map(({ key }) => key);
  const near = new Set((await edgesOf(reader, [...ownKeys])).map(({ far }) => far));
  const closeness = new Map(listedKeys.map((key) => [key, { works: 0, common: new Set<number>() }]));
  for (const { from, far, works } of await edgesOf(reader, listedKeys)) {
    const each = closeness.get(from);
    if (each && ownKeys.has(far)) each.works += works;
    else if (each && near.has(far)) each.common.add(far);
  }
  const commonKeys = [...new Set([...closeness.values()].flatMap(({ common }) => [...common]))];
  const people = await reader
    .select({ key: authors.key, slug: authors.slug, name: authors.name })
    .from(authors)
    .where(and(isAnyOf(authors.key, commonKeys), isConnecting(), listedRecord()));
  const names = new Map(people.map(({ key, slug, name }) => [key, { slug, name }]));
  return new Map(
    [...closeness].map(([key, { works, common }]) => [key, { works, common: [...common].flatMap((each) => names.get(each) ?? []) }]),
  );
}

/** Returns the co-author edges of some authors who do not hide their co-authors, from each of them. */
async function edgesOf(reader: Reader, keys: readonly number[]): Promise<{ from: number; far: number; works: number }[]> {
  const rows = await reader
    .select({
      one: coauthorEdges.authorKey,
      other: coauthorEdges.coauthorKey,
      works: coauthorEdges.works,
      privacy: authors.privacy,
      key: authors.key,
    })
    .from(authors)
    .innerJoin(coauthorEdges, sql`${coauthorEdges.authorKey} = ${authors.key} or ${coauthorEdges.coauthorKey} = ${authors.key}`)
    .where(isAnyOf(authors.key, keys));
  return rows.flatMap(({ one, other, works, privacy, key }) =>
    isHidden(privacy, 'coauthors') ? [] : [{ from: key, far: one === key ? other : one, works }],
  );
}

/** Returns the accounts whose listings an account does not see, because it has blocked them. Who has blocked the account is not revealed. */
export async function hiddenOwnersFor(reader: Reader, { accountId }: Actor): Promise<Set<string>> {
  return new Set((await accountsBlockedBy(reader, accountId)).map(({ id }) => id));
}

/** Returns the listed people with works in a topic, venue or institution. */
export async function listingsIn(reader: Reader, contextId: string): Promise<{ purposes: string[]; until: Date }[]> {
  const rows = await reader.prepared(selectListedIn, { contextId });
  return rows.flatMap(({ availability, until }) => (availability?.open && until ? [{ purposes: availability.purposes, until }] : []));
}

const selectListedIn = (reader: Reader) =>
  reader
    .select({ availability: authors.availability, until: authors.listedUntil })
    .from(authors)
    // SQLite joins the tables of a cross join in the order written; otherwise it would read all people of the context.
    .crossJoin(authorContexts)
    .crossJoin(contexts)
    .where(
      and(
        isListed(),
        eq(authorContexts.authorKey, authors.key),
        eq(contexts.key, authorContexts.contextKey),
        eq(contexts.id, sql.placeholder('contextId')),
      ),
    )
    .orderBy(desc(authors.listedUntil))
    .limit(maxListings)
    .prepare();

/** Returns what each of some people is listed as open to, by the id of the record. */
export async function listedPurposesOf(reader: Reader, authorIds: readonly string[], at: Date): Promise<Map<string, Purpose[]>> {
  if (authorIds.length === 0) return new Map();
  const rows = await reader.prepared(selectListedAmong, { ids: encodeList(authorIds) });
  return new Map(
    rows.flatMap(({ id, availability, until }) =>
      availability?.open && until && until > at ? [[id, availability.purposes.filter(isPurpose)] as const] : [],
    ),
  );
}

const selectListedAmong = (reader: Reader) =>
  reader
    .select({ id: authors.id, availability: authors.availability, until: authors.listedUntil })
    .from(authors)
    .where(and(isListed(), isInList(authors.id, 'ids')))
    .prepare();
