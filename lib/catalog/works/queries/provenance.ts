import { and, asc, eq, ne } from 'drizzle-orm';
import { type ImportedWork, sources } from '#lib/catalog/sources/model.ts';
import { workKeyOf } from '#lib/catalog/statements/queries/works.ts';
import { isNotSuppressedText, suppressed } from '#lib/catalog/visibility/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources, works, workTitles } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { assertions, type Fact } from '../model/assertions.ts';
import type { WorkView } from '../model/views.ts';
import { viewsByKey } from './works.ts';

/** Maximum number of records read for a work; more records would describe one work only by mistake. */
const maxRecords = 50;

/** Returns whether a suppressed person is an author of a work. Notes about the work are then hidden, because they may name that person. */
export async function hasSuppressedAuthor(reader: Reader, workId: string): Promise<boolean> {
  const rows = await reader
    .select({ key: authors.key })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(works.id, workId), suppressed()))
    .limit(1);
  return rows.length > 0;
}

const withoutNote = ({ evidence, ...record }: ImportedWork): ImportedWork =>
  evidence?.url ? { ...record, evidence: { url: evidence.url } } : record;

/** Returns the facts of a work by its public id, from the latest version of each of its records. */
export async function factsOfWork(reader: Reader, id: string): Promise<Fact[]> {
  const key = await workKeyOf(reader, id);
  if (key === null) return [];
  const rows = await reader
    .select({ payload: sourceRecords.payload, source: sourceRecords.source, observedAt: sourceRecords.observedAt })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(eq(workSources.workKey, key))
    .orderBy(asc(workSources.source), asc(workSources.recordId))
    .limit(maxRecords);
  const assertedRecords = rows.flatMap(({ payload, source, observedAt }) =>
    source in sources ? [{ record: payload as ImportedWork, observedAt }] : [],
  );
  const areNotesHidden = assertedRecords.some(({ record }) => record.evidence?.note) && (await hasSuppressedAuthor(reader, id));
  return assertions(
    areNotesHidden ? assertedRecords.map(({ record, observedAt }) => ({ record: withoutNote(record), observedAt })) : assertedRecords,
  );
}

const maxSameTitles = 200;

const sharedAuthorQuery = `select distinct b.work_key from authorships b
  join authorships a on a.work_key = ? and a.author_key = b.author_key and a.state <> 'not_mine'
  join authors p on p.key = b.author_key and ${isNotSuppressedText('p')}
  where b.work_key in $many and b.state <> 'not_mine' order by b.work_key limit 12`;

async function keysOfSameTitle(reader: Reader, key: number): Promise<number[]> {
  const { workKey, titleKey } = workTitles;
  const [title] = await reader.select({ titleKey }).from(workTitles).where(eq(workKey, key));
  if (!title) return [];
  const isSame = and(eq(titleKey, title.titleKey), ne(workKey, key));
  const rows = await reader.select({ workKey }).from(workTitles).where(isSame).orderBy(asc(workKey)).limit(maxSameTitles);
  return rows.map((row) => row.workKey);
}

/**
 * Returns other works with the same folded title that share an author with this one. Titles are compared first, because few works match.
 */
export async function otherVersions(reader: Reader, id: string): Promise<WorkView[]> {
  const key = await workKeyOf(reader, id);
  const keys = key === null ? [] : await keysOfSameTitle(reader, key);
  if (keys.length === 0) return [];
  const rows = await reader.query<{ work_key: number }>(sharedAuthorQuery, keys, [key]);
  const versionKeys = rows.map(({ work_key }) => work_key);
  const views = await viewsByKey(reader, versionKeys, null, 1);
  return [...views.values()].sort((a, b) => ((b.date ?? `${b.year ?? ''}`) < (a.date ?? `${a.year ?? ''}`) ? -1 : 1));
}

/** Counts how the names of a work were resolved to records, by source and rule. */
export async function resolutionsOf(reader: Reader, id: string): Promise<{ source: string; rule: string; names: number }[]> {
  const key = await workKeyOf(reader, id);
  const rows = await reader.query<{ source: string; rule: string; names: number | string }>(
    `select a.source, a.resolved_by as rule, count(*) as names from authorships a
     join authors p on p.key = a.author_key and ${isNotSuppressedText('p')}
     where a.work_key = ? group by a.source, a.resolved_by order by count(*) desc, a.source, a.resolved_by`,
    [],
    [key ?? 0],
  );
  return rows.map((row) => ({ ...row, names: Number(row.names) }));
}
