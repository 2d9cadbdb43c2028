import { and, asc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import {
  type ContributorRole,
  contributorRoleNames,
  type RecordDetails,
  recordFieldOf,
  selectDetails,
} from '#lib/catalog/bibliography/record.ts';
import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { hiddenColumn } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { isFullyVisible } from '#lib/catalog/visibility/model.ts';
import { fullyVisible, notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, contributors, workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { CitedName, CitedWork } from '../model/citations/cited.ts';
import { isUnfiltered, unfilteredSelection, type WorkSelection } from '../model/list/selection.ts';
import type { StoredDetails } from '../model/resolve.ts';
import { selectedKeys } from './list.ts';
import { authorLineName, findDescribedWorkKey, hiddenNames, parseWorkCursor, selectWorksByDate } from './works.ts';

/** Returns works as citations, in the order of the keys, without suppressed people. Four indexed reads. */
export async function citationsByKey(reader: Reader, keys: number[], isOwnPage = false): Promise<CitedWork[]> {
  if (keys.length === 0) return [];
  const rows = await reader.select().from(works).where(inArray(works.key, keys));
  const volumeKeys = [...new Set(rows.flatMap(({ volumeKey }) => volumeKey ?? []))];
  const volumes = volumeKeys.length === 0 ? [] : await reader.select(volumeColumns).from(works).where(inArray(works.key, volumeKeys));
  const volumeOf = new Map(volumes.map((volume) => [volume.key, volume]));
  const contributorsByWork = await selectContributors(reader, [...keys, ...volumeKeys], isOwnPage);
  const authorRows = await reader
    .select({
      ...columnsOf(authorships, 'workKey', 'position'),
      ...columnsOf(authors, 'id', 'slug', 'name', 'sourceName', 'kind', 'visibility', 'orcid', 'orcidAuthenticated'),
      ...{ ...hiddenNames, hidesOrcid: hiddenColumn('orcid') },
      authorship: columnsOf(authorships, 'nameAsWritten', 'state', 'source'),
    })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(inArray(authorships.workKey, keys), notSuppressed(), or(isNotNull(authorships.position), isUnplaced)))
    .orderBy(asc(authorships.workKey), asc(authorships.position), asc(authors.sortName));
  const identifiers = await reader
    .select(columnsOf(workIdentifiers, 'workKey', 'scheme', 'value'))
    .from(workIdentifiers)
    .where(and(inArray(workIdentifiers.workKey, [...keys, ...volumeKeys]), inArray(workIdentifiers.scheme, ['arxiv', 'acl', 'isbn'])))
    .orderBy(asc(workIdentifiers.value));
  const lines = authorRows.map((line) => ({ ...line, name: authorLineName(line, isOwnPage) }));
  const families = await statedFamilies(reader, lines);
  const authorsByWork = Map.groupBy(
    lines.map((line) => ({
      ...line,
      family: isAmbiguous(line.name) ? families.get(familyKey(line.workKey, line.authorship.source, line.name)) : undefined,
    })),
    ({ workKey }) => workKey,
  );
  const identifierOf = Map.groupBy(identifiers, ({ workKey, scheme }) => `${workKey} ${scheme}`);
  const valuesOf = (key: number | null, scheme: string): string[] => (identifierOf.get(`${key} ${scheme}`) ?? []).map(({ value }) => value);
  const worksByKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = worksByKey.get(key);
    if (!row) return [];
    const volume = row.volumeKey === null ? undefined : volumeOf.get(row.volumeKey);
    const own = contributorsByWork.get(key) ?? [];
    const isbn = valuesOf(key, 'isbn');
    return [
      citedWork(row, authorsByWork.get(key) ?? [], {
        arxiv: valuesOf(key, 'arxiv').at(-1) ?? null,
        acl: valuesOf(key, 'acl').at(-1) ?? null,
        isbn: isbn.length > 0 ? isbn : valuesOf(row.volumeKey, 'isbn'),
        details: withVolume(withoutTitle(row.details), volume?.details),
        contributors: [...own, ...ofVolume(own, contributorsByWork.get(row.volumeKey ?? 0) ?? [])],
        volume: volume ? { id: volume.id, title: volume.title ?? '' } : null,
      }),
    ];
  });
}

