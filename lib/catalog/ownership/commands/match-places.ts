import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { enqueueRefresh, markAuthorsChangedByKey } from '#lib/catalog/authors/commands/mark-changed.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { careerParts, parseCareer } from '#lib/catalog/statements/model/career.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const recordsPerBatch = 500;

/**
 * Matches the organisations that owners state to the current registry, starting after a record id. The statements and their dates stay;
 * affected records are marked as stale.
 * @returns the id of the record after which to continue, or null at the end
 */
export async function matchStatedOrganisations(tx: Writer, after: string): Promise<string | null> {
  const { authorId, field, value } = ownerStatements;
  const isPlace = inArray(field, ['affiliation', ...careerParts]);
  const recordRows = await tx
    .selectDistinct({ authorId })
    .from(ownerStatements)
    .where(and(isPlace, gt(authorId, after)))
    .orderBy(asc(authorId))
    .limit(recordsPerBatch);
  const ids = recordRows.map((each) => each.authorId);
  if (ids.length === 0) return null;
  const rows = await tx
    .select({ authorId, field, value, key: authors.key, affiliation: authors.affiliation })
    .from(ownerStatements)
    .innerJoin(authors, eq(authors.id, authorId))
    .where(and(isPlace, inArray(authorId, ids)));
  const statements = rows.map((row) => ({ ...row, entries: row.field === 'affiliation' ? [] : parseCareer(row.value) }));
  const placeNames = statements.flatMap((row) => (row.field === 'affiliation' ? row.value : row.entries.map(({ place }) => place)));
  const rorIds = await rorIdsOf(tx, placeNames);
  const changedKeys = new Set<number>();
  for (const row of statements) {
    if (row.field === 'affiliation') {
      const { affiliation } = row;
      if (affiliation?.source === 'owner' && affiliation.rorId !== rorIds.get(row.value)) changedKeys.add(row.key);
      continue;
    }
    const matched = JSON.stringify(row.entries.map((entry) => ({ ...entry, rorId: rorIds.get(entry.place) })));
    if (matched === JSON.stringify(row.entries)) continue;
    // Skips a statement that its owner has changed concurrently.
    const isUnchanged = and(eq(authorId, row.authorId), eq(field, row.field), eq(value, row.value));
    await tx.update(ownerStatements).set({ value: matched }).where(isUnchanged);
    changedKeys.add(row.key);
  }
  if (changedKeys.size > 0) {
    await markAuthorsChangedByKey(
      tx,
      [...changedKeys].sort((a, b) => a - b),
    );
    await enqueueRefresh(tx);
  }
  return ids.length < recordsPerBatch ? null : (ids.at(-1) ?? null);
}
