import { addNames, type NameRow, removeNames } from '#lib/catalog/authors/commands/create.ts';
import { type ContextFigures, writeAuthorContexts } from '#lib/catalog/contexts/commands/authors.ts';
import { placeWorksOf } from '#lib/catalog/contexts/commands/rematch.ts';
import { recordAffiliations } from '#lib/catalog/history/commands.ts';
import { type Document, hideFromWorks, index, remove } from '#lib/catalog/search-index/documents.ts';
import { isHidden, type Privacy, printedNames } from '#lib/catalog/statements/model/statement.ts';
import { type Computed, storeSnapshots } from '#lib/catalog/trust/commands/snapshots.ts';
import type { LogEvent } from '#lib/catalog/trust/model/log.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { isVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import { differingColumns } from '#lib/platform/db/differing-columns.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { type AuthorFacts, type AuthorWork, affiliationIn, factsOf } from './author-facts.ts';
import { listSupportedProfiles } from './created-profiles.ts';
import { nameShown, noStatements, type OwnerStatements, ownerStatementsOf } from './owner-statements.ts';
import { correctedAffiliation, correctionsOf, noCorrections, type RecordCorrections } from './record-corrections.ts';
import { computeSnapshot, type RecordState } from './trust.ts';

interface Row {
  key: number;
  id: string;
  slug: string;
  kind: string;
  name: string;
  source_name: string | null;
  sort_name: string;
  visibility: string;
  listed_as: string | null;
  privacy: unknown;
  merged_into: number | null;
  affiliation: unknown;
  created_at: unknown;
}

const columns = 'key, id, slug, kind, name, source_name, sort_name, visibility, listed_as, privacy, merged_into, affiliation, created_at';
const claimed = `update authors set stale = false where stale and key in (select key from authors where stale order by key limit ?) returning ${columns}`;

/**
 * Recomputes up to `limit` stale authors from their authorships: counters, years, sources, newest affiliation, identity flags, names,
 * contexts, trust snapshot, search document. Idempotent, except for the revision.
 * @returns the number of authors that were stale; fewer than `limit` means that none is left
 */
export async function refreshAuthors(tx: Writer, limit: number): Promise<number> {
  const rows = await changingRows('authors', () => tx.execute<Row>(claimed, [], [limit]), keysOf);
  if (rows.length > 0) await bringUpToDate(tx, rows);
  return rows.length;
}

/** Recomputes one record immediately, stale or not, for a command whose caller reads the result next. */
export async function refreshAuthor(tx: Writer, id: string): Promise<void> {
  const text = `update authors set stale = false where id = ? returning ${columns}`;
  const rows = await changingRows('authors', () => tx.execute<Row>(text, [], [id]), keysOf);
  await bringUpToDate(tx, rows);
}

const keysOf = (rows: readonly Row[]): number[] => rows.map(({ key }) => key);

