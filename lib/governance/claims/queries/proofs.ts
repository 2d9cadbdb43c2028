import { and, eq, inArray, ne } from 'drizzle-orm';
import type { OrcidApi, OrcidWork } from '#lib/catalog/sources/orcid.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { daysMs, now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { authorships, workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimProof, comparableTitle, mintProof } from '../model/claim.ts';
import { isSameName, matchesAnyName, matchesFullName, matchesSpelledFirstName } from '../model/claim-names.ts';
import type { Overlap } from '../model/methods/orcid.ts';
import type { Evidence } from '../model/proof-methods.ts';
import { affiliationsOf } from './institutions.ts';
import { provenRecord, signedBySources, worksCorrectedByAuthors } from './proven-record.ts';
import { nameVariantsOf } from './record-names.ts';

/** Returns the ORCID iD that is linked to an account, or null. */
export async function linkedOrcid(reader: Reader, actor: Pick<Actor, 'accountId'>): Promise<string | null> {
  const isOwnOrcid = and(eq(logins.userId, actor.accountId), eq(logins.provider, 'orcid'));
  const [login] = await reader.select({ orcid: logins.providerAccountId }).from(logins).where(isOwnOrcid).limit(1);
  return login?.orcid ?? null;
}

/** Returns the proof by a confirmed email address. */
export const emailProof = (actor: Actor, authorId: string): Outcome<ClaimProof, 'needs_confirmed_email'> =>
  actor.emailConfirmed ? done(mintProof({ by: 'email' }, actor.accountId, authorId)) : refused('needs_confirmed_email');

/**
 * Returns the proof by a linked ORCID iD for a record. A shared work counts only if a name of the iD is one of the record's. Reads ORCID's
 * public API, so it must run before the transaction; if the API cannot be read, there is no proof.
 */
export async function orcidProof(
  reader: Reader,
  actor: Pick<Actor, 'accountId'>,
  authorId: string,
  api: OrcidApi,
): Promise<Outcome<ClaimProof<OrcidEvidence>, 'needs_orcid' | 'unknown_author' | 'orcid_unreachable'>> {
  const orcid = await linkedOrcid(reader, actor);
  if (!orcid) return refused('needs_orcid');
  const [author] = await reader
    .select({ key: authors.key, name: authors.name, orcid: authors.orcid, authenticated: authors.orcidAuthenticated })
    .from(authors)
    .where(eq(authors.id, authorId))
    .limit(1);
  if (!author) return refused('unknown_author');
  const registration = await api.registration(orcid);
  if (!registration.ok) return registration;
  const registeredOn = registration.value;
  const ageDays = registeredOn === null ? null : Math.floor((now().getTime() - Date.parse(registeredOn)) / daysMs(1));
  const proofOf = (evidence: Pick<OrcidEvidence, 'overlap'> & Partial<OrcidEvidence>) =>
    done(mintProof<OrcidEvidence>({ by: 'orcid', orcid, registeredOn, ageDays, overlaps: [], ...evidence }, actor.accountId, authorId));
  const untiedProof = (reason: 'no_public_name' | 'other_name' | 'no_shared_work') => proofOf({ overlap: null, untied: reason });
  if (author.orcid === orcid && author.authenticated && (await isFromSource(reader, authorId)))
    return proofOf({ overlap: { by: 'authenticated_in_source', what: orcid, assertedBy: null, signer: 'this_author' } });
  const orcidWorks = await api.works(orcid);
  if (!orcidWorks.ok) return orcidWorks;
  // The ORCID records of all co-authors list the same works, so the iD's name must match this record.
  const names = await api.names(orcid);
  if (!names.ok) return names;
  const recordNames = await nameVariantsOf(reader, author);
  if (!matchesSpelledFirstName(names.value, recordNames)) return untiedProof(names.value.length === 0 ? 'no_public_name' : 'other_name');
  const isTheirs: SignerTest = (coauthors) => matchesFullName(names.value, recordNames) || !matchesFullName(names.value, coauthors);
  const isAmbiguous: SignerTest = (coauthors) =>
    matchesFullName(names.value, coauthors) ||
    (!matchesFullName(names.value, recordNames) && matchesSpelledFirstName(names.value, coauthors));
  const tests = { isTheirs, isAmbiguous };
  const sharedByIdentifier = await sharedIdentifiers(reader, author.key, orcidWorks.value, tests);
  const byTitle =
    sharedByIdentifier.length > 0 ? done([]) : await sharedTitles(reader, author.key, { orcid, listed: orcidWorks.value, tests }, api);
  if (!byTitle.ok) return byTitle;
  const sharedWorks = await addSigners([...sharedByIdentifier, ...byTitle.value], { orcid, written: recordNames }, api);
  if (!sharedWorks.ok) return sharedWorks;
  const [best] = sharedWorks.value.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (!best) return untiedProof('no_shared_work');
  const overlaps = sharedWorks.value.slice(0, maxOverlaps).map(({ what, assertedBy }) => ({ what, assertedBy }));
  const { by, what, assertedBy, signer } = best;
  return proofOf({ overlap: { by, what, assertedBy, signer }, overlaps });
}

