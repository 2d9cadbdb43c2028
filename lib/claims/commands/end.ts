import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { now } from '../../clock.ts';
import { logins } from '../../db/schema/accounts.ts';
import { authors } from '../../db/schema/authors.ts';
import { claims, proofs } from '../../db/schema/claims.ts';
import type { Writer } from '../../db/store.ts';
import { withdrawSentFor } from '../../invitations/commands/answer.ts';
import { enqueue } from '../../jobs/queue.ts';
import { notify } from '../../notifications/commands.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { logEvent } from '../../trust/commands/log.ts';
import { type ClaimEvidence, statesBefore } from '../model.ts';
import { objectorsTo } from '../queries/objections.ts';
import { type ClaimRow, changed, giveRecord, record, refresh } from './accept.ts';

/** Accepts a claim whose public notice has passed without an objection. Anything else is left as it is. */
export async function endClaimNotice(tx: Writer, { claimId }: { claimId: string }): Promise<void> {
  const [waiting] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.id, claimId), eq(claims.state, 'notice_period')));
  if (!waiting?.noticeEndsAt) return;
  if (waiting.noticeEndsAt > now()) {
    // The clock was set back since: come again when it is time.
    await enqueue(tx, {
      kind: 'end-claim-notice',
      payload: { claimId },
      onceKey: `end-claim-notice:${claimId}`,
      runAt: waiting.noticeEndsAt,
    });
    return;
  }
  const [claim] = await tx
    .update(claims)
    .set({ state: 'accepted', decidedAt: now() })
    .where(and(eq(claims.id, claimId), inArray(claims.state, statesBefore('end_notice'))))
    .returning();
  if (!claim) return;
  await record(tx, claim, 'end_notice', 'notice_period', null);
  await giveRecord(tx, claim, await restsOn(tx, claim));
}

/** What a claim under notice rests on: a fair one on the iD of its account, a weak one on its confirmed address. */
async function restsOn(tx: Writer, claim: ClaimRow): Promise<ClaimEvidence> {
  if (claim.strength === 'weak') return { by: 'email' };
  const theirs = and(eq(logins.userId, claim.accountId), eq(logins.provider, 'orcid'));
  const [login] = await tx.select({ orcid: logins.providerAccountId }).from(logins).where(theirs);
  if (!login) throw new Error('The iD that a claim rests on is no longer linked.');
  return { by: 'orcid', orcid: login.orcid, overlap: null };
}

/** Gives a record back, or takes a waiting claim back. What the owner had said on it goes, open invitations with it; what the sources say stays. */
export async function withdrawClaim(
  tx: Writer,
  actor: Actor,
  { claimId }: { claimId: string },
): Promise<Outcome<{ slug: string }, 'unknown_claim' | 'claim_closed'>> {
  const [found] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.id, claimId), eq(claims.accountId, actor.accountId)));
  if (!found) return refused('unknown_claim');
  const [claim] = await tx
    .update(claims)
    .set({ state: 'withdrawn', decidedAt: now(), noticeEndsAt: null })
    .where(and(eq(claims.id, claimId), eq(claims.state, found.state), inArray(claims.state, statesBefore('withdraw'))))
    .returning();
  if (!claim) return refused('claim_closed');
  await record(tx, claim, 'withdraw', found.state, actor.accountId);
  const shown = await revokeProofs(tx, claim);
  const orcid = shown.some(({ facts }) => facts.addedToRecord === true) ? { orcid: null, orcidAuthenticated: false } : {};
  const [author] = await tx
    .update(authors)
    .set({ claimState: 'unclaimed', ownerId: null, availability: null, indicatorsHidden: false, ...orcid, ...changed() })
    .where(eq(authors.id, claim.authorId))
    .returning({ slug: authors.slug, name: authors.name });
  await logEvent(tx, { authorId: claim.authorId, kind: 'claim_ended', facts: { claim: claim.id, because: 'given_back' } });
  if (author) await tellObjectors(tx, claim, author);
  await withdrawSentFor(tx, actor.accountId, claim.authorId);
  await refresh(tx);
  return done({ slug: author?.slug ?? '' });
}

/** Whoever objected was told to wait: now the record is free. */
async function tellObjectors(tx: Writer, claim: ClaimRow, { slug, name }: { slug: string; name: string }): Promise<void> {
  for (const accountId of await objectorsTo(tx, claim.id)) {
    await notify(tx, { accountId, kind: 'record_free', facts: { name, path: `/claim/${slug}` }, onceKey: `record_free:${claim.id}` });
  }
}

async function revokeProofs(tx: Writer, claim: ClaimRow) {
  const own = and(eq(proofs.authorId, claim.authorId), eq(proofs.accountId, claim.accountId), inArray(proofs.state, ['valid', 'stale']));
  return tx.update(proofs).set({ state: 'revoked', nextCheckAt: null }).where(own).returning({ facts: proofs.facts });
}
