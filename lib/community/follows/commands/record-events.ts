import type { RecordEventKind } from '#lib/community/feeds/model.ts';
import { newestKey } from '#lib/community/feeds/queries/cursors.ts';
import { now } from '#lib/platform/clock.ts';
import { recordEvents } from '#lib/platform/db/schema/follows.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Stores an event of a record other than a new work, positioned after the newest work. Feeds and digests read this one row; nothing is
 * written per follower.
 */
export async function recordEvent(tx: Writer, { authorId, kind }: { authorId: string; kind: RecordEventKind }): Promise<void> {
  await tx.insert(recordEvents).values({ authorId, kind, at: now(), afterWork: await newestKey(tx, works) });
}
