import { and, eq, inArray, sql } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import {
  hiddenWorksText,
  isHiddenInListsText,
  isNotSuppressedText,
  isSuppressedText,
  suppressed,
  unlisted,
} from '#lib/catalog/visibility/queries.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { hasRow, keysOf } from '#lib/platform/db/rows.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { searchDocuments } from '#lib/platform/db/schema/search.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf, Writer } from '#lib/platform/db/store.ts';
import { additionalTokens, wholeNameKeys } from '#lib/platform/names/name-forms.ts';
import { type DocumentKind, documentNumber, foldForIndex } from '#lib/platform/text/tokenizer.ts';
import { addVocabulary, hasVocabulary, removeVocabulary } from './vocabulary.ts';

/**
 * A search document before folding. `importance`: the year of a work, otherwise the number of works; higher ranks first. `title`: the title
 * of a work, otherwise names, one per line. `body`: further text (of a work: its names on one line, venue, abstract).
 */
export interface SearchDocument {
  kind: DocumentKind;
  subjectKey: number;
  importance: number;
  title: string;
  body: string;
}

const selectByKind = (reader: Reader) => {
  const { number, subjectKey, title, body, kind } = searchDocuments;
  return reader
    .select({ number, subjectKey, title, body })
    .from(searchDocuments)
    .where(and(eq(kind, sql.placeholder('kind')), isInList(subjectKey, 'subjects')))
    .prepare();
};
type DocumentRow = RowsOf<ReturnType<typeof selectByKind>>[number];

const selectDocuments = (reader: Reader, kind: DocumentKind, keys: readonly number[]): Promise<DocumentRow[]> =>
  reader.prepared(selectByKind, { kind, subjects: encodeList(keys) });

/** Writes search documents, one per subject, in the caller's transaction. Unchanged documents are not written. */
export async function indexDocuments(tx: Writer, documents: readonly SearchDocument[]): Promise<void> {
  for (const [kind, kindDocuments] of Map.groupBy(documents, (document) => document.kind)) {
    const keys = kindDocuments.map(({ subjectKey }) => subjectKey);
    const hiddenWorks = kind === 'work' ? await selectHiddenWorks(tx, keys) : new Set<number>();
    if (hiddenWorks.size > 0) await removeDocuments(tx, kind, [...hiddenWorks]);
    const storedBySubject = new Map((await selectDocuments(tx, kind, keys)).map((row) => [row.subjectKey, row]));
    const namesByWork = kind === 'work' ? await selectHiddenNames(tx, keys) : new Map<number, HiddenName[]>();
    const renumberedKeys: number[] = [];
    const replacedRows: DocumentRow[] = [];
    const rows: DocumentRow[] = [];
    for (const document of kindDocuments) {
      if (hiddenWorks.has(document.subjectKey)) continue;
      const row = documentRowOf(document, namesByWork.get(document.subjectKey));
      const storedRow = storedBySubject.get(document.subjectKey);
      if (storedRow?.number === row.number && storedRow.title === row.title && storedRow.body === row.body) continue;
      if (storedRow && storedRow.number !== row.number) renumberedKeys.push(document.subjectKey);
      if (storedRow && (storedRow.title !== row.title || storedRow.body !== row.body)) replacedRows.push(storedRow);
      rows.push(row);
    }
    await deleteDocuments(tx, kind, renumberedKeys);
    await writeDocuments(tx, kind, rows);
    if (!hasVocabulary(kind)) continue;
    await addVocabulary(tx, rows);
    await removeVocabulary(tx, replacedRows);
  }
}

function documentRowOf({ kind, importance, subjectKey, title, body }: SearchDocument, hidden: readonly HiddenName[] = []): DocumentRow {
  const names = title.split('\n');
  const extraTokens = kind === 'author' ? additionalTokens(names) : kind === 'work' ? '' : wholeNameKeys(names);
  const text = replaceHiddenNames(foldForIndex(body), hidden);
  return {
    number: documentNumber(kind, importance, subjectKey),
    subjectKey,
    title: foldForIndex(title),
    body: extraTokens && text ? `${text}\n${extraTokens}` : text || extraTokens,
  };
}

/** Writes rows in ascending order: FTS5 ends a segment at a number below the last one. */
const writeDocuments = (tx: Writer, kind: DocumentKind, rows: readonly DocumentRow[]) =>
  tx.bulkInsert(
    searchDocuments,
    rows.map((row) => ({ kind, ...row })).sort((a, b) => a.number - b.number),
    { onConflict: { target: ['number'], update: ['title', 'body'] } },
  );

/** Removes subjects that are suppressed, merged or without works from the search, and their words from the vocabulary. */
export async function removeDocuments(tx: Writer, kind: DocumentKind, subjectKeys: readonly number[]): Promise<void> {
  const removedRows = hasVocabulary(kind) && subjectKeys.length > 0 ? await selectDocuments(tx, kind, subjectKeys) : [];
  await deleteDocuments(tx, kind, subjectKeys);
  if (removedRows.length > 0) await removeVocabulary(tx, removedRows);
}

async function deleteDocuments(tx: Writer, kind: DocumentKind, subjectKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < subjectKeys.length; start += 1000) {
    const batch = subjectKeys.slice(start, start + 1000);
    await tx.delete(searchDocuments).where(and(eq(searchDocuments.kind, kind), inArray(searchDocuments.subjectKey, batch)));
  }
}

