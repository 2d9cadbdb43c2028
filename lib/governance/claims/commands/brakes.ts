import { and, eq, inArray } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { domainOfAddress } from '../model/address-names.ts';
import type { ClaimIdInput, ClaimProof } from '../model/claim.ts';
import { claimsPerMailDomain, claimsPerNetwork, countedOrigins } from '../model/claim-brakes.ts';
import { ruleOf } from '../model/proof-methods.ts';
import { organisationsAtDomain } from '../queries/institutions.ts';
import { noticeDaysOf } from '../queries/notice.ts';
import { enqueueNoticeEnd } from './accept.ts';

/**
 * Counts a weak or fair claim for the claimant's network and mail domain. The next one after the limit is not refused: it waits for an admin.
 * @returns whether it waits
 */
export async function isOverClaimLimits(tx: Writer, actor: Actor, proof: ClaimProof): Promise<boolean> {
  const addresses = await addressesOf(tx, actor, proof);
  const origins = countedOrigins({ network: actor.network, addresses, isAtInstitution: await isAtInstitution(tx, addresses) });
  const { CLAIMS_PER_NETWORK, CLAIMS_PER_MAIL_DOMAIN } = env();
  let isOver = false;
  for (const network of origins.networks)
    if (!(await withinLimit(tx, 'claim-network', network, { ...claimsPerNetwork, times: CLAIMS_PER_NETWORK }))) isOver = true;
  for (const domain of origins.mailDomains)
    if (!(await withinLimit(tx, 'claim-domain', domain, { ...claimsPerMailDomain, times: CLAIMS_PER_MAIL_DOMAIN }))) isOver = true;
  return isOver;
}

/** Returns the confirmed addresses of a claimant: the one of the account, and the one that the proof shows. */
async function addressesOf(tx: Writer, { email, emailConfirmed }: Actor, { by, proofId }: ClaimProof): Promise<string[]> {
  const own = emailConfirmed && email ? [email] : [];
  if (ruleOf(by).by !== 'mail' || proofId === null) return own;
  const [row] = await tx.select({ target: proofs.target }).from(proofs).where(eq(proofs.id, proofId));
  return row ? [...new Set([...own, row.target])] : own;
}

async function isAtInstitution(tx: Writer, addresses: readonly string[]): Promise<boolean> {
  if (addresses.length === 0) return false;
  for (const address of addresses) if ((await organisationsAtDomain(tx, domainOfAddress(address))).length > 0) return true;
  const isListed = and(eq(authorSources.source, 'roster'), inArray(authorSources.recordId, addresses.map(sealPrintedAddress())));
  return hasRow(tx, authorSources, isListed);
}

/** Lets the notice of a claim that waits for an admin end on its day. */
export async function allowClaim(
  tx: Writer,
  actor: Actor,
  { claimId }: ClaimIdInput,
): Promise<Outcome<void, 'not_an_admin' | 'passkey_sign_in_needed' | 'unknown_claim'>> {
  const code = (await isAdmin(tx, actor.accountId)) ? passkeyRefusal(actor) : 'not_an_admin';
  if (code) return refused(code);
  const isWaiting = and(eq(claims.id, claimId), eq(claims.waitsForAdmin, true), eq(claims.state, 'notice_period'));
  const [claim] = await tx.select().from(claims).where(isWaiting);
  if (!claim) return refused('unknown_claim');
  const noticeEndsAt = new Date(
    Math.max(addMs(claim.createdAt, daysMs(await noticeDaysOf(tx, claim.authorId))).getTime(), now().getTime()),
  );
  await tx.update(claims).set({ waitsForAdmin: false, noticeEndsAt }).where(isWaiting);
  await enqueueNoticeEnd(tx, claimId, noticeEndsAt, true);
  await writeAuditEntry(tx, { accountId: actor.accountId, action: 'allow-claim', subject: 'claim', subjectId: claimId }, 'admin_act');
  return done(undefined);
}
