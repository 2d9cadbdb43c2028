import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import { type ClaimState, type DeclaredFigure, figureWarnings, visibleFigures } from '#lib/catalog/authors/model/author.ts';
import { isPublicFlag } from '#lib/catalog/authors/model/identity-flags.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { similarNames } from '#lib/catalog/authors/queries/similar.ts';
import { contextsOfAuthor } from '#lib/catalog/contexts/queries/authors.ts';
import { collaboratorsOf } from '#lib/catalog/graph/queries/edges.ts';
import { indicatorsOf } from '#lib/catalog/indicators/queries.ts';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { mayUse } from '#lib/catalog/powers/queries.ts';
import { type ImportedAuthor, isSampleOnly, sourceLabel } from '#lib/catalog/sources/model.ts';
import { type HiddenField, hideableFieldNames } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isHidden, isListed } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { ownWorks } from '#lib/catalog/statements/queries/works.ts';
import { levelNames, type Strength, strengths, trustMethod } from '#lib/catalog/trust/model/snapshot.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { isUnlisted } from '#lib/catalog/visibility/model.ts';
import { fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { WorkSelection } from '#lib/catalog/works/model/list/selection.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { editedVolumes } from '#lib/catalog/works/queries/edited-volumes.ts';
import { workList, worksPerYear } from '#lib/catalog/works/queries/list.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { minPublicScore } from '#lib/governance/identity/model/questions.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { areSimilarNames } from '#lib/platform/names/name-similarity.ts';
import type { AuthorView, ProfileSummary } from '../model/author-record.ts';

const maxWorks = 50;
const maxCollaborators = 8;

/**
 * Returns the public record page of an author, the same for every viewer. Hidden fields are determined first, then indexed queries run
 * concurrently.
 */
export async function authorView(reader: Reader, author: AuthorRow, selection: WorkSelection, after: string | null): Promise<AuthorView> {
  const shows = shownParts(author);
  return toAuthorView(author, shows, await loadParts(reader, author, shows, { selection, after }));
}

/** Returns which parts of the page the owner has not hidden. */
const shownParts = ({ privacy, indicatorsHidden, claimState }: AuthorRow) => {
  const isShownField = (field: HiddenField): boolean => !isHidden(privacy, field);
  return {
    indicators: !indicatorsHidden,
    coauthors: isShownField('coauthors'),
    followers: isShownField('followers'),
    years: isShownField('years'),
    ownPages: claimState === 'claimed' && isShownField('homepage'),
    pinned: isShownField('pinned'),
    hidden: hideableFieldNames.filter((field) => field !== 'names' && !isShownField(field)),
  };
};
type ShownParts = ReturnType<typeof shownParts>;

interface WorksRange {
  selection: WorkSelection;
  after: string | null;
}

/** Runs about a dozen indexed queries, whatever the size of the corpus. No query waits for another unless it needs its result. */
async function loadParts(reader: Reader, author: AuthorRow, shows: ShownParts, { selection, after }: WorksRange) {
  const { key, id, claimState } = author;
  return awaitAll({
    collaborators: shows.coauthors ? collaboratorsOf(reader, key, maxCollaborators) : [],
    declared: declaredFigures(reader, key),
    works: workList(reader, key, { selection, after, limit: maxWorks, hideIndicators: !shows.indicators }),
    edited: editedVolumes(reader, key),
    names: nameVariantsOf(reader, author),
    owner: readPublicStatements(reader, author),
    ownPages: shows.ownPages ? ownPages(reader, id) : [],
    linksPages: shows.ownPages && mayUse(reader, id, 'link_pages'),
    ownerStrength: claimState === 'claimed' ? ownerStrength(reader, id) : null,
    ownerProof: claimState === 'claimed' ? strongestProof(reader, id) : null,
    noticeEndsAt: claimState === 'pending' ? noticeEnd(reader, id) : null,
    indicators: shows.indicators ? indicatorsOf(reader, key) : [],
    trust: trustOf(reader, key),
    suggestions: mergeSuggestionsFor(reader, author),
    similarNames: similarNames(reader, author),
    contexts: contextsOfAuthor(reader, key),
    pinned: shows.pinned ? pinnedWorks(reader, author, after) : [],
  });
}
type LoadedParts = Awaited<ReturnType<typeof loadParts>>;

async function awaitAll<Parts extends Record<string, unknown>>(parts: Parts): Promise<{ [Name in keyof Parts]: Awaited<Parts[Name]> }> {
  const values = await Promise.all(Object.values(parts));
  return Object.fromEntries(Object.keys(parts).map((name, index) => [name, values[index]])) as {
    [Name in keyof Parts]: Awaited<Parts[Name]>;
  };
}

function toAuthorView(author: AuthorRow, shows: ShownParts, { names, declared, trust, works, ...loaded }: LoadedParts): AuthorView {
  const shownDeclared = visibleFigures(declared, author);
  return {
    ...loaded,
    ...names,
    ...fieldsOfRow(author, shows),
    declared: shownDeclared,
    warnings: figureWarnings(shownDeclared),
    trust: trust ?? notYetComputed(author.createdAt),
    works: shows.years ? works : { ...works, worksPerYear: [], yearParts: null, undated: 0 },
  };
}

/** Returns the fields that come from the record's own row. */
function fieldsOfRow(author: AuthorRow, shows: ShownParts) {
  const { affiliation, availability } = author;
  return {
    id: author.id,
    slug: author.slug,
    ...{ name: author.name, family: author.family },
    kind: author.kind === 'organisation' ? ('organisation' as const) : ('person' as const),
    hiddenFields: shows.hidden,
    listed: isListed(author),
    created: isUnlisted(author),
    invented: isSampleOnly(author.sources),
    orcid: author.orcid ? { id: author.orcid, authenticated: author.orcidAuthenticated } : null,
    affiliation: affiliation && { name: affiliation.name, source: sourceLabel(affiliation.source), year: affiliation.year ?? null },
    claimState: author.claimState as ClaimState,
    availability: availability && { open: availability.open, purposes: availability.purposes, note: availability.note ?? null },
    sources: author.sources.filter((id) => id !== 'peergraph').map(sourceLabel),
    counters: {
      works: author.worksCount,
      followers: shows.followers ? author.followersCount : null,
      topics: author.topicsCount,
      closeCollaborators: shows.coauthors ? author.closeCollaboratorsCount : null,
    },
    indicatorsHidden: author.indicatorsHidden,
    flags: author.flags.filter(isPublicFlag),
    fitsOnePerson: author.flags.length === 0 && author.worksCount > 0,
    coauthorsCount: shows.coauthors ? author.coauthorsCount : 0,
    updatedAt: author.updatedAt,
  };
}

/** Returns the content of a profile card without querying its works. */
export async function profileSummary(reader: Reader, author: AuthorRow): Promise<ProfileSummary> {
  const shows = shownParts(author);
  const { trust, ...loaded } = await awaitAll({
    worksPerYear: shows.years ? worksPerYear(reader, author.key) : [],
    owner: readPublicStatements(reader, author),
    trust: trustOf(reader, author.key),
  });
  return { ...loaded, ...fieldsOfRow(author, shows), trust: trust ?? notYetComputed(author.createdAt) };
}

/** Returns the pinned works for the first page of the list. Works that have left the record are omitted. */
async function pinnedWorks(reader: Reader, author: AuthorRow, after: string | null): Promise<WorkView[]> {
  if (author.pinned.length === 0 || after !== null) return [];
  const keys = new Map((await ownWorks(reader, author.key, author.pinned)).map(({ id, key }) => [id, key]));
  const pinnedKeys = author.pinned.flatMap((id) => keys.get(id) ?? []);
  const views = await worksByKey(reader, pinnedKeys, author.key);
  return author.indicatorsHidden ? views.map((view) => ({ ...view, indicators: [], computed: [] })) : views;
}

/** Returns pages with a verified rel="me" link to the record. */
async function ownPages(reader: Reader, authorId: string): Promise<string[]> {
  const isVerifiedPage = and(eq(proofs.authorId, authorId), eq(proofs.state, 'valid'), eq(proofs.kind, 'rel_me'));
  const rows = await reader.select({ page: proofs.target }).from(proofs).where(isVerifiedPage).orderBy(asc(proofs.issuedAt)).limit(5);
  return rows.map(({ page }) => page);
}

/** Returns figures that sources state on their pages about this person, with the date of reading. */
async function declaredFigures(reader: Reader, authorKey: number): Promise<DeclaredFigure[]> {
  const rows = await reader.prepared(declaringRecords, { authorKey });
  return rows.flatMap(({ source, payload, observedAt }) => {
    const { declared, works } = payload as ImportedAuthor;
    const worksCount = works.length;
    return declared.map(({ kind, value, label }) => ({
      kind,
      value,
      label: label ?? null,
      source: sourceLabel(source),
      observedAt,
      listedWorks: worksCount,
    }));
  });
}

const declaringRecords = (reader: Reader) =>
  reader
    .select({ source: sourceRecords.source, payload: sourceRecords.payload, observedAt: sourceRecords.observedAt })
    .from(authorSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, authorSources.recordKey))
    .where(eq(authorSources.authorKey, sql.placeholder('authorKey')))
    .orderBy(asc(sourceRecords.source))
    .prepare();