const hiddenRecordConditions = [suppressed(), unlisted()];

/**
 * Returns the works that lists may not show; searches exclude them too. On most instances no author is hidden, and two index reads suffice.
 */
async function selectHiddenWorks(reader: Reader, workKeys: readonly number[]): Promise<Set<number>> {
  const hasHidden = await Promise.all(hiddenRecordConditions.map((isHiddenRecord) => hasRow(reader, authors, isHiddenRecord)));
  if (!hasHidden.includes(true) && !(await hasRow(reader, addedWorks, undefined))) return new Set();
  const query = `select distinct work_key from (${hiddenWorksText}) hidden where work_key in $many`;
  return new Set((await reader.query<{ work_key: number }>(query, workKeys)).map(({ work_key }) => work_key));
}

/**
 * Removes the works of an author from the search that lists may not show: all their authors are suppressed, or unlisted created profiles.
 */
export async function removeHiddenWorks(tx: Writer, authorKey: number): Promise<void> {
  const rows = await tx.selectDistinct({ key: authorships.workKey }).from(authorships).where(eq(authorships.authorKey, authorKey));
  const keys = rows.map(({ key }) => key);
  await removeDocuments(tx, 'work', [...(await selectHiddenWorks(tx, keys))]);
}

/** A folded name as written on a work, and its replacement in the search: empty, or the name that the owner shows. */
interface HiddenName {
  name: string;
  shown: string;
}

// Names of suppressed records, and of people who hide other name variants or have disabled the address of an earlier name.
const hidesNamesText = (alias: string): string => `(${hidesField(alias, 'names')} or ${hidesField(alias, 'printed')})`;
const isHiddenText = (alias: string): string => `(${isSuppressedText(alias)} or ${hidesNamesText(alias)})`;

const selectNamesText = 'select w.work_key, w.name_as_written as name';
const fromAuthorshipsText = 'from authors a join authorships w on w.author_key = a.key';
// Three statements, so that each starts with a small set of rows.
const hiddenNameQueries = [
  `${selectNamesText}, '' as shown ${fromAuthorshipsText} where ${isSuppressedText('a')} and w.work_key in $many`,
  `${selectNamesText}, a.name as shown ${fromAuthorshipsText} where a.source_name is not null and ${isNotSuppressedText('a')} and ${hidesField('a', 'names')}
    and w.work_key in $many`,
  // SQLite joins the tables of a cross join in the written order, so it starts with the few owners who hide something.
  `${selectNamesText}, a.name as shown from owner_statements s cross join authors a cross join authorships w
    where s.field in ('stopped', 'privacy') and a.id = s.author_id and w.author_key = a.key and a.source_name is null
    and ${isNotSuppressedText('a')} and ${hidesNamesText('a')} and w.work_key in $many`,
];

/** True if works of these people are indexed otherwise than by the names on them: not at all, or under another name. */
export const areIndexedDifferently = (reader: Reader, authorKeys: readonly number[]): Promise<boolean> => {
  const isFoundOtherwise = `(${isHiddenInListsText('authors')} or ${hidesNamesText('authors')})`;
  return hasRow(reader, authors, and(inArray(authors.key, [...authorKeys]), sql.raw(isFoundOtherwise)));
};

/** Returns the names on these works by which no search may find them. */
async function selectHiddenNames(reader: Reader, workKeys: readonly number[]): Promise<Map<number, HiddenName[]>> {
  const namesByWork = new Map<number, HiddenName[]>();
  for (const statement of hiddenNameQueries) {
    for (const { work_key, name, shown } of await reader.query<{ work_key: number; name: string; shown: string }>(statement, workKeys)) {
      namesByWork.set(work_key, [...(namesByWork.get(work_key) ?? []), { name: foldForIndex(name), shown: foldForIndex(shown) }]);
    }
  }
  return namesByWork;
}

/** Returns the folded body of a work's document, without some of the names on its first line. */
function replaceHiddenNames(body: string, names: readonly HiddenName[]): string {
  if (names.length === 0) return body;
  const [nameLine = '', ...rest] = body.split('\n');
  const remainingLine = names.reduce(
    (line, { name, shown }) => `, ${line}, `.replace(`, ${name}, `, () => (shown === '' ? ', ' : `, ${shown}, `)).slice(2, -2),
    nameLine,
  );
  return [remainingLine, ...rest].join('\n');
}

/**
 * Removes or replaces hidden names in the documents of works (see `isHiddenText`), and removes works without a visible author from the search.
 */
export async function hideNamesInWorks(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  const rows = await tx
    .selectDistinct({ key: authorships.workKey })
    .from(authors)
    .innerJoin(authorships, eq(authorships.authorKey, authors.key))
    .where(and(sql.raw(isHiddenText('authors')), isAnyOf(authors.key, authorKeys)));
  const keys = keysOf(rows);
  if (keys.length === 0) return;
  await removeDocuments(tx, 'work', [...(await selectHiddenWorks(tx, keys))]);
  const namesByWork = await selectHiddenNames(tx, keys);
  const changedRows = (await selectDocuments(tx, 'work', keys)).flatMap((row) => {
    const body = replaceHiddenNames(row.body, namesByWork.get(row.subjectKey) ?? []);
    return body === row.body ? [] : [{ ...row, body }];
  });
  await writeDocuments(tx, 'work', changedRows);
}
