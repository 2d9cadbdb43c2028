import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { asc } from 'drizzle-orm';
import { nodeId } from '#lib/catalog/graph/model/kinds.ts';
import { graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { parseSearchQuery } from '#lib/catalog/search-index/model/search-query.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { collectDependencies } from '#lib/platform/db/dependencies.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { loadAuthor, loadAuthorFeed, loadAuthorList, loadAuthorSources, loadHome } from '#lib/portal/pages/loaders/authors.ts';
import { loadContext, loadContextList } from '#lib/portal/pages/loaders/contexts.ts';
import { loadCoauthors, loadEdge, loadGraph, loadGraphStart, loadRecordSlice } from '#lib/portal/pages/loaders/graph.ts';
import { loadTrustDocument, loadTrustPage } from '#lib/portal/pages/loaders/trust.ts';
import { loadProvenance, loadRelatedWorks, loadWork } from '#lib/portal/pages/loaders/works.ts';
import { loadSearch } from '#lib/portal/search/loaders.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { finishPage } from '#lib/runtime/server/pages/finish-page.ts';
import { decodeRenderedPage, encodeRenderedPage } from '#lib/runtime/server/pages/page-response.ts';
import type { RenderElsewhere } from '#lib/runtime/server/pages/render-in-turn.ts';
import { createAccount, runJobs } from './store/fixtures.ts';

/** Pages as JSON, loaded as the routes do, behind the real HTTP server. A cached page must always equal a fresh one. */

export const names = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Emmy Noether', 'Marie Curie', 'Lise Meitner'];
export const workTitles = [
  'A lamp in the hall',
  'Shades and what they hide',
  'On wicks and evenings',
  'Oil today',
  'Matches and their history',
];

export interface World {
  store: Store;
  actors: Actor[];
  url: string;
  server: Server;
  /** Renders as a renderer process does. */
  render: RenderElsewhere;
  /** Number of pages rendered so far. */
  made: number;
}

export const createImportedWork = (title: string, by: readonly string[], year: number) =>
  importedWork.parse({
    source: 'acl-anthology',
    recordId: title,
    title: [title],
    type: 'paper',
    year,
    venue: 'Proceedings of Invented Things',
    code: { state: 'linked', url: `https://code.example/${encodeURIComponent(title)}` },
    authors: by.map((name) => ({ name, affiliation: `University of ${name.split(' ')[1]}` })),
  });

export const importWorks = (store: Store, some: readonly ReturnType<typeof createImportedWork>[]) =>
  store.transact((tx) => storeWorks(tx, { source: 'acl-anthology', importId: null, observedAt: now(), works: some }));

/** Stores six authors with five works, and three accounts. */
export async function populate(store: Store): Promise<Actor[]> {
  await importWorks(
    store,
    workTitles.map((title, at) =>
      createImportedWork(
        title,
        [0, 1, 2].map((next) => names[(at + next) % names.length] ?? ''),
        2015 + at,
      ),
    ),
  );
  await runJobs(store);
  return Promise.all(['One', 'Two', 'Three'].map((name) => createAccount(store, name)));
}

/** Starts a server for the pages of a store that `populate` has filled. */
export async function startWorld(store: Store, actors: Actor[]): Promise<World> {
  (globalThis as { peergraphStore?: Store }).peergraphStore = store;
  const render: RenderElsewhere = async (request) => {
    const sent = await collectDependencies(async (dependencies) => {
      const rendered = { status: 200, headers: { 'content-type': 'application/json' }, head: '', body: await page(request.url) };
      return encodeRenderedPage({ page: finishPage(rendered, request), dependencies });
    });
    return decodeRenderedPage(sent);
  };
  const world: World = { store, actors, url: '', server: createServer(), render, made: 0 };
  const page = async (url = '/'): Promise<Buffer> => {
    world.made += 1;
    return Buffer.from(await renderFresh(url));
  };
  const send = (response: ServerResponse, body: Buffer): void => {
    response.setHeader('Content-Type', 'application/json');
    response.end(body);
  };
  world.server = createHttpServer(
    async ({ url }, response) => send(response, await page(url)),
    () => true,
    {
      // Every second page is sent as by a renderer process, followed by its dependencies.
      render: async (request, signal) => (world.made % 2 === 0 ? null : render(request, signal)),
    },
  );
  await new Promise<void>((listening) => world.server.listen(0, '127.0.0.1', listening));
  world.url = `http://127.0.0.1:${(world.server.address() as AddressInfo).port}`;
  return world;
}

export async function stopWorld(world: World): Promise<void> {
  await new Promise((closed) => world.server.close(closed));
  delete (globalThis as { peergraphStore?: Store }).peergraphStore;
}

/** Loads that many pages have in common. */
interface Loaders {
  author: typeof loadAuthor;
  announcements: typeof loadAnnouncements;
}
const loaders: Loaders = { author: loadAuthor, announcements: loadAnnouncements };

/** Returns loaders that load each item once, for pages that are rendered while nothing changes. */
export function memoizedLoaders(): Loaders {
  const loaded = new Map<string, ReturnType<typeof loadAuthor>>();
  let announcements: ReturnType<typeof loadAnnouncements> | undefined;
  return {
    author: (slug) => {
      const author = loaded.get(slug) ?? loadAuthor(slug);
      loaded.set(slug, author);
      return author;
    },
    announcements: () => (announcements ??= loadAnnouncements()),
  };
}

/** Returns a page as the server sends it. */
export const renderFresh = async (address: string, { author, announcements } = loaders): Promise<string> =>
  JSON.stringify([await loadRoute(address, author), await announcements()]);

/** Returns what the route of a URL loads. */
async function loadRoute(url: string, loadAuthor: Loaders['author']): Promise<unknown> {
  if (url.startsWith('/search?')) return loadSearch(parseSearchQuery(Object.fromEntries(new URLSearchParams(url.split('?')[1]))));
  const [, folder = '', slug = '', part = ''] = decodeURIComponent(url).split('/');
  if (folder === '') return loadHome();
  if (folder === 'authors' && slug === '') return loadAuthorList({ isClaimed: false });
  if (folder === 'authors') {
    if (part === 'coauthors') return [await loadCoauthors(slug, 'works'), await loadAuthor(slug)];
    if (part === 'sources') return [await loadAuthorSources(slug), await loadAuthor(slug)];
    if (part === 'trust') return [await loadTrustPage(slug), await loadAuthor(slug)];
    if (part === 'trust.json') return loadTrustDocument(slug);
    if (part === 'feed.json') return loadAuthorFeed(slug);
    return [await loadAuthor(slug), await loadRecordSlice(nodeId('author', slug))];
  }
  if (folder === 'works')
    return [await loadWork(slug), await loadProvenance(slug), await loadRelatedWorks(slug), await loadRecordSlice(nodeId('work', slug))];
  if (folder === 'graph' && slug === '') return loadGraphStart();
  if (folder === 'graph') return part ? loadEdge(slug, part) : loadGraph({ ...graphQueryOf(nodeId('author', slug)), steps: 2 });
  const kind = folder === 'institutions' ? 'institution' : folder === 'venues' ? 'venue' : 'topic';
  if (slug === '') return loadContextList(kind, undefined);
  return [await loadContext(kind, slug), await loadRecordSlice(nodeId(kind, slug))];
}

const searches = [
  'ada',
  'somerville',
  'lamps',
  'lampz',
  'turing&kind=people',
  'lamps&kind=works&from=2016',
  'university&kind=institutions',
];

/** Returns the URLs of some records, works and contexts, of lists, searches and the home page. */
export async function pageUrls({ store }: World): Promise<string[]> {
  const people = await store.reader.select({ slug: authors.slug }).from(authors).orderBy(asc(authors.key));
  const pages = ['', '/coauthors', '/sources', '/trust', '/trust.json', '/feed.json'];
  const some = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key)).limit(3);
  const institutions = await store.reader.select({ slug: contexts.slug, kind: contexts.kind }).from(contexts).orderBy(asc(contexts.key));
  return [
    ...['/', '/authors', '/graph', '/institutions', '/venues'],
    ...people.slice(0, 3).flatMap(({ slug }) => pages.map((page) => `/authors/${slug}${page}`)),
    ...people.slice(3).map(({ slug }) => `/authors/${slug}`),
    ...some.map(({ id }) => `/works/${id}`),
    ...people.slice(0, 2).map(({ slug }) => `/graph/${slug}`),
    `/graph/${people[0]?.slug}/${people[3]?.slug}`,
    ...institutions.slice(0, 4).map(({ kind, slug }) => `/${kind}s/${slug}`),
    ...searches.map((search) => `/search?q=${search}`),
  ];
}

