import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { shortestPath } from '#lib/catalog/graph/queries/path.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SharedContext } from '../model/invite-page.ts';

const maxShown = 8;
const maxRead = 200;

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
  const theirs = reader
    .select({ contextKey: authorContexts.contextKey, works: authorContexts.works })
    .from(authorContexts)
    .where(eq(authorContexts.authorKey, toKey))
    .as('theirs');
  const rows = await reader
    .select({ kind: contexts.kind, slug: contexts.slug, name: contexts.name })
    .from(authorContexts)
    .innerJoin(theirs, eq(theirs.contextKey, authorContexts.contextKey))
    .innerJoin(contexts, eq(contexts.key, authorContexts.contextKey))
    .where(and(eq(authorContexts.authorKey, fromKey), gt(contexts.worksCount, 0), inArray(contexts.kind, ['topic', 'venue'])))
    .orderBy(
      desc(sql`case when ${authorContexts.works} < ${theirs.works} then ${authorContexts.works} else ${theirs.works} end`),
      asc(contexts.sortName),
      asc(contexts.key),
    )
    .limit(maxRead);
  const contextsOfKind = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, maxShown)
      .map(({ slug, name }) => ({ slug, name }));
  return { topics: contextsOfKind('topic'), venues: contextsOfKind('venue') };
}
