import { type ImportedWork, type SourceId, sources } from '#lib/catalog/sources/model.ts';

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type SourceRecord = Pick<ImportedWork, 'source' | 'recordId'>;

/** Returns the rank of a source, lower first (lib/catalog/sources/model.ts); an unknown source comes last. */
const rankOf = ({ source }: SourceRecord): number => sources[source]?.rank ?? Number.MAX_SAFE_INTEGER;

/**
 * Orders records by the source's rank (registries, publishers, aggregators, owners), then by ids, so that the order of arrival does not
 * matter.
 */
export const byPrecedence = (a: SourceRecord, b: SourceRecord): number =>
  rankOf(a) - rankOf(b) || compareText(a.source, b.source) || compareText(a.recordId, b.recordId);

const instanceSources: readonly SourceId[] = ['owner', 'correction', 'peergraph'];
/** True if a source describes works independently of statements and corrections by people on this instance. */
export const isDescribing = (source: SourceId): boolean => !instanceSources.includes(source);
const researchObjectSource: SourceId = 'research-object';

/**
 * Returns the records that determine a work. Owners' entries count only if no other source describes the work, and then only the earliest:
 * nobody can rewrite the works of others, and a later source takes precedence. The same applies to research objects, which precede owners.
 */
export function effectiveRecords(records: readonly ImportedWork[]): readonly ImportedWork[] {
  if (!records.some(({ source }) => source === 'owner' || source === researchObjectSource)) return records;
  const describing = records.filter(({ source }) => isDescribing(source));
  const hasOtherSource = describing.some(({ source }) => source !== researchObjectSource);
  const owners = records.filter(({ source }) => source === 'owner').toSorted(byPrecedence);
  const effectiveEntry = owners.find(({ title, authors }) => title !== null || authors.length > 0) ?? owners[0];
  return records.filter((record) => {
    if (record.source === researchObjectSource) return !hasOtherSource;
    return record.source !== 'owner' || (describing.length === 0 && record === effectiveEntry);
  });
}
