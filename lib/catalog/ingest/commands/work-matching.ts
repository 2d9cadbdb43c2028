import { type ImportedWork, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { hasSharedIdentifier, isLikelySameWork, titleKey } from '#lib/catalog/works/model/same-work.ts';
import { effectiveRecords } from '#lib/catalog/works/model/source-precedence.ts';
import { storedJson } from '#lib/platform/db/rows.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import type { NewVersion } from './versions.ts';

/** A work after a page of an import: all records that describe it, and the new ones among them. */
export interface TargetWork {
  /** Null for a new work until it is stored. */
  key: number | null;
  newVersions: NewVersion<ImportedWork>[];
  records: ImportedWork[];
}

/** Existing works that a work to be added may be: the one with the same identifier, or those with the same title. */
export interface LikelyWorks {
  withSameIdentifier: number | null;
  withSameTitle: number[];
}

/** Returns the existing works that each given work may be, in the same order. */
export async function selectLikelyWorks(reader: Reader, described: readonly ImportedWork[]): Promise<LikelyWorks[]> {
  const versions = described.map(
    (record): NewVersion<ImportedWork> => ({ record, hash: '', recordKey: 0, subjectKey: null, isFirst: true }),
  );
  const keysByVersion = await candidateKeys(reader, versions);
  const records = await selectRecordsOfWorks(reader, [...new Set([...keysByVersion.values()].flat())]);
  return versions.map((version) => {
    const keys = [...new Set(keysByVersion.get(version) ?? [])];
    const same = keys.find((key) => hasSharedIdentifier(version.record, records.get(key) ?? [])) ?? null;
    const title = titleKey(version.record);
    const isAlike = (key: number) => (records.get(key) ?? []).some((record) => title !== undefined && titleKey(record) === title);
    return { withSameIdentifier: same, withSameTitle: same === null ? keys.filter(isAlike) : [] };
  });
}

const identitySchemes = ['doi', 'arxiv', 'acl'] as const;

/**
 * Finds the work that each record describes: the work of an earlier version; otherwise one that shares an identifier or is named by
 * `sameAs`; otherwise one of another source with the same long title (see `isLikelySameWork`); otherwise a new work.
 */
export async function matchWorks(tx: Writer, versions: NewVersion<ImportedWork>[]): Promise<TargetWork[]> {
  const keysByVersion = await candidateKeys(tx, versions);
  const records = await selectRecordsOfWorks(tx, [...new Set([...keysByVersion.values()].flat())]);
  const targets = new Map<number, TargetWork>();
  const newTargets = new NewTargets();
  const targetFor = (key: number): TargetWork => {
    const existing = targets.get(key) ?? { key, newVersions: [], records: [...(records.get(key) ?? [])] };
    targets.set(key, existing);
    return existing;
  };
  for (const version of versions) {
    const keys = keysByVersion.get(version) ?? [];
    const key = version.subjectKey ?? keys.find((each) => isSameWork(version.record, targetFor(each).records));
    const matched = key === undefined ? (newTargets.find(version.record) ?? newTargets.add()) : targetFor(key);
    matched.records = [...matched.records.filter((record) => !isSameRecord(record, version.record)), version.record];
    matched.newVersions.push(version);
    if (key === undefined) newTargets.addIdentities(matched, version.record);
  }
  return [...targets.values().filter((each) => each.newVersions.length > 0), ...newTargets.all];
}

const isSameRecord = (one: ImportedWork, other: ImportedWork): boolean => one.source === other.source && one.recordId === other.recordId;

/**
 * True if a record describes a work. An owner's entry may contain identifiers of several works: once a source describes one of them, the
 * entry no longer matches others.
 */
function isSameWork(record: ImportedWork, records: readonly ImportedWork[]): boolean {
  const effective = effectiveRecords(records);
  return (
    effective.some((other) => record.sameAs?.source === other.source && record.sameAs.recordId === other.recordId) ||
    hasSharedIdentifier(record, effective) ||
    isLikelySameWork(record, effective)
  );
}

/** Works that this page creates; a later record of the page may describe one of them. */
class NewTargets {
  readonly all: TargetWork[] = [];
  private readonly byIdentity = new Map<string, TargetWork>();

  find(record: ImportedWork): TargetWork | undefined {
    for (const { scheme, value } of record.identifiers) {
      const target = this.byIdentity.get(`${scheme}:${value}`);
      if (target && hasSharedIdentifier(record, target.records)) return target;
    }
    return record.sameAs && this.byIdentity.get(`record:${record.sameAs.source}:${record.sameAs.recordId}`);
  }

  add(): TargetWork {
    const target: TargetWork = { key: null, newVersions: [], records: [] };
    this.all.push(target);
    return target;
  }

  addIdentities(target: TargetWork, record: ImportedWork): void {
    for (const { scheme, value } of record.identifiers) {
      const identity = `${scheme}:${value}`;
      if (!this.byIdentity.has(identity)) this.byIdentity.set(identity, target);
    }
    this.byIdentity.set(`record:${record.source}:${record.recordId}`, target);
  }
}

/** Returns the keys of works that each record may describe, most certain first. */
async function candidateKeys(tx: Reader, newVersions: NewVersion<ImportedWork>[]): Promise<Map<NewVersion<ImportedWork>, number[]>> {
  const keysByVersion = new Map<NewVersion<ImportedWork>, number[]>();
  const add = (version: NewVersion<ImportedWork>, keys: readonly number[] | undefined): void => {
    if (keys) keysByVersion.set(version, [...(keysByVersion.get(version) ?? []), ...keys]);
  };
  const unassigned = newVersions.filter((version) => {
    if (version.subjectKey !== null) keysByVersion.set(version, [version.subjectKey]);
    return version.subjectKey === null;
  });
  for (const scheme of identitySchemes) {
    const valuesOf = ({ record }: NewVersion<ImportedWork>) =>
      record.identifiers.filter((each) => each.scheme === scheme).map(({ value }) => value);
    const byValue = await selectWorksBy(
      tx,
      'select value as name, work_key from work_identifiers where scheme = ? and value in $many',
      unassigned.flatMap(valuesOf),
      [scheme],
    );
    for (const version of unassigned) for (const value of valuesOf(version)) add(version, byValue.get(value));
  }
  for (const [source, versions] of Map.groupBy(
    unassigned.filter(({ record }) => record.sameAs),
    ({ record }) => record.sameAs?.source as SourceId,
  )) {
    const ids = versions.map(({ record }) => record.sameAs?.recordId ?? '');
    const byId = await selectWorksBy(
      tx,
      'select record_id as name, work_key from work_sources where source = ? and record_id in $many',
      ids,
      [source],
    );
    for (const version of versions) add(version, byId.get(version.record.sameAs?.recordId ?? ''));
  }
  const titles = unassigned.map(({ record }) => titleKey(record) ?? '');
  const byTitle = await selectWorksBy(
    tx,
    'select title_key as name, work_key from work_titles where title_key in $many',
    titles.filter((title) => title !== ''),
  );
  for (const [at, version] of unassigned.entries()) add(version, byTitle.get(titles[at] ?? ''));
  return keysByVersion;
}

async function selectWorksBy(tx: Reader, query: string, names: string[], args: unknown[] = []): Promise<Map<string, number[]>> {
  const keysByName = new Map<string, number[]>();
  if (names.length === 0) return keysByName;
  const rows = await tx.query<{ name: string; work_key: number }>(query, names, args);
  rows.sort((a, b) => a.work_key - b.work_key);
  for (const { name, work_key } of rows) keysByName.set(name, [...(keysByName.get(name) ?? []), work_key]);
  return keysByName;
}

/** Returns the current records that describe works, by work key. */
export async function selectRecordsOfWorks(tx: Reader, workKeys: number[]): Promise<Map<number, ImportedWork[]>> {
  if (workKeys.length === 0) return new Map();
  const rows = await tx.query<{ work_key: number; payload: unknown }>(
    'select s.work_key, r.payload from work_sources s join source_records r on r.key = s.record_key where s.work_key in $many',
    workKeys,
  );
  const recordsByWork = new Map<number, ImportedWork[]>();
  for (const { work_key, payload } of rows)
    recordsByWork.set(work_key, [...(recordsByWork.get(work_key) ?? []), importedWork.parse(storedJson(payload))]);
  return recordsByWork;
}
