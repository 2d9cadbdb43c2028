import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { authorCardColumns, instanceFigures, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import type { ContextCard, ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { toContextCard as asContextCard, contextCardColumns, hasRorRegistry } from '#lib/catalog/contexts/queries/contexts.ts';
import { homeShape } from '#lib/catalog/graph/model/caps.ts';
import { graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { type FoundNode, startOfAuthor } from '#lib/catalog/graph/queries/nodes.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { nowByTheHour } from '#lib/platform/clock.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { HomeView } from '../model/home.ts';
import { profileSummary } from './author-record.ts';

/** Number of the newest works that are read, because some are volumes or hidden. */
const maxNewestRead = 60;
const maxDisputesRead = 400;
const maxWorks = 5;
const maxTopics = 6;
const maxPeople = 5;
const maxTopicsOfPerson = 2;

/** @param example slug of the profile that the operator has chosen to show */
export async function homeView(reader: Reader, example: string | null = null): Promise<HomeView> {
  const [{ authors: people, works: allWorks, claimed }, contextsByKind, newest, disputed, topics, shownPeople, featured, registry] =
    await Promise.all([
      instanceFigures(reader),
      contextCounts(reader),
      newestWorks(reader),
      disputedWork(reader),
      largestTopics(reader),
      recentPeople(reader),
      featuredProfile(reader, example),
      hasRorRegistry(reader),
    ]);
  return {
    figures: { authors: people, works: allWorks, claimed, topics: contextsByKind.topic ?? 0, venues: contextsByKind.venue ?? 0 },
    featured,
    newest,
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

/** Returns the newest works by their date; a date in the future can only be an error in the data, or an announcement. */
async function newestWorks(reader: Reader): Promise<WorkView[]> {
  const { key, date, isVolume } = works;
  const today = nowByTheHour().toISOString().slice(0, 10);
  const rows = await reader
    .select({ key, isVolume })
    .from(works)
    .where(lte(date, today))
    .orderBy(desc(date), desc(key))
    .limit(maxNewestRead);
  const keys = keysOf(rows.filter((row) => !row.isVolume));
  const newest: WorkView[] = [];
  // Few works are hidden, so the first batch usually suffices.
  for (let start = 0; start < keys.length && newest.length < maxWorks; start += maxWorks)
    newest.push(...(await worksByKey(reader, keys.slice(start, start + maxWorks), null)).filter(({ unseen }) => !unseen));
  return newest.slice(0, maxWorks);
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
    .orderBy(desc(contexts.worksCount), asc(contexts.sortName), asc(contexts.key))
    .limit(maxTopics);
  return rows.map(asContextCard);
}

/** Returns people with many works, by name: no list of people is ranked by a count. */
async function recentPeople(reader: Reader): Promise<HomeView['people']> {
  const rows = await reader
    .select(authorCardColumns)
    .from(authors)
    .where(and(listedRecord(), eq(authors.kind, 'person')))
    .orderBy(desc(authors.worksCount), asc(authors.sortName), asc(authors.key))
    .limit(maxPeople);
  const topics = await firstTopics(reader, keysOf(rows));
  return rows
    .toSorted((a, b) => (a.sortName === b.sortName ? a.key - b.key : a.sortName < b.sortName ? -1 : 1))
    .map((row) => ({ ...toAuthorCard(row), topics: (topics.get(row.key) ?? []).map(({ name }) => name) }));
}

/** Returns the topics in which each person has most works, by author key. */
async function firstTopics(reader: Reader, keys: readonly number[]) {
  const { authorKey, contextKey, works: counted } = authorContexts;
  const place =
    sql<number>`row_number() over (partition by ${authorKey} order by ${counted} desc, ${contexts.sortName}, ${contexts.key})`.as('place');
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

/**
 * Returns the profile that the operator has chosen; otherwise a claimed one without open questions, those with an affiliation first, and then
 * the one with most works. Nobody is shown as an example who has not claimed their profile.
 */
async function featuredProfile(reader: Reader, example: string | null): Promise<HomeView['featured']> {
  const slug = example ?? (await claimedExample(reader));
  const found = slug === null ? null : await findAuthor(reader, slug);
  if (found?.kind === 'here') {
    const [author, around] = await Promise.all([profileSummary(reader, found.author), sliceAround(reader, startOfAuthor(found.author))]);
    return { author, around };
  }
  return example === null ? null : featuredProfile(reader, null);
}

const sliceAround = (reader: Reader, start: FoundNode) => graphSlice(reader, start, graphQueryOf(start.node.id), homeShape);

async function claimedExample(reader: Reader): Promise<string | null> {
  const { slug, worksCount, sortName, flags, affiliation } = authors;
  // A literal, so that both engines use the partial index authors_claimed. Few records are claimed, so the query starts with them.
  const claimed = reader.select({ key: authors.key }).from(authors).where(sql.raw("claim_state = 'claimed'")).as('claimed');
  const isExample = and(listedRecord(), eq(authors.kind, 'person'), sql`cast(${flags} as text) = '[]'`);
  const [row] = await reader
    .select({ slug })
    .from(claimed)
    .crossJoin(authors)
    .where(and(eq(authors.key, claimed.key), isExample))
    .orderBy(desc(isNotNull(affiliation)), desc(worksCount), asc(sortName), asc(authors.key))
    .limit(1);
  return row?.slug ?? null;
}
