'use server';

import { findPublicRecord, recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { sourceRefusals } from '#lib/catalog/sources/refusals.ts';
import { caseRefusals } from '#lib/governance/cases/refusals.ts';
import { type ActionState, createActions, redirectTo } from '#lib/platform/action.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { transactAs } from '#lib/platform/auth/transact-as.ts';
import { reader, transact, type Writer } from '#lib/platform/db/store.ts';
import { attest, declineAttestationRequest, requestAttestationOf, vouchFor, withdrawAttestation } from './commands/attestations.ts';
import {
  claimByProof,
  isProofCode,
  openProof,
  prepareRecheck,
  recheckObserved,
  recheckProof,
  storeProbeFailure,
  withinProbeLimit,
} from './commands/check.ts';
import { claimAuthor } from './commands/claim.ts';
import { withdrawDispute } from './commands/dispute.ts';
import { withdrawClaim } from './commands/end.ts';
import { issueProof, removeUnfinishedProof } from './commands/issue.ts';
import { attestationIdInput, attestationRequestInput, vouchInput } from './model/attestations.ts';
import { claimIdInput, claimInput, confirmInput, disputeIdInput, proofIdInput, proofInput } from './model/claim.ts';
import { ruleOf } from './model/proof-methods.ts';
import { strengthOf } from './model/proofs.ts';
import { proofProbes } from './probes/method-probes.ts';
import { bindingRefusal, probeProof } from './probes/probe.ts';
import { proofServices } from './probes/services.ts';
import { findClaimedRecord } from './queries/claimed-record.ts';
import { objectionsOf } from './queries/disputes.ts';
import { claimRefusals } from './refusals.ts';

const { formError, memberAction, redirectingAction } = createActions({
  ...sourceRefusals,
  ...authorRefusals,
  ...ownershipRefusals,
  ...caseRefusals,
  ...claimRefusals,
  ...powerRefusals,
});

/** Claims a record by the kind of proof in the form. Other servers are read before the transaction begins. */
export const claimRecord = memberAction(claimInput, async ({ authorId: name, by }, actor, form) => {
  const { authorId, isShown } = await findClaimedRecord(reader(), actor, name);
  const proof = await proofProbes[by].show?.({ reader: reader(), actor, authorId, services: proofServices() });
  if (!isShown && proof && (!proof.ok || strengthOf(proof.value) !== 'strong')) {
    const isOfAccount = !proof.ok && (proof.code === 'needs_orcid' || proof.code === 'needs_confirmed_email');
    return formError(isOfAccount ? proof.code : 'nothing_shown', form);
  }
  if (!proof?.ok) return formError(proof?.code ?? 'unknown_proof', form);
  const outcome = await transactAs(actor, (tx) => claimAuthor(tx, actor, { authorId, proof: proof.value }));
  if (!outcome.ok && outcome.code === 'already_claimed') {
    // The page shows that the objection was stored, and when.
    const objection = (await objectionsOf(reader(), actor, authorId)).find(({ state }) => state === 'open');
    if (objection) redirectTo(`/claim/${objection.author.slug}`);
  }
  if (!outcome.ok) return formError(outcome.code, form);
  if (strengthOf(proof.value) === 'weak') redirectTo(`/me?claimed=${outcome.value.claimId}#claims`);
  const claimPath = `/claim/${await recordSlug(reader(), authorId)}`;
  // A proof that decided the claim leads to the steps that complete the profile; for another, the claim page lists what it lacks.
  redirectTo(outcome.value.strength === 'strong' ? `${claimPath}?accepted=1` : `${claimPath}?claimed=1#proofs`);
});

/** Issues a proof: a token to place, or a mailed link. Looks up before the transaction what the record must name. */
export const startProof = memberAction(proofInput, async ({ authorId: name, kind, target: typed }, actor, form) => {
  const services = proofServices();
  const target = proofProbes[kind].parseTarget?.(typed, services);
  if (!target?.ok) return formError(target?.code ?? 'unknown_proof', form, { field: 'target' });
  const { authorId, isShown } = await findClaimedRecord(reader(), actor, name);
  if (!isShown) {
    if (ruleOf(kind).by !== 'mail') return formError('unknown_author', form);
    // Only an address that is a strong proof gets a link, and the answer is the same for every address of a page.
    const probed = await probeProof(reader(), { accountId: actor.accountId, authorId, kind, target: target.value, token: null }, services);
    if (probed.ok && strengthOf(probed.value) === 'strong')
      await transactAs(actor, (tx) => issueProof(tx, actor, { authorId, kind, target: target.value }));
    redirectTo(`/claim/${encodeURIComponent(name)}?asked=1`);
  }
  const code = await bindingRefusal(reader(), authorId, kind, target.value, services);
  if (code) return formError(code, form, code === 'unknown_author' ? {} : { field: 'target' });
  const issued = await transactAs(actor, (tx) => issueProof(tx, actor, { authorId, kind, target: target.value }));
  if (!issued.ok) return formError(issued.code, form);
  redirectTo(`/claim/${await recordSlug(reader(), authorId)}?proof=${issued.value.id}#proof-${issued.value.id}`);
});

/** Claims with the evidence found, and redirects to the record, or to the objection if somebody else owns the record. */
async function redirectAfterClaim(
  actor: Actor,
  proof: { id: string; authorId: string },
  claim: (tx: Writer) => ReturnType<typeof claimByProof>,
  form: FormData,
): Promise<ActionState> {
  const outcome = await transactAs(actor, claim);
  const slug = await recordSlug(reader(), proof.authorId);
  if (outcome.ok) redirectTo(`/claim/${slug}?shown=${proof.id}`);
  const objection = (await objectionsOf(reader(), actor, proof.authorId)).find(({ state }) => state === 'open');
  if (outcome.code === 'already_claimed' && objection) redirectTo(`/claim/${slug}`);
  return formError(outcome.code, form);
}

/** Probes for the issued token, and claims with the evidence. The network is accessed before the transaction begins. */
export const checkProof = memberAction(proofIdInput, async (input, actor, form) => {
  const proofOutcome = await openProof(reader(), actor, input.proofId, 'probe');
  if (!proofOutcome.ok) return formError(proofOutcome.code, form);
  if (!(await transact((tx) => withinProbeLimit(tx, actor)))) return formError('too_many_proofs', form);
  const row = proofOutcome.value;
  const slug = await recordSlug(reader(), row.authorId);
  const result = await probeProof(reader(), row, proofServices());
  if (!result.ok) {
    await transact((tx) => storeProbeFailure(tx, row, result.code));
    redirectTo(`/claim/${slug}?proof=${row.id}#proof-${row.id}`);
  }
  return redirectAfterClaim(actor, row, (tx) => claimByProof(tx, actor, row, result.value), form);
});

/** Confirms an address with the mailed code, in the account that asked for it. */
export const confirmProof = memberAction(confirmInput, async (input, actor, form) => {
  const proofOutcome = await openProof(reader(), actor, input.proofId, 'mail');
  if (!proofOutcome.ok) return formError(proofOutcome.code, form);
  const row = proofOutcome.value;
  if (!isProofCode(row, input.code)) return formError('proof_expired', form);
  const result = await probeProof(reader(), row, proofServices());
  if (!result.ok) return formError(proofProbes[row.kind].unconfirmed ?? 'proof_expired', form);
  return redirectAfterClaim(actor, row, (tx) => claimByProof(tx, actor, row, result.value, input.code), form);
});

/** Immediately rechecks a proof of the account that counts, is observed or is stale. */
export const recheckProofAction = memberAction(proofIdInput, async (input, actor, form) => {
  const proof = await transact((tx) => prepareRecheck(tx, actor, input.proofId));
  if (!proof.ok) return formError(proof.code, form);
  const store = { reader: reader(), transact };
  await recheckObserved(store, actor, proof.value.id, proofServices());
  await recheckProof(store, proof.value.id, proofServices());
  redirectTo(`/claim/${await recordSlug(reader(), proof.value.authorId)}?done=checked`);
});

/** Removes an unfinished proof. */
export const removeProofAction = redirectingAction(
  proofIdInput,
  removeUnfinishedProof,
  async (value) => `/claim/${await recordSlug(reader(), value.authorId)}?done=cancelled`,
);

/** Releases a record, or withdraws a pending claim. */
export const releaseClaim = redirectingAction(claimIdInput, withdrawClaim, '/me?done=withdrawn');

/** Withdraws an objection of the account. */
export const withdrawObjectionAction = redirectingAction(
  disputeIdInput,
  withdrawDispute,
  async (value) => `/claim/${await recordSlug(reader(), value.authorId)}?done=withdrawn`,
);

/** Requests an attestation from a co-author with a claimed record. */
export const requestAttestation = redirectingAction(attestationRequestInput, requestAttestationOf, '/confirm?done=asked');

/** Gives a requested attestation. */
export const giveAttestation = redirectingAction(attestationIdInput, attest, '/confirm?done=given');

export const declineAttestation = redirectingAction(attestationIdInput, declineAttestationRequest, '/confirm?done=declined');

/** Revokes an attestation, or withdraws the request for one. */
export const revokeAttestation = redirectingAction(attestationIdInput, withdrawAttestation, '/confirm?done=withdrawn');

/** Vouches for a record by its URL, slug or id, on behalf of one of the viewer's own records. */
export const vouchForRecord = memberAction(vouchInput, async (input, actor, form) => {
  const name =
    input.record
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  const author = await findPublicRecord(reader(), name);
  if (!author) return formError('unknown_author', form);
  const outcome = await transactAs(actor, (tx) => vouchFor(tx, actor, { authorId: author.id, fromAuthorId: input.fromAuthorId }));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo('/confirm?done=given');
});
