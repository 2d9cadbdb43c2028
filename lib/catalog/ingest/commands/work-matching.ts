import { type ImportedWork, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { mayBeOneWork, sharedIdentity, titleKey } from '#lib/catalog/works/model/same-work.ts';
import { effectiveRecords } from '#lib/catalog/works/model/source-precedence.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import type { NewVersion } from './versions.ts';

/** A work after a page of an import: all records that describe it, and the new ones among them. */
export interface Target {
  /** Null for a new work until it is stored. */
  key: number | null;
  fresh: NewVersion<ImportedWork>[];
  records: ImportedWork[];
}

/** Existing works that a work to be added may be: the one with the same identifier, or those with the same title. */
export interface LikelyWorks {
  same: number | null;
  alike: number[];
}

/** Returns the existing works that each given work may be, in the same order. */
export async function likelyWorks(reader: Reader, described: readonly ImportedWork[]): Promise<LikelyWorks[]> {
  const versions = described.map((record): NewVersion<ImportedWork> => ({ record, hash: '', recordKey: 0, subjectKey: null }));
  const found = await candidates(reader, versions);
  const records = await recordsOf(reader, [...new Set([...found.values()].flat())]);
  return versions.map((version) => {
    const keys = [...new Set(found.get(version) ?? [])];
    const same = keys.find((key) => sharedIdentity(version.record, records.get(key) ?? [])) ?? null;
    const title = titleKey(version.record);
    const isAlike = (key: number) => (records.get(key) ?? []).some((record) => title !== undefined && titleKey(record) === title);
    return { same, alike: same === null ? keys.filter(isAlike) : [] };
  });
}

const identities = ['doi', 'arxiv', 'acl'] as const;

/**
 * Finds the work that each record describes: the work of an earlier version; otherwise one that shares an identifier or is named by
 * `sameAs`; otherwise one of another source with the same long title (see `mayBeOneWork`); otherwise a new work.
 */
export async function matchWorks(tx: Writer, fresh: NewVersion<ImportedWork>[]): Promise<Target[]> {
  const found = await candidates(tx, fresh);
  const records = await recordsOf(tx, [...new Set([...found.values()].flat())]);
  const targets = new Map<number, Target>();
  const made = new Made();
  const target = (key: number): Target => {
    const known = targets.get(key) ?? { key, fresh: [], records: [...(records.get(key) ?? [])] };
    targets.set(key, known);
    return known;
  };
  for (const version of fresh) {
    const keys = found.get(version) ?? [];
    const key = version.subjectKey ?? keys.find((each) => describes(version.record, target(each).records));
    const into = key === undefined ? (made.like(version.record) ?? made.add()) : target(key);
    into.records = [...into.records.filter((record) => !isSame(record, version.record)), version.record];
    into.fresh.push(version);
    if (key === undefined) made.note(into, version.record);
  }
  return [...targets.values().filter((each) => each.fresh.length > 0), ...made.all];
}

const isSame = (one: ImportedWork, other: ImportedWork): boolean => one.source === other.source && one.recordId === other.recordId;

/**
 * True if a record describes a work. An owner's entry may contain identifiers of several works: once a source describes one of them, the
 * entry no longer matches others.
 */
function describes(record: ImportedWork, all: readonly ImportedWork[]): boolean {
  const known = effectiveRecords(all);
  return (
    known.some((other) => record.sameAs?.source === other.source && record.sameAs.recordId === other.recordId) ||
    sharedIdentity(record, known) ||
    mayBeOneWork(record, known)
  );
}

/** Works that this page creates; a later record of the page may describe one of them. */
class Made {
  readonly all: Target[] = [];
  private readonly byIdentity = new Map<string, Target>();

  like(record: ImportedWork): Target | undefined {
    for (const { scheme, value } of record.identifiers) {
      const known = this.byIdentity.get(`${scheme}:${value}`);
      if (known && sharedIdentity(record, known.records)) return known;
    }
    return record.sameAs && this.byIdentity.get(`record:${record.sameAs.source}:${record.sameAs.recordId}`);
  }

  add(): Target {
    const target: Target = { key: null, fresh: [], records: [] };
    this.all.push(target);
    return target;
  }

  note(target: Target, record: ImportedWork): void {
    for (const { scheme, value } of record.identifiers) {
      const place = `${scheme}:${value}`;
      if (!this.byIdentity.has(place)) this.byIdentity.set(place, target);
    }
    this.byIdentity.set(`record:${record.source}:${record.recordId}`, target);
  }
}

/** Returns the keys of works that each record may describe, most certain first. */
async function candidates(tx: Reader, fresh: NewVersion<ImportedWork>[]): Promise<Map<NewVersion<ImportedWork>, number[]>> {
  const found = new Map<NewVersion<ImportedWork>, number[]>();
  const add = (version: NewVersion<ImportedWork>, keys: readonly number[] | undefined): void => {
    if (keys) found.set(version, [...(found.get(version) ?? []), ...keys]);
  };
  const open = fresh.filter((version) => {
    if (version.subjectKey !== null) found.set(version, [version.subjectKey]);
    return version.subjectKey === null;
  });
  for (const scheme of identities) {
    const valuesOf = ({ record }: NewVersion<ImportedWork>) =>
      record.identifiers.filter((each) => each.scheme === scheme).map(({ value }) => value);
    const byValue = await worksBy(
      tx,
      'select value as name, work_key from work_identifiers where scheme = ? and value in $many',
      open.flatMap(valuesOf),
      [scheme],
    );
    for (const version of open) for (const value of valuesOf(version)) add(version, byValue.get(value));
  }
  for (const [source, versions] of Map.groupBy(
    open.filter(({ record }) => record.sameAs),
    ({ record }) => record.sameAs?.source as SourceId,
  )) {
    const ids = versions.map(({ record }) => record.sameAs?.recordId ?? '');
    const byId = await worksBy(tx, 'select record_id as name, work_key from work_sources where source = ? and record_id in $many', ids, [
      source,
    ]);
    for (const version of versions) add(version, byId.get(version.record.sameAs?.recordId ?? ''));
  }
  const titles = open.map(({ record }) => titleKey(record) ?? '');
  const byTitle = await worksBy(
    tx,
    'select title_key as name, work_key from work_titles where title_key in $many',
    titles.filter((title) => title !== ''),
  );
  for (const [at, version] of open.entries()) add(version, byTitle.get(titles[at] ?? ''));
  return found;
}

async function worksBy(tx: Reader, text: string, many: string[], args: unknown[] = []): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  if (many.length === 0) return found;
  const rows = await tx.query<{ name: string; work_key: number }>(text, many, args);
  rows.sort((a, b) => a.work_key - b.work_key);
  for (const { name, work_key } of rows) found.set(name, [...(found.get(name) ?? []), work_key]);
  return found;
}

/** Returns the current records that describe works, by work key. */
export async function recordsOf(tx: Reader, workKeys: number[]): Promise<Map<number, ImportedWork[]>> {
  if (workKeys.length === 0) return new Map();
  const rows = await tx.query<{ work_key: number; payload: unknown }>(
    'select s.work_key, r.payload from work_sources s join source_records r on r.key = s.record_key where s.work_key in $many',
    workKeys,
  );
  const parsed = (payload: unknown) => importedWork.parse(typeof payload === 'string' ? JSON.parse(payload) : payload);
  const found = new Map<number, ImportedWork[]>();
  for (const { work_key, payload } of rows) found.set(work_key, [...(found.get(work_key) ?? []), parsed(payload)]);
  return found;
}
