import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { asc, desc, eq } from 'drizzle-orm';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { editOwnRecord, pinWork, setIndicatorsHidden, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { parseSearchQuery } from '#lib/catalog/search-index/model/search-query.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { checkCodeLinks } from '#lib/catalog/works/commands/check-code.ts';
import { followAuthor, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { vouchFor } from '#lib/governance/claims/commands/attestations.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { collectDependencies } from '#lib/platform/db/dependencies.ts';
import { announcements, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { loadAnnouncements } from '#lib/portal/operations/loaders.ts';
import { loadAuthor, loadAuthorFeed, loadAuthorList, loadAuthorSources, loadHome } from '#lib/portal/pages/loaders/authors.ts';
import { loadContext, loadContextList } from '#lib/portal/pages/loaders/contexts.ts';
import { loadCoauthors, loadEdge, loadGraphStart, loadSlice } from '#lib/portal/pages/loaders/graph.ts';
import { loadTrustDocument, loadTrustPage } from '#lib/portal/pages/loaders/trust.ts';
import { loadProvenance, loadRelatedWorks, loadWork } from '#lib/portal/pages/loaders/works.ts';
import { loadSearch } from '#lib/portal/search/loaders.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { finishPage } from '#lib/runtime/server/pages/finish-page.ts';
import { decodeRenderedPage, encodeRenderedPage } from '#lib/runtime/server/pages/page-response.ts';
import { strongDns } from './evidence.ts';
import { createAccount, runJobs } from './store/fixtures.ts';

/** Pages as JSON, loaded as the routes do, behind the real HTTP server. A cached page must always equal a fresh one. */

const names = ['Ada Byron', 'Grace Hopper', 'Alan Turing', 'Emmy Noether', 'Marie Curie', 'Lise Meitner'];
const workTitles = ['A lamp in the hall', 'Shades and what they hide', 'On wicks and evenings', 'Oil today', 'Matches and their history'];

export interface World {
  store: Store;
  actors: Actor[];
  url: string;
  server: Server;
  /** Number of pages rendered so far. */
  made: number;
}

const createImportedWork = (title: string, by: readonly string[], year: number) =>
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

const importWorks = (store: Store, some: readonly ReturnType<typeof createImportedWork>[]) =>
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
  const world: World = { store, actors, url: '', server: createServer(), made: 0 };
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
      render: async (request) => {
        if (world.made % 2 === 0) return null;
        const sent = await collectDependencies(async (dependencies) => {
          const rendered = { status: 200, headers: { 'content-type': 'application/json' }, head: '', body: await page(request.url) };
          return encodeRenderedPage({ page: finishPage(rendered, request), dependencies });
        });
        return decodeRenderedPage(sent);
      },
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
function memoizedLoaders(): Loaders {
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
const renderFresh = async (address: string, { author, announcements } = loaders): Promise<string> =>
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
    return loadAuthor(slug);
  }
  if (folder === 'works') return [await loadWork(slug), await loadProvenance(slug), await loadRelatedWorks(slug)];
  if (folder === 'graph' && slug === '') return loadGraphStart(undefined);
  if (folder === 'graph') return part ? loadEdge(slug, part) : loadSlice(slug, { steps: 1, since: null, until: null, least: 1 });
  const kind = folder === 'institutions' ? 'institution' : folder === 'venues' ? 'venue' : 'topic';
  return slug ? loadContext(kind, slug) : loadContextList(kind, undefined);
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

/** Numbers chosen by a test that select the account, record and other parameters of a command. */
export interface Choice {
  who: number;
  on: number;
  other: number;
}

type Command = (world: World, store: Store, choice: Choice) => Promise<unknown>;

const actorOf = ({ actors }: World, { who }: Choice): Actor =>
  actors[who % actors.length] ?? mintActor({ accountId: '', name: null, email: null, emailConfirmed: false });
const recordOf = async (store: Store, at: number) => {
  const rows = await store.reader.select().from(authors).orderBy(asc(authors.key));
  const row = rows[at % rows.length];
  if (!row) throw new Error('There is no record.');
  return row;
};

/** The command has no valid target: the record has no owner, was merged, or is suppressed. The store is unchanged. */
class NoTargetError extends Error {}

/** Wraps a command that the owner of a record runs. */
const asOwner =
  (act: (store: Store, actor: Actor, record: typeof authors.$inferSelect, choice: Choice) => Promise<unknown>): Command =>
  async (world, store, choice) => {
    const record = await recordOf(store, choice.on);
    const actor = world.actors.find(({ accountId }) => accountId === record.ownerId);
    if (!actor) throw new NoTargetError();
    await act(store, actor, record, choice);
  };

const owner = async (store: Store, actor: Actor, authorId: string) => {
  const held = await proveOwnership(store.reader, actor, authorId);
  if (!held) throw new NoTargetError();
  return held;
};

/** Commands that change pages. Each runs in a transaction of `store`, which can be that of another process. */
export const commands: Record<string, Command> = {
  follow: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    await store.transact((tx) => followAuthor(tx, actorOf(world, choice), { authorId: id }));
  },
  unfollow: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    await store.transact((tx) => unfollowAuthor(tx, actorOf(world, choice), { authorId: id }));
  },
  followContext: async (world, store, choice) => {
    const rows = await store.reader.select({ id: contexts.id }).from(contexts).orderBy(asc(contexts.key));
    const contextId = rows[choice.on % rows.length]?.id ?? '';
    await store.transact((tx) => followContext(tx, actorOf(world, choice), { contextId, want: choice.other % 2 ? 'on' : 'off' }));
  },
  claim: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    const actor = actorOf(world, choice);
    const proof = mintProof(strongDns(`d${choice.other}.example`), actor.accountId, id);
    await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof }));
  },
  withdrawClaim: async (world, store, choice) => {
    const actor = actorOf(world, choice);
    const [claim] = await store.reader.select().from(claims).where(eq(claims.accountId, actor.accountId)).orderBy(desc(claims.createdAt));
    if (claim) await store.transact((tx) => withdrawClaim(tx, actor, { claimId: claim.id }));
  },
  vouch: asOwner(async (store, actor, record, { other }) => {
    const { id } = await recordOf(store, other);
    await store.transact((tx) => vouchFor(tx, actor, { authorId: id, fromAuthorId: record.id }));
  }),
  state: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    const before = await readPublicStatements(store.reader, record);
    const said = statementsInput.parse({
      authorId: record.id,
      biography: `I count lamps ${other}.`,
      affiliation: other % 2 ? 'Institute of Lamps' : '',
    });
    await store.transact((tx) => editOwnRecord(tx, held, { ...said, seen: (before as { seen?: string } | null)?.seen ?? '' }));
  }),
  hide: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    const hidden = (['coauthors', 'affiliations', 'years', 'names', 'followers'] as const).filter((_, at) => (other >> at) % 2);
    await store.transact((tx) => setPrivacy(tx, held, { authorId: record.id, hidden: [...hidden], indexed: other % 3 ? 'yes' : 'no' }));
  }),
  hideIndicators: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    await store.transact((tx) => setIndicatorsHidden(tx, held, { hidden: other % 2 === 0 }));
  }),
  beOpen: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    await store.transact((tx) =>
      setAvailability(tx, held, { open: other % 2 === 0, purposes: ['co-author'], note: `Write about ${other}.` }),
    );
  }),
  pin: asOwner(async (store, actor, record, { other }) => {
    const rows = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key));
    const held = await owner(store, actor, record.id);
    const workId = rows[other % rows.length]?.id ?? '';
    await store.transact((tx) => pinWork(tx, held, { authorId: record.id, workId, operation: other % 2 ? 'pin' : 'unpin' }));
  }),
  disown: asOwner(async (store, actor, record, { other }) => {
    const rows = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key));
    const workId = rows[other % rows.length]?.id ?? '';
    const opinion = other % 2 ? 'not_mine' : 'mine';
    await store.transact((tx) => stateOpinionsOnWorks(tx, actor, { authorId: record.id, opinions: new Map([[workId, opinion]]) }));
  }),
  suppress: asOwner(async (store, actor, record, { other }) => {
    const wanted = (['suppressed', 'search_only', 'visible'] as const)[other % 3] ?? 'visible';
    await store.transact((tx) => setVisibility(tx, actor, { authorId: record.id, wanted }));
  }),
  merge: async (world, store, choice) => {
    const [one, other] = [await recordOf(store, choice.on), await recordOf(store, choice.other)];
    const asked = await store.transact((tx) =>
      proposeMerge(tx, actorOf(world, choice), { authorId: one.id, otherId: other.id, reason: 'They are one person.' }),
    );
    if (asked.ok && !asked.value.applied) await store.transact((tx) => applyChange(tx, asked.value.changeId));
  },
  revertMerge: async (_, store) => {
    const [change] = await store.reader.select().from(identityChanges).orderBy(desc(identityChanges.proposedAt)).limit(1);
    if (change) await store.transact((tx) => revertChange(tx, change.id));
  },
  import: async (_, store, { on, other }) => {
    const title = workTitles[on % workTitles.length] ?? '';
    await importWorks(store, [
      createImportedWork(other % 3 ? title : `${title} ${other}`, [names[other % names.length] ?? '', 'Mary Somerville'], 2000 + other),
    ]);
  },
  checkCode: async (_, store, { other }) => {
    await checkCodeLinks(store, 0, async () => (other % 2 ? 200 : 404));
  },
  announce: async (_, store, { other }) => {
    const at = now();
    const until = new Date(at.getTime() + 60_000 * (other + 1));
    await store.transact((tx) =>
      tx.insert(announcements).values({ id: newId(), text: `Lamps ${other}`, href: null, from: at, until, createdBy: 'x' }),
    );
  },
  jobs: async (_, store) => {
    await runJobs(store);
  },
  session: async (world, store, choice) => {
    const row = {
      sessionToken: newId(),
      userId: actorOf(world, choice).accountId,
      expires: new Date(now().getTime() + 1e6),
      createdAt: now(),
    };
    await store.transact((tx) => tx.insert(sessions).values(row as never));
  },
};

/** Runs a command. @returns false if it has no valid target, so that the store is unchanged */
export const runCommand = async (world: World, store: Store, name: string, choice: Choice): Promise<boolean> => {
  try {
    await commands[name]?.(world, store, choice);
    return true;
  } catch (error) {
    if (error instanceof NoTargetError) return false;
    throw error;
  }
};
