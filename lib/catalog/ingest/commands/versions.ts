import { hash } from 'node:crypto';
import { and, eq, max } from 'drizzle-orm';
import type { ImportedAuthor, ImportedWork, SourceId } from '#lib/catalog/sources/model.ts';
import { jsonText } from '#lib/platform/db/bulk-insert.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { workSources } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Returns a copy with sorted object keys. (Integer-like keys would always come first; field names are not integers.) */
function sortKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object') ? value.map(sortKeys) : value;
  const fields = value as Record<string, unknown>;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(fields[key]);
  return sorted;
}

/** Returns JSON with sorted object keys, so that equal content has equal text and the same hash. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null';
}

/** A record of a source that is new, or differs from its stored version. */
export interface NewVersion<Payload> {
  record: Payload;
  hash: string;
  recordKey: number;
  /** The work or author that the previous version described. */
  subjectKey: number | null;
  /** Whether the record describes no work or author yet. */
  isFirst: boolean;
}

interface StoredVersion {
  record_id: string;
  subject_key: number;
  content_hash: string;
  version: number;
}

const latestVersionQueries = {
  work: `select s.record_id, s.work_key as subject_key, s.content_hash, r.version from work_sources s
    join source_records r on r.key = s.record_key where s.source = ? and s.record_id in $many`,
  author: `select s.record_id, s.author_key as subject_key, r.content_hash, r.version from author_sources s
    join source_records r on r.key = s.record_key where s.source = ? and s.record_id in $many`,
};

/**
 * Stores a new immutable version of each new or changed record, and returns these. Unchanged records cost one query per page. A state that
 * is older than the stored one is left out. If two records have the same id, the newer is used, or else the first.
 */
export async function storeVersions<Payload extends ImportedWork | ImportedAuthor>(
  tx: Writer,
  kind: 'work' | 'author',
  page: { source: SourceId; records: readonly Payload[]; importId: string | null; observedAt: Date },
): Promise<NewVersion<Payload>[]> {
  const ids = page.records.map(({ recordId }) => recordId);
  const storedByRecordId = new Map(
    (await tx.query<StoredVersion>(latestVersionQueries[kind], ids, [page.source])).map((row) => [row.record_id, row]),
  );
  const states = await selectStates(tx, page.source, page.records);
  const changed = new Map<string, { record: Payload; text: string; hash: string; before: StoredVersion | undefined }>();
  for (const record of page.records) {
    const state = stateOf(record);
    const known = states.get(record.recordId);
    if (known !== undefined && state !== undefined && state < known) continue;
    if (changed.has(record.recordId) && (state === undefined || state <= (known ?? ''))) continue;
    if (state !== undefined) states.set(record.recordId, state);
    const previous = storedByRecordId.get(record.recordId);
    const text = canonicalJson(record);
    const contentHash = hash('sha256', text, 'base64url');
    if (previous?.content_hash !== contentHash) changed.set(record.recordId, { record, text, hash: contentHash, before: previous });
  }
  const { source, observedAt, importId } = page;
  const unlinkedIds = [...changed].flatMap(([recordId, { before }]) => (before ? [] : [recordId]));
  const unlinkedVersions = await selectUnlinkedVersions(tx, kind, source, unlinkedIds);
  const rows = [...changed].map(([recordId, { text, hash, before: previous }]) => {
    const version = (previous?.version ?? unlinkedVersions.get(recordId) ?? 0) + 1;
    return { source, kind, recordId, version, contentHash: hash, payload: jsonText(text), observedAt, importId };
  });
  const keys = await tx.bulkInsert(sourceRecords, rows, { returning: ['key', 'recordId'] });
  const keysByRecordId = new Map(keys.map((row) => [row.recordId, row.key]));
  return [...changed].map(([recordId, { record, hash, before: previous }]) => {
    const recordKey = keysByRecordId.get(recordId) ?? 0;
    return { record, hash, recordKey, subjectKey: previous?.subject_key ?? null, isFirst: previous === undefined };
  });
}

/**
 * Returns the last version of records that describe nothing now: another record has taken their place (`renameEarlierRecords`), and their
 * versions are kept.
 */
async function selectUnlinkedVersions(
  tx: Writer,
  kind: 'work' | 'author',
  source: SourceId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { recordId } = sourceRecords;
  const isRecord = and(eq(sourceRecords.source, source), eq(sourceRecords.kind, kind), isAnyOf(recordId, ids));
  const rows = await tx
    .select({ recordId, version: max(sourceRecords.version) })
    .from(sourceRecords)
    .where(isRecord)
    .groupBy(recordId);
  return new Map(rows.map((row) => [row.recordId, row.version ?? 0]));
}

const stateOf = (record: ImportedWork | ImportedAuthor): string | undefined => ('stateOf' in record ? record.stateOf : undefined);

/** Returns the moments of the stored states of records, for sources that state them. */
async function selectStates(
  tx: Writer,
  source: SourceId,
  records: readonly (ImportedWork | ImportedAuthor)[],
): Promise<Map<string, string>> {
  const ids = records.flatMap((record) => (stateOf(record) === undefined ? [] : record.recordId));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ recordId: workSources.recordId, payload: sourceRecords.payload })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(and(eq(workSources.source, source), isAnyOf(workSources.recordId, ids)));
  return new Map(
    rows.flatMap(({ recordId, payload }): [string, string][] => {
      const state = storedJson<Partial<ImportedWork>>(payload).stateOf;
      return state === undefined ? [] : [[recordId, state]];
    }),
  );
}
