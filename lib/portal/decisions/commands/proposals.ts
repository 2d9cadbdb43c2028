import { eq, inArray } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { decideChange } from '#lib/governance/identity/commands/changes.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';

interface Proposal {
  changeId: string;
  inFavour: boolean;
  reason: string;
  remedy: string | null;
}

/**
 * Makes or turns down a proposed merge or split, and tells who asked and who owns a record of it. What cannot be made any more, because
 * a record is gone or a claim waits meanwhile, ends as turned down.
 */
export async function decideProposal(tx: Writer, { changeId, inFavour, reason, remedy }: Proposal): Promise<void> {
  const [change] = await tx.select().from(identityChanges).where(eq(identityChanges.id, changeId));
  if (!change) throw new Error('The change of an open review is gone.');
  const ids = [change.authorId, ...(change.otherId ? [change.otherId] : [])];
  const records = await tx
    .select({ id: authors.id, name: authors.name, slug: authors.slug, ownerId: authors.ownerId })
    .from(authors)
    .where(inArray(authors.id, ids));
  const { applied } = await decideChange(tx, changeId, inFavour, reason);
  const about = records.find(({ id }) => id === change.authorId);
  const facts = {
    name: about?.name ?? '',
    path: about ? `/authors/${about.slug}` : '/me',
    change: change.kind,
    decision: applied ? 'approve' : 'reject',
    ...(applied || !inFavour ? { reason, remedy: remedy ?? '' } : {}),
  };
  const concerned = new Set([change.accountId, ...records.map(({ ownerId }) => ownerId)]);
  for (const accountId of concerned) {
    if (!accountId) continue;
    // Anyone who it went against reads it where another look can be asked for.
    const against = (accountId === change.accountId) !== inFavour && (applied || !inFavour);
    const until = appealUntil(now()).toISOString().slice(0, 10);
    const told = against ? { ...facts, path: `/appeal/merge/${changeId}`, until } : facts;
    await notify(tx, { accountId, kind: 'change_decided', facts: told, onceKey: `change_decided:${changeId}` });
  }
}