type OrcidEvidence = Evidence<'orcid'>;
/** A shared work with its other authors, and whether the names of the iD match one of them too. */
type SharedWork = Overlap & { putCode: number; coauthors: string[]; isAmbiguous: boolean };
const maxOverlaps = 10;

/** Returns the rank: assertions by another party about this author, then without a name, then by the holder, then about another author. */
const rankOf = ({ assertedBy, signer }: Overlap): number =>
  assertedBy === null ? 2 : signer === 'other' ? 3 : signer === 'this_author' ? 0 : 1;

/**
 * Adds which author of each asserted work the iD belongs to, by the name beside the iD in the asserter's contributor list. If that name
 * also matches a co-author, or is missing and the case is ambiguous, the iD counts as another author's.
 */
async function addSigners(
  sharedWorks: readonly SharedWork[],
  { orcid, written }: { orcid: string; written: readonly string[] },
  api: OrcidApi,
): Promise<Outcome<SharedWork[], 'orcid_unreachable'>> {
  const asserted = sharedWorks.filter(({ assertedBy }) => assertedBy !== null).slice(0, maxOverlaps);
  if (asserted.length === 0) return done([...sharedWorks]);
  const codes = asserted.map(({ putCode }) => putCode);
  const contributors = await api.contributors(orcid, codes);
  if (!contributors.ok) return contributors;
  return done(
    sharedWorks.map((work) => {
      if (work.assertedBy === null) return work;
      const ownNames = (contributors.value.get(work.putCode) ?? []).filter((one) => one.orcid === orcid).flatMap(({ name }) => name ?? []);
      if (ownNames.length === 0) return work.isAmbiguous ? { ...work, signer: 'other' as const } : work;
      const matchesCoauthor = matchesSpelledFirstName(ownNames, work.coauthors) && !matchesFullName(ownNames, written);
      return {
        ...work,
        signer: matchesSpelledFirstName(ownNames, written) && !matchesCoauthor ? ('this_author' as const) : ('other' as const),
      };
    }),
  );
}

/**
 * Returns the proof by an employment that an organisation has added to an ORCID record. The iD has one of the record's names, and the
 * organisation is an affiliation of the record or of its works. At most fair, because it shows where a person with this name works, not
 * which works are theirs.
 */
export async function employmentProof(
  reader: Reader,
  actor: Pick<Actor, 'accountId'>,
  authorId: string,
  api: OrcidApi,
): Promise<Outcome<ClaimProof<Evidence<'orcid_employment'>>, 'needs_orcid' | 'unknown_author' | 'orcid_unreachable' | 'no_employment'>> {
  const orcid = await linkedOrcid(reader, actor);
  if (!orcid) return refused('needs_orcid');
  const record = await provenRecord(reader, authorId);
  if (!record) return refused('unknown_author');
  const employments = await api.employments(orcid);
  if (!employments.ok) return employments;
  const affiliations = await affiliationsOf(reader, record);
  const matchingEmployments = employments.value.filter(({ rorId }) => affiliations.has(rorId));
  const employment = matchingEmployments.find(({ rorId }) => rorId === record.rorId) ?? matchingEmployments[0];
  if (!employment) return refused('no_employment');
  const names = await api.names(orcid);
  if (!names.ok) return names;
  if (!matchesAnyName(names.value, await nameVariantsOf(reader, record))) return refused('no_employment');
  return done(mintProof({ by: 'orcid_employment' as const, orcid, ...employment }, actor.accountId, authorId));
}

/** Decides about a shared work by the names of its other authors. */
type SignerTest = (coauthors: readonly string[]) => boolean;

