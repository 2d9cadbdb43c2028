import { asc } from 'drizzle-orm';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { isListed, listed } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorshipChanges } from '#lib/platform/db/schema/history.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type AuthorshipChange, type PastRecord, stoodAt } from '../model/as-of.ts';

type Coauthors = NonNullable<PastRecord['coauthors']>;

const atOnce = 1000;

/** Returns the visible people who shared some works with an author at a moment. Merged records count as their current record. */
export async function coauthorsAt(reader: Reader, authorKey: number, workKeys: readonly number[], moment: Date): Promise<Coauthors> {
  const { current, changes } = await authorsOn(reader, workKeys);
  const people = await peopleOf(reader, [...new Set([...current.values(), ...changes.values()].flatMap((some) => [...some.keys()]))]);
  const shared = new Map<number, number>();
  for (const workKey of workKeys) {
    const now = current.get(workKey) ?? new Map<number, boolean>();
    const log = changes.get(workKey) ?? new Map<number, AuthorshipChange[]>();
    if (now.size > maxAuthorsForEdges) continue;
    const then = new Set<number>();
    for (const key of new Set([...now.keys(), ...log.keys()])) {
      const isMerged = people.get(key)?.mergedInto != null;
      if (stoodAt(log.get(key) ?? [], { isOn: now.get(key) ?? false, isMerged }, moment)) then.add(today(people, key));
    }
    for (const key of then) if (key !== authorKey) shared.set(key, (shared.get(key) ?? 0) + 1);
  }
  return [...shared]
    .flatMap(([key, works]) => {
      const person = people.get(key);
      return person?.visibility === 'visible' && person.kind === 'person' ? [{ key, slug: person.slug, name: person.name, works }] : [];
    })
    .sort((a, b) => b.works - a.works || a.key - b.key)
    .map(({ slug, name, works }) => ({ slug, name, works }));
}

interface AuthorsOn {
  /** Whether each author is on a work now: false after "not mine". */
  current: Map<number, Map<number, boolean>>;
  changes: Map<number, Map<number, AuthorshipChange[]>>;
}

async function authorsOn(reader: Reader, workKeys: readonly number[]): Promise<AuthorsOn> {
  const current: AuthorsOn['current'] = new Map();
  const changes: AuthorsOn['changes'] = new Map();
  for (let start = 0; start < workKeys.length; start += atOnce) {
    const some = { keys: listed(workKeys.slice(start, start + atOnce)) };
    for (const row of await reader.prepared(authorsNow, some)) {
      const now = current.get(row.workKey) ?? new Map<number, boolean>();
      current.set(row.workKey, now.set(row.authorKey, row.state !== 'not_mine'));
    }
    for (const row of await reader.prepared(changesOn, some)) {
      const of = changes.get(row.workKey) ?? new Map<number, AuthorshipChange[]>();
      changes.set(row.workKey, of.set(row.authorKey, [...(of.get(row.authorKey) ?? []), row]));
    }
  }
  return { current, changes };
}

const authorsNow = (reader: Reader) =>
  reader
    .select({ workKey: authorships.workKey, authorKey: authorships.authorKey, state: authorships.state })
    .from(authorships)
    .where(isListed(authorships.workKey, 'keys'))
    .prepare();

const changesOn = (reader: Reader) =>
  reader.select().from(authorshipChanges).where(isListed(authorshipChanges.workKey, 'keys')).orderBy(asc(authorshipChanges.key)).prepare();

const columns = columnsOf(authors, 'key', 'slug', 'name', 'kind', 'visibility', 'mergedInto');
type Person = Pick<typeof authors.$inferSelect, keyof typeof columns>;

const peopleByKey = (reader: Reader) => reader.select(columns).from(authors).where(isListed(authors.key, 'keys')).prepare();

/** Returns records by key, with the records that they were merged into. */
async function peopleOf(reader: Reader, keys: readonly number[]): Promise<Map<number, Person>> {
  const found = new Map<number, Person>();
  for (let pending = [...keys]; pending.length > 0; ) {
    const rows = await reader.prepared(peopleByKey, { keys: listed(pending.splice(0, atOnce)) });
    for (const row of rows) {
      found.set(row.key, row);
      if (row.mergedInto !== null && !found.has(row.mergedInto)) pending.push(row.mergedInto);
    }
  }
  return found;
}

/** Returns the current record after merges. */
function today(people: ReadonlyMap<number, Person>, key: number): number {
  let at = key;
  for (let steps = 0; steps < 20; steps += 1) {
    const into = people.get(at)?.mergedInto;
    if (into == null) return at;
    at = into;
  }
  return at;
}
