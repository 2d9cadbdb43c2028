import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { formerDomains } from '#lib/community/accounts/queries/former-addresses.ts';
import { appointmentTieDays, jointWorkYears } from '#lib/community/limits.ts';
import type { Review } from '#lib/governance/cases/case-handlers.ts';
import type { VoterTie } from '#lib/governance/cases/model/review-case.ts';
import { isPublicDomain, suffixesOf } from '#lib/governance/claims/model/shared-domains.ts';
import { organisationsAtDomain } from '#lib/governance/claims/queries/institutions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { accounts, logins, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { subjectHandlerOf } from '../case-handlers/registry.ts';
import { tieBetween, type Voter } from '../model/distance.ts';

/** Returns keys that an address shares with other addresses of its organisation; none for public mail providers. */
async function institutionsAt(reader: Reader, domain: string): Promise<string[]> {
  const suffixes = isPublicDomain(domain) ? [] : suffixesOf(domain).filter((suffix) => !isPublicDomain(suffix));
  return [...suffixes, ...(await organisationsAtDomain(reader, domain)).map(({ rorId }) => `ror:${rorId}`)];
}

type ComparedField = 'institutions' | 'orcids' | 'networks' | 'works' | 'vouchedBy' | 'appointedBy';
type GatheredVoter = Voter & Record<ComparedField, Set<string>>;

const emptyVoter = (accountId: string): GatheredVoter => ({
  ...{ accountId, isAdmin: false, institutions: new Set(), orcids: new Set(), networks: new Set(), works: new Set() },
  ...{ vouchedBy: new Set(), appointedBy: new Set() },
});

/**
 * Returns the compared facts of voters by account. Ended proofs, withdrawn vouches and addresses left within a year count too, since they
 * show that two people know each other.
 */
async function votersOf(reader: Reader, accountIds: readonly string[]): Promise<Map<string, Voter>> {
  const voters = new Map(accountIds.map((accountId) => [accountId, emptyVoter(accountId)]));
  const ids = [...voters.keys()];
  const appointedSince = addMs(now(), -daysMs(appointmentTieDays));
  for (const { accountId, role, grantedBy, grantedAt } of await reader.select().from(roles).where(inArray(roles.accountId, ids))) {
    const voter = voters.get(accountId);
    if (voter && role === 'admin') voter.isAdmin = true;
    if (grantedBy !== null && grantedAt > appointedSince) voter?.appointedBy.add(grantedBy);
  }
  for (const { id, email, emailVerified } of await reader.select().from(accounts).where(inArray(accounts.id, ids))) {
    if (!email || !emailVerified) continue;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    for (const institution of await institutionsAt(reader, domain)) voters.get(id)?.institutions.add(institution);
  }
  for (const { accountId, domain } of await formerDomains(reader, ids))
    for (const institution of await institutionsAt(reader, domain)) voters.get(accountId)?.institutions.add(institution);
  const isShown = and(inArray(proofs.accountId, ids), isNotNull(proofs.eventId));
  for (const { accountId, kind, target, facts } of await reader.select().from(proofs).where(isShown)) {
    if (typeof facts.rorId === 'string') voters.get(accountId)?.institutions.add(`ror:${facts.rorId}`);
    if (kind === 'orcid') voters.get(accountId)?.orcids.add(target);
  }
  const isOrcidLogin = and(inArray(logins.userId, ids), eq(logins.provider, 'orcid'));
  for (const { userId, providerAccountId } of await reader.select().from(logins).where(isOrcidLogin)) {
    voters.get(userId)?.orcids.add(providerAccountId);
  }
  const hasNetwork = and(inArray(sessions.userId, ids), isNotNull(sessions.network));
  for (const { userId, network } of await reader.select().from(sessions).where(hasNetwork)) {
    if (network) voters.get(userId)?.networks.add(network);
  }
  const records = await reader.select().from(authors).where(inArray(authors.ownerId, ids));
  for (const { ownerId, orcid, affiliation } of records) {
    const voter = voters.get(ownerId ?? '');
    if (orcid) voter?.orcids.add(orcid);
    if (affiliation?.rorId) voter?.institutions.add(`ror:${affiliation.rorId}`);
  }
  await addWorks(reader, voters, records);
  await addVouches(reader, voters, records);
  return voters;
}

type Records = readonly { id: string; key: number; ownerId: string | null }[];

