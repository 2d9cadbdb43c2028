import { connection } from 'next/server';
import { type AuthorRow, findAnyRecord, findRecordByUrl } from '#lib/catalog/authors/queries/find.ts';
import { ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { newestWorks } from '#lib/catalog/statements/queries/works.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { openProof } from './commands/check.ts';
import type { AttestationCandidate, AttestationView } from './model/attestations.ts';
import type { ClaimPage, UnshownClaimPage } from './model/claim-page.ts';
import type { ProofKind } from './model/proof-methods.ts';
import type { ProofOption } from './model/proof-options.ts';
import { repositoryHosts } from './model/targets.ts';
import { attestationCandidates, attestationsOf } from './queries/attestations.ts';
import { claimRefusalFor, claimsOf, isProver } from './queries/claims.ts';
import { isObjectionOpen, objectionsOf, openObjections } from './queries/disputes.ts';
import { noticeDaysOf } from './queries/notice.ts';
import { candidatesFor, proofOptionsOf, proofsOf } from './queries/proof-options.ts';
import { linkedOrcid } from './queries/proofs.ts';
import { provenRecord, provingRorId } from './queries/proven-record.ts';

/** Works that the claim page lists. */
const maxNewestWorks = 3;

/** Returns the proof methods for a record and a viewer, with the configuration of this instance. */
export async function loadProofOptions(author: AuthorRow, actor: Actor | null): Promise<ProofOption[]> {
  const { ORCID_CLIENT_ID, REPOSITORY_APIS, REPOSITORY_FILES, FEDERATED_LOGINS } = env();
  const record = { ...author, rorId: await provingRorId(reader(), author) };
  return proofOptionsOf(reader(), actor, record, {
    orcidSetUp: ORCID_CLIENT_ID !== undefined,
    hosts: repositoryHosts(REPOSITORY_FILES),
    apis: repositoryHosts(REPOSITORY_APIS),
    federated: FEDERATED_LOGINS,
  });
}

/** Names in addresses of records. */
const recordNamePattern = /^[a-z0-9][a-z0-9-]{0,199}$/i;

/**
 * Returns the data of a record's claim page. A hidden record is shown only to an account that holds or has proved it; otherwise the page is
 * that of an address without a record. Null for what cannot be an address.
 */
export async function loadClaimPage(slug: string): Promise<ClaimPage | UnshownClaimPage | { redirect: string } | null> {
  await connection();
  const record = await findRecordByUrl(reader(), slug);
  if (record !== null) return 'redirect' in record ? record : claimPageOf(record);
  if (!recordNamePattern.test(slug)) return null;
  const actor = await viewer();
  const hidden = actor && (await findAnyRecord(reader(), slug));
  if (hidden && isSuppressed(hidden) && (await isProver(reader(), actor, hidden.id))) return claimPageOf(hidden);
  return { unshown: slug, account: actor && (await accountOf(actor)), orcidSetUp: env().ORCID_CLIENT_ID !== undefined };
}

const accountOf = async (actor: Actor): Promise<NonNullable<ClaimPage['account']>> => ({
  ...{ email: actor.email, emailConfirmed: actor.emailConfirmed },
  orcid: await linkedOrcid(reader(), actor),
});

async function claimPageOf(author: AuthorRow): Promise<ClaimPage> {
  const actor = await viewer();
  const { id, key, name, worksCount, affiliation } = author;
  const from = reader();
  const claims = actor ? (await claimsOf(from, actor)).filter(({ author }) => author.id === id) : [];
  const objections = actor ? await objectionsOf(from, actor, id) : [];
  const openStages = ['notice_period', 'in_review', 'accepted', 'suspended', 'appealed'];
  const { ORCID_CLIENT_ID, PUBLIC_URL } = env();
  const record = { ...author, rorId: await provingRorId(from, author) };
  const [latest] = claims;
  return {
    author: {
      id,
      slug: author.slug,
      name,
      works: worksCount,
      affiliation: affiliation?.name ?? null,
      address: `${PUBLIC_URL}/authors/${id}`,
    },
    newestWorks: await newestWorks(from, key, maxNewestWorks),
    refusal: await claimRefusalFor(from, actor, id),
    own: claims.find((claim) => openStages.includes(claim.stage)) ?? null,
    ended: latest && ['rejected', 'revoked'].includes(latest.stage) ? latest : null,
    noticeDays: await noticeDaysOf(from, id),
    isInNotice: author.claimState === 'pending',
    wasDisputed: await isObjectionOpen(from, id, actor?.accountId),
    objections: actor ? await openObjections(from, actor, id) : [],
    objection: objections.find(({ state }) => state === 'open') ?? null,
    dismissed: objections.find(({ state, claimStage }, at) => at === 0 && state === 'dismissed' && openStages.includes(claimStage)) ?? null,
    account: actor && (await accountOf(actor)),
    orcidSetUp: ORCID_CLIENT_ID !== undefined,
    options: await loadProofOptions(author, actor),
    proofs: actor ? await proofsOf(from, actor, id) : [],
    candidates: await candidatesFor(from, actor, record),
  };
}

interface AttestationsView {
  from: AttestationView[];
  about: AttestationView[];
  /** The viewer's own records, each with co-authors who can be asked. */
  records: { id: string; slug: string; name: string; level: number; candidates: AttestationCandidate[] }[];
}

/** Returns requests to the viewer, given attestations, and people to ask; null without an account. */
export async function loadAttestations(): Promise<AttestationsView | null> {
  await connection();
  const actor = await viewer();
  if (!actor) return null;
  const from = reader();
  const records = await Promise.all(
    (await ownedRecordsOf(from, actor)).map(async ({ id, slug, name }) => {
      const record = await provenRecord(from, id);
      const trust = record && (await trustOf(from, record.key));
      return { id, slug, name, level: trust?.level ?? 0, candidates: record ? await attestationCandidates(from, actor, record) : [] };
    }),
  );
  return { ...(await attestationsOf(from, actor)), records };
}

type ConfirmPage =
  | { state: 'sign_in' | 'gone' | 'of_another' }
  | { state: 'open'; proofId: string; kind: ProofKind; address: string; author: { slug: string; name: string } };

/** Returns the page of a mailed confirmation link. Opening it consumes nothing. */
export async function loadConfirmation(proofId: string): Promise<ConfirmPage> {
  await connection();
  const actor = await viewer();
  if (!actor) return { state: 'sign_in' };
  const proof = await openProof(reader(), actor, proofId, 'mail');
  if (!proof.ok) return { state: proof.code === 'unknown_proof' ? 'of_another' : 'gone' };
  // A link for a hidden record is sent only to an address that proves it.
  const author = await findAnyRecord(reader(), proof.value.authorId);
  if (!author) return { state: 'gone' };
  return { state: 'open', proofId, kind: proof.value.kind, address: proof.value.target, author: { slug: author.slug, name: author.name } };
}