const withoutTitle = ({ title: _, ...details }: StoredDetails): RecordDetails => details;

const volumeColumns = columnsOf(works, 'key', 'id', 'title', 'details');

/** Adds what a work has from the volume that contains it, where it states nothing itself. */
const withVolume = (own: RecordDetails, ofVolume: RecordDetails | undefined): RecordDetails =>
  ofVolume === undefined ? own : selectDetails((name) => own[name] ?? (recordFieldOf[name].ofVolume && ofVolume[name]));

/** Returns the editors of a volume in the roles that a work in it does not state itself. */
const ofVolume = (own: CitedWork['contributors'], volume: CitedWork['contributors']): CitedWork['contributors'] =>
  volume.filter(({ role }) => own.every((each) => each.role !== role));

/** Returns the contributors of works in other roles than as authors, without suppressed people. */
async function selectContributors(
  reader: Reader,
  keys: readonly number[],
  isOwnPage: boolean,
): Promise<ReadonlyMap<number, CitedWork['contributors']>> {
  const rows = await reader
    .select({
      ...columnsOf(contributors, 'workKey', 'role', 'nameAsWritten', 'family'),
      ...columnsOf(authors, 'id', 'slug', 'name', 'sourceName', 'kind', 'visibility', 'orcid', 'orcidAuthenticated'),
      ...{ ...hiddenNames, hidesOrcid: hiddenColumn('orcid') },
    })
    .from(contributors)
    .innerJoin(authors, eq(authors.key, contributors.authorKey))
    .where(and(inArray(contributors.workKey, [...keys]), notSuppressed()))
    .orderBy(asc(contributors.workKey), asc(contributors.position));
  rows.sort((a, b) => a.workKey - b.workKey || roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role));
  return new Map(
    [...Map.groupBy(rows, ({ workKey }) => workKey)].map(([workKey, lines]) => [
      workKey,
      lines.map((line) => {
        const shown = authorLineName({ ...line, authorship: { nameAsWritten: line.nameAsWritten } }, isOwnPage);
        const family = shown === line.nameAsWritten ? (line.family ?? undefined) : undefined;
        return {
          role: line.role as ContributorRole,
          name: citedName({ ...line, name: shown, family, position: null, authorship: { state: 'asserted' } }),
        };
      }),
    ]),
  );
}
const roleOrder: readonly string[] = contributorRoleNames;

const familyKey = (workKey: number, source: string, name: string): string => `${workKey} ${source} ${name}`;

/** Whether a name has words between its first and last that may belong to the family name: more than initials. */
const isAmbiguous = (name: string): boolean =>
  eastAsianName.test(name) ||
  name
    .split(' ')
    .slice(1, -1)
    .some((word) => !/^\p{Lu}\.?$/u.test(word));

/** A name in Han, kana or Hangul, whose family name has one or two characters. */
const eastAsianName = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u;

