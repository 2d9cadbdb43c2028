import { and, inArray } from 'drizzle-orm';
import { indexDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import type { SourceId } from '#lib/catalog/sources/model.ts';
import { type ResolvedWork, resolveWork, toStoredText } from '#lib/catalog/works/model/resolve.ts';
import { titleKey } from '#lib/catalog/works/model/same-work.ts';
import { now } from '#lib/platform/clock.ts';
import { workIdentifiers } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { selectRecordsOfWorks, type TargetWork } from './work-matching.ts';

/** A target with the data that its page will show. */
export interface ResolvedTarget {
  target: TargetWork;
  work: ResolvedWork;
}

const displayColumns = (
  'title title_tree abstract abstract_tree abstract_source type year date venue volume pages publisher language doi url category ' +
  'code_state code_url code_evidence retracted authors_count authors_complete sources conflicts indicators updated_at'
).split(' ');

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

function columnValuesOf(work: ResolvedWork, at: Date): unknown[] {
  const title = toStoredText(work.title);
  const abstract = toStoredText(work.abstract?.text ?? null);
  const { code, authors } = work;
  return [
    ...[
      title.plain,
      toJson(title.tree),
      abstract.plain,
      toJson(abstract.tree),
      work.abstract?.source ?? null,
      work.type,
      work.year,
      work.date,
    ],
    ...[work.venue, work.volume, work.pages, work.publisher, work.language, work.doi, work.url, work.category],
    ...[code?.state ?? null, code?.url ?? null, code?.evidence ?? null, work.retracted, authors.names.length, authors.complete],
    ...[toJson(work.sources), toJson(work.conflicts), toJson(work.indicators), at],
  ];
}

/** Writes the display fields of works, and assigns keys and ids to new ones. */
export async function writeWorks(tx: Writer, page: readonly ResolvedTarget[]): Promise<void> {
  const at = now();
  const existing = page.filter(({ target }) => target.key !== null);
  const ids = new Map<number, string>();
  if (existing.length > 0) {
    const rows = await tx.query<{ key: number; id: string }>(
      'select key, id from works where key in $many',
      existing.map(({ target }) => target.key ?? 0),
    );
    for (const { key, id } of rows) ids.set(key, id);
  }
  const targetsById = new Map<string, TargetWork>();
  const rows = page.map(({ target, work }) => {
    const id = (target.key === null ? undefined : ids.get(target.key)) ?? newId();
    targetsById.set(id, target);
    return [id, ...columnValuesOf(work, at), at];
  });
  const writtenRows = await tx.bulkInsert<{ key: number; id: string }>({
    table: 'works',
    columns: ['id', ...displayColumns, 'created_at'],
    rows,
    onConflict: `on conflict (id) do update set revision = works.revision + 1, ${displayColumns.map((field) => `${field} = excluded.${field}`).join(', ')}`,
    returning: ['key', 'id'],
  });
  for (const { key, id } of writtenRows) {
    const target = targetsById.get(id);
    if (target) target.key = key;
  }
}

/** Writes the data by which works are found: source records, identifiers, folded titles and search documents. */
export async function writeWorkLookups(
  tx: Writer,
  source: SourceId,
  page: readonly ResolvedTarget[],
  known: ReadonlySet<TargetWork>,
  checkedAt: Date,
): Promise<void> {
  await tx.bulkInsert({
    table: 'work_sources',
    columns: ['source', 'record_id', 'work_key', 'record_key', 'content_hash', 'checked_at'],
    rows: page.flatMap(({ target }) =>
      target.newVersions.map(({ record, recordKey, hash }) => [source, record.recordId, target.key, recordKey, hash, checkedAt]),
    ),
    onConflict:
      'on conflict (source, record_id) do update set work_key = excluded.work_key, record_key = excluded.record_key, content_hash = excluded.content_hash, checked_at = excluded.checked_at',
  });
  const existingKeys = [...known].map(({ key }) => key ?? 0);
  if (existingKeys.length > 0) await tx.delete(workIdentifiers).where(and(inArray(workIdentifiers.workKey, existingKeys)));
  await tx.bulkInsert({
    table: 'work_identifiers',
    columns: ['scheme', 'value', 'work_key'],
    rows: page.flatMap(({ target, work }) => work.identifiers.map(({ scheme, value }) => [scheme, value, target.key])),
    onConflict: 'on conflict do nothing',
  });
  await tx.bulkInsert({
    table: 'work_titles',
    columns: ['work_key', 'title_key'],
    rows: page.flatMap(({ target, work }) => {
      const key = titleKey(work);
      return key === undefined ? [] : [[target.key, key]];
    }),
    onConflict: 'on conflict (work_key) do update set title_key = excluded.title_key',
  });
  await indexDocuments(tx, page.map(documentOf));
}

/** Returns the search document of a work: title; then names, venue and abstract, except an abstract generated by this instance. */
function documentOf({ target, work }: ResolvedTarget): SearchDocument {
  const names = work.authors.names.map(({ name }) => name).join(', ');
  const abstract = work.abstract && work.abstract.source !== 'peergraph' ? toStoredText(work.abstract.text).plain : null;
  const body = [names, work.venue, abstract].filter((text) => text).join('\n');
  return { kind: 'work', subjectKey: target.key ?? 0, importance: work.year ?? 0, title: toStoredText(work.title).plain ?? '', body };
}

/** Rewrites the search documents of some works from their current records, for example after a name was unhidden. */
export async function reindexWorks(tx: Writer, workKeys: number[]): Promise<void> {
  const records = await selectRecordsOfWorks(tx, workKeys);
  const resolved = [...records].map(([key, workRecords]) => ({
    target: { key, newVersions: [], records: workRecords },
    work: resolveWork(workRecords),
  }));
  await indexDocuments(tx, resolved.map(documentOf));
}
