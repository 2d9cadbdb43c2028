import { and, desc, eq } from 'drizzle-orm';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { appeals, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { by, cleared, contains, id, type Leaving, of, replaced, within } from '#lib/platform/db/table-lifecycle.ts';
import { newId } from '#lib/platform/id.ts';
import { closeReview } from './commands/open.ts';

async function eraseAppeals(tx: Writer, { accountId }: Leaving): Promise<void> {
  const own = await tx.select().from(appeals).where(eq(appeals.accountId, accountId));
  for (const { subjectId, side, state } of own) {
    const ended = state === 'open' ? { state: 'moot', decidedAt: now() } : {};
    await tx
      .update(appeals)
      .set({ accountId: erasedAccount, words: null, ...ended })
      .where(and(eq(appeals.subjectId, subjectId), eq(appeals.side, side)));
    if (state === 'open') await closeReview(tx, 'appeal', subjectId);
  }
}

/** Keeps the votes without the account. Each vote gets a different id, so that votes of one person cannot be linked. */
async function eraseVotes(tx: Writer, { accountId }: Leaving): Promise<void> {
  const votes = await tx.select({ reviewId: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.accountId, accountId));
  for (const { reviewId } of votes) {
    await tx
      .update(reviewVotes)
      .set({ accountId: `${erasedAccount} ${newId()}`, note: null, network: null })
      .where(and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.accountId, accountId)));
  }
}

async function eraseParties(tx: Writer, { accountId }: Leaving): Promise<void> {
  const about = await tx.select({ id: reviews.id, parties: reviews.parties }).from(reviews).where(contains(reviews.parties, accountId));
  for (const review of about) {
    const parties = review.parties.map((party) => (party === accountId ? erasedAccount : party));
    await tx.update(reviews).set({ parties }).where(eq(reviews.id, review.id));
  }
}

const compared = 'It is compared with other voters while the question is open; who is gone is compared with nobody.';
const sealed = 'A keyed seal of the network of the sign-in: it reads as nothing, and goes when the question is decided.';

export const appealsLifecycle = [
  of(appeals, {
    accountId: id(
      {
        ...{ file: 'reviews', list: 'appeals', order: desc(appeals.filedAt) },
        fields: ['of', 'subjectId', 'words', 'state', 'filedAt', 'decidedAt', 'reason', 'remedy'],
      },
      by(eraseAppeals, replaced('The decision that came of it stays; one that waits is moot.')),
    ),
    words: { words: 'The decision needs no words.' },
  }),
];

export const casesLifecycle = [
  of(reviewVotes, {
    accountId: id('reviews', by(eraseVotes, replaced('The decision depends on it.'))),
    network: within({ not: sealed }, by(eraseVotes, cleared(compared))),
    note: { words: 'The vote needs no words.' },
  }),
  of(reviews, {
    parties: within('reviews', by(eraseParties, replaced('The decision stays; it no longer says for whom.'))),
    authorId: { retained: 'It was asked about that record.' },
  }),
];
