import { setOwner } from '#lib/catalog/authors/commands/owner.ts';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { logSecurityMeasures, storeClaimEvent } from './accept.ts';

/** Makes the creator of a record its owner, by an accepted claim without a proof. Later proofs strengthen it. */
export async function claimCreatedRecord(tx: Writer, actor: Actor, authorId: string): Promise<Owner> {
  const { accountId } = actor;
  const at = now();
  const row = { id: newId(), authorId, accountId, state: 'accepted', strength: 'weak', createdAt: at, noticeEndsAt: null, decidedAt: at };
  const [claim] = await tx.insert(claims).values(row).returning();
  if (!claim) throw new Error('The record was just created.');
  await storeClaimEvent(tx, claim, 'accept_at_once', null, accountId);
  await setOwner(tx, authorId, accountId);
  const secret = { accountId, facts: { account: accountId } };
  await logEvent(tx, { authorId, kind: 'claim_accepted', facts: { claim: claim.id, strength: claim.strength }, secret });
  await logSecurityMeasures(tx, claim);
  const owner = await proveOwnership(tx, actor, authorId);
  if (!owner) throw new Error('The record was just given to its owner.');
  return owner;
}
