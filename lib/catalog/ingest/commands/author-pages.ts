import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { createAuthors } from '#lib/catalog/authors/commands/create.ts';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { tidyOrganisationName } from '#lib/catalog/bibliography/name-words.ts';
import { CoauthorLists, recountEdges } from '#lib/catalog/graph/commands.ts';
import { recordAuthorships } from '#lib/catalog/history/commands.ts';
import { type ImportedAuthor, importedAuthor, personIdSourceOf } from '#lib/catalog/sources/model.ts';
import { sortDate } from '#lib/catalog/works/model/resolve.ts';
import type { Upsert } from '#lib/platform/db/bulk-insert.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, listings, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { authorsByWorkOf, selectStoredAuthorships } from './authorships.ts';
import type { StoredPerson } from './name-matching.ts';
import { selectPinsFromRecord, selectStatedOpinions } from './pins.ts';
import { storeVersions } from './versions.ts';

interface AuthorPage {
  author: ImportedAuthor;
  importId: string | null;
  observedAt: Date;
  /** The record of the page, if it is known without the works. */
  authorKey?: number;
}

/** A known work that a page lists. */
interface ListedWork {
  key: number;
  date: string | null;
}

/**
 * Stores a source's page of one author: a version of the page, the works that it lists in order, and the person's authorships of them.
 * Store the works first: unknown works are skipped. Idempotent.
 * @returns the key of the author record that the page maps to
 */
export async function storeAuthor(tx: Writer, { author, importId, observedAt, authorKey }: AuthorPage): Promise<number> {
  await tx.lock('imports');
  const versions = await storeVersions(tx, 'author', { source: author.source, records: [author], importId, observedAt });
  const works = await listedWorks(tx, author);
  const keys = works.map(({ key }) => key);
  const stored = await selectStoredAuthorships(tx, keys);
  const key = authorKey ?? (await resolvePageAuthor(tx, author, stored));
  await storeSourceMappings(tx, author, key, versions[0]?.recordKey ?? null);
  const pins = await selectPinsFromRecord(tx, key);
  const ownerOf: OwnerOf = (workKey) => pins.get(workKey) ?? key;
  const removedWorks = await writeListings(tx, author, key, keys, { ownerOf, pins });
  const storedOfRemoved = await selectStoredAuthorships(tx, removedWorks);
  await removeAuthorships(tx, ownerOf, author.source, removedWorks);
  const changedWorks = await addAuthorships(tx, author, ownerOf, works, stored);
  if (changedWorks.size === 0 && removedWorks.length === 0 && versions.length === 0) return key;
  const [affectedWorks, storedBefore] = [[...new Set([...changedWorks, ...removedWorks])], new Map([...stored, ...storedOfRemoved])];
  await recordAuthorships(tx, authorsByWorkOf(storedBefore), affectedWorks, 'source');
  await recountChangedEdges(tx, affectedWorks, storedBefore);
  await markAuthorsStale(tx, [key, ...[...stored.values(), ...storedOfRemoved.values()].flat().map(({ author_key }) => author_key)]);
  return key;
}

/**
 * Stores a profile of another instance on the record that signs its works under the same name. It changes no authorship and creates no
 * record, because nobody has proved here that the profile is theirs.
 * @returns the key of the record; null if no author of the works has the name
 */
export async function storeExternalProfile(tx: Writer, page: Omit<AuthorPage, 'authorKey'>): Promise<number | null> {
  const { author } = page;
  await tx.lock('imports');
  const works = await listedWorks(tx, author);
  const stored = await selectStoredAuthorships(tx, keysOf(works));
  const authorKey = (await mappedRecord(tx, author.source, author.recordId)) ?? findNamesake(author.name, stored);
  return authorKey === undefined ? null : storeAuthor(tx, { ...page, author: { ...author, works: [] }, authorKey });
}

async function listedWorks(tx: Writer, { source, works: listed }: ImportedAuthor): Promise<ListedWork[]> {
  const rows = await tx.prepared(selectListed, { source, records: encodeList(listed) });
  const worksByRecordId = new Map(rows.map(({ recordId, key, date }) => [recordId, { key, date }]));
  return [...new Map(listed.flatMap((id) => worksByRecordId.get(id) ?? []).map((work) => [work.key, work])).values()];
}

