import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { newestChanges, type RecordChange } from '#lib/catalog/history/model/record-changes.ts';
import { changesOfRecord } from '#lib/catalog/history/queries/record-changes.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { correctionViews } from '#lib/governance/corrections/queries/visible.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/**
 * Returns changes of a record's names, affiliation and trust, newest first. Accepted name corrections are added to what sources and the
 * owner state.
 */
export async function recordChanges(reader: Reader, author: AuthorRow): Promise<RecordChange[]> {
  const changes = await changesOfRecord(reader, author);
  if (isHidden(author.privacy, 'names')) return changes;
  const corrected = (await correctionViews(reader, { ...author, subject: 'author' }, null)).flatMap(
    ({ id, field, decidedAt: at, sourceValue, value }): RecordChange[] =>
      field === 'name' && at
        ? [{ id: `name/correction/${id}`, field: 'name', at, source: sourceLabel('correction'), before: sourceValue, after: value }]
        : [],
  );
  return newestChanges([...changes, ...corrected]);
}
