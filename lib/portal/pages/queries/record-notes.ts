import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { type SourceId, sources } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { type CorrectedValueNotes, isEffective, type RecordField } from '#lib/governance/corrections/model.ts';
import { sourcedValue } from '#lib/governance/corrections/queries/records.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { organisations } from '#lib/platform/db/schema/contexts.ts';
import { authorships, workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { AuthorSourcesView } from '../model/author-sources.ts';
import { type CorrectedRecord, type IdentifyingWork, recordNotes } from '../model/record-notes.ts';
import { sourcesOfAuthor } from './author-sources.ts';

/**
 * Returns upstream notes about a record's accepted corrections that the page shows. Fields that the owner hides are excluded, and fields
 * for which the owner's own statement takes precedence.
 * @param url absolute URL of the record page
 */
export async function recordNotesOf(
  reader: Reader,
  author: AuthorRow,
  url: string,
): Promise<{ name: string; notes: CorrectedValueNotes[] }> {
  const view = await sourcesOfAuthor(reader, author);
  const shownValues: Record<RecordField, string> = { name: view.name, affiliation: view.affiliation?.name ?? '' };
  const effective = view.corrections.filter(({ state }) => isEffective(state));
  const notes: CorrectedValueNotes[] = [];
  for (const { id, field: anyField, evidenceUrl, note, ...corrections } of effective) {
    const field = anyField as RecordField;
    const value = shownValues[field];
    if (corrections.value !== value) continue;
    const disputedValue = isHidden(author.privacy, 'names') && field === 'name' ? null : await sourcedValue(reader, author, field);
    const corrected: CorrectedRecord = {
      ...{ field, value, wrong: disputedValue, evidence: { url: evidenceUrl, note, decidedOn: url } },
      record: { name: view.name, url, orcid: view.orcid?.id ?? null },
      works: (await worksOf(reader, author.key, undefined, 5)).map(({ work }) => work),
      stating: disputedValue === null ? [] : await sourcesStating(reader, author.key, { view, field, wrong: disputedValue }),
      isUnregistered: field === 'affiliation' && value !== '' && (await isUnregistered(reader, value)),
    };
    notes.push({ id, field, value, notes: recordNotes(corrected) });
  }
  return { name: view.name, notes };
}

interface WrongValue {
  view: AuthorSourcesView;
  field: RecordField;
  wrong: string;
}

/** Returns the sources that state the wrong value, with their pages and works that contain it. */
async function sourcesStating(
  reader: Reader,
  key: number,
  { view, field, wrong }: WrongValue,
): Promise<CorrectedRecord['stating'][number][]> {
  const column = field === 'name' ? authorships.nameAsWritten : authorships.affiliation;
  const onWorks = Map.groupBy(await worksOf(reader, key, eq(column, wrong), 20), (each) =>
    field === 'name' ? each.source : each.placedBy,
  );
  return view.sources.flatMap(({ source: { id }, pages }) => {
    const wrongPages = pages.filter((page) => page[field] === wrong);
    const wrongWorks = onWorks.get(id) ?? [];
    return id in sources && wrongPages.length + wrongWorks.length > 0
      ? [{ source: id as SourceId, pages: wrongPages.flatMap(({ href }) => href ?? []), works: wrongWorks.map(({ work }) => work) }]
      : [];
  });
}

interface SignedWork {
  source: string;
  /** Source that states the affiliation. */
  placedBy: string;
  work: IdentifyingWork;
}

/** Returns the newest works of a record, optionally only those that match a condition. */
async function worksOf(reader: Reader, authorKey: number, condition: SQL | undefined, limit: number): Promise<SignedWork[]> {
  const { source, affiliationSource, sortDate, state, workKey } = authorships;
  const placedBy = sql<string>`coalesce(${affiliationSource}, ${source})`;
  const rows = await reader
    .select({ key: works.key, title: works.title, source, placedBy })
    .from(authorships)
    .innerJoin(works, eq(works.key, workKey))
    .where(and(eq(authorships.authorKey, authorKey), ne(state, 'not_mine'), condition))
    .orderBy(desc(sortDate), desc(workKey))
    .limit(limit);
  const keys = rows.map(({ key }) => key);
  const identifierRows = keys.length === 0 ? [] : await reader.select().from(workIdentifiers).where(inArray(workIdentifiers.workKey, keys));
  const byWork = Map.groupBy(identifierRows, (each) => each.workKey);
  return rows.map(({ key, title, ...said }) => ({
    ...{ source: said.source, placedBy: said.placedBy },
    work: { title, identifiers: (byWork.get(key) ?? []).map(({ scheme, value }) => ({ scheme, value })) },
  }));
}

/** Returns whether the registry of organisations is imported and matches no organisation in an affiliation. */
const isUnregistered = async (reader: Reader, affiliation: string): Promise<boolean> =>
  (await hasRow(reader, organisations, undefined)) && (await rorIdsOf(reader, [affiliation])).size === 0;
