import { and, desc, eq } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { appeals, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import {
  accountColumn,
  accountIdColumn,
  cleared,
  containsText,
  type EraseRows,
  erasedBy,
  lifecycleOf,
  replaced,
} from '#lib/platform/db/table-lifecycle.ts';
import { newId } from '#lib/platform/id.ts';
import { closeReview } from './commands/open.ts';

const eraseAppeals: EraseRows = async (tx, { accountId }) => {
  const rows = await tx.select().from(appeals).where(eq(appeals.accountId, accountId));
  for (const { subjectId, side, state } of rows) {
    const closing = state === 'open' ? { state: 'moot', decidedAt: now() } : {};
    await tx
      .update(appeals)
      .set({ accountId: erasedAccount, words: null, ...closing })
      .where(and(eq(appeals.subjectId, subjectId), eq(appeals.side, side)));
    if (state === 'open') await closeReview(tx, 'appeal', subjectId);
  }
};

/** Keeps the votes without the account. Each vote gets a different id, so that votes of one person cannot be linked. */
const eraseVotes: EraseRows = async (tx, { accountId }) => {
  const votes = await tx.select({ reviewId: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.accountId, accountId));
  for (const { reviewId } of votes) {
    await tx
      .update(reviewVotes)
      .set({ accountId: `${erasedAccount} ${newId()}`, note: null, network: null })
      .where(and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.accountId, accountId)));
  }
};

const eraseParties: EraseRows = async (tx, { accountId }) => {
  const reviewRows = await rowsOf(tx, reviews, containsText(reviews.parties, accountId));
  for (const review of reviewRows) {
    const parties = review.parties.map((party) => (party === accountId ? erasedAccount : party));
    await tx.update(reviews).set({ parties }).where(eq(reviews.id, review.id));
  }
};

const networkReason = 'It is compared with those of other voters while the case is open. An erased account is not compared.';
const sealReason = 'A keyed hash of the network of the sign-in. It is not readable, and is deleted when the case is decided.';

export const appealsLifecycle = [
  lifecycleOf(appeals, {
    accountId: accountIdColumn(
      {
        ...{ file: 'reviews', list: 'appeals', order: desc(appeals.filedAt) },
        fields: ['of', 'subjectId', 'words', 'state', 'filedAt', 'decidedAt', 'reason', 'remedy'],
      },
      erasedBy(eraseAppeals, replaced('The resulting decision stays. A pending appeal ends.')),
    ),
    words: { erasedText: 'The decision does not depend on the text.' },
  }),
];

export const casesLifecycle = [
  lifecycleOf(reviewVotes, {
    accountId: accountIdColumn('reviews', erasedBy(eraseVotes, replaced('The decision depends on it.'))),
    network: accountColumn({ not: sealReason }, erasedBy(eraseVotes, cleared(networkReason))),
    note: { erasedText: 'The vote does not depend on the note.' },
  }),
  lifecycleOf(reviews, {
    parties: accountColumn('reviews', erasedBy(eraseParties, replaced('The decision stays, without the account.'))),
    authorId: { retained: 'The request was about that record.' },
  }),
];
