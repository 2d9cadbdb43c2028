import { and, countDistinct, eq, gt, ne, sql } from 'drizzle-orm';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { YearCount } from '../model/years.ts';

/** Works of an author under each topic by year, by the topic's slug; works without a year are left out. */
export async function topicYearsOf(reader: Reader, authorKey: number): Promise<Map<string, YearCount[]>> {
  const year = sql<number>`${workContexts.sortDate} / 10000`.mapWith(Number);
  const shown = and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'), eq(contexts.kind, 'topic'));
  const rows = await reader
    .select({ slug: contexts.slug, year, works: countDistinct(workContexts.workKey) })
    .from(authorships)
    // SQLite takes the tables of a cross join in the order written: it would begin with all topics.
    .crossJoin(workContexts)
    .crossJoin(contexts)
    .where(
      and(eq(workContexts.workKey, authorships.workKey), eq(contexts.key, workContexts.contextKey), shown, gt(workContexts.sortDate, 0)),
    )
    .groupBy(contexts.slug, year)
    .orderBy(contexts.slug, year);
  const bySlug = Map.groupBy(rows, ({ slug }) => slug);
  return new Map([...bySlug].map(([slug, years]) => [slug, years.map(({ year: of, works }) => ({ year: of, works }))]));
}