async function bringUpToDate(tx: Writer, found: Row[]): Promise<void> {
  const before = found.toSorted((a, b) => a.key - b.key);
  const keys = before.map(({ key }) => key);
  const facts = await factsOf(tx, keys);
  const of = (key: number): AuthorFacts =>
    facts.get(key) ?? { works: [], coauthors: 0, closeCollaborators: 0, pages: [], sources: [], flags: [], reviewedEveryWork: false };
  const at = now();
  const ids = before.map(({ id }) => id);
  const events = await eventsOf(tx, ids);
  const eventsOn = ({ id }: Row): LogEvent[] => events.get(id) ?? [];
  await listSupportedProfiles(tx, before, eventsOn, at);
  const words = await ownerStatementsOf(tx, ids);
  const wordsOf = ({ id }: Row): OwnerStatements => words.get(id) ?? noStatements;
  const corrected = await correctionsOf(tx, ids);
  const correctedOf = ({ id }: Row): RecordCorrections => corrected.get(id) ?? noCorrections;
  const own = (row: Row): AuthorWork[] => {
    if (!isPublic(row) || row.visibility === 'unlisted') return [];
    const { works } = of(row.key);
    return isHidden(wordsOf(row).privacy, 'affiliations') ? works.map((work) => ({ ...work, affiliation: null })) : works;
  };
  const contexts = await writeAuthorContexts(tx, new Map(before.map((row) => [row.key, own(row)])));
  const states = new Map(before.map((row) => [row.key, stateOf(row, of(row.key), contexts.get(row.key), wordsOf(row))]));
  const computed = await snapshotsOf(tx, before, { of, states, eventsOn, at });
  const natives = await writeNames(tx, keys, of);
  const rows = await named(tx, before, { of, wordsOf, correctedOf, natives, level: (key) => computed.get(key)?.snapshot.level ?? 0 });
  const places = new Map(before.map((row) => [row.key, correctedAffiliation(states.get(row.key), wordsOf(row), correctedOf(row))]));
  await recordAffiliations(tx, affiliationsLeft(before, places, at));
  await writeFigures(tx, rows, { of, places, contexts, wordsOf, at });
  await storeSnapshots(tx, computed, at);
  await writeDocuments(tx, rows, { of, wordsOf, natives });
  await nameInWorks(tx, before, rows, wordsOf);
  await placeWorksOf(
    tx,
    before.filter((row) => [privacyOf(row), wordsOf(row).privacy].some((kept) => isHidden(kept, 'affiliations'))).map(({ key }) => key),
  );
  if (corrected.size > 0) await enqueue(tx, { kind: 'check-record-corrections', payload: {}, onceKey: 'check-record-corrections' });
  await enqueue(tx, { kind: 'suggest-same-people', payload: { authorKeys: keys } });
  await enqueue(tx, { kind: 'refresh-contexts', payload: {}, onceKey: 'refresh-contexts' });
}

/**
 * Indexes the works of people who hide other name variants under their displayed name. If they show the variants again, a job rewrites the
 * documents of these works.
 */
async function nameInWorks(tx: Writer, before: Row[], rows: Row[], wordsOf: (row: Row) => OwnerStatements): Promise<void> {
  const renamed = new Set(rows.filter((row) => keepsPrinted(wordsOf(row).privacy)).map(({ key }) => key));
  const were = before.filter((row) => keepsPrinted(privacyOf(row)));
  const back = were.map(({ key }) => key).filter((key) => !renamed.has(key));
  if (renamed.size > 0) await hideFromWorks(tx, [...renamed]);
  if (back.length > 0) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: back } });
}

/** True if works are found only by the displayed name of the record: see `isHidden` in lib/catalog/search-index/documents.ts. */
const keepsPrinted = (kept: Privacy | null): boolean => isHidden(kept, printedNames) || isHidden(kept, 'names');

const privacyOf = ({ privacy }: Row): Privacy | null => (typeof privacy === 'string' ? JSON.parse(privacy) : privacy) as Privacy | null;

interface Naming {
  of: (key: number) => AuthorFacts;
  wordsOf: (row: Row) => OwnerStatements;
  correctedOf: (row: Row) => RecordCorrections;
  /** Names in original scripts. */
  natives: Map<number, string[]>;
  level: (key: number) => number;
}

/** Returns the records with the names to show. Records without a stated, corrected or earlier replaced name are returned unchanged. */
async function named(tx: Writer, rows: Row[], { of, wordsOf, correctedOf, natives, level }: Naming): Promise<Row[]> {
  const shown: Row[] = [];
  for (const row of rows) {
    const { name: stated, lasts } = wordsOf(row);
    const { name: corrected } = correctedOf(row);
    if (stated === null && corrected === null && row.source_name === null) {
      shown.push(row);
      continue;
    }
    const { key, name, source_name: sourceName, slug, sort_name: sortName } = row;
    const written = [...of(key).works.map((work) => work.name_as_written), ...(natives.get(key) ?? [])];
    const found = await nameShown(
      tx,
      { key, name, sourceName, slug, sortName },
      {
        ...{ stated, corrected, written, level: level(key), lasts },
      },
    );
    shown.push({ ...row, name: found.name, source_name: found.sourceName, slug: found.slug, sort_name: found.sortName });
  }
  return shown;
}

