import { and, eq, inArray } from 'drizzle-orm';
import { authenticatingSources } from '#lib/catalog/sources/model.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { containsText } from '#lib/platform/db/table-lifecycle.ts';
import { entryBeside } from './printed-names.ts';

/**
 * Whether a source that takes iDs from the authors themselves states an iD beside the record's name on one of its works. An iD that an
 * aggregator has inferred does not count.
 */
export async function isOrcidStatedBySource(reader: Reader, authorKey: number, orcid: string): Promise<boolean> {
  const rows = await reader
    .select({ name: authorships.nameAsWritten, payload: sourceRecords.payload })
    .from(authorships)
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(
      and(
        ...[inArray(workSources.source, [...authenticatingSources]), eq(authorships.authorKey, authorKey)],
        containsText(sourceRecords.payload, orcid),
      ),
    );
  return rows.some((row) => entryBeside(row)?.orcid === orcid);
}
