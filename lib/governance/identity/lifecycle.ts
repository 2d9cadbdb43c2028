import { and, eq, inArray, or } from 'drizzle-orm';
import { nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions, authorshipPins, identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import {
  accountIdColumn,
  addressColumn,
  cleared,
  containsText,
  corpusReason,
  deleted,
  type EraseRows,
  erasedBy,
  lifecycleOf,
} from '#lib/platform/db/table-lifecycle.ts';
import { withdrawProposal } from './commands/lock.ts';
import type { MovedRows } from './model/changes.ts';

/**
 * Keeps applied merges and splits without the reason, which is in the account's own words. Withdraws open proposals. Removes the account's
 * follows from stored reverts.
 */
const eraseChanges: EraseRows = async (tx, { accountId }) => {
  const { id, undo } = identityChanges;
  const isOwn = eq(identityChanges.accountId, accountId);
  const isProposed = and(isOwn, eq(identityChanges.state, 'proposed'));
  const openChanges = await tx.select({ id }).from(identityChanges).where(isProposed).orderBy(id);
  for (const change of openChanges) await withdrawProposal(tx, { accountId }, { changeId: change.id });
  await tx.update(identityChanges).set({ accountId: null, reason: '' }).where(isOwn);
  for (const change of await tx.select({ id, undo }).from(identityChanges).where(containsText(undo, accountId))) {
    const moved = change.undo as MovedRows;
    const remaining = { ...moved, follows: moved.follows.filter((each) => each !== accountId) };
    await tx.update(identityChanges).set({ undo: remaining }).where(eq(id, change.id));
  }
};

/** Keeps the visibility as requested. Deletes who requested it, the reason and the address for the answer. */
const eraseRequests: EraseRows = async (tx, { accountId, addresses }) => {
  const isOwn = eq(visibilityRequests.accountId, accountId);
  const isRelated = addresses.length > 0 ? or(isOwn, inArray(visibilityRequests.contact, [...addresses])) : isOwn;
  const isSentLink = and(isRelated, eq(visibilityRequests.state, 'sent'));
  await tx.update(visibilityRequests).set({ state: 'expired', tokenHash: null }).where(isSentLink);
  await tx.update(visibilityRequests).set({ accountId: null, contact: null, reason: null }).where(isRelated);
};

const requestReason = { retained: 'The request was about that record.' };
const pins = { identifiedBy: { change: 'change_id', work: 'work_key' } };
const suggestionReason = { retained: 'A revert deletes the rows that the change created.' };
const pinReason = 'The record of a work after a split. The requester is in identity_changes.';

export const identityLifecycle = [
  lifecycleOf(authorshipOpinions, {
    accountId: accountIdColumn(
      'records',
      erasedBy('elsewhere', deleted('Statements of the owner about their works are erased with the account.')),
    ),
    authorKey: { moves: { storedName: 'opinions', identifiedBy: 'work_key', unlessEqual: ['work_key'] } },
  }),
  lifecycleOf(
    authorshipPins,
    {
      toKey: { moves: { ...pins, storedName: 'pinsTo' } },
      fromKey: { moves: { ...pins, storedName: 'pinsFrom', unlessEqual: ['work_key'] } },
    },
    pinReason,
  ),
  lifecycleOf(nameSuggestions, { authorKey: suggestionReason, otherKey: suggestionReason }, corpusReason),
  lifecycleOf(identityChanges, {
    accountId: accountIdColumn(
      'changes',
      erasedBy(eraseChanges, cleared('Other people depend on it. It no longer identifies the person who acted.')),
    ),
    reason: { erasedText: 'The resulting change stays in the log.' },
    authorId: requestReason,
    otherId: requestReason,
  }),
  lifecycleOf(visibilityRequests, {
    accountId: accountIdColumn('visibility', erasedBy(eraseRequests, cleared('The visibility of the name stays as requested.'))),
    contact: addressColumn('visibility', erasedBy(eraseRequests, cleared('The request stays. No further mail is sent.'))),
    reason: { erasedText: 'A visibility setting needs no reason.' },
    authorId: requestReason,
  }),
];
