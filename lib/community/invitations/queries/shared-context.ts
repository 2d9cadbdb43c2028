import { shortestPath } from '#lib/catalog/graph/queries/path.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SharedContext } from '../model/invite-page.ts';

const maxShown = 8;

/** Returns what two authors have in common, from public data: the path, shared co-authors, topics and venues. */
export async function sharedContext(reader: Reader, fromKey: number, toKey: number): Promise<SharedContext> {
  const { path, searchedAll, isHidden, common } = await shortestPath(reader, fromKey, toKey);
  return {
    path,
    searchedAll,
    isHidden,
    collaborators: { shown: common.slice(0, maxShown), all: common.length },
    ...(await sharedTopicsAndVenues(reader, fromKey, toKey)),
  };
}

/** Returns topics and venues that both have works in, ordered by the smaller of the two numbers of works, then by name. */
async function sharedTopicsAndVenues(reader: Reader, fromKey: number, toKey: number): Promise<Pick<SharedContext, 'topics' | 'venues'>> {
  const text = `select c.kind, c.slug, c.name from author_contexts mine
    join author_contexts theirs on theirs.author_key = ? and theirs.context_key = mine.context_key
    join contexts c on c.key = mine.context_key
    where mine.author_key = ? and c.works_count > 0 and c.kind in ('topic', 'venue')
    order by case when mine.works < theirs.works then mine.works else theirs.works end desc, c.sort_name, c.key limit 200`;
  const rows = await reader.query<{ kind: string; slug: string; name: string }>(text, [], [toKey, fromKey]);
  const contextsOfKind = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, maxShown)
      .map(({ slug, name }) => ({ slug, name }));
  return { topics: contextsOfKind('topic'), venues: contextsOfKind('venue') };
}
