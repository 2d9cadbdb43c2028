import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { type ClaimState, type DeclaredFigure, figureWarnings, shownFigures } from '#lib/catalog/authors/model/author.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { similarNames } from '#lib/catalog/authors/queries/similar.ts';
import { contextsOf } from '#lib/catalog/contexts/queries/authors.ts';
import { collaboratorsOf, edgesAmong } from '#lib/catalog/graph/queries/edges.ts';
import { indicatorsOf } from '#lib/catalog/indicators/queries.ts';
import { type ImportedAuthor, isInvented, sourceLabel } from '#lib/catalog/sources/model.ts';
import { type HiddenField, hiddenFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isHidden, isListed } from '#lib/catalog/statements/model/statement.ts';
import { ownerSays } from '#lib/catalog/statements/queries/owner-statements.ts';
import { ownWorks } from '#lib/catalog/statements/queries/works.ts';
import { levelNames, trustMethod } from '#lib/catalog/trust/model/snapshot.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import type { WorkSelection } from '#lib/catalog/works/model/list/selection.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { workList, worksPerYear } from '#lib/catalog/works/queries/list.ts';
import { worksByKey } from '#lib/catalog/works/queries/works.ts';
import { authorNames, authorSources, authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { areSimilarNames } from '#lib/platform/names/name-similarity.ts';
import type { AuthorView, ProfileSummary } from '../model/author-record.ts';

const maxWorks = 50;
const maxCollaborators = 8;

/** The public record page of one author, the same for every reader, in three steps: what the owner hides, indexed reads at once, the view. */
export async function authorView(reader: Reader, author: AuthorRow, selection: WorkSelection, after: string | null): Promise<AuthorView> {
  const shows = shownParts(author);
  return presented(author, shows, await hydrated(reader, author, shows, { selection, after }));
}

/** Which parts of the page the owner has not hidden. */
const shownParts = ({ privacy, indicatorsHidden, claimState }: AuthorRow) => {
  const shows = (field: HiddenField): boolean => !isHidden(privacy, field);
  return {
    indicators: !indicatorsHidden,
    coauthors: shows('coauthors'),
    followers: shows('followers'),
    years: shows('years'),
    ownPages: claimState === 'claimed' && shows('homepage'),
    pinned: shows('pinned'),
    hidden: hiddenFields.filter((field) => field !== 'names' && !shows(field)),
  };
};
type Shown = ReturnType<typeof shownParts>;

interface WorksAsked {
  selection: WorkSelection;
  after: string | null;
}

/** The strongest co-authors, and the links among them. */
function nearest(reader: Reader, { key, slug }: AuthorRow, shows: Shown) {
  const collaborators = shows.coauthors ? collaboratorsOf(reader, key, maxCollaborators) : [];
  const edges = async () => {
    const slugs = (await collaborators).map((each) => each.slug);
    return edgesAmong(reader, slug, slugs);
  };
  return { collaborators, edges: edges() };
}

/** About a dozen indexed reads, whatever the corpus; none waits for another that it does not need. */
async function hydrated(reader: Reader, author: AuthorRow, shows: Shown, { selection, after }: WorksAsked) {
  const { key, id, claimState } = author;
  return resolved({
    ...nearest(reader, author, shows),
    declared: declaredFigures(reader, key),
    works: workList(reader, key, { selection, after, limit: maxWorks, hideIndicators: !shows.indicators }),
    names: writtenNames(reader, author),
    owner: ownerSays(reader, author),
    ownPages: shows.ownPages ? ownPages(reader, id) : [],
    noticeEndsAt: claimState === 'pending' ? noticeEnd(reader, id) : null,
    indicators: shows.indicators ? indicatorsOf(reader, key) : [],
    trust: trustOf(reader, key),
    suggestions: suggestionsFor(reader, author),
    similarNames: similarNames(reader, author),
    contexts: contextsOf(reader, key),
    pinned: shows.pinned ? pinnedWorks(reader, author, after) : [],
  });
}
type Hydrated = Awaited<ReturnType<typeof hydrated>>;

/** Waits for all values at once. */
async function resolved<Parts extends Record<string, unknown>>(parts: Parts): Promise<{ [Name in keyof Parts]: Awaited<Parts[Name]> }> {
  const values = await Promise.all(Object.values(parts));
  return Object.fromEntries(Object.keys(parts).map((name, at) => [name, values[at]])) as { [Name in keyof Parts]: Awaited<Parts[Name]> };
}

function presented(author: AuthorRow, shows: Shown, { names, declared, trust, works, ...read }: Hydrated): AuthorView {
  const shownDeclared = shownFigures(declared, author);
  return {
    ...read,
    ...names,
    ...presentedRow(author, shows),
    declared: shownDeclared,
    warnings: figureWarnings(shownDeclared),
    trust: trust ?? notYetComputed(author.createdAt),
    works: shows.years ? works : { ...works, worksPerYear: [], yearParts: null, undated: 0 },
  };
}

/** What the row of a record says itself. */
function presentedRow(author: AuthorRow, shows: Shown) {
  const { affiliation, availability } = author;
  return {
    id: author.id,
    slug: author.slug,
    name: author.name,
    kind: author.kind === 'organisation' ? ('organisation' as const) : ('person' as const),
    hiddenFields: shows.hidden,
    listed: isListed(author),
    created: author.visibility === 'unlisted',
    invented: isInvented(author.sources),
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
    flags: author.flags,
    coauthorsCount: shows.coauthors ? author.coauthorsCount : 0,
    revision: author.revision,
    updatedAt: author.updatedAt,
  };
}

/** What a card of a profile shows, without reading its works. */
export async function profileSummary(reader: Reader, author: AuthorRow): Promise<ProfileSummary> {
  const shows = shownParts(author);
  const { trust, ...read } = await resolved({
    ...nearest(reader, author, shows),
    worksPerYear: shows.years ? worksPerYear(reader, author.key) : [],
    owner: ownerSays(reader, author),
    trust: trustOf(reader, author.key),
  });
  return { ...read, ...presentedRow(author, shows), trust: trust ?? notYetComputed(author.createdAt) };
}

/** The works that the owner shows first, on the first page of the list; those that have left the record since are left out. */
async function pinnedWorks(reader: Reader, author: AuthorRow, after: string | null): Promise<WorkView[]> {
  if (author.pinned.length === 0 || after !== null) return [];
  const keys = new Map((await ownWorks(reader, author.key, author.pinned)).map(({ id, key }) => [id, key]));
  const views = await worksByKey(
    reader,
    author.pinned.flatMap((id) => keys.get(id) ?? []),
    author.key,
  );
  return author.indicatorsHidden ? views.map((view) => ({ ...view, indicators: [], computed: [] })) : views;
}

/** Pages that link here with rel="me" and that were found so at the last look: the other half of the link. */
async function ownPages(reader: Reader, authorId: string): Promise<string[]> {
  const shown = and(eq(proofs.authorId, authorId), eq(proofs.state, 'valid'), eq(proofs.kind, 'rel_me'));
  const rows = await reader.select({ page: proofs.target }).from(proofs).where(shown).orderBy(asc(proofs.issuedAt)).limit(5);
  return rows.map(({ page }) => page);
}

/** Figures that sources declare on their own pages of this person, with the date on which that was read. */
async function declaredFigures(reader: Reader, authorKey: number): Promise<DeclaredFigure[]> {
  const rows = await reader.prepared(declaringRecords, { authorKey });
  return rows.flatMap(({ source, payload, observedAt }) => {
    const { declared, works } = payload as ImportedAuthor;
    const listed = works.length;
    return declared.map(({ kind, value, label }) => ({
      kind,
      value,
      label: label ?? null,
      source: sourceLabel(source),
      observedAt,
      listed,
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

/** How sources write the name otherwise, original scripts apart. */
export async function writtenNames(reader: Reader, author: AuthorRow): Promise<Pick<AuthorView, 'alsoPublishedAs' | 'nativeNames'>> {
  if (isHidden(author.privacy, 'names')) return { alsoPublishedAs: [], nativeNames: [] };
  const rows = await reader
    .select({ name: authorNames.name, native: authorNames.native })
    .from(authorNames)
    .where(and(eq(authorNames.authorKey, author.key), ne(authorNames.name, author.name)))
    .orderBy(asc(authorNames.name))
    .limit(50);
  const named = (native: boolean) => rows.filter((row) => row.native === native).map(({ name }) => name);
  return { alsoPublishedAs: named(false), nativeNames: named(true) };
}

async function noticeEnd(reader: Reader, authorId: string): Promise<Date | null> {
  const [claim] = await reader
    .select({ endsAt: claims.noticeEndsAt })
    .from(claims)
    .where(and(eq(claims.authorId, authorId), eq(claims.state, 'notice_period')))
    .limit(1);
  return claim?.endsAt ?? null;
}

/**
 * Records that may be the same person. A question that rests on a name which either owner hides is not asked: what is left must be
 * alike by the names shown.
 */
export async function suggestionsFor(reader: Reader, author: AuthorRow): Promise<AuthorView['suggestions']> {
  const [to, from] = await Promise.all([
    reader.prepared(suggestionsFrom, { authorKey: author.key }),
    reader.prepared(suggestionsTo, { authorKey: author.key }),
  ]);
  const mine = isHidden(author.privacy, 'names');
  return [...to, ...from]
    .filter((row) => !(mine || isHidden(row.privacy, 'names')) || areSimilarNames(author.sortName, row.sortName))
    .map((row) => ({ slug: row.slug, name: row.name, reason: row.reason }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

type End = typeof nameSuggestions.authorKey | typeof nameSuggestions.otherKey;
const isShown = and(eq(authors.visibility, 'visible'), isNull(authors.mergedInto));

/** Records at the other end of a suggestion. */
const suggestionsAt = (own: End, other: End) => (reader: Reader) =>
  reader
    .select({
      slug: authors.slug,
      name: authors.name,
      sortName: authors.sortName,
      privacy: authors.privacy,
      reason: nameSuggestions.reason,
    })
    .from(nameSuggestions)
    .innerJoin(authors, eq(authors.key, other))
    .where(and(eq(own, sql.placeholder('authorKey')), isShown))
    .prepare();

const suggestionsFrom = suggestionsAt(nameSuggestions.authorKey, nameSuggestions.otherKey);
const suggestionsTo = suggestionsAt(nameSuggestions.otherKey, nameSuggestions.authorKey);

/** A record whose first snapshot is still on its way claims nothing. */
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
