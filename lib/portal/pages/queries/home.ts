import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { authorCardColumns, instanceFigures, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import type { ContextCard, ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { toContextCard as asContextCard, contextCardColumns, hasRorRegistry } from '#lib/catalog/contexts/queries/contexts.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ProfileSummary } from '../model/author-record.ts';
import type { HomeView } from '../model/home.ts';
import { profileSummary } from './author-record.ts';

/** Number of latest imported works that are read; the newest of them by date are shown. */
const maxLatestRead = 40;
const maxDisputesRead = 400;
const maxWorks = 5;
const maxTopics = 6;
const maxPeople = 5;
const maxTopicsOfPerson = 2;

export async function homeView(reader: Reader): Promise<HomeView> {
  const [{ authors: people, works: allWorks, claimed }, contextsByKind, latest, disputed, topics, shownPeople, featured, registry] =
    await Promise.all([
      instanceFigures(reader),
      contextCounts(reader),
      latestWorks(reader),
      disputedWork(reader),
      largestTopics(reader),
      recentPeople(reader),
      featuredProfile(reader),
      hasRorRegistry(reader),
    ]);
  return {
    figures: { authors: people, works: allWorks, claimed, topics: contextsByKind.topic ?? 0, venues: contextsByKind.venue ?? 0 },
    featured,
    newest: latest,
    disputed,
    topics,
    people: shownPeople,
    hasRegistry: registry,
  };
}

async function contextCounts(reader: Reader): Promise<Partial<Record<ContextKind, number>>> {
  const rows = await reader
    .select({ kind: contexts.kind, all: count() })
    .from(contexts)
    .where(gt(contexts.worksCount, 0))
    .groupBy(contexts.kind);
  return Object.fromEntries(rows.map(({ kind, all }) => [kind, all]));
}

/** Returns the newest by date of the latest imported works. */
async function latestWorks(reader: Reader): Promise<WorkView[]> {
  const rows = await reader
    .select({ key: works.key, date: works.date, year: works.year })
    .from(works)
    .where(eq(works.isVolume, false))
    .orderBy(desc(works.key))
    .limit(maxLatestRead);
  const byDate = rows.toSorted((a, b) => (b.date ?? `${b.year ?? ''}`).localeCompare(a.date ?? `${a.year ?? ''}`) || b.key - a.key);
  const latest: WorkView[] = [];
  // Few works are hidden, so the first batch usually suffices.
  for (let start = 0; start < byDate.length && latest.length < maxWorks; start += maxWorks) {
    const keys = byDate.slice(start, start + maxWorks).map(({ key }) => key);
    latest.push(...(await worksByKey(reader, keys, null)).filter(({ unseen }) => !unseen));
  }
  return latest.slice(0, maxWorks);
}

/** Returns the latest imported work on whose date or year its sources disagree. */
async function disputedWork(reader: Reader): Promise<WorkView | null> {
  const latest = reader
    .select({ key: works.key, conflicts: works.conflicts })
    .from(works)
    .orderBy(desc(works.key))
    .limit(maxDisputesRead)
    .as('latest');
  const rows = await reader.select().from(latest).where(sql`cast(${latest.conflicts} as text) <> '[]'`).orderBy(desc(latest.key));
  const disputedRow = rows.find(({ conflicts }) => conflicts.some(({ field }) => field === 'date' || field === 'year'));
  const [work] = disputedRow ? await worksByKey(reader, [disputedRow.key], null) : [];
  return work && !work.unseen ? work : null;
}

async function largestTopics(reader: Reader): Promise<ContextCard[]> {
  const rows = await reader
    .select(contextCardColumns)
    .from(contexts)
    .where(and(eq(contexts.kind, 'topic'), gt(contexts.worksCount, 0)))
    .orderBy(desc(contexts.worksCount), asc(contexts.sortName))
    .limit(maxTopics);
  return rows.map(asContextCard);
}

/** Returns people with many works, by name: no list of people is ranked by a count. */
async function recentPeople(reader: Reader): Promise<HomeView['people']> {
  const rows = await reader
    .select(authorCardColumns)
    .from(authors)
    .where(and(listedRecord(), eq(authors.kind, 'person')))
    .orderBy(desc(authors.worksCount), asc(authors.sortName))
    .limit(maxPeople);
  const topics = await firstTopics(reader, keysOf(rows));
  return rows
    .toSorted((a, b) => (a.sortName < b.sortName ? -1 : 1))
    .map((row) => ({ ...toAuthorCard(row), topics: (topics.get(row.key) ?? []).map(({ name }) => name) }));
}

/** Returns the topics in which each person has most works, by author key. */
async function firstTopics(reader: Reader, keys: readonly number[]) {
  const { authorKey, contextKey, works: counted } = authorContexts;
  const place = sql<number>`row_number() over (partition by ${authorKey} order by ${counted} desc, ${contexts.sortName})`.as('place');
  const rankedTopics = reader
    .select({ authorKey, name: contexts.name, place })
    .from(authorContexts)
    // SQLite joins the tables of a cross join in the order written; otherwise it would start with all topics.
    .crossJoin(contexts)
    .where(and(eq(contexts.key, contextKey), inArray(authorKey, [...keys]), eq(contexts.kind, 'topic')))
    .as('named');
  const rows = await reader
    .select({ authorKey: rankedTopics.authorKey, name: rankedTopics.name })
    .from(rankedTopics)
    .where(lte(rankedTopics.place, maxTopicsOfPerson))
    .orderBy(asc(rankedTopics.place));
  return Map.groupBy(rows, (row) => row.authorKey);
}

/** Returns the claimed profile with most works; without any, the profile with most works. */
async function featuredProfile(reader: Reader): Promise<ProfileSummary | null> {
  const { slug, worksCount, sortName } = authors;
  const isPerson = and(listedRecord(), eq(authors.kind, 'person'));
  // A literal, so that both engines use the partial index authors_claimed. Few records are claimed, so the query starts with them.
  const claimed = reader.select({ key: authors.key }).from(authors).where(sql.raw("claim_state = 'claimed'")).as('claimed');
  const [topClaimed] = await reader
    .select({ slug })
    .from(claimed)
    .crossJoin(authors)
    .where(and(eq(authors.key, claimed.key), isPerson))
    .orderBy(desc(worksCount), asc(sortName))
    .limit(1);
  const topProfile = () => reader.select({ slug }).from(authors).where(isPerson).orderBy(desc(worksCount), asc(sortName)).limit(1);
  const featured = topClaimed ?? (await topProfile())[0];
  const author = featured && (await findAuthor(reader, featured.slug));
  return author?.kind === 'here' ? profileSummary(reader, author.author) : null;
}
