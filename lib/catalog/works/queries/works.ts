import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { hiddenColumn } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { confirmationDatesOf } from '#lib/catalog/statements/queries/opinions.ts';
import { isFullyVisible, isSuppressed, isUnlisted } from '#lib/catalog/visibility/model.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { nowByTheHour } from '#lib/platform/clock.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { authorships, codeChecks, listings, workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import { categoryName } from '../model/categories.ts';
import { type CodeFacts, codeView } from '../model/code.ts';
import {
  type AuthorLine,
  type CodeCheck,
  type ComputedFigure,
  isWorkIndicatorKind,
  type OwnLine,
  type SourceLabel,
  type WorkView,
} from '../model/views.ts';

/** The columns of a view. Each column costs time per row, and its changes invalidate cached pages. */
const workColumns = {
  ...columnsOf(works, 'key', 'id', 'title', 'titleTree', 'abstract', 'abstractTree', 'abstractSource', 'type', 'language'),
  ...columnsOf(works, 'year', 'date', 'venue', 'doi', 'url', 'category', 'codeState', 'codeUrl'),
  ...columnsOf(works, 'codeEvidence', 'retracted', 'authorsCount', 'authorsComplete', 'sources', 'conflicts', 'indicators'),
};
const authorshipColumns = columnsOf(authorships, 'workKey', 'authorKey', 'position', 'nameAsWritten', 'resolvedBy', 'source', 'state');
type WorkRow = Pick<typeof works.$inferSelect, keyof typeof workColumns>;
type CodeCheckRow = typeof codeChecks.$inferSelect;
/** Not the numbers from which a value was computed: each import changes those of all later works. */
const indicatorColumns = columnsOf(workIndicators, 'workKey', 'method', 'value');
type IndicatorRow = Pick<typeof workIndicators.$inferSelect, keyof typeof indicatorColumns>;
interface AuthorshipRow extends Pick<typeof authors.$inferSelect, 'name' | 'sourceName' | 'slug' | 'kind' | 'visibility'>, HiddenNames {
  authorship: Pick<typeof authorships.$inferSelect, keyof typeof authorshipColumns>;
}

const richTextOf = (stored: unknown, plain: string | null): RichText | null =>
  stored ? (stored as RichText) : plain === null ? null : [plain];

type WorkSlot = { workKey: number; sortDate: number };