/** Returns the family names that the sources of works with ambiguous names state. */
async function statedFamilies(reader: Reader, lines: readonly { workKey: number; name: string }[]): Promise<Map<string, string>> {
  const keys = new Set(lines.flatMap(({ workKey, name }) => (isAmbiguous(name) ? workKey : [])));
  if (keys.size === 0) return new Map();
  const records = await reader
    .select({ ...columnsOf(workSources, 'workKey', 'source'), payload: sourceRecords.payload })
    .from(workSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(inArray(workSources.workKey, [...keys]));
  return new Map(
    records.flatMap(({ workKey, source, payload }) =>
      ((payload as Partial<ImportedWork>).authors ?? []).flatMap(({ name, family }): [string, string][] =>
        family ? [[familyKey(workKey, source, name), family]] : [],
      ),
    ),
  );
}

/** The same condition as for `unplaced` of a WorkView. */
const isUnplaced = and(ne(authorships.state, 'not_mine'), fullyVisible());

interface CitedAuthor
  extends Pick<typeof authors.$inferSelect, 'id' | 'slug' | 'name' | 'kind' | 'visibility' | 'orcid' | 'orcidAuthenticated'> {
  hidesOrcid: boolean;
  position: number | null;
  family: string | undefined;
  authorship: { state: string };
}

const citedName = ({ name, family, kind, visibility, authorship, ...author }: CitedAuthor): CitedName => ({
  name,
  ...(family && { family }),
  organisation: kind === 'organisation',
  ...(isFullyVisible({ visibility }) && authorship.state !== 'not_mine' && { profile: citedProfile(author) }),
});

const citedProfile = ({
  id,
  slug,
  orcid,
  orcidAuthenticated,
  hidesOrcid,
}: Omit<CitedAuthor, 'name' | 'family' | 'kind' | 'visibility' | 'authorship'>) => ({
  ...{ id, slug },
  ...(orcid !== null && orcidAuthenticated && !hidesOrcid && { orcid }),
});

type CitedParts = Pick<CitedWork, 'arxiv' | 'acl' | 'isbn' | 'details' | 'contributors' | 'volume'>;

function citedWork(row: typeof works.$inferSelect, citedAuthors: CitedAuthor[], parts: CitedParts): CitedWork {
  const { id, year, date, venue, language, doi, url, retracted, authorsComplete, isVolume, revision, updatedAt } = row;
  const placed = citedAuthors.filter(({ position }) => position !== null);
  // A complete list names all authors: a person without a position is in it under another name.
  const unplaced = authorsComplete ? [] : citedAuthors.filter(({ position }) => position === null);
  const { title } = row.details as StoredDetails;
  return {
    ...{ id, year, date, venue, language, doi, url, retracted, authorsComplete, isVolume, revision, updatedAt, ...parts },
    title: title ?? (row.titleTree ? (row.titleTree as RichText) : row.title === null ? null : [row.title]),
    type: row.type as WorkType,
    authors: [...placed, ...unplaced].map(citedName),
    unplaced: unplaced.map(({ name }) => name),
  };
}

/** Returns a work as a citation by its public id, or null. */
export async function citationById(reader: Reader, id: string): Promise<CitedWork | null> {
  const key = await findDescribedWorkKey(reader, id);
  const [citation] = key === undefined ? [] : await citationsByKey(reader, [key], true);
  return citation ?? null;
}

/** Batch size that bounds memory for works with hundreds of names each. */
const batchSize = 500;

/**
 * Returns the works of an author as citations: those of a selection, or all of them, newest first.
 * @param limit maximum number of works; `next` is the cursor after the last one, null at the end
 */
export async function citationsOfAuthor(
  reader: Reader,
  authorKey: number,
  after: string | undefined,
  limit: number,
  selection: WorkSelection = unfilteredSelection,
): Promise<{ works: CitedWork[]; next: string | null }> {
  const isPlain = isUnfiltered(selection) && selection.order === 'newest';
  const { keys, next } = isPlain
    ? await newestKeys(reader, authorKey, after, limit)
    : await selectedKeys(reader, authorKey, { selection, after: after ?? null, limit });
  return { works: await citationsInBatches(reader, keys), next };
}

/** Returns many works as citations, and yields to the event loop between batches. */
export async function citationsInBatches(reader: Reader, keys: readonly number[]): Promise<CitedWork[]> {
  const citations: CitedWork[] = [];
  for (let start = 0; start < keys.length; start += batchSize) {
    citations.push(...(await citationsByKey(reader, keys.slice(start, start + batchSize))));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return citations;
}

async function newestKeys(reader: Reader, authorKey: number, after: string | undefined, limit: number) {
  const slots = await selectWorksByDate(reader, authorKey, parseWorkCursor(after), limit + 1);
  const last = slots.length > limit ? slots[limit - 1] : undefined;
  return { keys: slots.slice(0, limit).map(({ workKey }) => workKey), next: last ? `${last.sortDate}-${last.workKey}` : null };
}

/** Returns works by their public ids, in the given order without duplicates, and the unknown ids. */
export async function citationsByIds(reader: Reader, ids: readonly string[]): Promise<{ works: CitedWork[]; unknown: string[] }> {
  const uniqueIds = [...new Set(ids)];
  const rows =
    uniqueIds.length === 0 ? [] : await reader.select({ key: works.key, id: works.id }).from(works).where(inArray(works.id, uniqueIds));
  const keyOf = new Map(rows.map(({ key, id }) => [id, key]));
  return {
    works: await citationsByKey(
      reader,
      uniqueIds.flatMap((id) => keyOf.get(id) ?? []),
    ),
    unknown: uniqueIds.filter((id) => !keyOf.has(id)),
  };
}
