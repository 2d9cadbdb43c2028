import { and, asc, desc, eq } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { type ImportedAuthor, sourceLabel } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { levelNames } from '#lib/catalog/trust/model/snapshot.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import { pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { changesBetweenValues, maxRecordChanges, newestChanges, type RecordChange, type ShownValue } from '../model/record-changes.ts';

/** Returns the changes of names, affiliation and trust of a record, newest first, without what its owner hides. */
export async function changesOfRecord(reader: Reader, author: AuthorRow): Promise<RecordChange[]> {
  const { privacy } = author;
  const parts = await Promise.all([
    isHidden(privacy, 'affiliations') ? [] : affiliationChanges(reader, author),
    isHidden(privacy, 'names') ? [] : nameChanges(reader, author),
    trustChanges(reader, author.key),
  ]);
  return newestChanges(parts.flat());
}

async function affiliationChanges(reader: Reader, { key, affiliation }: AuthorRow): Promise<RecordChange[]> {
  const { authorKey, until } = pastAffiliations;
  const rows = await reader.select().from(pastAffiliations).where(eq(authorKey, key)).orderBy(desc(until)).limit(maxRecordChanges);
  const past = rows
    .reverse()
    .map((row): ShownValue => ({ until: row.until, text: row.name, source: row.source === null ? null : sourceLabel(row.source) }));
  const current: ShownValue = { until: null, text: affiliation?.name ?? null, source: affiliation && sourceLabel(affiliation.source) };
  return changesBetweenValues('affiliation', [...past, current]);
}

/**
 * Returns the changes of the name on the pages of each source, and the start of the owner's name. Names that an owner has withdrawn are not
 * shown.
 */
async function nameChanges(reader: Reader, author: AuthorRow): Promise<RecordChange[]> {
  const stated = (await readPublicStatements(reader, author))?.name;
  const ownChanges: RecordChange[] = stated?.isShown
    ? [
        {
          id: `name/owner/${stated.since.getTime()}`,
          field: 'name',
          at: stated.since,
          source: sourceLabel('owner'),
          before: author.sourceName,
          after: stated.text,
        },
      ]
    : [];
  const { source, kind, recordId, version, observedAt, payload } = sourceRecords;
  const rows = await reader
    .select({ source, recordId, observedAt, payload })
    .from(authorSources)
    .innerJoin(sourceRecords, and(eq(source, authorSources.source), eq(recordId, authorSources.recordId), eq(kind, 'author')))
    .where(eq(authorSources.authorKey, author.key))
    .orderBy(asc(source), asc(recordId), asc(version))
    .limit(maxRecordChanges);
  const versionLists = [...Map.groupBy(rows, (row) => `${row.source} ${row.recordId}`).values()];
  const sourceChanges = versionLists.flatMap((versions) =>
    changesBetweenValues(
      'name',
      versions.map(
        (row, index): ShownValue => ({
          until: versions[index + 1]?.observedAt ?? null,
          text: (row.payload as ImportedAuthor).name,
          source: sourceLabel(row.source),
        }),
      ),
    ).map((change) => ({ ...change, id: `${change.id}/${change.source?.id}` })),
  );
  return [...ownChanges, ...sourceChanges];
}

async function trustChanges(reader: Reader, authorKey: number): Promise<RecordChange[]> {
  const { computedAt, points, level, number } = trustSnapshots;
  const isOfAuthor = eq(trustSnapshots.authorKey, authorKey);
  const rows = await reader
    .select({ computedAt, points, level })
    .from(trustSnapshots)
    .where(isOfAuthor)
    .orderBy(desc(number))
    .limit(maxRecordChanges);
  const snapshots = rows.reverse();
  const textOf = (row: (typeof rows)[number]) => `${row.points} points, L${row.level} ${levelNames[row.level] ?? levelNames[0]}`;
  return changesBetweenValues(
    'trust',
    snapshots.map((row, index): ShownValue => ({ until: snapshots[index + 1]?.computedAt ?? null, text: textOf(row), source: null })),
  );
}
