import { and, eq, inArray, or } from 'drizzle-orm';
import { nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions, authorshipPins, identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import {
  address,
  by,
  cleared,
  contains,
  corpus,
  deleted,
  id,
  type Leaving,
  of,
  type TableLifecycle,
} from '#lib/platform/db/table-lifecycle.ts';
import { rejectChange } from './commands/lock.ts';
import type { Moved } from './model/changes.ts';

/**
 * Keeps applied merges and splits without the reason, which is in the account's own words. Withdraws open proposals. Removes the account's
 * follows from stored reverts.
 */
async function eraseChanges(tx: Writer, { accountId }: Leaving): Promise<void> {
  const { id, undo } = identityChanges;
  const own = eq(identityChanges.accountId, accountId);
  const proposed = and(own, eq(identityChanges.state, 'proposed'));
  const open = await tx.select({ id }).from(identityChanges).where(proposed).orderBy(id);
  for (const change of open) await rejectChange(tx, change.id);
  await tx.update(identityChanges).set({ accountId: null, reason: '' }).where(own);
  for (const change of await tx.select({ id, undo }).from(identityChanges).where(contains(undo, accountId))) {
    const moved = change.undo as Moved;
    const remaining = { ...moved, follows: moved.follows.filter((each) => each !== accountId) };
    await tx.update(identityChanges).set({ undo: remaining }).where(eq(id, change.id));
  }
}

/** Keeps the visibility as requested. Deletes who requested it, the reason and the address for the answer. */
async function eraseRequests(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const own = eq(visibilityRequests.accountId, accountId);
  const theirs = addresses.length > 0 ? or(own, inArray(visibilityRequests.contact, [...addresses])) : own;
  const sent = and(theirs, eq(visibilityRequests.state, 'sent'));
  await tx.update(visibilityRequests).set({ state: 'expired', tokenHash: null }).where(sent);
  await tx.update(visibilityRequests).set({ accountId: null, contact: null, reason: null }).where(theirs);
}

const asked = { retained: 'It was asked about that record.' };
const pins = { by: { change: 'change_id', work: 'work_key' } };
const found = { retained: 'A revert deletes those that came of the change.' };
const pinned = 'Which record a work belongs to after a split; who asked for it is in identity_changes.';

export const identityLifecycle: readonly TableLifecycle[] = [
  of(authorshipOpinions, {
    accountId: id('records', by('elsewhere', deleted('What the owner says of their works goes with them.'))),
    authorKey: { moves: { as: 'opinions', by: 'work_key', unlike: ['work_key'] } },
  }),
  of(
    authorshipPins,
    { toKey: { moves: { ...pins, as: 'pinsTo' } }, fromKey: { moves: { ...pins, as: 'pinsFrom', unlike: ['work_key'] } } },
    pinned,
  ),
  of(nameSuggestions, { authorKey: found, otherKey: found }, corpus),
  of(identityChanges, {
    accountId: id('changes', by(eraseChanges, cleared('Others depend on it; who acted is no longer told.'))),
    reason: { words: 'What was made of it stays in the log.' },
    authorId: asked,
    otherId: asked,
  }),
  of(visibilityRequests, {
    accountId: id('visibility', by(eraseRequests, cleared('How the name is shown stays as it was asked for.'))),
    contact: address('visibility', by(eraseRequests, cleared('The request stays; nobody is written to any more.'))),
    reason: { words: 'How a name is shown needs no reason.' },
    authorId: asked,
  }),
];
