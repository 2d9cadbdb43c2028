import { type EdgeRow, isConnecting } from '#lib/catalog/graph/queries/path.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Acquaintance, closenessOf, type SuggestedPerson } from '../model.ts';

const maxShown = 5;
/** Upper bounds on the people and edges that are read, however large the graph is. */
const maxBaseAuthors = 30;
const maxEdges = 300;
/** Candidates per query, closest first. */
const batchSize = 60;

const ownRecordsQuery = `select key from authors where owner_id = ? and ${visibleRecordText()} limit ${maxBaseAuthors}`;
// Excludes people who hide their co-authors.
const followedQuery = `select a.key from follows f join authors a on a.id = f.author_id where f.account_id = ? and f.state = 'on'
  and ${visibleRecordText('a')} and not ${hidesField('a', 'coauthors')} order by f.since desc limit ${maxBaseAuthors}`;

const forwardEdgesQuery = `select e.author_key as near, e.coauthor_key as far, e.works from coauthor_edges e join authors a on a.key = e.coauthor_key
  where e.author_key in $many and ${isConnecting} order by e.works desc, e.coauthor_key limit ${maxEdges}`;
const backwardEdgesQuery = `select e.coauthor_key as near, e.author_key as far, e.works from coauthor_edges e join authors a on a.key = e.author_key
  where e.coauthor_key in $many and ${isConnecting} order by e.works desc, e.author_key limit ${maxEdges}`;

// Excludes people who are followed, own records of the account, hidden suggestions, and blocks in either direction.
const suggestibleQuery = `select a.key, a.id, a.slug, a.name from authors a where a.key in $many and a.works_count > 0
  and (a.owner_id is null or a.owner_id <> ?)
  and not exists (select 1 from follows f where f.account_id = ? and f.author_id = a.id)
  and not exists (select 1 from hidden_suggestions h where h.account_id = ? and h.author_id = a.id)
  and not exists (select 1 from blocks b where (b.account_id = ? and b.blocked_id = a.owner_id) or (b.account_id = a.owner_id and b.blocked_id = ?))`;

/** Returns the strongest edges of some people to publicly visible people. */
async function edgesOf(reader: Reader, keys: readonly number[]): Promise<EdgeRow[]> {
  if (keys.length === 0) return [];
  return [...(await reader.query<EdgeRow>(forwardEdgesQuery, keys)), ...(await reader.query<EdgeRow>(backwardEdgesQuery, keys))];
}

/** Returns people whom the account may know: its co-authors, their co-authors, and the co-authors of followed people. Closest first. */
export async function suggestedPeople(reader: Reader, { accountId }: Actor): Promise<SuggestedPerson[]> {
  const selectKeys = async (text: string) => (await reader.query<{ key: number }>(text, [], [accountId])).map(({ key }) => key);
  const [ownKeys, followedKeys] = await Promise.all([selectKeys(ownRecordsQuery), selectKeys(followedQuery)]);
  const ownEdges = await edgesOf(reader, ownKeys);
  const coauthors = [...new Set(ownEdges.toSorted((a, b) => b.works - a.works).map(({ far }) => far))].slice(0, maxBaseAuthors);
  const [coauthorEdges, followedEdges] = await Promise.all([edgesOf(reader, coauthors), edgesOf(reader, followedKeys)]);
  const acquaintances = new Map<number, Acquaintance>();
  const addEdges = (edges: readonly EdgeRow[], update: (acquaintance: Acquaintance, edge: EdgeRow) => void) => {
    for (const edge of edges) {
      const acquaintance = acquaintances.get(edge.far) ?? { works: 0, coauthors: 0, followed: 0 };
      update(acquaintance, edge);
      acquaintances.set(edge.far, acquaintance);
    }
  };
  addEdges(ownEdges, (acquaintance, { works }) => {
    acquaintance.works += works;
  });
  addEdges(coauthorEdges, (acquaintance) => {
    acquaintance.coauthors += 1;
  });
  addEdges(followedEdges, (acquaintance) => {
    acquaintance.followed += 1;
  });
  for (const key of ownKeys) acquaintances.delete(key);
  const ranked = [...acquaintances].sort(([a, one], [b, other]) => closenessOf(other) - closenessOf(one) || a - b);
  const people: SuggestedPerson[] = [];
  // The closest candidates may all be followed or hidden already.
  for (let start = 0; start < ranked.length && people.length < maxShown; start += batchSize)
    people.push(...(await selectSuggestible(reader, accountId, ranked.slice(start, start + batchSize))));
  return people.slice(0, maxShown);
}

async function selectSuggestible(
  reader: Reader,
  accountId: string,
  candidates: readonly (readonly [key: number, why: Acquaintance])[],
): Promise<SuggestedPerson[]> {
  const keys = candidates.map(([key]) => key);
  const args = [accountId, accountId, accountId, accountId, accountId];
  const rows = await reader.query<{ key: number; id: string; slug: string; name: string }>(suggestibleQuery, keys, args);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return candidates.flatMap(([key, why]) => {
    const row = byKey.get(key);
    return row ? [{ authorId: row.id, slug: row.slug, name: row.name, ...why }] : [];
  });
}
