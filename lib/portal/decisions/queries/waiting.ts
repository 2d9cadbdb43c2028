import type { Reader } from '#lib/platform/db/store.ts';
import { queuePage } from './queue.ts';
import { notifiableReviewer } from './reviewers.ts';

/** Returns when the oldest case was opened that an account may decide and has not voted on; null if there is none. */
export async function waitingSince(reader: Reader, accountId: string): Promise<Date | null> {
  const reviewer = await notifiableReviewer(reader, accountId);
  if (!reviewer) return null;
  let after: string | null = null;
  do {
    const { rows, next } = await queuePage(reader, reviewer, null, after);
    const firstWaiting = rows.find(({ voted }) => !voted);
    if (firstWaiting) return firstWaiting.openedAt;
    after = next;
  } while (after !== null);
  return null;
}
