import { type EdgeRow, isConnecting } from '#lib/catalog/graph/queries/path.ts';
import { hides } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Acquaintance, nearness, type SuggestedPerson } from '../model.ts';

const maxShown = 5;
/** Upper bounds on the people and edges that are read, however large the graph is. */
const maxBases = 30;
const maxEdges = 300;
/** Candidates per query, closest first. */
const portion = 60;

const own = `select key from authors where owner_id = ? and ${visibleRecordText()} limit ${maxBases}`;
// Excludes people who hide their co-authors.
const followed = `select a.key from follows f join authors a on a.id = f.author_id where f.account_id = ? and f.state = 'on'
  and ${visibleRecordText('a')} and not ${hides('a', 'coauthors')} order by f.since desc limit ${maxBases}`;

const forward = `select e.author_key as near, e.coauthor_key as far, e.works from coauthor_edges e join authors a on a.key = e.coauthor_key
  where e.author_key in $many and ${isConnecting} order by e.works desc, e.coauthor_key limit ${maxEdges}`;
const backward = `select e.coauthor_key as near, e.author_key as far, e.works from coauthor_edges e join authors a on a.key = e.author_key
  where e.coauthor_key in $many and ${isConnecting} order by e.works desc, e.author_key limit ${maxEdges}`;

// Excludes people who are followed, own records of the account, hidden suggestions, and blocks in either direction.
const suggestible = `select a.key, a.id, a.slug, a.name from authors a where a.key in $many and a.works_count > 0
  and (a.owner_id is null or a.owner_id <> ?)
  and not exists (select 1 from follows f where f.account_id = ? and f.author_id = a.id)
  and not exists (select 1 from hidden_suggestions h where h.account_id = ? and h.author_id = a.id)
  and not exists (select 1 from blocks b where (b.account_id = ? and b.blocked_id = a.owner_id) or (b.account_id = a.owner_id and b.blocked_id = ?))`;

/** Returns the strongest edges of some people to publicly visible people. */
async function edgesOf(reader: Reader, keys: readonly number[]): Promise<EdgeRow[]> {
  if (keys.length === 0) return [];
  return [...(await reader.query<EdgeRow>(forward, keys)), ...(await reader.query<EdgeRow>(backward, keys))];
}

/** Returns people whom the account may know: its co-authors, their co-authors, and the co-authors of followed people. Closest first. */
export async function suggestedPeople(reader: Reader, { accountId }: Actor): Promise<SuggestedPerson[]> {
  const keysBy = async (text: string) => (await reader.query<{ key: number }>(text, [], [accountId])).map(({ key }) => key);
  const [mine, followedKeys] = await Promise.all([keysBy(own), keysBy(followed)]);
  const direct = await edgesOf(reader, mine);
  const coauthors = [...new Set(direct.toSorted((a, b) => b.works - a.works).map(({ far }) => far))].slice(0, maxBases);
  const [beyond, ofFollowed] = await Promise.all([edgesOf(reader, coauthors), edgesOf(reader, followedKeys)]);
  const known = new Map<number, Acquaintance>();
  const add = (edges: readonly EdgeRow[], change: (to: Acquaintance, edge: EdgeRow) => void) => {
    for (const edge of edges) {
      const to = known.get(edge.far) ?? { works: 0, coauthors: 0, followed: 0 };
      change(to, edge);
      known.set(edge.far, to);
    }
  };
  add(direct, (to, { works }) => {
    to.works += works;
  });
  add(beyond, (to) => {
    to.coauthors += 1;
  });
  add(ofFollowed, (to) => {
    to.followed += 1;
  });
  for (const key of mine) known.delete(key);
  const ranked = [...known].sort(([a, one], [b, other]) => nearness(other) - nearness(one) || a - b);
  const found: SuggestedPerson[] = [];
  // The closest candidates may all be followed or hidden already.
  for (let begin = 0; begin < ranked.length && found.length < maxShown; begin += portion)
    found.push(...(await suggestibleAmong(reader, accountId, ranked.slice(begin, begin + portion))));
  return found.slice(0, maxShown);
}

async function suggestibleAmong(
  reader: Reader,
  accountId: string,
  some: readonly (readonly [key: number, why: Acquaintance])[],
): Promise<SuggestedPerson[]> {
  const keys = some.map(([key]) => key);
  const args = [accountId, accountId, accountId, accountId, accountId];
  const rows = await reader.query<{ key: number; id: string; slug: string; name: string }>(suggestible, keys, args);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return some.flatMap(([key, why]) => {
    const row = byKey.get(key);
    return row ? [{ authorId: row.id, slug: row.slug, name: row.name, ...why }] : [];
  });
}
