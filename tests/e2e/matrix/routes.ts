import type { Power } from '#lib/catalog/powers/model.ts';
import { type Role, type SeedData, unknownId } from './roles.ts';

/*
 * HOW TO ADD A ROUTE
 * The matrix reads app/ and fails for a page.tsx or route.ts without a row. A row is named in Next.js notation and has
 *   paths        the paths to request, by variant: own, another account's, suppressed, unknown, malformed
 *   answers      the outcome for each variant: a status, 'sign-in' (redirect to /sign-in) or 'on' (redirect to another page of this site).
 *                It is one for all roles, or by role with `else`. A private object is 404 for other roles, like an unknown one.
 *   query        the query parameters: each is tried with invalid, repeated and huge values and with cursors of other pages
 *   independent  those whose values do not change how the page reads the others: they share requests
 *   method       if it is not GET, with `power`, the power that it uses (lib/catalog/powers/model.ts), `form`, the submitted fields,
 *                and `changedBy`, the only roles whose request changes something
 * `pageRow`, `accountPageRow`, `recordRow`, `workRow` and `contextRow` create the usual rows. Texts that only some roles may read are
 * canaries: create them in seed.ts. Every response of every row is searched for them.
 */
export type RouteOutcome = 200 | 204 | 400 | 401 | 403 | 404 | 'sign-in' | 'on';
export type OutcomeByRole = RouteOutcome | ({ else: RouteOutcome } & Partial<Record<Role, RouteOutcome>>);
export interface RouteRow {
  method?: 'POST';
  power?: Power;
  form?: (seed: SeedData) => Record<string, string | File>;
  paths: (seed: SeedData) => Record<string, string>;
  answers: Record<string, OutcomeByRole>;
  query?: readonly string[];
  independent?: readonly string[];
  changedBy?: readonly Role[];
  /** What a GET by these roles changes. Any other change by a GET is a fault. */
  sideEffects?: Partial<Record<Role, string>>;
}

const malformed = ['%F0%9F%92%A5', '..%2f..%2fetc%2fpasswd', "x'%20or%20'1'='1", 'x'.repeat(600), '%3Cscript%3E', '[object%20Object]'];

const pageRow = (path: string, query?: readonly string[], independent: readonly string[] = []): RouteRow => ({
  paths: () => ({ it: path }),
  answers: { it: 200 },
  ...(query && { query, independent }),
});

/** Row of a page of the signed-in account: anonymous requests are redirected to the sign-in page. */
const accountPageRow = (
  path: string,
  query?: readonly string[],
  answer: OutcomeByRole = { else: 200, anonymous: 'sign-in' },
): RouteRow => ({
  ...pageRow(path, query),
  answers: { it: answer },
});

const malformedPaths = (path: (name: string) => string): Record<string, string> =>
  Object.fromEntries(malformed.map((name, at) => [`malformed ${at}`, path(name)]));

/** Row of a page under an author record, with a variant for each state of a record. */
function recordRow(
  path: (name: string) => string,
  more: { query?: readonly string[]; independent?: readonly string[]; answers?: Record<string, OutcomeByRole>; shown?: OutcomeByRole } = {},
): RouteRow {
  const { shown = 200 } = more;
  return {
    paths: ({ records }) => ({
      claimed: path(records.recipient.slug),
      unclaimed: path(records.unclaimed.slug),
      'search only': path(records.searchOnly.slug),
      'by id': path(records.recipient.id),
      merged: path(records.merged.slug),
      suppressed: path(records.suppressed.slug),
      'suppressed by id': path(records.suppressed.id),
      unknown: path(unknownId),
      ...malformedPaths(path),
    }),
    answers: {
      ...{ claimed: shown, unclaimed: shown, 'search only': shown, 'by id': 'on', merged: 'on' },
      ...{ suppressed: 404, 'suppressed by id': 404, unknown: 404, malformed: 404 },
      ...more.answers,
    },
    ...(more.query && { query: more.query, independent: more.independent ?? [] }),
  };
}