const selectListed = (tx: Writer) =>
  tx
    .select({ recordId: workSources.recordId, ...columnsOf(works, 'key', 'date') })
    .from(workSources)
    .innerJoin(works, eq(works.key, workSources.workKey))
    .where(and(eq(workSources.source, sql.placeholder('source')), isInList(workSources.recordId, 'records')))
    .prepare();

/**
 * Returns the record of a page's person: the record that the page or its person id maps to; otherwise the record with the same name on most
 * of the listed works; otherwise the record that the name variant of this source maps to; otherwise a new record.
 */
async function resolvePageAuthor(
  tx: Writer,
  author: ImportedAuthor,
  stored: ReadonlyMap<number, readonly StoredPerson[]>,
): Promise<number> {
  const { source, recordId, organisation = false } = author;
  const name = organisation ? tidyOrganisationName(author.name) : author.name;
  const byPage = (await mappedRecord(tx, source, recordId)) ?? (await mappedRecord(tx, personIdSourceOf(source), recordId));
  const existing = byPage ?? findNamesake(name, stored) ?? (await mappedRecord(tx, personIdSourceOf(source), nameKey(name)));
  if (existing !== undefined) return existing;
  const [created = 0] = await createAuthors(tx, [{ name, kind: organisation ? 'organisation' : 'person' }]);
  return created;
}

async function mappedRecord(tx: Writer, source: string, id: string): Promise<number | undefined> {
  const [row] = await tx.prepared(selectMapped, { source, id });
  return row?.key;
}

const selectMapped = (tx: Writer) =>
  tx
    .select({ key: authorSources.authorKey })
    .from(authorSources)
    .where(and(eq(authorSources.source, sql.placeholder('source')), eq(authorSources.recordId, sql.placeholder('id'))))
    .prepare();

function findNamesake(name: string, stored: ReadonlyMap<number, readonly StoredPerson[]>): number | undefined {
  const key = nameKey(name);
  const counts = new Map<number, number>();
  for (const row of [...stored.values()].flat()) {
    if (row.state === 'not_mine') continue;
    if (nameKey(row.name_as_written) === key) counts.set(row.author_key, (counts.get(row.author_key) ?? 0) + 1);
  }
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b)[0]?.[0];
}

/** Maps the page, and the name as this source writes it, to the record. */
async function storeSourceMappings(
  tx: Writer,
  { source, recordId, name }: ImportedAuthor,
  key: number,
  recordKey: number | null,
): Promise<void> {
  if (recordKey !== null) {
    const onConflict: Upsert<typeof authorSources> = { target: ['source', 'recordId'], update: ['recordKey'] };
    await tx.bulkInsert(authorSources, [{ source, recordId, authorKey: key, recordKey }], { onConflict });
  }
  const space = personIdSourceOf(source);
  const ids = [nameKey(name), ...(space === source ? [] : [recordId])].filter((id) => id !== '');
  const rows = ids.map((id) => ({ source: space, recordId: id, authorKey: key }));
  await tx.bulkInsert(authorSources, rows, { onConflict: 'ignore' });
}

/** Returns the record that a work of a page belongs to: the page's own record, unless a split has moved the work. */
type OwnerOf = (workKey: number) => number;

/**
 * Stores the order of a page's works. Returns the works that it no longer lists, except those that another page of the source lists for the
 * record.
 */
async function writeListings(
  tx: Writer,
  { source, recordId }: ImportedAuthor,
  key: number,
  workKeys: readonly number[],
  { ownerOf, pins }: { ownerOf: OwnerOf; pins: ReadonlyMap<number, number> },
): Promise<number[]> {
  const isOfRecords = and(eq(listings.source, source), isAnyOf(listings.authorKey, [...new Set([key, ...pins.values()])]));
  const rows = await rowsOf(tx, listings, isOfRecords);
  // Of a record that received works by a split, only those works belong to this page.
  const previous = rows.filter(({ authorKey, workKey }) => ownerOf(workKey) === authorKey && (authorKey === key || pins.has(workKey)));
  const previousRanks = new Map(previous.map(({ workKey, rank }) => [workKey, rank]));
  const changedListings = workKeys
    .map((workKey, at) => ({ source, authorKey: ownerOf(workKey), workKey, rank: at + 1 }))
    .filter(({ workKey, rank }) => previousRanks.get(workKey) !== rank);
  await tx.bulkInsert(listings, changedListings, { onConflict: { target: ['source', 'authorKey', 'workKey'], update: ['rank'] } });
  const listedNow = new Set(workKeys);
  const removed = [...previousRanks.keys()].filter((workKey) => !listedNow.has(workKey));
  const listedElsewhere = removed.length > 0 ? await listedByOtherPages(tx, source, recordId, key) : new Set<number>();
  const unlisted = removed.filter((workKey) => !listedElsewhere.has(workKey));
  for (const [owner, workKeysOfOwner] of Map.groupBy(unlisted, ownerOf)) {
    const { source: by, authorKey, workKey } = listings;
    await tx.delete(listings).where(and(eq(by, source), eq(authorKey, owner), inArray(workKey, workKeysOfOwner)));
  }
  return unlisted;
}

