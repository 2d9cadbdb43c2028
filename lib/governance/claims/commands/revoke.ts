import { enqueueRefresh } from '#lib/catalog/authors/commands.ts';
import { holdingClaim } from '#lib/catalog/ownership/queries.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type Decided, endFor, notifyRecordFree } from './decide.ts';
import { advance, closeDisputes, lockClaim, logClosed } from './dispute.ts';

/** Takes a record from whoever holds it, by a decision of people: the claim ends, and every doubt about it is upheld with it. */
export async function revokeHolder(tx: Writer, authorId: string, why: Decided): Promise<void> {
  const holder = await holdingClaim(tx, authorId);
  const claim = holder && (await lockClaim(tx, holder.id));
  if (!claim) return;
  const ended = await closeDisputes(tx, claim.id, 'upheld');
  const waits = claim.state === 'notice_period' ? await advance(tx, claim, 'object', null, { noticeEndsAt: null }) : claim;
  const held = waits?.state === 'accepted' ? await advance(tx, waits, 'suspend', why.by ?? null) : waits;
  if (held) await endFor(tx, held, held.state === 'suspended' ? 'revoke' : 'reject', why);
  for (const each of ended) await logClosed(tx, each, true);
  await notifyRecordFree(tx, claim, ended);
  await enqueueRefresh(tx);
}