/** Row of a page of the recipient's record that only its owner may open. */
const ownRecordRow = (path: (name: string) => string, query: readonly string[], shown: RouteOutcome = 200): RouteRow =>
  recordRow(path, {
    query: [...query],
    shown: { else: 404, anonymous: 'sign-in' },
    answers: {
      claimed: { else: 404, anonymous: 'sign-in', recipient: shown },
      'by id': { else: 'on', anonymous: 'sign-in' },
      merged: { else: 'on', anonymous: 'sign-in' },
      suppressed: { else: 404, anonymous: 'sign-in' },
      'suppressed by id': { else: 404, anonymous: 'sign-in' },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
  });

const workRow = (path: (id: string) => string, query?: readonly string[]): RouteRow => ({
  paths: ({ works }) => ({
    shown: path(works.shown),
    'of nobody shown': path(works.hidden),
    unknown: path(unknownId),
    ...malformedPaths(path),
  }),
  answers: { shown: 200, 'of nobody shown': 200, unknown: 404, malformed: 404 },
  ...(query && { query }),
});

/** Parameters that filter or sort a list: each is parsed on its own, and an invalid one is ignored. */
const filters: readonly string[] = ['year', 'type', 'source', 'order', 'topic', 'people', 'works'];

const contextRow = (kind: 'topic' | 'venue' | 'institution', path: (slug: string) => string, query?: readonly string[]): RouteRow => ({
  paths: ({ contexts }) => ({
    shown: path(contexts[kind].slug),
    'by id': path(contexts[kind].id),
    'another kind': path(contexts[kind === 'topic' ? 'venue' : 'topic'].slug),
    unknown: path(unknownId),
    ...malformedPaths(path),
  }),
  answers: { shown: 200, 'by id': 'on', 'another kind': 404, unknown: 404, malformed: 404 },
  ...(query && { query, independent: query.filter((name) => filters.includes(name)) }),
});

/** Row of a file of the graph around any page. */
const graphFileRow = (file: string): RouteRow => {
  const path = (id: string) => `/graph/${file}?from=${id}`;
  return {
    paths: ({ records, works, contexts }) => ({
      person: path(`author:${records.recipient.slug}`),
      work: path(`work:${works.shown}`),
      'work of nobody shown': path(`work:${works.hidden}`),
      topic: path(`topic:${contexts.topic.slug}`),
      venue: path(`venue:${contexts.venue.slug}`),
      institution: path(`institution:${contexts.institution.slug}`),
      'by id': path(`author:${records.recipient.id}`),
      merged: path(`author:${records.merged.slug}`),
      suppressed: path(`author:${records.suppressed.slug}`),
      'suppressed by id': path(`author:${records.suppressed.id}`),
      unknown: path(`author:${unknownId}`),
      'without a start': `/graph/${file}`,
      ...malformedPaths((name) => path(`author:${name}`)),
    }),
    answers: {
      ...{ person: 200, work: 200, 'work of nobody shown': 200, topic: 200, venue: 200, institution: 200, 'by id': 'on', merged: 'on' },
      ...{ suppressed: 404, 'suppressed by id': 404, unknown: 404, 'without a start': 400, malformed: 404 },
    },
    query: ['kinds', 'steps', 'since', 'until', 'least'],
    independent: ['kinds', 'steps', 'since', 'until', 'least', 'path'],
  };
};

/** Row of the page of the graph. */
const graphRow = (): RouteRow => {
  const { paths, answers, ...row } = graphFileRow('');
  return {
    ...row,
    paths: (seed) => Object.fromEntries(Object.entries(paths(seed)).map(([name, path]) => [name, path.replace('/graph/', '/graph')])),
    answers: { ...answers, 'without a start': 200 },
    query: [...(row.query ?? []), 'to', 'with', 'q'],
  };
};

/** Row of the other files of the graph, and of its former address, which leads on. */
const graphFilesRow = (): RouteRow => {
  const former = recordRow((name) => `/graph/${name}`, { shown: 'on' });
  const files = ['slice.graphml', 'slice.svg', 'vosviewer.json'];
  return {
    paths: (seed) => ({
      ...former.paths(seed),
      ...Object.fromEntries(files.map((file) => [file, `/graph/${file}?from=author:${seed.records.recipient.slug}`])),
      'file of nobody shown': `/graph/slice.gexf?from=author:${seed.records.suppressed.slug}`,
      'file without a start': '/graph/slice.gexf',
    }),
    answers: {
      ...former.answers,
      ...Object.fromEntries(files.map((file) => [file, 200 as const])),
      ...{ 'file of nobody shown': 404, 'file without a start': 400 },
    },
    query: ['kinds', 'steps', 'since', 'until', 'least', 'to', 'path'],
    independent: ['kinds', 'steps', 'since', 'until', 'least', 'path'],
  };
};

/** Row of a file about two nodes of the graph. */
const nodePairRow = (file: string, end: string, query: readonly string[]): RouteRow => ({
  paths: ({ records: { recipient, sender, suppressed, merged }, contexts }) => {
    const path = (from: string, other: string) => `/graph/${file}?from=${from}&${end}=${other}`;
    return {
      'two people': path(`author:${recipient.slug}`, `author:${sender.slug}`),
      'to a topic': path(`author:${recipient.slug}`, `topic:${contexts.topic.slug}`),
      merged: path(`author:${merged.slug}`, `author:${sender.slug}`),
      suppressed: path(`author:${recipient.slug}`, `author:${suppressed.slug}`),
      'suppressed first': path(`author:${suppressed.slug}`, `author:${recipient.slug}`),
      'without an end': `/graph/${file}?from=author:${recipient.slug}`,
      ...malformedPaths((name) => path(`author:${recipient.slug}`, `author:${name}`)),
    };
  },
  answers: {
    ...{ 'two people': 200, 'to a topic': 200, merged: 200, suppressed: 404, 'suppressed first': 404 },
    ...{ 'without an end': 400, malformed: 404 },
  },
  query,
});

/** Row of a page about two people. */
const pairRow = (ending = ''): RouteRow => ({
  paths: ({ records: { recipient, sender, unclaimed, suppressed, merged } }) => {
    const path = (one: string, other: string) => `/graph/${one}/${other}${ending}`;
    return {
      'with a work in common': path(recipient.slug, sender.slug),
      'by id': path(recipient.id, sender.slug),
      'without one': path(recipient.slug, unclaimed.slug),
      merged: path(recipient.slug, merged.slug),
      suppressed: path(recipient.slug, suppressed.slug),
      'suppressed first': path(suppressed.slug, recipient.slug),
      unknown: path(recipient.slug, unknownId),
      ...malformedPaths((name) => path(recipient.slug, name)),
    };
  },
  answers: {
    ...{ 'with a work in common': 200, 'by id': 'on', 'without one': 200, merged: 'on' },
    ...{ suppressed: 404, 'suppressed first': 404, unknown: 404, malformed: 404 },
  },
});

/** Combines the rows of several files of one subject and adds an unknown file. */
function files(names: readonly string[], row: (file: string) => RouteRow): RouteRow {
  const called = (variant: string, file: string) => variant.replace(/(?= \d+$)|$/, ` as ${file}`);
  const entries = <Value>(of: (row: RouteRow) => Record<string, Value>): [string, Value][] =>
    names.flatMap((file) => Object.entries(of(row(file))).map(([variant, value]): [string, Value] => [called(variant, file), value]));
  return {
    ...row(names[0] ?? ''),
    paths: (seed) => ({
      ...Object.fromEntries(entries(({ paths }) => paths(seed))),
      'no such file': Object.values(row('feed.exe').paths(seed))[0] ?? '',
    }),
    answers: { ...Object.fromEntries(entries(({ answers }) => answers)), 'no such file': 404 },
  };
}

const feeds = ['feed.atom', 'feed.json'] as const;
const formats = ['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `cite.${ending}`);
const listQuery = ['after', 'people', 'works', 'year', 'type', 'source', 'order', 'q'] as const;
const contextRows = (kind: 'topic' | 'venue' | 'institution', folder: string): Record<string, RouteRow> => ({
  [`/${folder}`]: pageRow(`/${folder}`, ['from', 'after', 'q']),
  [`/${folder}/[slug]`]: contextRow(kind, (slug) => `/${folder}/${slug}`, listQuery),
  [`/${folder}/[slug]/card.png`]: contextRow(kind, (slug) => `/${folder}/${slug}/card.png`),
  [`/${folder}/[slug]/[file]`]: files([...feeds, ...formats], (file) =>
    contextRow(kind, (slug) => `/${folder}/${slug}/${file}`, ['after', 'year']),
  ),
});

/** Row of a page that only the two participants of an invitation or thread may open; for other roles it is not found. */
const participantsRow = (path: (id: string) => string, id: (seed: SeedData) => string, anonymous: RouteOutcome): RouteRow => ({
  paths: (seed) => ({ theirs: path(id(seed)), unknown: path(unknownId), ...malformedPaths(path) }),
  answers: {
    theirs: { else: 404, anonymous, sender: 200, recipient: 200 },
    unknown: { else: 404, anonymous },
    malformed: { else: 404, anonymous },
  },
});

/** Row of a form post. Sign-in forms are sent with a code that was never issued. */
const formRow = (path: string, fields: Record<string, string>, answer: OutcomeByRole = 'on'): RouteRow => ({
  method: 'POST',
  power: 'account',
  form: () => fields,
  paths: () => ({ it: path }),
  answers: { it: answer },
});
/** A PNG image of 8 × 8 pixels, in base64. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgj0nDihiGlgQAVTQ0Qb/R8FsAAAAASUVORK5CYII=';
const wrongCode = '0'.repeat(32);

export const routeRows: Record<string, RouteRow> = {
  '/': pageRow('/', ['after']),
  '/about': pageRow('/about'),
  '/imprint': pageRow('/imprint'),
  '/privacy': pageRow('/privacy'),
  // The test instance has no custom logo.
  '/logo': { ...pageRow('/logo'), answers: { it: 404 } },
  '/data': pageRow('/data'),
  '/methods': pageRow('/methods'),
  '/problems/[code]': {
    paths: () => ({
      known: '/problems/not_signed_in',
      unknown: `/problems/${unknownId}`,
      ...malformedPaths((name) => `/problems/${name}`),
    }),
    answers: { known: 200, unknown: 404, malformed: 404 },
    query: ['back'],
  },
  '/trouble': pageRow('/trouble'),
  '/robots.txt': pageRow('/robots.txt'),
  '/site.webmanifest': pageRow('/site.webmanifest'),
  '/.well-known/security.txt': pageRow('/.well-known/security.txt'),
  // It redirects to the security page, which redirects anonymous requests to the sign-in.
  '/.well-known/change-password': { ...pageRow('/.well-known/change-password'), answers: { it: 'on' } },
  '/oembed.json': { ...pageRow('/oembed.json', ['url', 'format', 'maxwidth', 'maxheight']), answers: { it: 400 } },
  '/sitemap.xml': pageRow('/sitemap.xml'),
  '/sitemaps/[file]': {
    paths: () => ({
      shown: '/sitemaps/authors-1.xml',
      unknown: '/sitemaps/authors-99.xml',
      ...malformedPaths((name) => `/sitemaps/${name}`),
    }),
    answers: { shown: 200, unknown: 404, malformed: 404 },
  },

  '/authors': pageRow('/authors', ['from', 'claimed']),
  '/authors/[slug]': recordRow((name) => `/authors/${name}`, {
    query: [...listQuery, 'abstracts', 'select', 'code', 'category', 'publisher', 'series', 'retracted', 'map', 'as-of', 'page'],
    independent: [
      ...filters,
      'people',
      'works',
      'abstracts',
      'select',
      'code',
      'category',
      'publisher',
      'series',
      'retracted',
      'map',
      'page',
    ],
  }),
  '/authors/[slug]/card.png': recordRow((name) => `/authors/${name}/card.png`),
  // The records of the tests have no photo.
  '/authors/[slug]/photo.jpg': recordRow((name) => `/authors/${name}/photo.jpg`, { shown: 404 }),
  '/authors/[slug]/coauthors': recordRow((name) => `/authors/${name}/coauthors`, { query: ['by', 'after'] }),
  '/authors/[slug]/feed.atom': recordRow((name) => `/authors/${name}/feed.atom`),
  '/authors/[slug]/feed.json': recordRow((name) => `/authors/${name}/feed.json`),
  '/authors/[slug]/fix': recordRow((name) => `/authors/${name}/fix`, {
    query: ['kind', 'sent', 'work'],
    answers: { 'by id': 200, merged: 200 },
  }),
  '/authors/[slug]/correct': recordRow((name) => `/authors/${name}/correct`, {
    query: ['field', 'done'],
    answers: { 'by id': 200, merged: 200 },
  }),
  '/authors/[slug]/badge.svg': recordRow((name) => `/authors/${name}/badge.svg`),
  '/authors/[slug]/qr.svg': recordRow((name) => `/authors/${name}/qr.svg`),
  '/authors/[slug]/vcard.vcf': recordRow((name) => `/authors/${name}/vcard.vcf`),
  '/authors/[slug]/cv': recordRow((name) => `/authors/${name}/cv`),
  '/authors/[slug]/cv/[file]': recordRow((name) => `/authors/${name}/cv/cv.html`, {
    query: ['part', 'from', 'to', 'style'],
    independent: ['part', 'from', 'to', 'style'],
  }),
  '/authors/[slug]/ro-crate-metadata.json': recordRow((name) => `/authors/${name}/ro-crate-metadata.json`),
  '/authors/[slug]/history/[file]': recordRow((name) => `/authors/${name}/history/feed.json`),
  '/authors/[slug]/history': recordRow((name) => `/authors/${name}/history`, {
    query: ['done', 'undone', 'asked', 'day'],
    independent: ['done', 'undone', 'asked', 'day'],
  }),
  '/authors/[slug]/merge': recordRow((name) => `/authors/${name}/merge`, {
    query: ['with'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/review': recordRow((name) => `/authors/${name}/review`, {
    query: ['show', 'after', 'said', 'failed'],
    independent: ['show', 'said', 'failed'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/sources': recordRow((name) => `/authors/${name}/sources`),
  '/authors/[slug]/topics': recordRow((name) => `/authors/${name}/topics`),
  '/authors/[slug]/split': recordRow((name) => `/authors/${name}/split`, {
    query: ['leave', 'seen', 'group'],
    // Each of the two is read only with the other.
    independent: ['leave', 'seen'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/trust': recordRow((name) => `/authors/${name}/trust`),
  '/authors/[slug]/trust.json': recordRow((name) => `/authors/${name}/trust.json`),
  '/authors/[slug]/works/[file]': recordRow((name) => `/authors/${name}/works/cite.bib`, {
    query: listQuery,
    independent: [...filters, 'people', 'works'],
  }),
  '/authors/[slug]/upstream': recordRow((name) => `/authors/${name}/upstream`),
  '/authors/[slug]/upstream/[file]': recordRow((name) => `/authors/${name}/upstream/x-dblp.txt`, { shown: 404 }),
  '/claim/[slug]': recordRow((name) => `/claim/${name}`, {
    query: ['shown', 'proof', 'done', 'problem', 'accepted', 'asked', 'reported'],
    independent: ['shown', 'proof', 'done', 'problem', 'accepted', 'asked', 'reported'],
    // Any address answers alike, so that nobody learns where a record is hidden.
    answers: { suppressed: 200, 'suppressed by id': 200, unknown: 200 },
  }),
  '/invite/[slug]': recordRow((name) => `/invite/${name}`),
  '/cards/[file]': {
    paths: () => ({
      home: '/cards/home.png',
      methods: '/cards/methods.png',
      'no page': '/cards/constructor.png',
      ...malformedPaths((name) => `/cards/${name}`),
    }),
    answers: { home: 200, methods: 200, 'no page': 404, malformed: 404 },
  },
  '/collaborate': pageRow(
    '/collaborate',
    ['q', 'purpose', 'topic', 'institution', 'venue', 'distance', 'order', 'page'],
    ['purpose', 'topic', 'institution', 'venue', 'distance', 'order', 'page'],
  ),
  '/graph': graphRow(),
  '/graph/slice.json': graphFileRow('slice.json'),
  '/graph/path.json': nodePairRow('path.json', 'to', ['kinds']),
  '/graph/comparison.json': nodePairRow('comparison.json', 'with', ['kinds', 'since', 'until', 'least']),
  '/graph/nodes.json': pageRow('/graph/nodes.json', ['q', 'id']),
  '/graph/[slug]': graphFilesRow(),
  '/graph/[slug]/[other]': pairRow(),
  '/graph/[slug]/[other]/card.png': pairRow('/card.png'),

  '/works/[id]': workRow((id) => `/works/${id}`),
  '/works/[id]/card.png': workRow((id) => `/works/${id}/card.png`),
  '/works/[id]/cite': workRow((id) => `/works/${id}/cite`, ['style']),
  '/works/[id]/history': workRow((id) => `/works/${id}/history`),
  '/works/[id]/history/[file]': workRow((id) => `/works/${id}/history/feed.atom`),
  '/works/[id]/upstream': workRow((id) => `/works/${id}/upstream`),
  '/works/[id]/upstream/[file]': {
    paths: ({ works }) => ({
      ...{ unknown: `/works/${works.shown}/upstream/${unknownId}-dblp.txt`, 'of no work': `/works/${unknownId}/upstream/x-dblp.txt` },
      ...malformedPaths((id) => `/works/${id}/upstream/x-dblp.txt`),
    }),
    answers: { unknown: 404, 'of no work': 404, malformed: 404 },
  },
  '/works/[id]/correct': {
    paths: ({ works }) => ({
      ...{ shown: `/works/${works.correctable}/correct`, 'of nobody shown': `/works/${works.hidden}/correct` },
      ...{ unknown: `/works/${unknownId}/correct`, ...malformedPaths((id) => `/works/${id}/correct`) },
    }),
    answers: { shown: 200, 'of nobody shown': 200, unknown: 404, malformed: 404 },
    query: ['field', 'done'],
  },
  '/works/[id]/fix': workRow((id) => `/works/${id}/fix`, ['kind', 'sent']),
  '/works/[id]/[file]': workRow((id) => `/works/${id}/cite.json`),
  ...Object.fromEntries(
    ['bib', 'csv', 'json', 'jsonld', 'ris'].map((ending) => [
      `/works/cite.${ending}`,
      {
        paths: ({ works }: SeedData) => ({
          chosen: `/works/cite.${ending}?id=${works.shown}&id=${works.hidden}`,
          unknown: `/works/cite.${ending}?id=${unknownId}`,
          none: `/works/cite.${ending}`,
        }),
        answers: { chosen: 200, unknown: 404, none: 400 },
        query: ['id', 'q', 'after'],
      } satisfies RouteRow,
    ]),
  ),
  ...contextRows('topic', 'topics'),
  ...contextRows('venue', 'venues'),
  ...contextRows('institution', 'institutions'),
  // Filters and cursors are read only if `kind` is set.
  '/search': {
    ...pageRow(
      '/search?q=doors&kind=works',
      ['q', 'kind', 'after', 'year', 'from', 'to', 'type', 'source', 'topic', 'saved'],
      ['year', 'to', 'type', 'source', 'saved'],
    ),
    paths: () => ({ it: '/search?q=doors&kind=works', 'of every kind': '/search?q=doors' }),
    answers: { it: 200, 'of every kind': 200 },
  },
  '/search/[file]': files([...feeds, ...formats], (file) => pageRow(`/search/${file}?q=doors`, ['q', 'kind', 'after', 'year', 'topic'])),
  '/search/suggestions': pageRow('/search/suggestions?q=uma', ['q']),

  '/trust': pageRow('/trust'),
  '/trust/log': pageRow('/trust/log'),
  '/trust/log.json': pageRow('/trust/log.json', ['after']),
  '/trust/verify.mjs': pageRow('/trust/verify.mjs'),
  '/trust/witness.json': pageRow('/trust/witness.json'),
  // Other servers post a log head as JSON; a form is rejected.
  '/trust/witness': {
    method: 'POST',
    power: 'maintain',
    form: () => ({ head: 'x' }),
    paths: () => ({ it: '/trust/witness' }),
    answers: { it: 400 },
  },

  '/sign-in': pageRow('/sign-in', ['problem', 'next', 'minutes', 'follow', 'save'], ['problem', 'next', 'minutes', 'follow', 'save']),
  '/sign-in/check-mail': {
    ...pageRow('/sign-in/check-mail', ['problem', 'next', 'minutes']),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/sign-in/confirm': pageRow(`/sign-in/confirm?code=${wrongCode}`, ['code']),
  '/sign-in/passkey': pageRow('/sign-in/passkey', ['next', 'follow', 'save'], ['next', 'follow', 'save']),
  '/sign-in/recover': pageRow(
    '/sign-in/recover',
    ['sent', 'token', 'problem', 'opens', 'enter', 'begin'],
    ['sent', 'token', 'problem', 'opens', 'enter', 'begin'],
  ),
  '/sign-in/address': accountPageRow('/sign-in/address?token=x', ['token']),
  '/api/auth/ask': formRow('/api/auth/ask', { email: 'nobody@example.org', next: '/me' }),
  '/api/auth/demo': formRow('/api/auth/demo', { person: 'mara', next: '/me' }, 'sign-in'),
  '/api/auth/confirm': formRow('/api/auth/confirm', { code: wrongCode }, 'sign-in'),
  '/api/auth/address': formRow('/api/auth/address', { token: wrongCode }, { else: 'on', anonymous: 'sign-in' }),
  '/api/auth/orcid': formRow('/api/auth/orcid', { next: '/me' }, 'sign-in'),
  '/api/auth/callback/orcid': { ...pageRow('/api/auth/callback/orcid?code=x&state=y'), answers: { it: 'sign-in' } },
  '/api/auth/federated': formRow('/api/auth/federated', { login: 'nobody' }, { else: 'on', anonymous: 'sign-in' }),
  '/api/auth/callback/federated/[id]': { ...pageRow('/api/auth/callback/federated/nobody?code=x&state=y'), answers: { it: 'on' } },
  '/api/auth/passkey/add': formRow('/api/auth/passkey/add', { answer: '{}' }, 400),
  '/api/auth/passkey/options': formRow('/api/auth/passkey/options', { purpose: 'add' }, 400),
  '/api/auth/passkey/sign-in': formRow('/api/auth/passkey/sign-in', { answer: '{}' }, 400),
  '/api/auth/recover/ask': formRow('/api/auth/recover/ask', { account: 'nobody@example.org' }),
  '/api/auth/recover/begin': formRow('/api/auth/recover/begin', { token: wrongCode }),
  '/api/auth/recover/enter': formRow('/api/auth/recover/enter', { secret: wrongCode }),

  '/me': { ...accountPageRow('/me', ['claimed', 'saved', 'change', 'done']), independent: ['claimed', 'change', 'done'] },
  '/me/notifications': accountPageRow('/me/notifications', ['saved']),
  '/me/security': { ...accountPageRow('/me/security', ['saved', 'problem']), independent: ['saved', 'problem'] },
  '/me/network': {
    ...accountPageRow('/me/network', ['follows', 'blocks', 'reports', 'proposals']),
    independent: ['follows', 'blocks', 'reports', 'proposals'],
  },
  '/me/saved': accountPageRow('/me/saved', ['after']),
  '/me/saved/[file]': {
    paths: () => ({ theirs: '/me/saved/cite.bib', unknown: `/me/saved/${unknownId}`, ...malformedPaths((name) => `/me/saved/${name}`) }),
    answers: { theirs: { else: 200, anonymous: 404 }, unknown: 404, malformed: 404 },
  },
  '/me/records': accountPageRow('/me/records', undefined, {
    else: 200,
    anonymous: 'sign-in',
    sender: 'on',
    recipient: 'on',
    owner: 'on',
    reviewer: 'on',
  }),
  '/me/records/[slug]': {
    ...ownRecordRow((name) => `/me/records/${name}`, ['saved']),
    independent: ['saved'],
  },
  '/me/records/[slug]/[part]': {
    ...ownRecordRow((name) => `/me/records/${name}/about`, ['saved', 'change', 'problem']),
    independent: ['saved', 'change', 'problem'],
  },
  // Every signed-in role is redirected to the record's edit page, which only its owner can open.
  '/me/records/[slug]/photo': {
    method: 'POST',
    power: 'photo',
    form: () => ({ photo: new File([Buffer.from(smallPng, 'base64')], 'me.png', { type: 'image/png' }) }),
    paths: ({ records: { recipient, unclaimed, suppressed } }) => ({
      ...{ another: `/me/records/${recipient.slug}/photo`, 'another by id': `/me/records/${recipient.id}/photo` },
      ...{ unclaimed: `/me/records/${unclaimed.slug}/photo`, suppressed: `/me/records/${suppressed.slug}/photo` },
      unknown: `/me/records/${unknownId}/photo`,
      ...malformedPaths((name) => `/me/records/${name}/photo`),
    }),
    answers: Object.fromEntries(
      ['another', 'another by id', 'unclaimed', 'suppressed', 'unknown', 'malformed'].map((variant) => [
        variant,
        { else: 'on', anonymous: 'sign-in' } as const,
      ]),
    ),
    changedBy: ['recipient'],
  },
  '/me/new-profile': accountPageRow('/me/new-profile', ['name', 'done']),
  '/me/records/[slug]/add': ownRecordRow((name) => `/me/records/${name}/add`, ['done']),
  // Without a former slug of the record in `address`, it redirects to the list of former slugs.
  '/me/records/[slug]/stop': ownRecordRow((name) => `/me/records/${name}/stop`, ['address'], 'on'),
  '/me/data': { ...accountPageRow('/me/data', ['saved', 'asked']), independent: ['saved', 'asked'] },
  '/me/data/state': accountPageRow('/me/data/state', undefined, { else: 200, anonymous: 401 }),
  '/me/data/archives/[id]': {
    paths: ({ dataExport }) => ({
      theirs: `/me/data/archives/${dataExport}`,
      unknown: `/me/data/archives/${unknownId}`,
      ...malformedPaths((name) => `/me/data/archives/${name}`),
    }),
    answers: { theirs: { else: 404, owner: 200 }, unknown: 404, malformed: 404 },
  },
  '/feed': accountPageRow('/feed', ['after', 'done', 'person', 'kind', 'id']),
  '/messages': accountPageRow('/messages', ['done']),
  '/notifications': accountPageRow('/notifications', ['after', 'show', 'done', 'marked']),
  '/api/notifications/read': {
    method: 'POST',
    power: 'account',
    // For a notification of another account it does nothing, and reports no error.
    form: ({ notification }) => ({ id: notification, back: '/notifications' }),
    paths: () => ({ it: '/api/notifications/read' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/threads/read': {
    method: 'POST',
    power: 'account',
    form: ({ thread }) => ({ threadId: thread, until: '2020-01-01T00:00:00.000Z', want: 'off', back: '/feed' }),
    paths: () => ({ it: '/api/threads/read' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
    changedBy: ['sender', 'recipient'],
  },
  '/api/muted-follows': {
    method: 'POST',
    power: 'account',
    form: ({ savedSearch }) => ({ kind: 'search', id: savedSearch, want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/muted-follows' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
    changedBy: ['follower'],
  },
  '/api/follows': {
    method: 'POST',
    power: 'account',
    form: ({ records }) => ({ authorId: records.recipient.id, want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/follows' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/hidden-suggestions': {
    method: 'POST',
    power: 'account',
    form: ({ records }) => ({ authorId: records.recipient.id, back: '/feed' }),
    paths: () => ({ it: '/api/hidden-suggestions' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/digest': {
    method: 'POST',
    power: 'account',
    form: () => ({ frequency: 'off', timeZone: 'UTC', back: '/feed' }),
    paths: () => ({ it: '/api/digest' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/listings': {
    method: 'POST',
    power: 'arrange',
    form: ({ records }) => ({ authorId: records.owner.id, want: 'off', back: '/feed' }),
    paths: () => ({ it: '/api/listings' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
    changedBy: ['owner'],
  },
  '/api/pinned-works': {
    method: 'POST',
    power: 'arrange',
    form: ({ records, works }) => ({ authorId: records.owner.id, workId: works.shown, operation: 'pin', back: '/feed' }),
    paths: () => ({ it: '/api/pinned-works' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
    changedBy: ['owner'],
  },
  '/api/saved-searches': {
    method: 'POST',
    power: 'account',
    form: () => ({ query: 'q=doors and keys', want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/saved-searches' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/saved-works': {
    method: 'POST',
    power: 'account',
    form: ({ works }) => ({ workId: works.shown, want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/saved-works' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/saved-works/among': accountPageRow('/api/saved-works/among', ['work'], { else: 200, anonymous: 401 }),
  '/notifications/[id]': {
    paths: ({ notification }) => ({
      theirs: `/notifications/${notification}`,
      unknown: `/notifications/${unknownId}`,
      ...malformedPaths((id) => `/notifications/${id}`),
    }),
    answers: {
      theirs: { else: 404, anonymous: 'sign-in', owner: 'on' },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
    sideEffects: { owner: 'opening a notification marks it as read' },
  },
  '/notifications/unread': accountPageRow('/notifications/unread', undefined, { else: 200, anonymous: 401 }),
  '/messages/state': accountPageRow('/messages/state', undefined, { else: 200, anonymous: 401 }),
  '/feed/new': accountPageRow('/feed/new', ['after'], { else: 200, anonymous: 401 }),
  '/confirm': accountPageRow('/confirm', ['done']),
  '/claim/confirm': {
    paths: ({ proofs }) => ({
      theirs: `/claim/confirm?proof=${proofs.mail}&code=${wrongCode}`,
      unknown: `/claim/confirm?proof=${unknownId}&code=${wrongCode}`,
    }),
    answers: { theirs: 200, unknown: 200 },
    query: ['proof', 'code'],
  },
  '/visibility': pageRow(
    '/visibility',
    ['asked', 'set', 'record', 'waits', 'appealed', 'wanted'],
    ['asked', 'set', 'record', 'waits', 'appealed', 'wanted'],
  ),
  '/visibility/confirm': pageRow(`/visibility/confirm?request=x&code=${wrongCode}`, ['request', 'code']),
  '/objection': pageRow(`/objection?notification=${unknownId}&code=${wrongCode}`, ['notification', 'code', 'done']),
  '/visibility/appeal': pageRow(`/visibility/appeal?request=${unknownId}&code=${wrongCode}`, ['request', 'code']),
  '/appeal/[of]/[id]': {
    paths: ({ claims }) => ({
      theirs: `/appeal/claim/${claims.rejected}`,
      'of another kind': `/appeal/report/${claims.rejected}`,
      'of no kind': `/appeal/nothing/${claims.rejected}`,
      unknown: `/appeal/claim/${unknownId}`,
      ...malformedPaths((name) => `/appeal/claim/${name}`),
    }),
    answers: {
      theirs: { else: 404, anonymous: 'sign-in', owner: 200 },
      'of another kind': { else: 404, anonymous: 'sign-in' },
      'of no kind': { else: 404, anonymous: 'sign-in' },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
    query: ['filed'],
  },
  '/unsubscribe': pageRow('/unsubscribe?link=x&of=all', ['link', 'of', 'done']),
  '/unsubscribe/[link]/[of]': {
    method: 'POST',
    power: 'account',
    form: () => ({ 'List-Unsubscribe': 'One-Click' }),
    paths: ({ mailToken }) => ({ forged: `/unsubscribe/${mailToken}.AAAAAAAAAAAAAAAAAAAAAA/all`, unknown: '/unsubscribe/x.y/digest' }),
    answers: { forged: 404, unknown: 404 },
  },
  // Only for requests from the same machine; those of the matrix have a proxy's forwarding header.
  '/outbox': { ...pageRow('/outbox', ['token', 'mail']), answers: { it: 404 } },

  '/invitations/[id]': {
    ...participantsRow(
      (id) => `/invitations/${id}`,
      ({ invitations }) => invitations.decline,
      'sign-in',
    ),
    query: ['done'],
    sideEffects: { recipient: 'opening an invitation marks it as seen, which its sender is shown' },
  },
  '/threads/[id]': {
    ...participantsRow(
      (id) => `/threads/${id}`,
      ({ thread }) => thread,
      'sign-in',
    ),
    query: ['before', 'done'],
    sideEffects: { sender: 'opening a thread marks it as read', recipient: 'opening a thread marks it as read' },
  },
  '/threads/[id]/[file]': files(['thread.json', 'thread.txt'], (file) =>
    participantsRow(
      (id) => `/threads/${id}/${file}`,
      ({ thread }) => thread,
      404,
    ),
  ),
  '/threads/[id]/state': participantsRow(
    (id) => `/threads/${id}/state`,
    ({ thread }) => thread,
    404,
  ),

  '/review': accountPageRow('/review', ['kind', 'after', 'done'], { else: 404, anonymous: 'sign-in', reviewer: 200, admin: 200 }),
  '/review/[id]': {
    paths: ({ reviews }) => ({
      open: `/review/${reviews.read}`,
      unknown: `/review/${unknownId}`,
      ...malformedPaths((name) => `/review/${name}`),
    }),
    answers: {
      open: { else: 404, anonymous: 'sign-in', reviewer: 200, admin: 200 },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
  },
  '/admin': {
    ...accountPageRow('/admin', ['unusual', 'jobs', 'announcements', 'reviewers'], { else: 404, anonymous: 'sign-in', admin: 200 }),
    independent: ['unusual', 'jobs', 'announcements'],
  },
  '/admin/audit': {
    ...accountPageRow('/admin/audit', ['action', 'by', 'subject', 'after'], { else: 404, anonymous: 'sign-in', admin: 200 }),
    independent: ['action', 'by', 'subject'],
  },
  '/admin/audit/entries.csv': {
    ...accountPageRow('/admin/audit/entries.csv', ['action', 'by', 'subject', 'after'], { else: 404, admin: 200 }),
    independent: ['action', 'by', 'subject'],
  },
  '/admin/accounts': accountPageRow('/admin/accounts', ['begins', 'after'], { else: 404, anonymous: 'sign-in', admin: 200 }),
  '/admin/accounts/[id]': {
    paths: ({ idleAccounts }) => ({
      known: `/admin/accounts/${idleAccounts.active}`,
      unknown: `/admin/accounts/${unknownId}`,
      ...malformedPaths((name) => `/admin/accounts/${name}`),
    }),
    query: ['done'],
    answers: {
      known: { else: 404, anonymous: 'sign-in', admin: 200 },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
  },
  '/admin/set-aside': accountPageRow('/admin/set-aside', ['after'], { else: 404, anonymous: 'sign-in', admin: 200 }),
  // Last, because it ends the session of the role.
  '/sign-out': formRow('/sign-out', {}),
};
