import { and, asc, desc, eq, exists, gt, lt, lte, max, or, sql } from 'drizzle-orm';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { mayBeIndexed } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { keysPerPage, type SitemapEntry, type SitemapKind } from './model.ts';

/** Records that may appear in lists, as at `/authors`. */
const isListedRecord = listedRecord();

/** Returns the number of pages of each kind, from the highest key of each table. */
export async function sitemapPages(reader: Reader): Promise<Record<SitemapKind, number>> {
  const [lastAuthor] = await reader.select({ key: max(authors.key) }).from(authors);
  const [lastWork] = await reader.select({ key: max(works.key) }).from(works);
  const [lastContext] = await reader.select({ key: max(contexts.key) }).from(contexts);
  const pageCount = (key: number | null | undefined): number => Math.ceil(Number(key ?? 0) / keysPerPage);
  return { authors: pageCount(lastAuthor?.key), works: pageCount(lastWork?.key), contexts: pageCount(lastContext?.key) };
}

/**
 * Returns one page of the sitemap; null past the last page. A page is a range of keys, so that its cost does not depend on the size of the
 * corpus and a URL never moves to another page. Works are included if an author who may be listed signs them.
 */
export async function sitemapEntries(reader: Reader, kind: SitemapKind, number: number): Promise<SitemapEntry[] | null> {
  if (number > (await sitemapPages(reader))[kind]) return null;
  const from = (number - 1) * keysPerPage;
  return entriesBetween[kind](reader, from, from + keysPerPage);
}

async function authorsBetween(reader: Reader, from: number, to: number): Promise<SitemapEntry[]> {
  const rows = await reader
    .select({ slug: authors.slug, updatedAt: authors.updatedAt })
    .from(authors)
    .where(and(gt(authors.key, from), lte(authors.key, to), isListedRecord, mayBeIndexed))
    .orderBy(asc(authors.key));
  return rows.map(({ slug, updatedAt }) => ({ path: `/authors/${slug}`, updatedAt }));
}

async function worksBetween(reader: Reader, from: number, to: number): Promise<SitemapEntry[]> {
  const listedAuthorship = reader
    .select({ one: sql`1` })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authorships.workKey, works.key), isListedRecord));
  const rows = await reader
    .select({ id: works.id, updatedAt: works.updatedAt })
    .from(works)
    .where(and(gt(works.key, from), lte(works.key, to), exists(listedAuthorship)))
    .orderBy(asc(works.key));
  return rows.map(({ id, updatedAt }) => ({ path: `/works/${id}`, updatedAt }));
}

/** Returns topics, venues and institutions with at least one work. */
async function contextsBetween(reader: Reader, from: number, to: number): Promise<SitemapEntry[]> {
  const rows = await reader
    .select({ kind: contexts.kind, slug: contexts.slug, updatedAt: contexts.updatedAt })
    .from(contexts)
    .where(and(gt(contexts.key, from), lte(contexts.key, to), gt(contexts.worksCount, 0)))
    .orderBy(asc(contexts.key));
  return rows.map(({ kind, slug, updatedAt }) => ({ path: `/${contextPathSegments[kind as ContextKind]}/${slug}`, updatedAt }));
}

const entriesBetween: Record<SitemapKind, typeof authorsBetween> = {
  authors: authorsBetween,
  works: worksBetween,
  contexts: contextsBetween,
};

/** Returns the paths of all public pages in parts: people by their number of works, then works and contexts. */
export async function* publicPaths(reader: Reader): AsyncGenerator<string[]> {
  let last = { key: 0, worksCount: 2 ** 31 - 1 };
  for (let isLast = false; !isLast; ) {
    const { key, slug, worksCount } = authors;
    const isAfter = or(lt(worksCount, last.worksCount), and(eq(worksCount, last.worksCount), gt(key, last.key)));
    const rows = await reader
      .select({ key, slug, worksCount })
      .from(authors)
      .where(and(isListedRecord, gt(worksCount, 0), isAfter))
      .orderBy(desc(worksCount), asc(key))
      .limit(peoplePerPart);
    yield rows.map((row) => encodeURI(`/authors/${row.slug}`));
    last = rows.at(-1) ?? last;
    isLast = rows.length < peoplePerPart;
  }
  for (const kind of ['works', 'contexts'] as const) {
    for (let number = 1; ; number += 1) {
      const entries = await sitemapEntries(reader, kind, number);
      if (entries === null) break;
      yield entries.map(({ path }) => encodeURI(path));
    }
  }
}

const peoplePerPart = 500;
