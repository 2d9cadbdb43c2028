import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { addNames, type NameRow, nameFieldsOf, removeNames } from '#lib/catalog/authors/commands/create.ts';
import { choosesNames, type KnownName, type NameOnWork, nameInSources, type PartedName } from '#lib/catalog/authors/model/shown-name.ts';
import { tidyOrganisationName } from '#lib/catalog/bibliography/name-words.ts';
import { type ContextFigures, matchedRorIds, writeAuthorContexts } from '#lib/catalog/contexts/commands/authors.ts';
import { refreshInstitutionsOfAuthors } from '#lib/catalog/contexts/commands/rematch.ts';
import { recordAffiliations } from '#lib/catalog/history/commands.ts';
import { hideNamesInWorks, indexDocuments, removeDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import type { SourceId } from '#lib/catalog/sources/model.ts';
import { nameNearness } from '#lib/catalog/statements/model/names.ts';
import { isHidden, type Privacy, printedNamesField } from '#lib/catalog/statements/model/statement.ts';
import { type ComputedSnapshot, storeSnapshots } from '#lib/catalog/trust/commands/snapshots.ts';
import type { LogEvent } from '#lib/catalog/trust/model/log.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { isUnlisted, isUnsourcedProfile, isVisibleRecord } from '#lib/catalog/visibility/model.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { differingColumns } from '#lib/platform/db/bulk-insert.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { isSlugOf, nameKey, slugBase } from '#lib/platform/names/name-key.ts';
import { type AuthorFacts, type AuthorWork, affiliationStatementOf, authorFactsOf } from './author-facts.ts';
import { listSupportedProfiles } from './created-profiles.ts';
import { noStatements, type OwnerStatements, ownerStatementsOf, resolveShownName } from './owner-statements.ts';
import { noCorrections, type RecordCorrections, recordCorrectionsOf, resolveShownAffiliation } from './record-corrections.ts';
import { computeSnapshot, type RecordState } from './trust.ts';

const columns = {
  ...columnsOf(authors, 'key', 'id', 'slug', 'kind', 'name', 'sourceName', 'createdName', 'family', 'visibility', 'listedAs'),
  ...columnsOf(authors, 'privacy', 'mergedInto', 'affiliation', 'createdAt', 'ownerId', 'claimState', 'orcidAuthenticated'),
};
type AuthorRow = Pick<typeof authors.$inferSelect, keyof typeof columns>;

/** Marks records as current, and returns them. */
const claim = (tx: Writer, condition: SQL | undefined) =>
  tx.update(authors).set({ stale: false }).where(condition).returning(columns).prepare();

const claimStale = (tx: Writer) => {
  const isStale = sql`${authors.stale}`;
  const next = tx.select({ key: authors.key }).from(authors).where(isStale).orderBy(authors.key).limit(sql.placeholder('limit'));
  return claim(tx, and(isStale, inArray(authors.key, next)));
};

const claimById = (tx: Writer) => claim(tx, eq(authors.id, sql.placeholder('id')));

/**
 * Recomputes up to `limit` stale authors from their authorships: counters, years, sources, newest affiliation, identity flags, names,
 * contexts, trust snapshot, search document. Idempotent, except for the revision.
 * @returns the number of authors that were stale; fewer than `limit` means that none is left
 */
export async function refreshAuthors(tx: Writer, limit: number): Promise<number> {
  const rows = await tx.prepared(claimStale, { limit });
  if (rows.length > 0) await refreshRows(tx, rows);
  return rows.length;
}

/** Records per transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

/** Recomputes all stale authors, in several transactions. */
export async function refreshStaleAuthors(store: Pick<Store, 'transact'>): Promise<void> {
  while ((await store.transact((tx) => refreshAuthors(tx, batchSize))) > 0);
}

/** Recomputes one record immediately, stale or not, for a command whose caller reads the result next. */
export async function refreshAuthor(tx: Writer, id: string): Promise<void> {
  await refreshRows(tx, await tx.prepared(claimById, { id }));
}

/** What a refresh reads of its records before it writes anything that is derived. */
interface RefreshInput {
  at: Date;
  factsOf: (row: AuthorRow) => AuthorFacts;
  eventsOn: (row: AuthorRow) => LogEvent[];
  statementsOf: (row: AuthorRow) => OwnerStatements;
  correctionsOf: (row: AuthorRow) => RecordCorrections;
  hasCorrections: boolean;
}

const noFacts: AuthorFacts = {
  works: [],
  contributes: false,
  coauthors: 0,
  closeCollaborators: 0,
  pages: [],
  sources: [],
  flags: [],
  reviewedEveryWork: false,
};

async function readInput(tx: Writer, rows: readonly AuthorRow[]): Promise<RefreshInput> {
  const facts = await authorFactsOf(tx, keysOf(rows));
  const at = now();
  const ids = rows.map(({ id }) => id);
  const events = await eventsOf(tx, ids);
  const eventsOn = ({ id }: AuthorRow): LogEvent[] => events.get(id) ?? [];
  await listSupportedProfiles(tx, rows, eventsOn, at);
  const statements = await ownerStatementsOf(tx, ids);
  const corrections = await recordCorrectionsOf(tx, ids);
  return {
    at,
    factsOf: ({ key }) => facts.get(key) ?? noFacts,
    eventsOn,
    statementsOf: ({ id }) => statements.get(id) ?? noStatements,
    correctionsOf: ({ id }) => corrections.get(id) ?? noCorrections,
    hasCorrections: corrections.size > 0,
  };
}

async function refreshRows(tx: Writer, claimedRows: AuthorRow[]): Promise<void> {
  const previousRows = claimedRows.toSorted((a, b) => a.key - b.key);
  const keys = keysOf(previousRows);
  const input = await readInput(tx, previousRows);
  const { statementsOf, correctionsOf } = input;
  const contexts = await writeAuthorContexts(tx, new Map(previousRows.map((row) => [row.key, worksInContexts(row, input)])));
  const rorIdsAtRisk = await selectRorIdsAtRisk(tx, previousRows, input);
  const states = new Map(
    previousRows.map((row) => [row.key, recordStateOf(row, { contexts: contexts.get(row.key), rorIdsAtRisk }, input)]),
  );
  const snapshots = await computeSnapshots(tx, previousRows, states, input);
  const natives = await writeNames(tx, previousRows, input);
  const levelOf = ({ key }: AuthorRow): number => snapshots.get(key)?.snapshot.level ?? 0;
  const rows = await withShownNames(tx, previousRows, { natives, levelOf }, input);
  const affiliations = new Map(
    previousRows.map((row) => [row.key, resolveShownAffiliation(states.get(row.key), statementsOf(row), correctionsOf(row))]),
  );
  await recordAffiliations(tx, replacedAffiliations(previousRows, affiliations, input));
  await writeFigures(tx, rows, { affiliations, contexts }, input);
  await storeSnapshots(tx, snapshots, input.at);
  await writeDocuments(tx, rows, natives, input);
  await updateNamesInWorks(tx, previousRows, rows, input);
  const hidingRows = previousRows.filter((row) =>
    [row.privacy, statementsOf(row).privacy].some((privacy) => isHidden(privacy, 'affiliations')),
  );
  await refreshInstitutionsOfAuthors(tx, keysOf(hidingRows));
  if (input.hasCorrections) await enqueue(tx, { kind: 'check-record-corrections', payload: {}, onceKey: 'check-record-corrections' });
  await enqueue(tx, { kind: 'suggest-same-people', payload: { authorKeys: keys } });
  await enqueue(tx, { kind: 'refresh-contexts', payload: {}, onceKey: 'refresh-contexts' });
}

/** Returns the works that count for the contexts of a record. */
function worksInContexts(row: AuthorRow, { factsOf, statementsOf }: RefreshInput): AuthorWork[] {
  if (!isPublic(row) || isUnlisted(row)) return [];
  const { works } = factsOf(row);
  return isHidden(statementsOf(row).privacy, 'affiliations') ? works.map((work) => ({ ...work, affiliation: null })) : works;
}

/**
 * Indexes the works of people who hide other name variants under their displayed name. If they show the variants again, a job rewrites the
 * documents of these works.
 */
async function updateNamesInWorks(tx: Writer, previousRows: AuthorRow[], rows: AuthorRow[], { statementsOf }: RefreshInput): Promise<void> {
  const hidingKeys = new Set(keysOf(rows.filter((row) => hidesPrintedNames(statementsOf(row).privacy))));
  const hidingBefore = previousRows.filter((row) => hidesPrintedNames(row.privacy));
  const shownAgain = keysOf(hidingBefore).filter((key) => !hidingKeys.has(key));
  if (hidingKeys.size > 0) await hideNamesInWorks(tx, [...hidingKeys]);
  if (shownAgain.length > 0) await enqueue(tx, { kind: 'index-works', payload: { authorKeys: shownAgain } });
}

/** True if works are found only by the displayed name of the record: see `isHiddenText` in lib/catalog/search-index/documents.ts. */
const hidesPrintedNames = (privacy: Privacy | null): boolean => isHidden(privacy, printedNamesField) || isHidden(privacy, 'names');

/** The names in original scripts, by record. */
type NativeNames = ReadonlyMap<number, readonly string[]>;

const namesInSources = (row: AuthorRow, natives: NativeNames, { factsOf }: RefreshInput): string[] => [
  ...factsOf(row).works.map((work) => work.name_as_written),
  ...(natives.get(row.key) ?? []),
];

/** Returns the records with the names to show. */
async function withShownNames(
  tx: Writer,
  rows: AuthorRow[],
  { natives, levelOf }: { natives: NativeNames; levelOf: (row: AuthorRow) => number },
  input: RefreshInput,
): Promise<AuthorRow[]> {
  const rowsToShow: AuthorRow[] = [];
  const knownNames = await selectKnownNames(tx, rows);
  for (const row of rows) {
    const { name: stated, family: statedFamily, hasDisabledAddress, keepsName } = input.statementsOf(row);
    const { name: corrected } = input.correctionsOf(row);
    const { id, key, name, sourceName, family, slug } = row;
    const known = knownNames.get(key) ?? [];
    const given = sourceGivenName(row, known, input);
    const isAddressFree = isLinkedToNobody(row);
    const isAddressOfName = !isAddressFree || isSlugOf(slug, slugBase(name));
    if (stated === null && corrected === null && sourceName === null && given.name === name && isAddressOfName) {
      rowsToShow.push({ ...row, family: partOf(name, statedFamily) ?? given.family });
      continue;
    }
    const evidence = {
      ...{ given, stated, corrected, level: levelOf(row), isAddressFree },
      written: [
        ...input
          .factsOf(row)
          .works.filter(({ source }) => source !== 'owner' || isUnsourcedProfile(row))
          .map(toPartedName),
        ...known,
        ...(natives.get(key) ?? []).map((native) => ({ name: native, family: null })),
      ],
      staysAsShown: hasDisabledAddress || keepsName,
      unsourced: isUnsourcedProfile(row) ? { isListed: !isUnlisted(row) } : null,
    };
    const shown = await resolveShownName(tx, { id, key, name, sourceName, family, slug }, evidence);
    rowsToShow.push({ ...row, ...shown, family: partOf(shown.name, statedFamily) ?? shown.family });
  }
  return rowsToShow;
}

/** Returns the family name that an owner states if the name begins or ends with it; otherwise it is of another name. */
const partOf = (name: string, family: string | null): string | null =>
  family !== null && (name === family || name.endsWith(` ${family}`) || name.startsWith(`${family} `)) ? family : null;

const toPartedName = ({ name_as_written: name, family }: AuthorWork): PartedName => ({ name, family });

/** True if nobody owns or claims a record, and no proof links it to an iD. Created profiles are their creators'. */
const isLinkedToNobody = (row: AuthorRow): boolean =>
  row.ownerId === null && row.claimState === 'unclaimed' && !row.orcidAuthenticated && !isUnlisted(row);

/**
 * Whether a name may take the place of the one under which somebody owns a record: another form of it, while they hide no form. The name of
 * a merged record may be one that they have given up.
 */
const maySucceed = (row: AuthorRow, given: string, { hasDisabledAddress, privacy }: OwnerStatements): boolean =>
  row.ownerId === null ||
  (!hasDisabledAddress && !hidesPrintedNames(privacy) && nameNearness(given, [row.sourceName ?? row.name]) !== 'other');

/**
 * Returns the name that the sources give a record. Works that only an owner has entered do not count, and neither do works that name nobody:
 * a page lists them.
 */
function sourceGivenName(row: AuthorRow, known: readonly KnownName[], { factsOf, statementsOf }: RefreshInput): PartedName {
  const { works, pages } = factsOf(row);
  const current = row.sourceName ?? row.name;
  const indexed = known.filter(({ source }) => !choosesNames(source));
  const names = works
    .filter(({ source, position }) => source !== 'owner' && position !== null)
    .map((work): NameOnWork => {
      // An index knows the person of a work by one name, however the work writes it.
      const ofIndex = work.resolved_by === 'person_id' ? indexed.filter(({ source }) => source === work.source) : [];
      return { ...(ofIndex.length === 1 && ofIndex[0] ? ofIndex[0] : toPartedName(work)), year: work.year };
    });
  const ofPages = pages.map(({ page }): KnownName => ({ source: page.source, name: page.name, family: null }));
  const given = nameInSources(names, [...known, ...ofPages], current);
  if (given === null && row.createdName !== null && row.ownerId === null) return { name: row.createdName, family: null };
  if (given === null || !maySucceed(row, given.name, statementsOf(row)))
    return { name: current, family: row.sourceName === null ? row.family : null };
  return row.kind === 'organisation' ? { name: tidyOrganisationName(given.name), family: null } : given;
}

const selectKnown = (tx: Writer) =>
  tx
    .select({ authorKey: authorSources.authorKey, source: authorSources.source, name: authorSources.name, family: authorSources.family })
    .from(authorSources)
    .where(and(isInList(authorSources.authorKey, 'authors'), isNotNull(authorSources.name)))
    .prepare();

/** Returns the names by which sources know some authors, and those that owners publish under at ORCID. */
async function selectKnownNames(tx: Writer, rows: readonly AuthorRow[]): Promise<Map<number, KnownName[]>> {
  const stored = await tx.prepared(selectKnown, { authors: encodeList(keysOf(rows)) });
  const known = stored.map(({ authorKey, source, name, family }) => ({ authorKey, source: source as SourceId, name: name ?? '', family }));
  const published = await selectPublishedNames(tx, rows);
  return Map.groupBy([...published, ...known], ({ authorKey }) => authorKey);
}

/** Returns the names under which owners publish, as a registry says that a strong proof binds to their record. */
async function selectPublishedNames(tx: Writer, rows: readonly AuthorRow[]): Promise<(KnownName & { authorKey: number })[]> {
  const owned = new Map(rows.filter(({ ownerId }) => ownerId !== null).map(({ id, key }) => [id, key]));
  if (owned.size === 0) return [];
  const isBound = and(eq(proofs.state, 'valid'), eq(proofs.strength, 'strong'));
  const bound = await tx
    .select(columnsOf(proofs, 'authorId', 'facts'))
    .from(proofs)
    .where(and(isAnyOf(proofs.authorId, [...owned.keys()]), isBound))
    .orderBy(proofs.id);
  return bound.flatMap(({ authorId, facts }) => {
    const { publishedName } = facts as { publishedName?: PartedName };
    const authorKey = owned.get(authorId);
    return publishedName && authorKey !== undefined ? [{ authorKey, source: 'orcid' as const, ...publishedName }] : [];
  });
}

async function computeSnapshots(
  tx: Writer,
  rows: AuthorRow[],
  states: ReadonlyMap<number, RecordState>,
  { factsOf, eventsOn, at }: RefreshInput,
): Promise<Map<number, ComputedSnapshot>> {
  const computed = new Map<number, ComputedSnapshot>();
  for (const row of rows) {
    const state = states.get(row.key) ?? { id: row.id, affiliation: null, counted: null };
    computed.set(row.key, await computeSnapshot(tx, state, factsOf(row), eventsOn(row), at));
  }
  return computed;
}

/** Suppressed and merged records are excluded from all counts. */
const isPublic = (row: AuthorRow): boolean => isVisibleRecord(row);

/**
 * Returns the state of a record for the trust method. The affiliation is the one that the owner states; otherwise the one
 * that most works of the newest years state, with its matched organisation; otherwise that of a source's page. A hidden affiliation is not
 * part of the record and gives no points, because everybody must be able to recompute the points. While a person is at risk it gives points
 * as before: trust is permanent.
 */
function recordStateOf(row: AuthorRow, found: FoundRorIds, input: RefreshInput): RecordState {
  const { privacy, risk } = input.statementsOf(row);
  const isUnshown = isHidden(privacy, 'affiliations');
  if (isUnshown && risk !== 'now') return { id: row.id, affiliation: null, counted: null };
  const counted = statedAffiliationOf(row, found, input);
  return { id: row.id, affiliation: isUnshown ? null : counted, counted };
}

interface FoundRorIds {
  contexts: ContextFigures | undefined;
  /** Those of people at risk, by the text of the affiliation. Their works do not count for institutions. */
  rorIdsAtRisk: ReadonlyMap<string, string>;
}

/** Returns the ROR ids of the affiliations of people at risk, by their texts. */
function selectRorIdsAtRisk(tx: Writer, rows: readonly AuthorRow[], { factsOf, statementsOf }: RefreshInput): Promise<Map<string, string>> {
  const texts = rows.flatMap((row) =>
    statementsOf(row).risk === 'now' ? factsOf(row).works.flatMap(({ affiliation }) => affiliation ?? []) : [],
  );
  return matchedRorIds(tx, texts);
}

function statedAffiliationOf(
  row: AuthorRow,
  { contexts, rorIdsAtRisk }: FoundRorIds,
  { factsOf, statementsOf }: RefreshInput,
): RecordState['counted'] {
  const statements = statementsOf(row);
  if (statements.affiliation) return statements.affiliation;
  const rorIdOf = (text: string) => contexts?.rorIdOf(text) ?? rorIdsAtRisk.get(text);
  const { work, page } = affiliationStatementOf(factsOf(row), (text) => rorIdOf(text) !== undefined);
  const rorId = work?.affiliation ? rorIdOf(work.affiliation) : null;
  return work?.affiliation
    ? {
        name: work.affiliation,
        ...(rorId && { rorId }),
        source: work.affiliation_source,
        ...(work.year === null ? {} : { year: work.year }),
      }
    : page?.affiliation
      ? { name: page.affiliation, source: page.source }
      : null;
}

/**
 * Returns the affiliations that records showed until now, if they change. A record created today had none before. That a person was at risk
 * is not kept: their affiliation did not change.
 */
function replacedAffiliations(
  rows: AuthorRow[],
  affiliations: ReadonlyMap<number, RecordState['affiliation']>,
  { at, statementsOf }: RefreshInput,
): Map<number, RecordState['affiliation']> {
  return new Map(
    rows.flatMap((row) => {
      const { key, affiliation: shown, createdAt, privacy } = row;
      const { risk } = statementsOf(row);
      if (risk === 'now' || (risk === 'lately' && isHidden(privacy, 'affiliations'))) return [];
      const isNew = shown === null && dayOf(createdAt) === dayOf(at);
      return isNew || isSameAffiliation(shown, affiliations.get(key) ?? null) ? [] : [[key, shown] as const];
    }),
  );
}

const isSameAffiliation = (first: RecordState['affiliation'], second: RecordState['affiliation']): boolean =>
  first?.name === second?.name && first?.source === second?.source && first?.year === second?.year;

const figureColumns = [
  ...([
    'slug',
    'name',
    'sourceName',
    'family',
    'sortName',
    'listName',
    'privacy',
    'pinned',
    'affiliation',
    'worksCount',
    'coauthorsCount',
  ] as const),
  ...(['closeCollaboratorsCount', 'topicsCount', 'firstYear', 'lastYear', 'yearCounts', 'sources', 'flags', 'updatedAt'] as const),
];

interface DerivedFacts {
  /** The affiliations that the records show. */
  affiliations: ReadonlyMap<number, RecordState['affiliation']>;
  contexts: ReadonlyMap<number, ContextFigures>;
}

async function writeFigures(tx: Writer, rows: AuthorRow[], { affiliations, contexts }: DerivedFacts, input: RefreshInput): Promise<void> {
  const writtenRows = rows.map((row) => {
    const { works, coauthors, closeCollaborators, sources, flags } = input.factsOf(row);
    const years = works.flatMap(({ year }) => (year === null ? [] : [year]));
    const affiliation = affiliations.get(row.key) ?? null;
    const { privacy, pinned } = input.statementsOf(row);
    const { key, id, kind, createdAt, slug, sourceName } = row;
    return {
      ...{ key, id, kind, createdAt, slug, sourceName, ...nameFieldsOf(row), privacy, pinned, affiliation },
      ...{ worksCount: works.length, coauthorsCount: coauthors, closeCollaboratorsCount: closeCollaborators },
      topicsCount: contexts.get(key)?.topics ?? 0,
      firstYear: years.length > 0 ? Math.min(...years) : null,
      lastYear: years.length > 0 ? Math.max(...years) : null,
      yearCounts: isHidden(privacy, 'years') ? null : yearCounts(years),
      ...{ sources, flags, updatedAt: input.at },
    };
  });
  // An upsert of existing rows is the only batched update that both engines support; columns that are not null get their stored value.
  const differing = await differingColumns(tx, authors, writtenRows, figureColumns);
  await tx.bulkInsert(authors, writtenRows, {
    onConflict: { target: ['key'], set: { revision: 'authors.revision + 1' }, update: figureColumns, differing },
  });
}

/** Formats works by year: {"2019": 3}. JSON objects sort integer keys. */
const yearCounts = (years: readonly number[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(years, (year) => year)].map(([year, ofYear]) => [year, ofYear.length]));

interface StoredName extends Pick<NameRow, 'name'> {
  slug: string | null;
  works: number;
  native: boolean;
}

const toNameRow = (authorKey: number, { name, ...rest }: StoredName): NameRow => ({ authorKey, name, nameKey: nameKey(name), ...rest });

const selectStoredNames = (tx: Writer) =>
  tx
    .select(columnsOf(authorNames, 'authorKey', 'name', 'slug', 'works', 'native'))
    .from(authorNames)
    .where(isInList(authorNames.authorKey, 'authors'))
    .prepare();

/** Recounts each name variant. Returns the names in original scripts, which only imports add and nothing removes. */
async function writeNames(tx: Writer, authorRows: AuthorRow[], { factsOf }: RefreshInput): Promise<NativeNames> {
  const storedNames = await tx.prepared(selectStoredNames, { authors: encodeList(keysOf(authorRows)) });
  const storedByAuthor = Map.groupBy(storedNames, ({ authorKey }) => authorKey);
  const changed: number[] = [];
  const rows: NameRow[] = [];
  for (const row of authorRows) {
    const { key } = row;
    const names = new Map<string, StoredName>();
    for (const { name_as_written: name, source } of factsOf(row).works) {
      const counted = names.get(name) ?? { name, slug: null, works: 0, native: false };
      names.set(name, { ...counted, slug: counted.slug ?? (source === 'owner' ? null : slugBase(name)), works: counted.works + 1 });
    }
    const ownNames = storedByAuthor.get(key) ?? [];
    const ownVariants = ownNames.filter(({ native }) => !native);
    const natives = ownNames.filter(({ native }) => native).map((native) => ({ ...native, slug: slugBase(native.name) }));
    const hasStoredNatives = natives.every(({ slug }, at) => slug === ownNames.filter(({ native }) => native)[at]?.slug);
    const isStored = ({ name, works, slug }: StoredName): boolean => names.get(name)?.works === works && names.get(name)?.slug === slug;
    if (ownVariants.length === names.size && ownVariants.every(isStored) && hasStoredNatives) continue;
    if (ownNames.length > 0) changed.push(key);
    rows.push(...[...natives, ...names.values()].map((each) => toNameRow(key, each)));
  }
  await removeNames(tx, changed);
  await addNames(tx, rows);
  const natives = storedNames.filter(({ native }) => native);
  return new Map([...Map.groupBy(natives, ({ authorKey }) => authorKey)].map(([key, names]) => [key, names.map(({ name }) => name)]));
}

async function writeDocuments(tx: Writer, rows: AuthorRow[], natives: NativeNames, input: RefreshInput): Promise<void> {
  const worksCountOf = (row: AuthorRow): number => input.factsOf(row).works.length;
  const isShown = (row: AuthorRow): boolean =>
    isPublic(row) && !isUnlisted(row) && (worksCountOf(row) > 0 || input.factsOf(row).contributes);
  const documents = rows.filter(isShown).map((row): SearchDocument => {
    const otherNames = isHidden(input.statementsOf(row).privacy, 'names') ? [] : namesInSources(row, natives, input);
    const title = [...new Set([row.name, ...otherNames])].join('\n');
    return { kind: 'author', subjectKey: row.key, importance: worksCountOf(row), title, body: '' };
  });
  const hidden = keysOf(rows.filter((row) => !isShown(row)));
  await removeDocuments(tx, 'author', hidden);
  if (hidden.length > 0) await hideNamesInWorks(tx, hidden);
  await indexDocuments(tx, documents);
}
