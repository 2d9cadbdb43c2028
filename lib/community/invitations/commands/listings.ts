import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { dayInWords } from '#lib/platform/text/day.ts';
import { listingReminderDays } from '../model/listing.ts';

/** Reminds the owners of listings that end soon, once for each end. */
export async function remindOfListings(tx: Writer): Promise<void> {
  const endsSoon = and(
    isNotNull(authors.listedUntil),
    lte(authors.listedUntil, addMs(now(), daysMs(listingReminderDays))),
    eq(authors.claimState, 'claimed'),
  );
  const rows = await tx.select({ id: authors.id, ownerId: authors.ownerId, until: authors.listedUntil }).from(authors).where(endsSoon);
  for (const { id, ownerId, until } of rows) {
    if (ownerId === null || until === null || until <= now()) continue;
    await notify(tx, {
      accountId: ownerId,
      kind: 'listing_ends',
      facts: { until: dayInWords(until), path: '/collaborate' },
      onceKey: `listing_ends:${id}:${dayOf(until)}`,
    });
  }
}