const agent = new Agent({ keepAlive: true });

/** Requests a page. @returns its text, and its Cache-Status header */
export const read = ({ url }: World, address: string): Promise<{ text: string; status: string }> =>
  new Promise((resolve, reject) => {
    const asked = get(`${url}${address}`, { agent, headers: { 'accept-encoding': 'gzip' } }, async (answer) => {
      const { statusCode = 0, headers } = answer;
      const sent = await buffer(answer);
      if (statusCode >= 500) return reject(new Error(`${address} answers ${statusCode}`));
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      resolve({ text: text.toString(), status: String(headers['cache-status'] ?? '') });
    });
    asked.once('error', reject);
  });

const isHit = ({ status }: { status: string }): boolean => status.endsWith('hit');

/** Returns the URLs whose cached page differs from a fresh one. A response that is not a cache hit is fresh. */
export async function findStale(world: World, all: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const loaded = memoizedLoaders();
  for (const address of all) {
    const answer = await read(world, address);
    if (isHit(answer) && answer.text !== (await renderFresh(address, loaded))) wrong.push(`${address} (${answer.status})`);
  }
  return wrong;
}

/** Returns the URLs that are answered from the cache. */
export async function findCached(world: World, all: readonly string[]): Promise<string[]> {
  const cached: string[] = [];
  for (const address of all) if (isHit(await read(world, address))) cached.push(address);
  return cached;
}
