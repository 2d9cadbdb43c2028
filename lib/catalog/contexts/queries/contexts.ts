import { and, asc, count, eq, gt, gte, inArray, or, sql } from 'drizzle-orm';
import { columnsOf, hasRow } from '#lib/platform/db/rows.ts';
import { contexts, organisations, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { fold } from '#lib/platform/text/tokenizer.ts';
import type { ContextCard, ContextKind, WorkContext } from '../model/context.ts';
import { contextKey } from '../model/names.ts';

export type ContextRow = typeof contexts.$inferSelect;

/** Columns that `toContextCard` reads, and those that sort a list. */
export const contextCardColumns = {
  ...columnsOf(contexts, 'key', 'kind', 'slug', 'name', 'sortName', 'worksCount', 'peopleCount', 'firstYear', 'lastYear'),
};

export const toContextCard = ({ kind, slug, name, ...row }: Omit<ContextCard, 'kind'> & { kind: string }): ContextCard => {
  const { worksCount, peopleCount, firstYear, lastYear } = row;
  return { kind: kind as ContextKind, slug, name, worksCount, peopleCount, firstYear, lastYear };
};

/**
 * Returns the context of a slug or permanent id; null if there is none, or if it has no works. For another spelling of a topic, that
 * topic.
 */
export async function findContext(reader: Reader, kind: ContextKind, name: string): Promise<ContextRow | null> {
  const isRequested = and(eq(contexts.kind, kind), or(eq(contexts.slug, name), eq(contexts.id, name)));
  const [row] = await reader.select().from(contexts).where(isRequested).limit(1);
  if (row && row.worksCount > 0) return row;
  if (kind !== 'topic') return null;
  const nameKey = contextKey('topic', row?.name ?? name.replaceAll('-', ' '));
  const isVariant = and(eq(contexts.kind, 'topic'), eq(contexts.nameKey, nameKey), gt(contexts.worksCount, 0));
  const [variant] = await reader.select().from(contexts).where(isVariant).limit(1);
  return variant ?? null;
}

/**
 * Returns contexts of a kind in the order of their folded names.
 * @param from the cursor of a previous page (`next`), or text to start at, such as a letter
 */
export async function contextList(
  reader: Reader,
  kind: ContextKind,
  from: string | undefined,
  limit: number,
): Promise<{ contexts: ContextCard[]; next: string | null }> {
  const [, name = '', key] = /^(.*?)(?:~(\d{1,15}))?$/s.exec(fold(from ?? '')) ?? [];
  const isFromStart = key
    ? or(gt(contexts.sortName, name), and(eq(contexts.sortName, name), gt(contexts.key, Number(key))))
    : gte(contexts.sortName, name);
  const rows = await reader
    .select(contextCardColumns)
    .from(contexts)
    .where(and(eq(contexts.kind, kind), gt(contexts.worksCount, 0), isFromStart))
    .orderBy(asc(contexts.sortName), asc(contexts.key))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { contexts: rows.slice(0, limit).map(toContextCard), next: last ? `${last.sortName}~${last.key}` : null };
}

/** Returns the number of contexts of a kind under each folded first letter. */
export async function contextLetters(reader: Reader, kind: ContextKind): Promise<Map<string, number>> {
  const letter = sql<string>`substr(${contexts.sortName}, 1, 1)`;
  const rows = await reader
    .select({ letter, count: count() })
    .from(contexts)
    .where(and(eq(contexts.kind, kind), gt(contexts.worksCount, 0)))
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.letter, row.count]));
}

/** Returns the topics and the venue of a work that have a page, by name. */
export async function contextsOfWork(reader: Reader, id: string): Promise<WorkContext[]> {
  const rows = await reader
    .select({ kind: contexts.kind, slug: contexts.slug, name: contexts.name })
    .from(works)
    .innerJoin(workContexts, eq(workContexts.workKey, works.key))
    .innerJoin(contexts, eq(contexts.key, workContexts.contextKey))
    .where(and(eq(works.id, id), inArray(contexts.kind, ['topic', 'venue', 'institution']), gt(contexts.worksCount, 0)))
    .orderBy(asc(contexts.sortName));
  return rows as WorkContext[];
}

/** True if the ROR registry was imported. Without it, this instance knows no institution by its domain. */
export const hasRorRegistry = (reader: Pick<Reader, 'select'>): Promise<boolean> =>
  hasRow(reader, organisations, eq(organisations.status, 'active'));
