import { hash } from 'node:crypto';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ChangePreview, PreviewedRecord, RecordFigures } from '../model/changes.ts';

/** A work of a record in a preview. */
interface SignedWork {
  key: number;
  id: string;
  title: string | null;
  year: number | null;
  /** As written on the work. */
  name: string;
  state: string;
}

interface RecordFacts {
  /** Whether the owner hides co-authors, and thus their number. */
  alone: boolean;
  works: SignedWork[];
  circles: Map<number, number[]>;
}

const signedWorksQuery = `select w.key, w.id, w.title, w.year, a.name_as_written as name, a.state from authorships a join works w on w.key = a.work_key
  where a.author_key = ? order by a.sort_date desc, a.work_key desc, a.position`;
const coauthorsQuery = `select a.work_key, b.author_key from authorships a
  join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key and b.state <> 'not_mine'
  join works w on w.key = a.work_key and w.authors_count <= ${maxAuthorsForEdges} where a.author_key = ? and a.state <> 'not_mine'`;

const hides = (author: AuthorRow, field: HiddenField): boolean => isHidden(author.privacy, field);
const hidesNames = (author: AuthorRow): boolean => hides(author, 'names');

async function factsOf(reader: Reader, author: AuthorRow): Promise<RecordFacts> {
  const signedWorks = await reader.query<SignedWork>(signedWorksQuery, [], [author.key]);
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
  const text = 'select count(distinct account_id) as followers from follows where author_id in $many';
  const [row] = await reader.query<{ followers: number | string }>(
    text,
    records.map(({ id }) => id),
  );
  return Number(row?.followers ?? 0);
}

/** Returns the figures of a record with some works. `own` are keys that are not its co-authors. */
function figuresOf(
  facts: readonly RecordFacts[],
  ownKeys: readonly number[],
  followers: number | null,
  onlyKeys?: ReadonlySet<number>,
): RecordFigures {
  const works = new Map(
    facts.flatMap(({ works }) => works.filter(({ key }) => !onlyKeys || onlyKeys.has(key)).map((work) => [work.key, work] as const)),
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

const movingWorks = (works: readonly SignedWork[]): ChangePreview['moving'] =>
  works.map(({ id, title, year, name }) => ({ id, title: title ?? untitledWork, year, as: name }));

/** Returns a hash of a record's works, which changes with each added or removed work. */
export const hashOfWorks = (authorId: string, workIds: readonly string[]): string => hashOf([authorId], workIds.toSorted());

/** Returns a hash that is the same for the same preview. */
const hashOf = (...parts: readonly (readonly string[])[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
const idsOf = (works: readonly SignedWork[]): string[] => works.map(({ id }) => id).sort();

/** Returns the preview of a merge. */
export async function mergePreview(reader: Reader, into: AuthorRow, from: AuthorRow): Promise<ChangePreview> {
  const [survivingFacts, otherFacts] = [await factsOf(reader, into), await factsOf(reader, from)];
  const ownKeys = [into.key, from.key];
  const survivingKeys = new Set(survivingFacts.works.map(({ key }) => key));
  const mappings = await reader.query<{ source: string; record_id: string }>(
    'select source, record_id from author_sources where author_key = ? order by source, record_id limit 50',
    [],
    [from.key],
  );
  const slugs = await reader.query<{ slug: string }>('select slug from author_slugs where author_key = ? order by slug', [], [from.key]);
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
    nameVariants: hidesNames(from) ? [] : mappings.map(({ source, record_id }) => `${source}: ${record_id}`),
    redirects: hidesNames(from) ? [from.id, from.slug] : [from.id, ...slugs.map(({ slug }) => slug)],
    seen: hashOf([into.id, from.id], idsOf(survivingFacts.works), idsOf(otherFacts.works)),
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
