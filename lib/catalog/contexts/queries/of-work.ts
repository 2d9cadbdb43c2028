import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { WorkContext } from '../model/context.ts';

/** The topics and the venue of a work that have a page, by name. */
export async function contextsOfWork(reader: Reader, id: string): Promise<WorkContext[]> {
  const rows = await reader
    .select({ kind: contexts.kind, slug: contexts.slug, name: contexts.name })
    .from(works)
    .innerJoin(workContexts, eq(workContexts.workKey, works.key))
    .innerJoin(contexts, eq(contexts.key, workContexts.contextKey))
    .where(and(eq(works.id, id), inArray(contexts.kind, ['topic', 'venue']), gt(contexts.worksCount, 0)))
    .orderBy(asc(contexts.sortName));
  return rows as WorkContext[];
}
