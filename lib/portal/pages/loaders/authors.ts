import { connection } from 'next/server';
import { cache } from 'react';
import { findAuthor, recordAt } from '#lib/catalog/authors/queries/find.ts';
import type { DirectoryRange } from '#lib/catalog/authors/queries/lists.ts';
import type { YearCount } from '#lib/catalog/contexts/model/years.ts';
import { topicYearsOf } from '#lib/catalog/contexts/queries/authors.ts';
import { creditsOfAuthor } from '#lib/catalog/statements/queries/contributions.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import type { Feed } from '#lib/catalog/works/model/feeds.ts';
import { selectionFrom } from '#lib/catalog/works/model/list/selection.ts';
import { citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { AuthorView } from '../model/author-record.ts';
import type { AuthorSourcesView } from '../model/author-sources.ts';
import { authorView } from '../queries/author-record.ts';
import { sourcesOfAuthor } from '../queries/author-sources.ts';
import { directory } from '../queries/directory.ts';
import { homeView } from '../queries/home.ts';
import { feedOrigin } from './feeds.ts';

/**
 * The record page of an author: its view, the slug to redirect to for ever, or null where there is none.
 * @param query which of the works, as in the page's URL
 */
export const loadAuthor = cache(async (slug: string, query = ''): Promise<{ view: AuthorView } | { redirect: string } | null> => {
  await connection();
  const author = await recordAt(reader(), slug);
  if (author === null || 'redirect' in author) return author;
  const params = new URLSearchParams(query);
  return { view: await authorView(reader(), author, selectionFrom(params).selection, params.get('after')) };
});

/** What every source says of a person; the slug to redirect to for ever; or null where there is no such record. */
export const loadAuthorSources = cache(async (slug: string): Promise<{ view: AuthorSourcesView } | { redirect: string } | null> => {
  await connection();
  const author = await recordAt(reader(), slug);
  if (author === null || 'redirect' in author) return author;
  return { view: await sourcesOfAuthor(reader(), author) };
});

/** Works of an author under each topic by year, by the topic's slug. */
export async function loadTopicYears(slug: string): Promise<Map<string, YearCount[]>> {
  const found = await findAuthor(reader(), slug);
  return found.kind === 'here' ? topicYearsOf(reader(), found.author.key) : new Map();
}

/** Authors by family name, from a cursor or a first letter on. */
export async function loadAuthorList({ from, isClaimed }: DirectoryRange) {
  await connection();
  return directory(reader(), { from: from?.slice(0, 200), isClaimed }, 60);
}

/** What the home page says of this instance, read each time: names are in it, and a read that failed once would be a fault for everybody. */
export async function loadHome() {
  await connection();
  return homeView(reader());
}

/** A file of works holds so many at most; where there are more, it names the address of the next one. */
const maxCited = 10_000;
const maxFed = 50;

interface AuthorWorks {
  author: { id: string; slug: string; name: string; updatedAt: Date };
  works: CitedWork[];
  next: string | null;
}

async function loadWorksOf(slug: string, params: URLSearchParams, limit: number): Promise<AuthorWorks | { redirect: string } | null> {
  await connection();
  const author = await recordAt(reader(), slug);
  if (author === null || 'redirect' in author) return author;
  const asked = selectionFrom(params).selection;
  // Who shows no indicators shows no order by one either.
  const selection = author.indicatorsHidden && asked.order === 'signal' ? { ...asked, order: 'newest' as const } : asked;
  return {
    author,
    ...(await citationsOfAuthor(reader(), author.key, params.get('after') ?? undefined, limit, selection)),
  };
}

/** Works of an author as citations, those that the URL's parameters ask for; the slug to redirect to for ever; or null where there is no such record. */
export const loadAuthorCitations = (slug: string, params: URLSearchParams) => loadWorksOf(slug, params, maxCited);

/** What the owner of a record says that they did in works, by the ids of works. */
export const loadAuthorRoles = (authorId: string) => creditsOfAuthor(reader(), authorId);

/** The newest works of an author, for a feed; the path to redirect to for ever; or null where there is no such record. */
export async function loadAuthorFeed(slug: string): Promise<Feed | { redirect: string } | null> {
  const found = await loadWorksOf(slug, new URLSearchParams(), maxFed);
  if (found === null) return null;
  if ('redirect' in found) return { redirect: `/authors/${found.redirect}` };
  const { author, works } = found;
  const { id, name, updatedAt } = author;
  return { kind: 'authors', id, path: `/authors/${author.slug}`, name, updatedAt, works, ...feedOrigin() };
}
