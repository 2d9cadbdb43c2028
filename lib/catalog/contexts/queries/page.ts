import { and, asc, count, desc, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm';
import { isWorkShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { parseWorkCursor, worksByKey } from '#lib/catalog/works/queries/works.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { affiliations, contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AffiliationRule } from '../model/affiliations.ts';
import type { ContextView } from '../model/context.ts';
import { parseYearCounts } from '../model/years.ts';
import { institutionsByAcronym } from './acronyms.ts';
import { type ContextRow, contextCardColumns, toContextCard } from './contexts.ts';
import { peopleOfContext } from './people.ts';
import { statedMembersOf } from './stated-members.ts';

const maxPeople = 30;
const maxWorks = 50;
/** Number of newest works from which the related contexts are determined. */
const maxNewestWorks = 300;
const maxRelated = 8;
const maxAffiliationTexts = 12;

/** Cursors of the lists of the page. */
interface ContextCursors {
  people?: string | undefined;
  works?: string | undefined;
  /** Restricts the works to this year. */
  year?: number | null;
}

/** Returns the page of a context. The number of indexed reads does not depend on the size of the corpus; counts and years are stored. */
export async function contextView(reader: Reader, row: ContextRow, after: ContextCursors): Promise<ContextView> {
  const { years, ...facts } = row.facts;
  const people = await peopleOfContext(reader, row, after.people, maxPeople);
  const newest = await selectWorkSlots(reader, row.key, newestWorks);
  const isFirst = after.works === undefined && !after.year;
  const works = isFirst
    ? toPage(newest, maxWorks)
    : await contextWorkKeys(reader, row.key, { after: after.works, year: after.year ?? null, limit: maxWorks });
  return {
    ...toContextCard(row),
    id: row.id,
    facts,
    worksPerYear: parseYearCounts(years),
    written: row.kind === 'institution' ? await selectAffiliations(reader, row.key) : [],
    mayBeSame: await institutionsByAcronym(reader, row),
    ...(await findRelated(reader, row.key, newest)),
    people: people.people,
    nextPeople: people.next,
    statedMembers: await statedMembersOf(reader, row),
    works: await worksByKey(reader, works.keys, null),
    nextWorks: works.next,
  };
}

/** Start, filter and length of a list of works. */
export interface ContextWorksQuery {
  after: string | undefined;
  year: number | null;
  limit: number;
}

/** Returns the keys of the works of a context, newest first. `next` is the cursor after the last one, or null at the end. */
export async function contextWorkKeys(
  reader: Reader,
  contextKey: number,
  { after, year, limit }: ContextWorksQuery,
): Promise<{ keys: number[]; next: string | null }> {
  return toPage(await selectWorkSlots(reader, contextKey, { after, year, limit: limit + 1 }), limit);
}

/** @param slots more than the limit if there is a next page */
function toPage(slots: readonly WorkSlot[], limit: number): { keys: number[]; next: string | null } {
  const page = slots.slice(0, limit);
  const last = slots.length > limit ? page.at(-1) : undefined;
  return { keys: page.map(({ workKey }) => workKey), next: last ? `${last.sortDate}-${last.workKey}` : null };
}

interface WorkSlot {
  workKey: number;
  sortDate: number;
}

const selectSlots = (reader: Reader) => {
  const { workKey, sortDate, contextKey } = workContexts;
  return reader
    .select({ workKey, sortDate })
    .from(workContexts)
    .where(
      and(
        eq(contextKey, sql.placeholder('contextKey')),
        sql`(${sortDate}, ${workKey}) < (${sql.placeholder('sortDate')}, ${sql.placeholder('workKey')})`,
        gte(sortDate, sql.placeholder('firstDay')),
        sql.raw(isWorkShownInListsText('work_contexts.work_key')),
      ),
    )
    .orderBy(desc(sortDate), desc(workKey))
    .limit(sql.placeholder('limit'))
    .prepare();
};

/** Returns one page of works. Days are stored as 20261231; a date of which only the year is known as 20260000. */
async function selectWorkSlots(reader: Reader, contextKey: number, { after, year, limit }: ContextWorksQuery): Promise<WorkSlot[]> {
  const firstDay = year === null ? 0 : year * 10_000;
  const end = { sortDate: year === null ? 99_999_999 : firstDay + 10_000, workKey: 0 };
  const requested = parseWorkCursor(after) ?? end;
  const { sortDate, workKey } = requested.sortDate < end.sortDate ? requested : end;
  return reader.prepared(selectSlots, { contextKey, sortDate, workKey, firstDay, limit });
}

async function selectAffiliations(reader: Reader, contextKey: number): Promise<ContextView['written']> {
  const rows = await reader.prepared(selectTexts, { contextKey });
  return rows as { text: string; rule: AffiliationRule | null }[];
}

const selectTexts = (reader: Reader) => {
  const { text, rule, contextKey } = affiliations;
  return reader
    .select({ text, rule })
    .from(affiliations)
    .where(eq(contextKey, sql.placeholder('contextKey')))
    .orderBy(asc(text))
    .limit(maxAffiliationTexts)
    .prepare();
};

const newestWorks: ContextWorksQuery = { after: undefined, year: null, limit: maxNewestWorks };

/** Returns the other contexts of the newest works: of each kind, those with most of these works. */
async function findRelated(
  reader: Reader,
  contextKey: number,
  newest: readonly WorkSlot[],
): Promise<Pick<ContextView, 'related' | 'relatedAmong'>> {
  const works = encodeList(newest.map(({ workKey }) => workKey));
  const counts = await reader.prepared(selectShared, { works, contextKey });
  const keys = counts.map(({ key }) => key);
  const rows = keys.length > 0 ? await reader.select(contextCardColumns).from(contexts).where(inArray(contexts.key, keys)) : [];
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const cards = keys.flatMap((key) => rowsByKey.get(key) ?? []).map(toContextCard);
  const related = [...Map.groupBy(cards, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, maxRelated));
  return { related, relatedAmong: newest.length };
}

const maxCounted = 60;

/** The contexts that share at least two of some works, those with most first. */
const selectShared = (reader: Reader) => {
  const { contextKey: key, workKey } = workContexts;
  return reader
    .select({ key })
    .from(workContexts)
    .where(and(isInList(workKey, 'works'), ne(key, sql.placeholder('contextKey'))))
    .groupBy(key)
    .having(gt(count(), 1))
    .orderBy(desc(count()), asc(key))
    .limit(maxCounted)
    .prepare();
};