/** Adds the works of the last five years. Works without a year count as recent. */
async function addWorks(reader: Reader, voters: ReadonlyMap<string, GatheredVoter>, records: Records): Promise<void> {
  const owners = new Map(records.map(({ key, ownerId }) => [key, ownerId ?? '']));
  if (owners.size === 0) return;
  const since = now().getUTCFullYear() - jointWorkYears;
  const rows = await reader
    .select({ authorKey: authorships.authorKey, workKey: authorships.workKey })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(inArray(authorships.authorKey, [...owners.keys()]), or(gte(works.year, since), isNull(works.year))));
  for (const { authorKey, workKey } of rows) voters.get(owners.get(authorKey) ?? '')?.works.add(`${workKey}`);
}

async function addVouches(reader: Reader, voters: ReadonlyMap<string, GatheredVoter>, records: Records): Promise<void> {
  const owners = new Map(records.map(({ id, ownerId }) => [id, ownerId ?? '']));
  if (owners.size === 0) return;
  const isVouch = and(
    inArray(attestations.authorId, [...owners.keys()]),
    eq(attestations.kind, 'vouch'),
    inArray(attestations.state, ['given', 'withdrawn', 'expired']),
    isNotNull(attestations.answeredAt),
  );
  for (const { authorId, fromAccountId } of await reader.select().from(attestations).where(isVouch)) {
    voters.get(owners.get(authorId) ?? '')?.vouchedBy.add(fromAccountId);
  }
}

/**
 * Whether two of some accounts are at a distance from each other, so that they agree independently: without a common institution, domain, iD,
 * network or vouch. Joint works do not count, because they are asked as co-authors.
 */
export async function areTwoApart(reader: Reader, accountIds: readonly string[]): Promise<boolean> {
  const people = [...(await votersOf(reader, accountIds)).values()].map((voter) => ({
    ...voter,
    works: new Set<string>(),
  }));
  return people.some((one, at) => people.slice(at + 1).some((other) => tieBetween(one, other, true) === null));
}

/** Returns a voter with one more network: that of the sign-in used for a vote. */
const withNetwork = (voter: Voter | undefined, network: string | null): Voter | null =>
  voter ? { ...voter, networks: new Set([...voter.networks, ...(network ? [network] : [])]) } : null;

/** A vote by a person too close to an account for both votes to count. */
interface CloseVote {
  reviewId: string;
  decision: string;
  tie: VoterTie;
}

/** Returns other people's votes on reviews if the voter is too close to an account for both votes to count. */
export async function votesOfCloseVoters(
  reader: Reader,
  { accountId, network }: { accountId: string; network: string | null },
  reviewIds: readonly string[],
): Promise<CloseVote[]> {
  if (reviewIds.length === 0) return [];
  const votes = await rowsOf(reader, reviewVotes, inArray(reviewVotes.reviewId, [...reviewIds]));
  const otherVotes = votes.filter((vote) => vote.accountId !== accountId);
  if (otherVotes.length === 0) return [];
  const voters = await votersOf(reader, [accountId, ...new Set(otherVotes.map((vote) => vote.accountId))]);
  const ownVoter = withNetwork(voters.get(accountId), network);
  const aboutOwner = await reviewsAboutOwner(reader, [...new Set(otherVotes.map(({ reviewId }) => reviewId))]);
  return otherVotes.flatMap(({ reviewId, decision, accountId: voterId, network: votedFrom }): CloseVote[] => {
    const otherVoter = withNetwork(voters.get(voterId), votedFrom);
    const tie = ownVoter && otherVoter && tieBetween(ownVoter, otherVoter, aboutOwner.has(reviewId));
    return tie ? [{ reviewId, decision, tie }] : [];
  });
}

/** Returns those of some reviews that decide whose a record is. For an appeal, the appealed decision counts. */
async function reviewsAboutOwner(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const review of await rowsOf(reader, reviews, inArray(reviews.id, [...ids])))
    if (await isAboutOwner(reader, review)) found.add(review.id);
  return found;
}

async function isAboutOwner(reader: Reader, review: Pick<Review, 'kind' | 'subjectId'>): Promise<boolean> {
  const handler = await subjectHandlerOf(reader, review);
  return handler.isAboutOwner ?? (await handler.casesAboutOwner?.(reader, [review.subjectId]))?.has(review.subjectId) ?? false;
}
