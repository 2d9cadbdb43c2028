import { authenticatingSources } from '#lib/catalog/sources/model.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { entryBeside } from './printed-names.ts';

/**
 * Whether a source that takes iDs from the authors themselves states an iD beside the record's name on one of its works. An iD that an
 * aggregator has inferred does not count.
 */
export async function isOrcidStatedBySource(reader: Reader, authorKey: number, orcid: string): Promise<boolean> {
  const rows = await reader.query<{ name: string; payload: unknown }>(
    `select a.name_as_written as name, r.payload from authorships a join work_sources s on s.work_key = a.work_key
     join source_records r on r.key = s.record_key where s.source in $many and a.author_key = ? and cast(r.payload as text) like ?`,
    [...authenticatingSources],
    [authorKey, `%${orcid}%`],
  );
  return rows.some((row) => entryBeside(row)?.orcid === orcid);
}
