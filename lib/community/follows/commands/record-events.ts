import type { RecordEventKind } from '#lib/community/feeds/model.ts';
import { newestKey } from '#lib/community/feeds/queries/cursors.ts';
import { now } from '#lib/platform/clock.ts';
import { recordEvents } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Keeps that something happened to a record besides new works: one row, however many follow it, placed among the works by the newest
 * one at this time. Feeds and digests read it; nothing is written for a follower.
 */
export async function recordEvent(tx: Writer, { authorId, kind }: { authorId: string; kind: RecordEventKind }): Promise<void> {
  await tx.insert(recordEvents).values({ authorId, kind, at: now(), afterWork: await newestKey(tx, 'works') });
}
