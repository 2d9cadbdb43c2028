import { inArray } from 'drizzle-orm';
import { isShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { parseWorkCursor, worksByKey } from '#lib/catalog/works/queries/works.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AffiliationRule } from '../model/affiliations.ts';
import type { ContextView } from '../model/context.ts';
import { parseYearCounts } from '../model/years.ts';
import { type ContextRow, contextCardColumns, toContextCard } from './contexts.ts';
import { peopleOfContext } from './people.ts';

const maxPeople = 50;
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
  const people = await peopleOfContext(reader, row.key, after.people, maxPeople);
  const works = await contextWorkKeys(reader, row.key, { after: after.works, year: after.year ?? null, limit: maxWorks });
  return {
    ...toContextCard(row),
    id: row.id,
    facts,
    worksPerYear: parseYearCounts(years),
    written: row.kind === 'institution' ? await selectAffiliations(reader, row.key) : [],
    ...(await findRelated(reader, row.key)),
    people: people.people,
    nextPeople: people.next,
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
  const slots = await selectWorkSlots(reader, contextKey, { after, year, limit: limit + 1 });
  const page = slots.slice(0, limit);
  const last = slots.length > limit ? page.at(-1) : undefined;
  return { keys: page.map(({ work_key }) => work_key), next: last ? `${last.sort_date}-${last.work_key}` : null };
}

interface WorkSlot {
  work_key: number;
  sort_date: number;
}

/**
 * Excludes works whose authors are all hidden from lists, because the title would identify them. Works without authorships are included.
 */
const isSeenText = `(exists (select 1 from authorships s join authors p on p.key = s.author_key where s.work_key = c.work_key
    and ${isShownInListsText('p')}) or not exists (select 1 from authorships s where s.work_key = c.work_key))`;

/** Returns one page of works. Days are stored as 20261231; a date of which only the year is known as 20260000. */
async function selectWorkSlots(reader: Reader, contextKey: number, { after, year, limit }: ContextWorksQuery): Promise<WorkSlot[]> {
  const firstDay = year === null ? 0 : year * 10_000;
  const end = { sortDate: year === null ? 99_999_999 : firstDay + 10_000, workKey: 0 };
  const requested = parseWorkCursor(after) ?? end;
  const { sortDate, workKey } = requested.sortDate < end.sortDate ? requested : end;
  return reader.query<WorkSlot>(
    `select c.work_key, c.sort_date from work_contexts c where c.context_key = ? and (c.sort_date, c.work_key) < (?, ?)
     and c.sort_date >= ? and ${isSeenText} order by c.sort_date desc, c.work_key desc limit ?`,
    [],
    [contextKey, sortDate, workKey, firstDay, limit],
  );
}

async function selectAffiliations(reader: Reader, contextKey: number): Promise<ContextView['written']> {
  const query = `select text, rule from affiliations where context_key = ? order by text limit ${maxAffiliationTexts}`;
  return reader.query<{ text: string; rule: AffiliationRule | null }>(query, [], [contextKey]);
}

const newestWorks: ContextWorksQuery = { after: undefined, year: null, limit: maxNewestWorks };

/** Returns the other contexts of the newest works: of each kind, those with most of these works. */
async function findRelated(reader: Reader, contextKey: number): Promise<Pick<ContextView, 'related' | 'relatedAmong'>> {
  const newest = (await selectWorkSlots(reader, contextKey, newestWorks)).map(({ work_key }) => work_key);
  const counts = await reader.query<{ context_key: number; works: number | string }>(
    `select context_key, count(*) as works from work_contexts where work_key in $many and context_key <> ? group by context_key
     having count(*) > 1 order by works desc, context_key limit 60`,
    newest,
    [contextKey],
  );
  const keys = counts.map(({ context_key }) => context_key);
  const rows = keys.length > 0 ? await reader.select(contextCardColumns).from(contexts).where(inArray(contexts.key, keys)) : [];
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const cards = keys.flatMap((key) => rowsByKey.get(key) ?? []).map(toContextCard);
  const related = [...Map.groupBy(cards, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, maxRelated));
  return { related, relatedAmong: newest.length };
}
