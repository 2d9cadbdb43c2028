import { and, eq, inArray, or } from 'drizzle-orm';
import { nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions, authorshipPins, identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import {
  address,
  byFunction,
  cleared,
  contains,
  corpus,
  deleted,
  id,
  type Leaving,
  type TableLifecycle,
} from '#lib/platform/db/table-lifecycle.ts';
import { rejectChange } from './commands/lock.ts';
import type { Moved } from './model/changes.ts';

/** A merge or split that was made stands; what waits is taken back. */
async function eraseChanges(tx: Writer, { accountId }: Leaving): Promise<void> {
  const own = and(eq(identityChanges.accountId, accountId), eq(identityChanges.state, 'proposed'));
  const open = await tx.select({ id: identityChanges.id }).from(identityChanges).where(own).orderBy(identityChanges.id);
  for (const { id } of open) await rejectChange(tx, id, '');
}

/** A revert gives no follow back to somebody who is gone. */
async function eraseMovedFollows(tx: Writer, { accountId }: Leaving): Promise<void> {
  const moving = await tx
    .select({ id: identityChanges.id, undo: identityChanges.undo })
    .from(identityChanges)
    .where(contains(identityChanges.undo, accountId));
  for (const { id, undo } of moving) {
    const moved = undo as Moved;
    const follows = moved.follows.filter((each) => each !== accountId);
    await tx
      .update(identityChanges)
      .set({ undo: { ...moved, follows } })
      .where(eq(identityChanges.id, id));
  }
}

/** How a name is shown stays as its owner wished; who wished it, why, and where an answer would go is told no longer. */
async function eraseRequests(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const own = eq(visibilityRequests.accountId, accountId);
  const theirs = addresses.length > 0 ? or(own, inArray(visibilityRequests.contact, [...addresses])) : own;
  await tx
    .update(visibilityRequests)
    .set({ state: 'expired', tokenHash: null })
    .where(and(theirs, eq(visibilityRequests.state, 'sent')));
  await tx.update(visibilityRequests).set({ accountId: null, contact: null, reason: null }).where(theirs);
}

const asked = 'It was asked about that record.';
const pins = { by: { change: 'change_id', work: 'work_key' } };

export const identityLifecycle: readonly TableLifecycle[] = [
  {
    table: authorshipOpinions,
    accounts: { accountId: id('records', byFunction(deleted('What the owner says of their works goes with them.'))) },
    records: { authorKey: { as: 'opinions', by: 'work_key', unlike: ['work_key'] } },
  },
  {
    table: authorshipPins,
    accounts: 'Which record a work belongs to after a split; who asked for it stands in identity_changes.',
    records: { toKey: { ...pins, as: 'pinsTo' }, fromKey: { ...pins, as: 'pinsFrom', unlike: ['work_key'] } },
  },
  {
    table: nameSuggestions,
    accounts: corpus,
    records: { authorKey: 'A revert deletes those that came of the change.', otherKey: 'A revert deletes those that came of the change.' },
  },
  {
    table: identityChanges,
    accounts: { accountId: id('changes', cleared('Others stand on it; who acted is no longer told.', { reason: '' })) },
    texts: { reason: 'What was made of it stands in the log.' },
    records: { authorId: asked, otherId: asked },
    erase: async (tx, leaving) => {
      await eraseChanges(tx, leaving);
      await eraseMovedFollows(tx, leaving);
    },
  },
  {
    table: visibilityRequests,
    accounts: {
      accountId: id('visibility', byFunction(cleared('How the name is shown stays as it was asked for.'))),
      contact: address('visibility', byFunction(cleared('The request stands; nobody is written to any more.'))),
    },
    texts: { reason: 'How a name is shown needs no reason.' },
    records: { authorId: asked },
    erase: eraseRequests,
  },
];
