import { type ImportedWork, type SourceId, sources } from '#lib/catalog/sources/model.ts';

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type SourceRecord = Pick<ImportedWork, 'source' | 'recordId'>;

/** The rank of a source, lower first (lib/catalog/sources/model.ts); one that is no longer known comes last. */
const rankOf = ({ source }: SourceRecord): number => sources[source]?.rank ?? Number.MAX_SAFE_INTEGER;

/** The order of precedence: the source's rank (registries, publishers, aggregators, owners), then ids, so that it never depends on arrival. */
export const byPrecedence = (a: SourceRecord, b: SourceRecord): number =>
  rankOf(a) - rankOf(b) || compare(a.source, b.source) || compare(a.recordId, b.recordId);

const notDescribing: readonly SourceId[] = ['owner', 'correction', 'peergraph'];
const elsewhere: SourceId = 'research-object';

/**
 * The records that say what a work is. An owner is heard only where no other source describes the work, and there the one who added it first:
 * nobody rewrites works of others, and a source that comes later goes before. The same holds of research objects, which go before owners.
 */
export function heard(records: readonly ImportedWork[]): readonly ImportedWork[] {
  if (!records.some(({ source }) => source === 'owner' || source === elsewhere)) return records;
  const described = records.filter(({ source }) => !notDescribing.includes(source));
  const isRegistered = described.some(({ source }) => source !== elsewhere);
  const owners = records.filter(({ source }) => source === 'owner').toSorted(byPrecedence);
  const first = owners.find(({ title, authors }) => title !== null || authors.length > 0) ?? owners[0];
  return records.filter((record) => {
    if (record.source === elsewhere) return !isRegistered;
    return record.source !== 'owner' || (described.length === 0 && record === first);
  });
}
