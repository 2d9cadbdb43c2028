import { and, asc, desc, eq } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, firstOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { logHeads, signingKeys, snapshotSignatures, trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CompactSnapshot, expandSnapshot } from '../model/compact-snapshot.ts';
import {
  decodeCorpusFacts,
  type PublishedKey,
  type SignedHead,
  type SignedSnapshot,
  type SnapshotInput,
  type TrustMoment,
} from '../model/document.ts';
import { signedEventsOf } from './log.ts';

/** What a snapshot names in place of the organisation of a person at risk. The points are the same. */
const unshownRorId = 'not-shown';

/** Whether the affiliations of a record are off its pages for a time, because the person is at risk. */
const isAtRisk = (reader: Reader, authorId: string): Promise<boolean> => {
  const { authorId: author, by, state } = visibilityRequests;
  return hasRow(reader, visibilityRequests, and(eq(author, authorId), eq(by, 'at_risk'), eq(state, 'waiting')));
};

const isNamedInEvents = async (reader: Reader, authorId: string, rorId: string): Promise<boolean> =>
  (await signedEventsOf(reader, authorId)).some(({ body }) => body.includes(rorId));

/**
 * Returns the latest snapshot of a record with all data of its signed text, and its signature if one is stored. While a person is at risk it
 * names no organisation, unless the record's events do, which are public for good.
 */
export async function latestSnapshotToSign(
  reader: Reader,
  { key, id }: { key: number; id: string },
): Promise<{ input: SnapshotInput; signed: SignedSnapshot | null } | null> {
  const row = await firstOf(reader, trustSnapshots, eq(trustSnapshots.authorKey, key), desc(trustSnapshots.number));
  const corpus = decodeCorpusFacts(row?.facts);
  if (!row || !corpus) return null;
  const { method, number, computedAt, points, level, label, events } = row;
  const { parts } = expandSnapshot(method, row.parts as CompactSnapshot);
  const [signed = null] = await rowsOf(
    reader,
    snapshotSignatures,
    and(eq(snapshotSignatures.authorKey, key), eq(snapshotSignatures.number, number)),
  );
  const input = { method, record: id, number, computedAt, points, level, label, parts, corpus, events, recordHead: null };
  const { affiliation } = corpus;
  if (affiliation.rorId !== null && (await isAtRisk(reader, id)) && !(await isNamedInEvents(reader, id, affiliation.rorId))) {
    const { recordHead = null } = signed ? (JSON.parse(signed.body) as { recordHead?: string | null }) : {};
    return {
      input: { ...input, corpus: { ...corpus, affiliation: { ...affiliation, rorId: unshownRorId } }, recordHead },
      signed: null,
    };
  }
  return { input, signed: signed && { body: signed.body, keyId: signed.keyId, signature: signed.signature } };
}

/** Returns every key that has signed something, oldest first. */
export async function publishedSigningKeys(reader: Reader): Promise<PublishedKey[]> {
  const rows = await reader.select().from(signingKeys).orderBy(asc(signingKeys.createdAt));
  return rows.map(({ id, publicKey, createdAt, retiredAt }) => ({
    id,
    publicKey,
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }));
}

/** Returns the published heads of the log, newest first. */
export async function latestHeads(reader: Reader, limit: number): Promise<SignedHead[]> {
  const rows = await reader.select().from(logHeads).orderBy(desc(logHeads.day)).limit(limit);
  return rows.map(({ at, ...head }) => ({ ...head, at: at.toISOString() }));
}

/** Returns at most `limit` snapshots of a record, newest first. */
export function trustHistoryOf(reader: Reader, authorKey: number, limit: number): Promise<TrustMoment[]> {
  const { number, computedAt: at, points, level, label } = trustSnapshots;
  const moments = reader.select({ number, at, points, level, label }).from(trustSnapshots);
  return moments.where(eq(trustSnapshots.authorKey, authorKey)).orderBy(desc(number)).limit(limit);
}

const selectTitles = (reader: Reader) =>
  reader
    .select(columnsOf(works, 'id', 'title'))
    .from(works)
    .where(isInList(works.id, 'ids'))
    .prepare();

/** Returns the titles of works by id; ids of other objects are ignored. */
export async function workTitlesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.prepared(selectTitles, { ids: encodeList([...new Set(ids)]) });
  return new Map(rows.map(({ id, title }) => [id, title ?? 'a work without a title']));
}
