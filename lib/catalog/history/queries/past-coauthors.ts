import { asc } from 'drizzle-orm';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { isFullyVisible } from '#lib/catalog/visibility/model.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type AuthorshipChange, type PastRecord, wasAuthorAt } from '../model/as-of.ts';

type Coauthors = NonNullable<PastRecord['coauthors']>;

const keysPerQuery = 1000;

/** Returns the visible people who shared some works with an author at a moment. Merged records count as their current record. */
export async function coauthorsAt(reader: Reader, authorKey: number, workKeys: readonly number[], moment: Date): Promise<Coauthors> {
  const { current, changes } = await selectWorkAuthors(reader, workKeys);
  const people = await selectPeopleWithTargets(reader, [
    ...new Set([...current.values(), ...changes.values()].flatMap((byAuthor) => [...byAuthor.keys()])),
  ]);
  const sharedWorks = new Map<number, number>();
  for (const workKey of workKeys) {
    const currentAuthors = current.get(workKey) ?? new Map<number, boolean>();
    const authorChanges = changes.get(workKey) ?? new Map<number, AuthorshipChange[]>();
    if (currentAuthors.size > maxAuthorsForEdges) continue;
    const pastAuthors = new Set<number>();
    for (const key of new Set([...currentAuthors.keys(), ...authorChanges.keys()])) {
      const isMerged = people.get(key)?.mergedInto != null;
      if (wasAuthorAt(authorChanges.get(key) ?? [], { isOn: currentAuthors.get(key) ?? false, isMerged }, moment))
        pastAuthors.add(currentKeyOf(people, key));
    }
    for (const key of pastAuthors) if (key !== authorKey) sharedWorks.set(key, (sharedWorks.get(key) ?? 0) + 1);
  }
  return [...sharedWorks]
    .flatMap(([key, works]) => {
      const person = people.get(key);
      return person && isFullyVisible(person) && person.kind === 'person' ? [{ key, slug: person.slug, name: person.name, works }] : [];
    })
    .sort((a, b) => b.works - a.works || a.key - b.key)
    .map(({ slug, name, works }) => ({ slug, name, works }));
}

interface WorkAuthors {
  /** Whether each author is on a work now: false after "not mine". */
  current: Map<number, Map<number, boolean>>;
  changes: Map<number, Map<number, AuthorshipChange[]>>;
}

async function selectWorkAuthors(reader: Reader, workKeys: readonly number[]): Promise<WorkAuthors> {
  const current: WorkAuthors['current'] = new Map();
  const changes: WorkAuthors['changes'] = new Map();
  for (let start = 0; start < workKeys.length; start += keysPerQuery) {
    const batch = { keys: encodeList(workKeys.slice(start, start + keysPerQuery)) };
    for (const row of await reader.prepared(selectAuthors, batch)) {
      const workAuthors = current.get(row.workKey) ?? new Map<number, boolean>();
      current.set(row.workKey, workAuthors.set(row.authorKey, row.state !== 'not_mine'));
    }
    for (const row of await reader.prepared(selectChanges, batch)) {
      const workChanges = changes.get(row.workKey) ?? new Map<number, AuthorshipChange[]>();
      changes.set(row.workKey, workChanges.set(row.authorKey, [...(workChanges.get(row.authorKey) ?? []), row]));
    }
  }
  return { current, changes };
}

const selectAuthors = (reader: Reader) =>
  reader
    .select({ workKey: authorships.workKey, authorKey: authorships.authorKey, state: authorships.state })
    .from(authorships)
    .where(isInList(authorships.workKey, 'keys'))
    .prepare();

const selectChanges = (reader: Reader) =>
  reader.select().from(authorshipChanges).where(isInList(authorshipChanges.workKey, 'keys')).orderBy(asc(authorshipChanges.key)).prepare();

const personColumns = columnsOf(authors, 'key', 'slug', 'name', 'kind', 'visibility', 'mergedInto');
type Person = Pick<typeof authors.$inferSelect, keyof typeof personColumns>;

const selectPeople = (reader: Reader) => reader.select(personColumns).from(authors).where(isInList(authors.key, 'keys')).prepare();

/** Returns records by key, with the records that they were merged into. */
async function selectPeopleWithTargets(reader: Reader, keys: readonly number[]): Promise<Map<number, Person>> {
  const peopleByKey = new Map<number, Person>();
  for (let pending = [...keys]; pending.length > 0; ) {
    const rows = await reader.prepared(selectPeople, { keys: encodeList(pending.splice(0, keysPerQuery)) });
    for (const row of rows) {
      peopleByKey.set(row.key, row);
      if (row.mergedInto !== null && !peopleByKey.has(row.mergedInto)) pending.push(row.mergedInto);
    }
  }
  return peopleByKey;
}

/** Returns the current record after merges. */
function currentKeyOf(people: ReadonlyMap<number, Person>, key: number): number {
  let current = key;
  for (let steps = 0; steps < 20; steps += 1) {
    const target = people.get(current)?.mergedInto;
    if (target == null) return current;
    current = target;
  }
  return current;
}
