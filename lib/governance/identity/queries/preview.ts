import { hash } from 'node:crypto';
import { asc, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { columnsOf, idsOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorSlugs, authorSources } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf } from '#lib/platform/db/store.ts';
import type { ChangePreview, PreviewedRecord, RecordFigures } from '../model/changes.ts';

/** The works of a record, and how they name the person. */
const selectSignedWorks = (reader: Reader) =>
  reader
    .select({ ...columnsOf(works, 'key', 'id', 'title', 'year'), name: authorships.nameAsWritten, state: authorships.state })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, sql.placeholder('authorKey')))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey), asc(authorships.position))
    .prepare();
type SignedWork = RowsOf<ReturnType<typeof selectSignedWorks>>[number];

interface RecordFacts {
  /** Whether the owner hides co-authors, and thus their number. */
  alone: boolean;
  works: SignedWork[];
  circles: Map<number, number[]>;
}

const coauthorsQuery = `select a.work_key, b.author_key from authorships a
  join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key and b.state <> 'not_mine'
  join works w on w.key = a.work_key and w.authors_count <= ${maxAuthorsForEdges} where a.author_key = ? and a.state <> 'not_mine'`;

const hides = (author: AuthorRow, field: HiddenField): boolean => isHidden(author.privacy, field);
const hidesNames = (author: AuthorRow): boolean => hides(author, 'names');

async function factsOf(reader: Reader, author: AuthorRow): Promise<RecordFacts> {
  const signedWorks = await reader.prepared(selectSignedWorks, { authorKey: author.key });
  const rows = hidesNames(author) ? signedWorks.map((row) => ({ ...row, name: author.name })) : signedWorks;
  const circles = await reader.query<{ work_key: number; author_key: number }>(coauthorsQuery, [], [author.key]);
  const byWork = Map.groupBy(circles, ({ work_key }) => work_key);
  return {
    alone: hides(author, 'coauthors'),
    works: [...new Map(rows.map((row) => [row.key, row])).values()],
    circles: new Map([...byWork].map(([key, group]) => [key, group.map(({ author_key }) => author_key)])),
  };
}

/** Returns how many accounts follow any of some records; null if an owner hides this. */
async function followersOf(reader: Reader, records: readonly AuthorRow[]): Promise<number | null> {
  if (records.some((record) => hides(record, 'followers'))) return null;
  const isOfRecords = inArray(follows.authorId, idsOf(records));
  const [row] = await reader
    .select({ followers: countDistinct(follows.accountId) })
    .from(follows)
    .where(isOfRecords);
  return row?.followers ?? 0;
}

/** Returns the figures of a record with some works. `own` are keys that are not its co-authors. */
function figuresOf(
  facts: readonly RecordFacts[],
  ownKeys: readonly number[],
  followers: number | null,
  onlyKeys?: ReadonlySet<number>,
): RecordFigures {
  const works = new Map(
    facts.flatMap(({ works: signedWorks }) =>
      signedWorks.filter(({ key }) => !onlyKeys || onlyKeys.has(key)).map((work) => [work.key, work] as const),
    ),
  );
  const countedWorks = [...works.values()].filter(({ state }) => state !== 'not_mine');
  const years = countedWorks.flatMap(({ year }) => year ?? []);
  const coauthors = new Set(facts.flatMap(({ circles }) => [...works.keys()].flatMap((key) => circles.get(key) ?? [])));
  return {
    works: countedWorks.length,
    firstYear: years.length > 0 ? Math.min(...years) : null,
    lastYear: years.length > 0 ? Math.max(...years) : null,
    coauthors: facts.some(({ alone }) => alone) ? null : [...coauthors].filter((key) => !ownKeys.includes(key)).length,
    followers,
    names: [...new Set(countedWorks.map(({ name }) => name))].sort(),
  };
}

const recordHead = ({ id, slug, name, ownerId }: AuthorRow): Pick<PreviewedRecord, 'id' | 'slug' | 'name' | 'owned'> => ({
  ...{ id, slug, name },
  owned: ownerId !== null,
});

const movingWorks = (signedWorks: readonly SignedWork[]): ChangePreview['moving'] =>
  signedWorks.map(({ id, title, year, name }) => ({ id, title: title ?? untitledWork, year, as: name }));

/** Returns a hash of a record's works, which changes with each added or removed work. */
export const hashOfWorks = (authorId: string, workIds: readonly string[]): string => hashOf([authorId], workIds.toSorted());

/** Returns a hash that is the same for the same preview. */
const hashOf = (...parts: readonly (readonly string[])[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
const sortedIdsOf = (signedWorks: readonly SignedWork[]): string[] => idsOf(signedWorks).sort();

const maxMappings = 50;

/** Returns the preview of a merge. */
export async function mergePreview(reader: Reader, into: AuthorRow, from: AuthorRow): Promise<ChangePreview> {
  const [survivingFacts, otherFacts] = [await factsOf(reader, into), await factsOf(reader, from)];
  const ownKeys = [into.key, from.key];
  const survivingKeys = new Set(survivingFacts.works.map(({ key }) => key));
  const { source, recordId, authorKey } = authorSources;
  const mappings = await reader
    .select({ source, recordId })
    .from(authorSources)
    .where(eq(authorKey, from.key))
    .orderBy(asc(source), asc(recordId))
    .limit(maxMappings);
  const slugs = await rowsOf(reader, authorSlugs, eq(authorSlugs.authorKey, from.key), asc(authorSlugs.slug));
  return {
    kind: 'merge',
    surviving: {
      ...recordHead(into),
      before: figuresOf([survivingFacts], [into.key], await followersOf(reader, [into])),
      after: figuresOf([survivingFacts, otherFacts], ownKeys, await followersOf(reader, [into, from])),
    },
    other: { ...recordHead(from), before: figuresOf([otherFacts], [from.key], await followersOf(reader, [from])), after: null },
    moving: movingWorks(otherFacts.works),
    sharedWorks: otherFacts.works.filter(({ key }) => survivingKeys.has(key)).length,
    nameVariants: hidesNames(from) ? [] : mappings.map((row) => `${row.source}: ${row.recordId}`),
    redirects: hidesNames(from) ? [from.id, from.slug] : [from.id, ...slugs.map(({ slug }) => slug)],
    seen: hashOf([into.id, from.id], sortedIdsOf(survivingFacts.works), sortedIdsOf(otherFacts.works)),
  };
}

/** Returns the preview of a split: the works that leave, and both records after it. */
export async function splitPreview(
  reader: Reader,
  author: AuthorRow,
  { workIds, otherName }: { workIds: readonly string[]; otherName: string },
): Promise<ChangePreview> {
  const facts = await factsOf(reader, author);
  const leavingIds = new Set(workIds);
  const leaving = facts.works.filter(({ id }) => leavingIds.has(id));
  const staying = facts.works.filter(({ id }) => !leavingIds.has(id));
  const followers = await followersOf(reader, [author]);
  const keys = (works: readonly SignedWork[]): Set<number> => new Set(works.map(({ key }) => key));
  return {
    kind: 'split',
    surviving: {
      ...recordHead(author),
      before: figuresOf([facts], [author.key], followers),
      after: figuresOf([facts], [author.key], followers, keys(staying)),
    },
    other: { id: '', slug: null, name: otherName, owned: false, before: null, after: figuresOf([facts], [author.key], 0, keys(leaving)) },
    moving: movingWorks(leaving),
    sharedWorks: 0,
    nameVariants: [],
    redirects: [],
    seen: hashOfWorks(author.id, idsOf(facts.works)),
  };
}