/** Returns the works that other pages of a source list for a record. A merged record has several pages. */
async function listedByOtherPages(tx: Writer, source: string, recordId: string, key: number): Promise<Set<number>> {
  const isOtherPage = and(eq(authorSources.source, source), eq(authorSources.authorKey, key), ne(authorSources.recordId, recordId));
  const pages = await tx
    .select({ payload: sourceRecords.payload })
    .from(authorSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, authorSources.recordKey))
    .where(isOtherPage);
  const authors = pages.map(({ payload }) => importedAuthor.parse(payload));
  const listed = await Promise.all(authors.map((page) => listedWorks(tx, page)));
  return new Set(keysOf(listed.flat()));
}

/** Deletes the authorships that only the listing supported, for works that the page no longer lists. */
async function removeAuthorships(tx: Writer, ownerOf: OwnerOf, source: string, removedWorks: readonly number[]): Promise<void> {
  for (const [owner, workKeysOfOwner] of Map.groupBy(removedWorks, ownerOf)) {
    const { authorKey, workKey, resolvedBy, source: by } = authorships;
    // Works moved by a split were listed before, too.
    const isByListing = inArray(resolvedBy, ['listed_on_page', 'split']);
    await tx
      .delete(authorships)
      .where(and(eq(authorKey, owner), isByListing, isNull(authorships.position), eq(by, source), inArray(workKey, workKeysOfOwner)));
  }
}

/**
 * Adds the person to each listed work: at the position of an equal name in the author list, otherwise without a position.
 * @returns the works whose authorships changed
 */
async function addAuthorships(
  tx: Writer,
  { source, name }: ImportedAuthor,
  ownerOf: OwnerOf,
  works: readonly ListedWork[],
  stored: ReadonlyMap<number, readonly StoredPerson[]>,
): Promise<Set<number>> {
  const changedWorks = new Set<number>();
  const rows: (typeof authorships.$inferInsert)[] = [];
  const owners = works.map(({ key }) => ownerOf(key));
  const opinions = await selectStatedOpinions(tx, owners);
  for (const work of works) {
    const workAuthors = stored.get(work.key) ?? [];
    const owner = ownerOf(work.key);
    if (workAuthors.some(({ author_key }) => author_key === owner)) continue;
    const sameName = workAuthors.find(
      (row) => row.state === 'asserted' && row.position !== null && nameKey(row.name_as_written) === nameKey(name),
    );
    changedWorks.add(work.key);
    if (sameName)
      await tx.update(authorships).set({ authorKey: owner, resolvedBy: 'same_name_same_work' }).where(eq(authorships.key, sameName.key));
    else {
      const state = opinions.get(`${work.key} ${owner}`) ?? 'asserted';
      rows.push({
        ...{ workKey: work.key, authorKey: owner, position: null, nameAsWritten: name, resolvedBy: 'listed_on_page' },
        ...{ source, state, sortDate: sortDate(work.date) },
      });
    }
  }
  await tx.bulkInsert(authorships, rows);
  return changedWorks;
}

async function recountChangedEdges(
  tx: Writer,
  workKeys: readonly number[],
  before: ReadonlyMap<number, readonly StoredPerson[]>,
): Promise<void> {
  const after = await selectStoredAuthorships(tx, workKeys);
  const circles = new CoauthorLists();
  for (const key of workKeys) {
    for (const rows of [before, after]) circles.add((rows.get(key) ?? []).map(({ author_key }) => author_key));
  }
  await recountEdges(tx, circles);
}