/** Returns the keys of an author's works, newest first, after a cursor. */
export async function selectWorksByDate(reader: Reader, authorKey: number, after: WorkSlot | null, limit: number): Promise<WorkSlot[]> {
  const isAuthorOf = and(eq(authorships.authorKey, authorKey), sql`${authorships.state} <> 'not_mine'`);
  const isAfterCursor =
    after &&
    or(lt(authorships.sortDate, after.sortDate), and(eq(authorships.sortDate, after.sortDate), lt(authorships.workKey, after.workKey)));
  return reader
    .selectDistinct({ workKey: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(isAfterCursor ? and(isAuthorOf, isAfterCursor) : isAuthorOf)
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(limit);
}

/** Returns the keys of an author's newest works. */
export async function newestWorks(reader: Reader, authorKey: number, limit: number): Promise<number[]> {
  const slots = await reader.prepared(selectNewestSlots, { authorKey, limit });
  return slots.map(({ workKey }) => workKey);
}

const selectNewestSlots = (reader: Reader) =>
  reader
    .selectDistinct({ workKey: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(and(eq(authorships.authorKey, sql.placeholder('authorKey')), sql`${authorships.state} <> 'not_mine'`))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(sql.placeholder('limit'))
    .prepare();

/** Parses a cursor of `selectWorksByDate` from a URL; null if it is invalid. */
export function parseWorkCursor(text: string | undefined): WorkSlot | null {
  const match = /^(\d{1,8})-(\d{1,15})$/.exec(text ?? '');
  return match ? { sortDate: Number(match[1]), workKey: Number(match[2]) } : null;
}

/** Maximum number of names read per author list; only a work's own page shows a longer list in full. */
const maxNamesPerList = 500;
const allNames = 1_000_000;

export async function workKeysOf(reader: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const isRequested = inArray(works.id, [...ids]);
  const rows = await reader.select({ id: works.id, key: works.key }).from(works).where(isRequested);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Returns works in the order of the keys, for the page of `ownKey` (null for none). A fixed number of indexed reads. */
export async function worksByKey(reader: Reader, keys: number[], ownKey: number | null): Promise<WorkView[]> {
  const views = await viewsByKey(reader, keys, ownKey);
  return keys.flatMap((key) => views.get(key) ?? []);
}

/** Returns the same by key. `names` limits the names read per author list; the page's own name is always included. */
export async function viewsByKey(
  reader: Reader,
  keys: readonly number[],
  ownKey: number | null,
  names = maxNamesPerList,
): Promise<Map<number, WorkView>> {
  if (keys.length === 0) return new Map();
  const keyList = encodeList(keys);
  const rows = await reader.prepared(selectWorks, { keys: keyList });
  const keysWithCode = rows.flatMap(({ key, codeUrl }) => (codeUrl === null ? [] : key));
  const checks = await codeChecksOf(reader, keysWithCode);
  const rowsAsPrinted: AuthorshipRow[] = await reader.prepared(selectAuthorships, { keys: keyList, names, ownKey: ownKey ?? 0 });
  const authorshipRows = rowsAsPrinted.map((line) => ({
    ...line,
    authorship: { ...line.authorship, nameAsWritten: authorLineName(line, names === allNames) },
  }));
  const indicatorRows = await reader.prepared(selectIndicators, { keys: keyList });
  const withIndicators = new Set([
    ...rows.flatMap(({ key, indicators }) => (indicators.length > 0 ? key : [])),
    ...indicatorRows.map(({ workKey }) => workKey),
  ]);
  const hidden = await worksWithHiddenIndicators(reader, [...withIndicators]);
  const identifierRows = await reader.prepared(selectIdentifiers, { keys: keyList });
  const confirmed = await confirmationDatesOf(reader, ownKey ?? 0, confirmedWorkKeys(authorshipRows, ownKey));
  const authorshipsByWork = Map.groupBy(authorshipRows, ({ authorship }) => authorship.workKey);
  const indicatorsByWork = Map.groupBy(indicatorRows, ({ workKey }) => workKey);
  const identifiersByWork = Map.groupBy(identifierRows, ({ workKey }) => workKey);
  return new Map(
    rows.map((row) => {
      const { key } = row;
      const figures = hidden.has(key) ? [] : (indicatorsByWork.get(key) ?? []);
      const shownRow = hidden.has(key) ? { ...row, indicators: [] } : row;
      const view = workView(shownRow, checks.get(key) ?? null, authorshipsByWork.get(key) ?? [], figures, ownKey);
      view.identifiers = (identifiersByWork.get(key) ?? []).map(({ scheme, value }) => ({ scheme, value }));
      const confirmedAt = confirmed.get(key) ?? null;
      return [key, view.own && confirmedAt ? { ...view, own: { ...view.own, confirmedAt } } : view];
    }),
  );
}

const selectWorks = (reader: Reader) => reader.select(workColumns).from(works).where(isInList(works.key, 'keys')).prepare();

/** Returns the probe results of works with a code link, by key. */
export async function codeChecksOf(reader: Reader, keys: readonly number[]): Promise<Map<number, CodeCheckRow>> {
  if (keys.length === 0) return new Map();
  const rows = await reader.prepared(selectChecks, { keys: encodeList(keys) });
  return new Map(rows.map((row) => [row.workKey, row]));
}

const selectChecks = (reader: Reader) => reader.select().from(codeChecks).where(isInList(codeChecks.workKey, 'keys')).prepare();

/** Selects the names at the first positions, names without a position, and the page's own. */
const selectAuthorships = (reader: Reader) =>
  reader
    .select({
      authorship: authorshipColumns,
      ...columnsOf(authors, 'name', 'sourceName', 'slug', 'kind', 'visibility'),
      ...hiddenNames,
    })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(
      and(
        isInList(authorships.workKey, 'keys'),
        or(
          isNull(authorships.position),
          lte(authorships.position, sql.placeholder('names')),
          eq(authorships.authorKey, sql.placeholder('ownKey')),
        ),
      ),
    )
    .orderBy(asc(authorships.workKey), asc(authorships.position), asc(authorships.key))
    .prepare();

const selectIndicators = (reader: Reader) =>
  reader
    .select(indicatorColumns)
    .from(workIndicators)
    .where(isInList(workIndicators.workKey, 'keys'))
    .orderBy(asc(workIndicators.method))
    .prepare();

const selectIdentifiers = (reader: Reader) =>
  reader
    .select()
    .from(workIdentifiers)
    .where(isInList(workIdentifiers.workKey, 'keys'))
    .orderBy(asc(workIdentifiers.scheme), asc(workIdentifiers.value))
    .prepare();

/**
 * Returns a name for a list: as the source prints it, unless its owner hides other name variants; then the record's name. On the work's own
 * page, the printed name stays if only other variants are hidden and the record has the name of its sources. It is replaced if the owner
 * uses another name, or has disabled an earlier address.
 */
export const authorLineName = (
  { authorship, name, sourceName, hidesPrinted, hidesNames }: PrintedAuthorship,
  isOwnPage: boolean,
): string => (hidesPrinted || (hidesNames && !(isOwnPage && sourceName === null)) ? name : authorship.nameAsWritten);
type PrintedAuthorship = { authorship: { nameAsWritten: string }; name: string; sourceName: string | null } & HiddenNames;

type HiddenNames = Record<keyof typeof hiddenNames, boolean>;
/** Not the whole setting, so that hiding another field changes no page of a work. */
export const hiddenNames = { hidesNames: hiddenColumn('names'), hidesPrinted: hiddenColumn('printed') };

const confirmedWorkKeys = (authorshipRows: readonly AuthorshipRow[], ownKey: number | null): number[] =>
  authorshipRows.flatMap(({ authorship }) =>
    authorship.authorKey === ownKey && authorship.state === 'confirmed' ? authorship.workKey : [],
  );

/** Condition for a work that at least one source describes. */
export const isDescribed = or(isNotNull(works.title), gt(works.authorsCount, 0));

/** Returns a work by its public id; null if it does not exist, or if no source describes it any more. */
export async function workById(reader: Reader, id: string): Promise<WorkView | null> {
  const key = await findDescribedWorkKey(reader, id);
  return key === undefined ? null : ((await viewsByKey(reader, [key], null, allNames)).get(key) ?? null);
}

/** Returns the key of a work by its public id; undefined if it does not exist, or if no source describes it any more. */
export async function findDescribedWorkKey(reader: Reader, id: string): Promise<number | undefined> {
  const isDescribedWork = and(eq(works.id, id), isDescribed);
  const [row] = await reader.select({ key: works.key }).from(works).where(isDescribedWork).limit(1);
  return row?.key;
}

function workView(
  row: WorkRow,
  check: CodeCheckRow | null,
  authorshipRows: AuthorshipRow[],
  indicatorRows: IndicatorRow[],
  ownKey: number | null,
): WorkView {
  const shownRows = authorshipRows.filter((row) => !isSuppressed(row));
  const placed = shownRows.filter(({ authorship }) => authorship.position !== null);
  const suppressedCount = authorshipRows.length - shownRows.length;
  const ownRows = authorshipRows.filter(({ authorship }) => authorship.authorKey === ownKey && authorship.state !== 'not_mine');
  return {
    id: row.id,
    title: richTextOf(row.titleTree, row.title),
    abstract: row.abstract
      ? { text: richTextOf(row.abstractTree, row.abstract) ?? [], source: sourceLabel(row.abstractSource ?? '') }
      : null,
    type: row.type as WorkType,
    language: row.language,
    year: row.year,
    date: row.date,
    conflicts: row.conflicts.map(({ field, values }) => ({
      field,
      values: values.map(({ source, value }) => ({ source: sourceLabel(source), value })),
    })),
    venue: row.venue,
    category: row.category ? { code: row.category, name: categoryName(row.category) } : null,
    code: codeView({ state: row.codeState, url: row.codeUrl, evidence: row.codeEvidence, check: toCodeCheck(check) }, nowByTheHour()),
    doi: row.doi,
    url: row.url,
    identifiers: [],
    retracted: row.retracted,
    sources: row.sources.filter((id) => id !== 'peergraph').map(sourceLabel),
    authors: placed.map((line) => authorLine(line, ownKey)),
    unplaced: shownRows.filter(isShownUnplaced).map((line) => authorLine(line, ownKey)),
    authorsCount: Math.max(placed.length, row.authorsCount - suppressedCount),
    authorsComplete: row.authorsComplete,
    unseen: authorshipRows.length > 0 && shownRows.every(isUnlisted),
    suppressedNames: authorshipRows.filter((row) => isSuppressed(row) && row.authorship.position !== null).length,
    own: ownLine(ownRows),
    indicators: row.indicators.flatMap(indicatorView),
    computed: indicatorRows.map(({ method, value }) => ({ method: method as ComputedFigure['method'], value })),
  };
}

/** True for a person without a position who is visible and has not answered "not mine". */
const isShownUnplaced = ({ authorship, visibility }: AuthorshipRow): boolean =>
  authorship.position === null && authorship.state !== 'not_mine' && isFullyVisible({ visibility });

const indicatorView = ({ kind, value, source }: WorkRow['indicators'][number]): WorkView['indicators'] =>
  isWorkIndicatorKind(kind) ? [{ kind, value, source: sourceLabel(source) }] : [];

/**
 * Returns the works whose figures are hidden. They are shown if at least one author shows indicators: each owner decides for their own
 * record, not for co-authors. If all authors hide them, the figures are hidden.
 */
async function worksWithHiddenIndicators(reader: Reader, keys: readonly number[]): Promise<ReadonlySet<number>> {
  if (keys.length === 0) return new Set();
  const rows = await reader.prepared(selectWorksWithHiddenIndicators, { keys: encodeList(keys) });
  return new Set(rows.map(({ workKey }) => workKey));
}

const selectWorksWithHiddenIndicators = (reader: Reader) =>
  reader
    .select({ workKey: authorships.workKey })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(isInList(authorships.workKey, 'keys'), notSuppressed()))
    .groupBy(authorships.workKey)
    .having(sql`min(case when ${authors.indicatorsHidden} then 1 else 0 end) = 1`)
    .prepare();

export const toCodeCheck = (check: CodeCheckRow | null): CodeFacts['check'] =>
  check && { url: check.url, outcome: check.outcome as CodeCheck['outcome'], status: check.status, at: check.checkedAt };

const authorLine = ({ authorship, slug, kind, visibility }: AuthorshipRow, ownKey: number | null): AuthorLine => ({
  name: authorship.nameAsWritten,
  // After "not mine", the name stays as written, but is not linked.
  slug: isFullyVisible({ visibility }) && authorship.state !== 'not_mine' ? slug : null,
  organisation: kind === 'organisation',
  own: authorship.authorKey === ownKey && authorship.state !== 'not_mine',
  position: authorship.position,
});

function ownLine(ownRows: AuthorshipRow[]): OwnLine | null {
  const [best] = ownRows.map(({ authorship }) => authorship).sort((a, b) => (a.position ?? 1e9) - (b.position ?? 1e9));
  if (!best) return null;
  const { position, nameAsWritten, resolvedBy, source } = best;
  return { position, nameAsWritten, resolvedBy, source: sourceLabel(source), confirmedAt: null };
}

/** Returns the sources whose page of this author lists works, for "as … orders them". */
export async function listingSources(reader: Reader, authorKey: number): Promise<SourceLabel[]> {
  const rows = await reader.selectDistinct({ source: listings.source }).from(listings).where(eq(listings.authorKey, authorKey));
  return rows.map(({ source }) => sourceLabel(source)).sort((a, b) => a.name.localeCompare(b.name));
}
