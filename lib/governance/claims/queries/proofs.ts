import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OrcidApi } from '#lib/catalog/sources/orcid.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { daysMs, now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimProof, mintProof } from '../model/claim.ts';
import { matchesAnyName, matchesFullName, matchesSpelledFirstName } from '../model/claim-names.ts';
import { signerOf } from '../model/orcid-items.ts';
import type { Evidence } from '../model/proof-methods.ts';
import { affiliationsOf } from './institutions.ts';
import { noRegistries, type OrcidRegistries, sharedItems } from './orcid-items.ts';
import { provenRecord } from './proven-record.ts';
import { nameVariantsOf } from './record-names.ts';
import { isOrcidStatedBySource } from './stated-orcid.ts';

/** Returns the ORCID iD that is linked to an account, or null. */
export async function linkedOrcid(reader: Reader, actor: Pick<Actor, 'accountId'>): Promise<string | null> {
  const [login] = await reader.prepared(linkedOrcidQuery, { accountId: actor.accountId });
  return login?.orcid ?? null;
}

const linkedOrcidQuery = (reader: Reader) =>
  reader
    .select({ orcid: logins.providerAccountId })
    .from(logins)
    .where(and(eq(logins.userId, sql.placeholder('accountId')), eq(logins.provider, 'orcid')))
    .limit(1)
    .prepare();

/**
 * Returns the proof by a confirmed email address.
 * @param onStaffList whether the operator's staff list names the person of the record beside it
 */
export const emailProof = (actor: Actor, authorId: string, onStaffList = false): Outcome<ClaimProof, 'needs_confirmed_email'> =>
  actor.emailConfirmed
    ? done(mintProof({ by: 'email', ...(onStaffList && { onStaffList }) }, actor.accountId, authorId))
    : refused('needs_confirmed_email');

/**
 * Returns the proof by a linked ORCID iD for a record. A shared work counts only if a name of the iD is one of the record's. Reads public
 * APIs, so it must run before the transaction; if ORCID's cannot be read, there is no proof.
 */
export async function orcidProof(
  reader: Reader,
  actor: Pick<Actor, 'accountId'>,
  authorId: string,
  api: OrcidApi,
  registries: OrcidRegistries = noRegistries,
): Promise<Outcome<ClaimProof<OrcidEvidence>, 'needs_orcid' | 'unknown_author' | 'orcid_unreachable'>> {
  const orcid = await linkedOrcid(reader, actor);
  if (!orcid) return refused('needs_orcid');
  const columns = columnsOf(authors, 'id', 'key', 'name', 'orcid', 'orcidAuthenticated', 'listedAs');
  const [author] = await reader.select(columns).from(authors).where(eq(authors.id, authorId)).limit(1);
  if (!author) return refused('unknown_author');
  const registration = await api.registration(orcid);
  if (!registration.ok) return registration;
  const registeredOn = registration.value;
  const ageDays = registeredOn === null ? null : Math.floor((now().getTime() - Date.parse(registeredOn)) / daysMs(1));
  const proofOf = (evidence: Pick<OrcidEvidence, 'overlap'> & Partial<OrcidEvidence>) =>
    done(mintProof<OrcidEvidence>({ by: 'orcid', orcid, registeredOn, ageDays, overlaps: [], ...evidence }, actor.accountId, authorId));
  const tiedProof = async (evidence: Parameters<typeof proofOf>[0]) => {
    const published = await api.publishedName(orcid);
    return published.ok ? proofOf({ ...evidence, ...(published.value && { publishedName: published.value }) }) : published;
  };
  const untiedProof = (untied: NonNullable<OrcidEvidence['untied']>) => proofOf({ overlap: null, untied });
  const isAuthenticated = author.orcid === orcid && author.orcidAuthenticated && (await isFromSource(reader, authorId));
  if (isAuthenticated || (await isOrcidStatedBySource(reader, author.key, orcid)))
    return tiedProof({ overlap: { by: 'authenticated_in_source', what: orcid, assertedBy: null, signer: 'this_author' } });
  const orcidWorks = await api.works(orcid);
  if (!orcidWorks.ok) return orcidWorks;
  // The ORCID records of all co-authors list the same works, so the iD's name must match this record.
  const names = await api.names(orcid);
  if (!names.ok) return names;
  const recordNames = await nameVariantsOf(reader, author);
  if (!matchesSpelledFirstName(names.value, recordNames)) return untiedProof(names.value.length === 0 ? 'no_public_name' : 'other_name');
  const isTheirs = (coauthors: readonly string[]): boolean =>
    matchesFullName(names.value, recordNames) || !matchesFullName(names.value, coauthors);
  const shared = await sharedItems(reader, author, { orcid, works: orcidWorks.value, names: recordNames, isTheirs }, api, registries);
  if (!shared.ok) return shared;
  const { items, mismatch, isUnread } = shared.value;
  const best = signerOf(items, recordNames);
  if (!best) return untiedProof(mismatch ?? 'no_shared_work');
  const overlaps = items.slice(0, maxOverlaps).map(({ what, assertedBy }) => ({ what, assertedBy }));
  const { by, what, assertedBy } = best.item;
  const untied = assertedBy === null && mismatch !== null ? { untied: mismatch } : {};
  return tiedProof({ overlap: { by, what, assertedBy, signer: best.signer }, overlaps, ...untied, ...(isUnread && { isUnread }) });
}

type OrcidEvidence = Evidence<'orcid'>;
const maxOverlaps = 10;

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

/** Whether the record's iD and its authentication come from a source rather than from a claim. */
async function isFromSource(reader: Reader, authorId: string): Promise<boolean> {
  const isOrcidProof = and(eq(proofs.authorId, authorId), eq(proofs.kind, 'orcid'), inArray(proofs.state, ['valid', 'stale', 'expired']));
  const rows = await reader.select({ facts: proofs.facts }).from(proofs).where(isOrcidProof);
  return !rows.some(({ facts }) => facts.addedToRecord === true || facts.authenticatedHere === true);
}