interface Snapshots {
  of: (key: number) => AuthorFacts;
  states: Map<number, RecordState>;
  eventsOn: (row: Row) => LogEvent[];
  at: Date;
}

async function snapshotsOf(tx: Writer, rows: Row[], { of, states, eventsOn, at }: Snapshots): Promise<Map<number, Computed>> {
  const computed = new Map<number, Computed>();
  for (const row of rows) {
    const state = states.get(row.key) ?? { id: row.id, affiliation: null };
    computed.set(row.key, await computeSnapshot(tx, state, of(row.key), eventsOn(row), at));
  }
  return computed;
}

/** Suppressed and merged records are excluded from all counts. */
const isPublic = ({ visibility, merged_into }: Row): boolean => isVisibleRecord({ mergedInto: merged_into, visibility });

/**
 * Returns the state of a record for the trust method. The affiliation is the one that the owner states; otherwise the newest one that a
 * work states, with its matched organisation; otherwise that of a source's page. A hidden affiliation is not part of the record and gives
 * no points, because everybody must be able to recompute the points.
 */
function stateOf({ id }: Row, facts: AuthorFacts, contexts: ContextFigures | undefined, words: OwnerStatements): RecordState {
  if (isHidden(words.privacy, 'affiliations')) return { id, affiliation: null };
  if (words.affiliation) return { id, affiliation: words.affiliation };
  const { work, page } = affiliationIn(facts);
  const rorId = work?.affiliation ? contexts?.rorIdOf(work.affiliation) : null;
  const stated = work?.affiliation
    ? {
        name: work.affiliation,
        ...(rorId && { rorId }),
        source: work.affiliation_source,
        ...(work.year === null ? {} : { year: work.year }),
      }
    : page?.affiliation
      ? { name: page.affiliation, source: page.source }
      : null;
  return { id, affiliation: stated };
}

/** Returns the affiliations that records showed until now, if they change. A record created today had none before. */
function affiliationsLeft(
  rows: Row[],
  places: ReadonlyMap<number, RecordState['affiliation']>,
  at: Date,
): Map<number, RecordState['affiliation']> {
  const began = (created: unknown): string => dayOf(new Date(created as Date | number));
  return new Map(
    rows.flatMap(({ key, affiliation, created_at }) => {
      const shown = (typeof affiliation === 'string' ? JSON.parse(affiliation) : affiliation) as RecordState['affiliation'];
      const isNew = shown === null && began(created_at) === dayOf(at);
      return isNew || isSameAffiliation(shown, places.get(key) ?? null) ? [] : [[key, shown] as const];
    }),
  );
}

const isSameAffiliation = (one: RecordState['affiliation'], other: RecordState['affiliation']): boolean =>
  one?.name === other?.name && one?.source === other?.source && one?.year === other?.year;

const figures = [
  'slug',
  'name',
  'source_name',
  'sort_name',
  'privacy',
  'pinned',
  'affiliation',
  'works_count',
  'coauthors_count',
  'close_collaborators_count',
  'topics_count',
  'first_year',
  'last_year',
  'year_counts',
  'sources',
  'flags',
  'updated_at',
];

interface Figures {
  of: (key: number) => AuthorFacts;
  /** The affiliations that the records show. */
  places: ReadonlyMap<number, RecordState['affiliation']>;
  contexts: Map<number, ContextFigures>;
  wordsOf: (row: Row) => OwnerStatements;
  at: Date;
}

