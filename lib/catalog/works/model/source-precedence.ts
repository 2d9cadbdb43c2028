import { type ImportedWork, sources } from '#lib/catalog/sources/model.ts';

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type SourceRecord = Pick<ImportedWork, 'source' | 'recordId'>;

/** The rank of a source, lower first (`sources`); one that is no longer known comes last. */
const rankOf = ({ source }: SourceRecord): number => sources[source]?.rank ?? Number.MAX_SAFE_INTEGER;

/** The order of precedence: the source's rank (owner, registries, publishers, aggregators), then ids, so that it never depends on arrival. */
export const byPrecedence = (a: SourceRecord, b: SourceRecord): number =>
  rankOf(a) - rankOf(b) || compare(a.source, b.source) || compare(a.recordId, b.recordId);
