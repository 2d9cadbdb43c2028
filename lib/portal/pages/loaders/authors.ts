import { connection } from 'next/server';
import { cache } from 'react';
import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import type { DirectoryRange } from '#lib/catalog/authors/queries/lists.ts';
import type { YearCount } from '#lib/catalog/contexts/model/years.ts';
import { yearCountsByTopic } from '#lib/catalog/contexts/queries/authors.ts';
import { creditsOfAuthor } from '#lib/catalog/statements/queries/contributions.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import type { Feed } from '#lib/catalog/works/model/feeds.ts';
import { parseSelection } from '#lib/catalog/works/model/list/selection.ts';
import { citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { reader } from '#lib/platform/db/store.ts';
import { site } from '#lib/platform/site.ts';
import type { AuthorView } from '../model/author-record.ts';
import { maxCited } from '../model/limits.ts';
import { authorView } from '../queries/author-record.ts';
import { sourcesOfAuthor } from '../queries/author-sources.ts';
import { directoryPage } from '../queries/directory.ts';
import { homeView } from '../queries/home.ts';
import { feedOrigin } from './feeds.ts';

/**
 * Loads the page of an author record.
 * @param query selection of works, as in the page's URL
 */
export const loadAuthor = cache(
  recordLoader(async (author, query?: string): Promise<AuthorView> => {
    const params = new URLSearchParams(query);
    return authorView(reader(), author, parseSelection(params).selection, params.get('after'));
  }),
);

/** Loads what every source states about a person. */
export const loadAuthorSources = cache(recordLoader((author) => sourcesOfAuthor(reader(), author)));

/** Loads an author's works per topic and year, by topic slug. */
export async function loadTopicYears(slug: string): Promise<Map<string, YearCount[]>> {
  const author = await findAuthor(reader(), slug);
  return author.kind === 'here' ? yearCountsByTopic(reader(), author.author.key) : new Map();
}

/** Loads authors by family name, from a cursor or a first letter. */
export async function loadAuthorList({ from, isClaimed }: DirectoryRange) {
  await connection();
  return directoryPage(reader(), { from: from?.slice(0, 200), isClaimed }, 60);
}

/** Loads the home page. It is not cached: it contains names, and a failed query must not persist. */
export async function loadHome() {
  await connection();
  return homeView(reader(), site().example);
}

/** Maximum number of works in one file; if there are more, it links to the next file. */
const maxInFeed = 50;

interface AuthorWorks {
  author: { id: string; slug: string; name: string; updatedAt: Date };
  works: CitedWork[];
  next: string | null;
}

const loadWorksOf = recordLoader(async (author, params: URLSearchParams, limit: number): Promise<AuthorWorks> => {
  const requested = parseSelection(params).selection;
  // If the owner hides indicators, the order by an indicator is not available either.
  const selection = author.indicatorsHidden && requested.order === 'signal' ? { ...requested, order: 'newest' as const } : requested;
  return { author, ...(await citationsOfAuthor(reader(), author.key, params.get('after') ?? undefined, limit, selection)) };
});

/** Loads an author's works as citations, selected by URL parameters. */
export const loadAuthorCitations = (slug: string, params: URLSearchParams) => loadWorksOf(slug, params, maxCited);

/** Loads the contributor roles that a record's owner states, by work id. */
export const loadAuthorRoles = (authorId: string) => creditsOfAuthor(reader(), authorId);

/** Loads the newest works of an author for a feed. Returns the path for a permanent redirect, or null if the record does not exist. */
export async function loadAuthorFeed(slug: string): Promise<Feed | { redirect: string } | null> {
  const result = await loadWorksOf(slug, new URLSearchParams(), maxInFeed);
  if (result === null) return null;
  if ('redirect' in result) return { redirect: `/authors/${result.redirect}` };
  const { author, works } = result;
  const { id, name, updatedAt } = author;
  return { kind: 'authors', id, path: `/authors/${author.slug}`, name, updatedAt, works, ...feedOrigin() };
}
