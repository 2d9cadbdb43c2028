import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { authors } from '../db/schema/authors.ts';
import { authorships, listings, works } from '../db/schema/works.ts';
import type { Reader } from '../db/store.ts';
import { sourceLabel } from '../imports/model.ts';
import { categoryName } from './model/categories.ts';
import type { RichText } from './model/rich-text.ts';
import type { AuthorLine, CodeState, OwnLine, SourceLabel, WorkType, WorkView } from './model/views.ts';

type WorkRow = typeof works.$inferSelect;
type Authorship = { authorship: typeof authorships.$inferSelect; slug: string; kind: string; visibility: string };

const tree = (stored: unknown, plain: string | null): RichText | null => (stored ? (stored as RichText) : plain === null ? null : [plain]);

/** How a page orders an author's works: newest first, or as one source's own page lists them. */
export type WorkOrder = { by: 'date'; after: { sortDate: number; workKey: number } | null } | { by: 'source'; source: string };

/**
 * Works of one author, each with its author list and how this author comes to stand on it.
 * @param limit most works to give; `next` is the cursor after the last one, null at the end
 */
export async function worksOfAuthor(
  reader: Reader,
  authorKey: number,
  order: WorkOrder,
  limit: number,
): Promise<{ works: WorkView[]; next: string | null }> {
  const slots =
    order.by === 'date'
      ? await slotsByDate(reader, authorKey, order.after, limit + 1)
      : await slotsAsListed(reader, authorKey, order.source);
  const page = order.by === 'date' ? slots.slice(0, limit) : slots;
  const last = slots.length > page.length ? page.at(-1) : undefined;
  return {
    works: await worksByKey(
      reader,
      page.map(({ workKey }) => workKey),
      authorKey,
    ),
    next: last ? `${last.sortDate}-${last.workKey}` : null,
  };
}

type Slot = { workKey: number; sortDate: number };

/** Keys of an author’s works, newest first, from a cursor on. */
export async function slotsByDate(reader: Reader, authorKey: number, after: Slot | null, limit: number): Promise<Slot[]> {
  const mine = and(eq(authorships.authorKey, authorKey), sql`${authorships.state} <> 'not_mine'`);
  const beyond =
    after &&
    or(lt(authorships.sortDate, after.sortDate), and(eq(authorships.sortDate, after.sortDate), lt(authorships.workKey, after.workKey)));
  return reader
    .selectDistinct({ workKey: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(beyond ? and(mine, beyond) : mine)
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(limit);
}

async function slotsAsListed(reader: Reader, authorKey: number, source: string): Promise<Slot[]> {
  return reader
    .select({ workKey: listings.workKey, sortDate: sql<number>`0` })
    .from(listings)
    .where(and(eq(listings.authorKey, authorKey), eq(listings.source, source)))
    .orderBy(asc(listings.rank));
}

/** Cursor of `worksOfAuthor` from a URL; null where it is none. */
export function workCursor(text: string | undefined): Slot | null {
  const match = /^(\d{1,8})-(\d{1,15})$/.exec(text ?? '');
  return match ? { sortDate: Number(match[1]), workKey: Number(match[2]) } : null;
}

/** Works in the order of their keys given, for the page of `ownKey` (or of nobody). Three indexed reads. */
export async function worksByKey(reader: Reader, keys: number[], ownKey: number | null): Promise<WorkView[]> {
  if (keys.length === 0) return [];
  const rows = await reader.select().from(works).where(inArray(works.key, keys));
  const signed: Authorship[] = await reader
    .select({ authorship: authorships, slug: authors.slug, kind: authors.kind, visibility: authors.visibility })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(inArray(authorships.workKey, keys))
    .orderBy(asc(authorships.workKey), asc(authorships.position));
  const byWork = Map.groupBy(signed, ({ authorship }) => authorship.workKey);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [workView(row, byWork.get(key) ?? [], ownKey)] : [];
  });
}

/** One work by its public id, or null. */
export async function workById(reader: Reader, id: string): Promise<WorkView | null> {
  const [row] = await reader.select({ key: works.key }).from(works).where(eq(works.id, id)).limit(1);
  const [view] = row ? await worksByKey(reader, [row.key], null) : [];
  return view ?? null;
}

function workView(row: WorkRow, signed: Authorship[], ownKey: number | null): WorkView {
  const lines = signed.filter(({ visibility }) => visibility !== 'suppressed');
  const own = signed.filter(({ authorship }) => authorship.authorKey === ownKey);
  return {
    id: row.id,
    title: tree(row.titleTree, row.title),
    abstract: row.abstract ? { text: tree(row.abstractTree, row.abstract) ?? [], source: sourceLabel(row.abstractSource ?? '') } : null,
    type: row.type as WorkType,
    year: row.year,
    date: row.date,
    conflicts: row.conflicts.map(({ field, values }) => ({
      field,
      values: values.map(({ source, value }) => ({ source: sourceLabel(source), value })),
    })),
    venue: row.venue,
    category: row.category ? { code: row.category, name: categoryName(row.category) } : null,
    code: row.codeState ? { state: row.codeState as CodeState, url: row.codeUrl, evidence: row.codeEvidence } : null,
    doi: row.doi,
    url: row.url,
    retracted: row.retracted,
    sources: row.sources.filter((id) => id !== 'peergraph').map(sourceLabel),
    authors: lines.filter(({ authorship }) => authorship.position !== null).map((line) => authorLine(line, ownKey)),
    authorsComplete: row.authorsComplete,
    own: ownLine(own),
    indicators: row.indicators.map(({ kind, value, source }) => ({ kind, value, source: sourceLabel(source) })),
  };
}

const authorLine = ({ authorship, slug, kind, visibility }: Authorship, ownKey: number | null): AuthorLine => ({
  name: authorship.nameAsWritten,
  slug: visibility === 'visible' ? slug : null,
  organisation: kind === 'organisation',
  own: authorship.authorKey === ownKey,
  position: authorship.position,
});

function ownLine(own: Authorship[]): OwnLine | null {
  const [best] = own.map(({ authorship }) => authorship).sort((a, b) => (a.position ?? 1e9) - (b.position ?? 1e9));
  return best
    ? { position: best.position, nameAsWritten: best.nameAsWritten, resolvedBy: best.resolvedBy, source: sourceLabel(best.source) }
    : null;
}

/** Works of an author by year, oldest first, read from the index alone. */
export async function worksPerYear(reader: Reader, authorKey: number): Promise<{ year: number; works: number }[]> {
  const year = sql<number>`${authorships.sortDate} / 10000`;
  const rows = await reader
    .select({ year, works: sql<number>`count(distinct ${authorships.workKey})` })
    .from(authorships)
    .where(and(eq(authorships.authorKey, authorKey), sql`${authorships.sortDate} > 0`, sql`${authorships.state} <> 'not_mine'`))
    .groupBy(year)
    .orderBy(year);
  return rows.map((row) => ({ year: Number(row.year), works: Number(row.works) }));
}

/** Sources whose own page of this author lists works, for "as … orders them". */
export async function listingSources(reader: Reader, authorKey: number): Promise<SourceLabel[]> {
  const rows = await reader.selectDistinct({ source: listings.source }).from(listings).where(eq(listings.authorKey, authorKey));
  return rows.map(({ source }) => sourceLabel(source)).sort((a, b) => a.name.localeCompare(b.name));
}
