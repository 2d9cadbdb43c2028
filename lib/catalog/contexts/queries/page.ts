import { inArray } from 'drizzle-orm';
import { isShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { workCursor, worksByKey } from '#lib/catalog/works/queries/works.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AffiliationRule } from '../model/affiliations.ts';
import type { ContextView } from '../model/context.ts';
import { yearsIn } from '../model/years.ts';
import { asCard, type ContextRow, cardColumns } from './contexts.ts';
import { peopleIn } from './people.ts';

const maxPeople = 50;
const maxWorks = 50;
/** What stands beside a context is read off so many of its newest works. */
const looksAt = 300;
const maxRelated = 8;
const maxWritten = 12;

/** Where each list of the page goes on. */
interface ContextCursors {
  people?: string | undefined;
  works?: string | undefined;
}

/** The page of a context: a handful of indexed reads, whatever the corpus; its counts and years are stored. */
export async function contextView(reader: Reader, row: ContextRow, after: ContextCursors): Promise<ContextView> {
  const { years, ...facts } = row.facts;
  const people = await peopleIn(reader, row.key, after.people, maxPeople);
  const slots = await slotsIn(reader, row.key, after.works, maxWorks + 1);
  const page = slots.slice(0, maxWorks);
  const last = slots.length > maxWorks ? page.at(-1) : undefined;
  return {
    ...asCard(row),
    id: row.id,
    facts,
    worksPerYear: yearsIn(years),
    written: row.kind === 'institution' ? await writtenAs(reader, row.key) : [],
    ...(await relatedTo(reader, row.key)),
    people: people.people,
    nextPeople: people.next,
    works: await worksByKey(
      reader,
      page.map(({ work_key }) => work_key),
      null,
    ),
    nextWorks: last ? `${last.sort_date}-${last.work_key}` : null,
  };
}

interface Slot {
  work_key: number;
  sort_date: number;
}

/** A work that people sign of whom none may be seen stands in no list: its title would lead to them. One that nobody signs may stand. */
const seen = `(exists (select 1 from authorships s join authors p on p.key = s.author_key where s.work_key = c.work_key
    and ${isShownInListsText('p')}) or not exists (select 1 from authorships s where s.work_key = c.work_key))`;

async function slotsIn(reader: Reader, contextKey: number, cursor: string | undefined, limit: number): Promise<Slot[]> {
  const { sortDate, workKey } = workCursor(cursor) ?? { sortDate: 99_999_999, workKey: 0 };
  return reader.query<Slot>(
    `select c.work_key, c.sort_date from work_contexts c where c.context_key = ? and (c.sort_date, c.work_key) < (?, ?) and ${seen}
     order by c.sort_date desc, c.work_key desc limit ?`,
    [],
    [contextKey, sortDate, workKey, limit],
  );
}

async function writtenAs(reader: Reader, contextKey: number): Promise<ContextView['written']> {
  const text = `select text, rule from affiliations where context_key = ? order by text limit ${maxWritten}`;
  return reader.query<{ text: string; rule: AffiliationRule | null }>(text, [], [contextKey]);
}

/** Which other contexts the newest works stand in, those of each kind with most of these works. */
async function relatedTo(reader: Reader, contextKey: number): Promise<Pick<ContextView, 'related' | 'relatedAmong'>> {
  const newest = (await slotsIn(reader, contextKey, undefined, looksAt)).map(({ work_key }) => work_key);
  const counts = await reader.query<{ context_key: number; works: number | string }>(
    `select context_key, count(*) as works from work_contexts where work_key in $many and context_key <> ? group by context_key
     having count(*) > 1 order by works desc, context_key limit 60`,
    newest,
    [contextKey],
  );
  const keys = counts.map(({ context_key }) => context_key);
  const rows = keys.length > 0 ? await reader.select(cardColumns).from(contexts).where(inArray(contexts.key, keys)) : [];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const found = keys.flatMap((key) => byKey.get(key) ?? []).map(asCard);
  const capped = [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((some) => some.slice(0, maxRelated));
  return { related: capped, relatedAmong: newest.length };
}