/** Returns name variants in sources, with original scripts separate. */
export async function nameVariantsOf(reader: Reader, author: AuthorRow): Promise<Pick<AuthorView, 'alsoPublishedAs' | 'nativeNames'>> {
  if (isHidden(author.privacy, 'names')) return { alsoPublishedAs: [], nativeNames: [] };
  const rows = await reader
    .select({ name: authorNames.name, native: authorNames.native })
    .from(authorNames)
    .where(and(eq(authorNames.authorKey, author.key), ne(authorNames.name, author.name)))
    .orderBy(asc(authorNames.name))
    .limit(50);
  const namesWhere = (native: boolean) => rows.filter((row) => row.native === native).map(({ name }) => name);
  return { alsoPublishedAs: namesWhere(false), nativeNames: namesWhere(true) };
}

/** Returns the strength of what an owner has shown. A strong proof counts at once (`mayUse`), and no more once it has ended. */
async function ownerStrength(reader: Reader, id: string): Promise<Strength> {
  if (await mayUse(reader, id, 'link_pages')) return 'strong';
  const claim = await holdingClaimOf(reader, id);
  return claim?.strength === 'weak' || !claim?.strength ? 'weak' : 'fair';
}

/** Returns the strongest valid proof of the owner, the newest of several. */
async function strongestProof(reader: Reader, authorId: string): Promise<AuthorView['ownerProof']> {
  const rows = await reader
    .select({ kind: proofs.kind, strength: proofs.strength, issuedAt: proofs.issuedAt })
    .from(proofs)
    .innerJoin(authors, and(eq(authors.id, proofs.authorId), eq(authors.ownerId, proofs.accountId)))
    .where(and(eq(proofs.authorId, authorId), eq(proofs.state, 'valid')))
    .orderBy(desc(proofs.issuedAt));
  const strongest = strengths.toReversed().flatMap((strength) => rows.find((row) => row.strength === strength) ?? [])[0];
  return strongest ? { kind: strongest.kind, year: strongest.issuedAt.getUTCFullYear() } : null;
}