/** Whether the record's iD and its authentication come from a source rather than from a claim. */
async function isFromSource(reader: Reader, authorId: string): Promise<boolean> {
  const isOrcidProof = and(eq(proofs.authorId, authorId), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select({ facts: proofs.facts }).from(proofs).where(isOrcidProof);
  return !rows.some(({ facts }) => facts.addedToRecord === true || facts.authenticatedHere === true);
}

interface SignerTests {
  /** Whether the holder of the iD signs as this record. */
  isTheirs: SignerTest;
  /** Whether the holder may also be a co-author, because a name or initial matches. */
  isAmbiguous: SignerTest;
}

/** Returns the identifiers that the record's works and the works of the iD share, with who added them to ORCID. */
async function sharedIdentifiers(
  reader: Reader,
  authorKey: number,
  orcidWorks: OrcidWork[],
  { isTheirs, isAmbiguous }: SignerTests,
): Promise<SharedWork[]> {
  const orcidWorksByIdentifier = Map.groupBy(
    orcidWorks.flatMap((work) => work.identifiers.map(({ scheme, value }) => ({ name: `${scheme}:${value}`, work }))),
    ({ name }) => name,
  );
  if (orcidWorksByIdentifier.size === 0) return [];
  const ownIdentifiers = await reader
    .select({ scheme: workIdentifiers.scheme, value: workIdentifiers.value, work: workIdentifiers.workKey, id: works.id })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(workIdentifiers, eq(workIdentifiers.workKey, authorships.workKey))
    .where(and(signedBySources(authorKey), inArray(workIdentifiers.scheme, ['doi', 'arxiv'])));
  const correctedWorkIds = await worksCorrectedByAuthors(reader, authorKey, ['doi', 'arxiv', 'authors']);
  const sharedWorks: SharedWork[] = [];
  for (const { scheme, value, work, id } of ownIdentifiers) {
    const matches = correctedWorkIds.has(id) ? [] : (orcidWorksByIdentifier.get(`${scheme}:${value.toLowerCase()}`) ?? []);
    const coauthors = matches.length === 0 ? [] : await coauthorNames(reader, work, authorKey);
    if (matches.length === 0 || !isTheirs(coauthors)) continue;
    const signerFacts = { coauthors, isAmbiguous: isAmbiguous(coauthors) };
    for (const { work: item } of matches)
      sharedWorks.push({
        by: 'identifier',
        what: value,
        assertedBy: item.assertedBy,
        signer: 'not_told',
        putCode: item.putCode,
        ...signerFacts,
      });
  }
  return sharedWorks;
}

/**
 * Returns works with the same title in both lists, and with a co-author of this record among ORCID's contributors. If the item has
 * identifiers, which differ from those of the work, it counts as the holder's own assertion even if another party added it: anybody can
 * deposit a text under chosen title and names, and its DOI agency then adds it to their iD.
 */
async function sharedTitles(
  reader: Reader,
  authorKey: number,
  { orcid, listed, tests }: { orcid: string; listed: OrcidWork[]; tests: SignerTests },
  api: OrcidApi,
): Promise<Outcome<SharedWork[], 'orcid_unreachable'>> {
  const ownWorks = await reader
    .select({ id: works.id, key: works.key, title: works.title })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(signedBySources(authorKey));
  const correctedWorkIds = await worksCorrectedByAuthors(reader, authorKey, ['title', 'authors']);
  const worksByTitle = new Map(
    ownWorks
      .filter(({ id }) => !correctedWorkIds.has(id))
      .flatMap(({ key, title }) => [[title ? comparableTitle(title) : null, { key, title: title ?? '' }] as const]),
  );
  const matches = listed.flatMap(({ putCode, title, identifiers, assertedBy }) => {
    const work = worksByTitle.get(title ? comparableTitle(title) : null);
    return work && title && comparableTitle(title) ? [{ putCode, work, assertedBy: identifiers.length === 0 ? assertedBy : null }] : [];
  });
  if (matches.length === 0) return done([]);
  const codes = matches.map(({ putCode }) => putCode);
  const contributors = await api.contributors(orcid, codes);
  if (!contributors.ok) return contributors;
  const sharedWorks: SharedWork[] = [];
  for (const { putCode, work, assertedBy } of matches) {
    const coauthors = await coauthorNames(reader, work.key, authorKey);
    const names = (contributors.value.get(putCode) ?? []).flatMap(({ name }) => name ?? []);
    if (!tests.isTheirs(coauthors) || !names.some((name) => coauthors.some((other) => isSameName(name, other)))) continue;
    const signerFacts = { coauthors, isAmbiguous: tests.isAmbiguous(coauthors) };
    sharedWorks.push({ by: 'title_and_coauthor', what: work.title, assertedBy, signer: 'not_told', putCode, ...signerFacts });
  }
  return done(sharedWorks);
}

async function coauthorNames(reader: Reader, workKey: number, authorKey: number): Promise<string[]> {
  const isCoauthor = and(eq(authorships.workKey, workKey), ne(authorships.authorKey, authorKey));
  const rows = await reader.select({ name: authorships.nameAsWritten }).from(authorships).where(isCoauthor);
  return rows.map(({ name }) => name);
}