async function writeFigures(tx: Writer, rows: Row[], { of, places, contexts, wordsOf, at }: Figures): Promise<void> {
  const columns = ['key', 'id', 'kind', 'created_at', ...figures];
  const written = rows.map((row) => {
    const { works, coauthors, closeCollaborators, sources, flags } = of(row.key);
    const years = works.flatMap(({ year }) => (year === null ? [] : [year]));
    const affiliation = places.get(row.key) ?? null;
    const { privacy, pinned } = wordsOf(row);
    return [
      ...[row.key, row.id, row.kind, row.created_at, row.slug, row.name, row.source_name, row.sort_name],
      ...[privacy && JSON.stringify(privacy), JSON.stringify(pinned)],
      ...[affiliation && JSON.stringify(affiliation), works.length, coauthors, closeCollaborators, contexts.get(row.key)?.topics ?? 0],
      ...[years.length > 0 ? Math.min(...years) : null, years.length > 0 ? Math.max(...years) : null],
      isHidden(privacy, 'years') ? null : JSON.stringify(yearCounts(years)),
      ...[JSON.stringify(sources), JSON.stringify(flags), at],
    ];
  });
  // An upsert of existing rows is the only batched update that both engines support; columns that are not null get their stored value.
  await tx.bulkInsert({
    table: 'authors',
    columns,
    rows: written,
    rowsBy: 'key',
    changes: ['revision', ...(await differingColumns(tx, 'authors', { columns, rows: written, of: figures }))],
    onConflict: `on conflict (key) do update set revision = authors.revision + 1, ${figures.map((field) => `${field} = excluded.${field}`).join(', ')}`,
  });
}

/** Formats works by year: {"2019": 3}. JSON objects sort integer keys. */
const yearCounts = (years: readonly number[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(years, (year) => year)].map(([year, some]) => [year, some.length]));

/** Recounts each name variant. Returns the names in original scripts, which only imports add and nothing removes. */
async function writeNames(tx: Writer, keys: number[], of: (key: number) => AuthorFacts): Promise<Map<number, string[]>> {
  const before = await tx.query<{ author_key: number; name: string; works: number; native: unknown }>(
    'select author_key, name, works, native from author_names where author_key in $many',
    keys,
  );
  const known = Map.groupBy(before, ({ author_key }) => author_key);
  const changed: number[] = [];
  const rows: NameRow[] = [];
  for (const key of keys) {
    const counts = new Map<string, number>();
    for (const { name_as_written } of of(key).works) counts.set(name_as_written, (counts.get(name_as_written) ?? 0) + 1);
    const mine = known.get(key) ?? [];
    const written = mine.filter(({ native }) => !native);
    if (written.length === counts.size && written.every(({ name, works }) => counts.get(name) === works)) continue;
    if (written.length > 0) changed.push(key);
    const natives = mine.filter(({ native }) => native).map(({ name, works }): NameRow => [key, name, nameKey(name), works, true]);
    rows.push(
      ...(written.length > 0 ? natives : []),
      ...[...counts].map(([name, works]): NameRow => [key, name, nameKey(name), works, false]),
    );
  }
  await removeNames(tx, changed);
  await addNames(tx, rows);
  const natives = before.filter(({ native }) => native);
  return new Map([...Map.groupBy(natives, ({ author_key }) => author_key)].map(([key, names]) => [key, names.map(({ name }) => name)]));
}

async function writeDocuments(tx: Writer, rows: Row[], { of, wordsOf, natives }: Omit<Naming, 'level' | 'correctedOf'>): Promise<void> {
  const isShown = (row: Row): boolean => isPublic(row) && row.visibility !== 'unlisted' && of(row.key).works.length > 0;
  const documents = rows.filter(isShown).map((row): Document => {
    const { works } = of(row.key);
    const written = [...works.map((work) => work.name_as_written), ...(natives.get(row.key) ?? [])];
    const names = new Set([row.name, ...(isHidden(wordsOf(row).privacy, 'names') ? [] : written)]);
    return { kind: 'author', subjectKey: row.key, importance: works.length, title: [...names].join('\n'), body: '' };
  });
  const hidden = rows.filter((row) => !isShown(row)).map(({ key }) => key);
  await remove(tx, 'author', hidden);
  if (hidden.length > 0) await hideFromWorks(tx, hidden);
  await index(tx, documents);
}