async function noticeEnd(reader: Reader, authorId: string): Promise<Date | null> {
  const isUnderNotice = and(eq(claims.authorId, authorId), eq(claims.state, 'notice_period'));
  const [claim] = await reader.select({ endsAt: claims.noticeEndsAt }).from(claims).where(isUnderNotice).limit(1);
  return claim?.endsAt ?? null;
}

/**
 * Returns records that may be the same person. If either owner hides name variants, the names shown must be similar themselves, since
 * otherwise the suggestion would disclose a hidden name.
 */
export async function mergeSuggestionsFor(reader: Reader, author: AuthorRow): Promise<AuthorView['suggestions']> {
  const [to, from] = await Promise.all([
    reader.prepared(suggestionsFrom, { authorKey: author.key }),
    reader.prepared(suggestionsTo, { authorKey: author.key }),
  ]);
  const hidesNames = isHidden(author.privacy, 'names');
  return [...to, ...from]
    .filter(
      (row) =>
        !(hidesNames || isHidden(row.privacy, 'names')) ||
        row.sortName === author.sortName ||
        areSimilarNames(author.sortName, row.sortName),
    )
    .map(({ slug, name, reason }) => ({ slug, name, reason }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

type SuggestionColumn = typeof nameSuggestions.authorKey | typeof nameSuggestions.otherKey;
const isShown = fullyVisibleRecord();
/** Visitors are asked only where the evidence is strong. */
const isAsked = and(eq(nameSuggestions.state, 'open'), gte(nameSuggestions.score, minPublicScore));

/** Prepares the query of the records at the other end of a suggestion. */
const suggestionsAt = (own: SuggestionColumn, other: SuggestionColumn) => (reader: Reader) =>
  reader
    .select({ ...columnsOf(authors, 'slug', 'name', 'sortName', 'privacy'), reason: nameSuggestions.reason })
    .from(nameSuggestions)
    .innerJoin(authors, eq(authors.key, other))
    .where(and(eq(own, sql.placeholder('authorKey')), isShown, isAsked))
    .prepare();

const suggestionsFrom = suggestionsAt(nameSuggestions.authorKey, nameSuggestions.otherKey);
const suggestionsTo = suggestionsAt(nameSuggestions.otherKey, nameSuggestions.authorKey);

/** Trust of a record whose first snapshot is not computed yet. */
const notYetComputed = (since: Date): AuthorView['trust'] => ({
  method: trustMethod,
  points: 0,
  level: 0,
  levelName: levelNames[0],
  label: 'Not computed yet',
  computedAt: since,
  parts: [],
  conditions: [],
});
