import { and, eq, inArray } from 'drizzle-orm';
import { indexDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import type { SourceId } from '#lib/catalog/sources/model.ts';
import { type ResolvedWork, resolveWork, toStoredDetails, toStoredText } from '#lib/catalog/works/model/resolve.ts';
import { titleKey } from '#lib/catalog/works/model/same-work.ts';
import { now } from '#lib/platform/clock.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { workIdentifiers, workSources, works, workTitles } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { selectRecordsOfWorks, type TargetWork } from './work-matching.ts';

/** A target with the data that its page will show. */
export interface ResolvedTarget {
  target: TargetWork;
  work: ResolvedWork;
}

function displayColumnsOf(work: ResolvedWork, volumeKey: number | null, at: Date) {
  const title = toStoredText(work.title);
  const abstract = toStoredText(work.abstract?.text ?? null);
  const { type, year, date, venue, language, doi, url, category, code, authors, isVolume } = work;
  return {
    ...{ title: title.plain, titleTree: title.tree, abstract: abstract.plain, abstractTree: abstract.tree },
    ...{ abstractSource: work.abstract?.source ?? null, type, year, date, venue, language, doi, url, category },
    ...{ details: toStoredDetails(work), isVolume, volumeKey },
    ...{ codeState: code?.state ?? null, codeUrl: code?.url ?? null, codeEvidence: code?.evidence ?? null, retracted: work.retracted },
    ...{ authorsCount: authors.names.length, authorsComplete: authors.complete },
    ...{ sources: work.sources, conflicts: work.conflicts, indicators: work.indicators, updatedAt: at },
  };
}

type DisplayColumns = ReturnType<typeof displayColumnsOf>;

const selectIds = (tx: Writer) =>
  tx
    .select(columnsOf(works, 'key', 'id'))
    .from(works)
    .where(isInList(works.key, 'keys'))
    .prepare();

/**
 * Writes the display fields of works, and assigns keys and ids to new ones. New works are inserted by themselves: no page can depend on
 * their keys (docs/decisions/0039-page-cache-invalidation.md).
 */
export async function writeWorks(tx: Writer, page: readonly ResolvedTarget[]): Promise<void> {
  const at = now();
  const existing = page.filter(({ target }) => target.key !== null);
  const ids = new Map<number, string>();
  if (existing.length > 0) {
    const keys = existing.map(({ target }) => target.key ?? 0);
    for (const { key, id } of await tx.prepared(selectIds, { keys: encodeList(keys) })) ids.set(key, id);
  }
  const targetsById = new Map<string, TargetWork>();
  const volumes = await selectVolumes(tx, page);
  const rowOf = (id: string, { target, work }: ResolvedTarget) => {
    targetsById.set(id, target);
    return { id, createdAt: at, ...displayColumnsOf(work, volumes.get(work) ?? null, at) };
  };
  const idOf = ({ target }: ResolvedTarget): string | undefined => (target.key === null ? undefined : ids.get(target.key));
  const newRows = page.filter((each) => idOf(each) === undefined).map((each) => rowOf(newId(), each));
  const changedRows = page.flatMap((each) => {
    const id = idOf(each);
    return id === undefined ? [] : [rowOf(id, each)];
  });
  const update = Object.keys(changedRows[0] ?? {}).filter((name) => name !== 'id' && name !== 'createdAt') as (keyof DisplayColumns)[];
  const writtenRows = [
    ...(await tx.bulkInsert(works, newRows, { returning: ['key', 'id'] })),
    ...(await tx.bulkInsert(works, changedRows, {
      onConflict: { target: ['id'], set: { revision: 'works.revision + 1' }, update, differing: update },
      returning: ['key', 'id'],
    })),
  ];
  for (const { key, id } of writtenRows) {
    const target = targetsById.get(id);
    if (target) target.key = key;
  }
}

/** Returns the keys of the volumes that contain works. */
async function selectVolumes(tx: Writer, page: readonly ResolvedTarget[]): Promise<Map<ResolvedWork, number>> {
  const keys = new Map<ResolvedWork, number>();
  const contained = page.flatMap(({ work }) => (work.partOf ? { work, ...work.partOf } : []));
  for (const [source, parts] of Map.groupBy(contained, (part) => part.source)) {
    const ids = [...new Set(parts.map(({ recordId }) => recordId))];
    const isVolume = and(eq(workSources.source, source), inArray(workSources.recordId, ids));
    const rows = await tx
      .select(columnsOf(workSources, 'recordId', 'workKey'))
      .from(workSources)
      .where(isVolume);
    const keysById = new Map(rows.map(({ recordId, workKey }) => [recordId, workKey]));
    for (const { work, recordId } of parts) {
      const key = keysById.get(recordId);
      if (key !== undefined) keys.set(work, key);
    }
  }
  return keys;
}

/** Writes the data by which works are found: source records, identifiers, folded titles and search documents. */
export async function writeWorkLookups(
  tx: Writer,
  { source, checkedAt, inputKeys }: { source: SourceId; checkedAt: Date; inputKeys?: ReadonlyMap<string, number> | undefined },
  page: readonly ResolvedTarget[],
  known: ReadonlySet<TargetWork>,
): Promise<void> {
  const sourceRows = (isFirst: boolean) =>
    page.flatMap(({ target: { key, newVersions } }) =>
      newVersions
        .filter((version) => version.isFirst === isFirst)
        .map(({ record: { recordId }, recordKey, hash }) => {
          return {
            source,
            recordId,
            workKey: key ?? 0,
            recordKey,
            contentHash: hash,
            checkedAt,
            inputKey: inputKeys?.get(recordId) ?? null,
          };
        }),
    );
  await tx.bulkInsert(workSources, sourceRows(true));
  await tx.bulkInsert(workSources, sourceRows(false), {
    onConflict: {
      target: ['source', 'recordId'],
      update: ['workKey', 'recordKey', 'contentHash', 'checkedAt', ...(inputKeys ? ['inputKey' as const] : [])],
    },
  });
  const existingKeys = [...known].map(({ key }) => key ?? 0);
  if (existingKeys.length > 0) {
    await tx.delete(workIdentifiers).where(inArray(workIdentifiers.workKey, existingKeys));
    await tx.delete(workTitles).where(inArray(workTitles.workKey, existingKeys));
  }
  const identifierRows = page.flatMap(({ target, work }) =>
    work.identifiers.map(({ scheme, value }) => ({ scheme, value, workKey: target.key ?? 0 })),
  );
  await tx.bulkInsert(workIdentifiers, identifierRows, { onConflict: 'ignore' });
  const titleRows = page.flatMap(({ target, work }) => {
    const key = titleKey(work);
    return key === undefined || work.isVolume ? [] : [{ workKey: target.key ?? 0, titleKey: key }];
  });
  await tx.bulkInsert(workTitles, titleRows);
  await indexDocuments(tx, page.filter(({ work }) => !work.isVolume).map(documentOf));
}

/** Returns the search document of a work: title; then names, venue and abstract, except an abstract generated by this instance. */
function documentOf({ target, work }: ResolvedTarget): SearchDocument {
  const names = work.authors.names.map(({ name }) => name).join(', ');
  const abstract = work.abstract && work.abstract.source !== 'peergraph' ? toStoredText(work.abstract.text).plain : null;
  const contributors = work.contributors.map(({ name }) => name.name).join(', ');
  const body = [names, work.details.subtitle, contributors, work.venue, abstract].filter((text) => text).join('\n');
  return { kind: 'work', subjectKey: target.key ?? 0, importance: work.year ?? 0, title: toStoredText(work.title).plain ?? '', body };
}

/** Rewrites the search documents of some works from their current records, for example after a name was unhidden. */
export async function reindexWorks(tx: Writer, workKeys: number[]): Promise<void> {
  const records = await selectRecordsOfWorks(tx, workKeys);
  const resolved = [...records].map(([key, workRecords]) => ({
    target: { key, newVersions: [], records: workRecords },
    work: resolveWork(workRecords),
  }));
  await indexDocuments(tx, resolved.filter(({ work }) => !work.isVolume).map(documentOf));
}
