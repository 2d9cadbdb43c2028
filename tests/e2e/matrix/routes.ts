import { nobody, type Role, type World } from './roles.ts';

/*
 * HOW TO ADD A ROUTE
 * The matrix reads app/ and fails for a page.tsx or route.ts that has no row here. A row is named as Next names the route and says
 *   paths    the addresses to try, by a word each: one's own, another's, of somebody out of sight, unknown, malformed
 *   answers  for each of these words what comes: a status, 'sign-in' (led to /sign-in), 'on' (led elsewhere on this site); one for
 *            everybody, or by role with `else` for the others. What is nobody's business is 404 for them, as if it were not there.
 *   query    the names that its address may have after the "?": each is tried with junk, lists, huge values and others' cursors
 *   independent  those of them whose values do not change how the page reads the others: they are tried in one request
 *   method   where it is not GET, with `form`, the fields that are sent, and `changes`, the roles of whom alone they change something
 * `page`, `mine`, `record`, `work`, `place` make the usual rows. Texts that only some may read are canaries: make yours in world.ts, and
 * every answer of every row is searched for them.
 */
export type Answer = 200 | 204 | 400 | 401 | 403 | 404 | 'sign-in' | 'on';
export type ByRole = Answer | ({ else: Answer } & Partial<Record<Role, Answer>>);
export interface RouteRow {
  method?: 'POST';
  form?: (world: World) => Record<string, string | File>;
  paths: (world: World) => Record<string, string>;
  answers: Record<string, ByRole>;
  query?: readonly string[];
  independent?: readonly string[];
  changes?: readonly Role[];
  /** Opening it changes something for these roles, and what: nothing else may change by a GET. */
  notes?: Partial<Record<Role, string>>;
}

const malformed = ['%F0%9F%92%A5', '..%2f..%2fetc%2fpasswd', "x'%20or%20'1'='1", 'x'.repeat(600), '%3Cscript%3E', '[object%20Object]'];

const page = (path: string, query?: readonly string[], independent: readonly string[] = []): RouteRow => ({
  paths: () => ({ it: path }),
  answers: { it: 200 },
  ...(query && { query, independent }),
});

/** A page of one's own: anyone who is not signed in is asked to. */
const mine = (path: string, query?: readonly string[], answer: ByRole = { else: 200, anonymous: 'sign-in' }): RouteRow => ({
  ...page(path, query),
  answers: { it: answer },
});

const malformedOf = (path: (name: string) => string): Record<string, string> =>
  Object.fromEntries(malformed.map((name, at) => [`malformed ${at}`, path(name)]));

/** Everything under an author record, by what can be in its place. */
function record(
  path: (name: string) => string,
  more: { query?: readonly string[]; independent?: readonly string[]; answers?: Record<string, ByRole>; shown?: ByRole } = {},
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
      unknown: path(nobody),
      ...malformedOf(path),
    }),
    answers: {
      ...{ claimed: shown, unclaimed: shown, 'search only': shown, 'by id': 'on', merged: 'on' },
      ...{ suppressed: 404, 'suppressed by id': 404, unknown: 404, malformed: 404 },
      ...more.answers,
    },
    ...(more.query && { query: more.query, independent: more.independent ?? [] }),
  };
}

/** A page of the recipient's record, for whom owns it alone. */
const ownRecord = (path: (name: string) => string, query: readonly string[], shown: Answer = 200): RouteRow =>
  record(path, {
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

const work = (path: (id: string) => string, query?: readonly string[]): RouteRow => ({
  paths: ({ works }) => ({ shown: path(works.shown), 'of nobody shown': path(works.hidden), unknown: path(nobody), ...malformedOf(path) }),
  answers: { shown: 200, 'of nobody shown': 200, unknown: 404, malformed: 404 },
  ...(query && { query }),
});

/** What chooses of a list: each is read by itself, and one that means nothing is left out. */
const filters: readonly string[] = ['year', 'type', 'source', 'order'];

const place = (kind: 'topic' | 'venue' | 'institution', path: (slug: string) => string, query?: readonly string[]): RouteRow => ({
  paths: ({ contexts }) => ({
    shown: path(contexts[kind].slug),
    'by id': path(contexts[kind].id),
    'another kind': path(contexts[kind === 'topic' ? 'venue' : 'topic'].slug),
    unknown: path(nobody),
    ...malformedOf(path),
  }),
  answers: { shown: 200, 'by id': 'on', 'another kind': 404, unknown: 404, malformed: 404 },
  ...(query && { query, independent: query.filter((name) => filters.includes(name)) }),
});

/** What is about two people. */
const pair = (ending = ''): RouteRow => ({
  paths: ({ records: { recipient, sender, unclaimed, suppressed, merged } }) => {
    const path = (one: string, other: string) => `/graph/${one}/${other}${ending}`;
    return {
      'with a work in common': path(recipient.slug, sender.slug),
      'by id': path(recipient.id, sender.slug),
      'without one': path(recipient.slug, unclaimed.slug),
      merged: path(recipient.slug, merged.slug),
      suppressed: path(recipient.slug, suppressed.slug),
      'suppressed first': path(suppressed.slug, recipient.slug),
      unknown: path(recipient.slug, nobody),
      ...malformedOf((name) => path(recipient.slug, name)),
    };
  },
  answers: {
    ...{ 'with a work in common': 200, 'by id': 'on', 'without one': 200, merged: 'on' },
    ...{ suppressed: 404, 'suppressed first': 404, unknown: 404, malformed: 404 },
  },
});

/** The files of one subject: the row of each, and a file that there is not. */
function files(names: readonly string[], row: (file: string) => RouteRow): RouteRow {
  const called = (variant: string, file: string) => variant.replace(/(?= \d+$)|$/, ` as ${file}`);
  const entries = <Value>(of: (row: RouteRow) => Record<string, Value>): [string, Value][] =>
    names.flatMap((file) => Object.entries(of(row(file))).map(([variant, value]): [string, Value] => [called(variant, file), value]));
  return {
    ...row(names[0] ?? ''),
    paths: (world) => ({
      ...Object.fromEntries(entries(({ paths }) => paths(world))),
      'no such file': Object.values(row('feed.exe').paths(world))[0] ?? '',
    }),
    answers: { ...Object.fromEntries(entries(({ answers }) => answers)), 'no such file': 404 },
  };
}

const feeds = ['feed.atom', 'feed.json'] as const;
const formats = ['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `cite.${ending}`);
const list = ['after', 'people', 'works', 'year', 'type', 'source', 'order', 'q'] as const;
const places = (kind: 'topic' | 'venue' | 'institution', folder: string): Record<string, RouteRow> => ({
  [`/${folder}`]: page(`/${folder}`, ['from', 'after', 'q']),
  [`/${folder}/[slug]`]: place(kind, (slug) => `/${folder}/${slug}`, list),
  [`/${folder}/[slug]/card.png`]: place(kind, (slug) => `/${folder}/${slug}/card.png`),
  [`/${folder}/[slug]/[file]`]: files([...feeds, ...formats], (file) =>
    place(kind, (slug) => `/${folder}/${slug}/${file}`, ['after', 'year']),
  ),
});

/** For the two sides of an invitation or thread alone; to everybody else it is not there. */
const between = (path: (id: string) => string, id: (world: World) => string, anonymous: Answer): RouteRow => ({
  paths: (world) => ({ theirs: path(id(world)), unknown: path(nobody), ...malformedOf(path) }),
  answers: {
    theirs: { else: 404, anonymous, sender: 200, recipient: 200 },
    unknown: { else: 404, anonymous },
    malformed: { else: 404, anonymous },
  },
});

/** A form of the sign-in: tried with a code that nobody was sent. */
const form = (path: string, fields: Record<string, string>, answer: ByRole = 'on'): RouteRow => ({
  method: 'POST',
  form: () => fields,
  paths: () => ({ it: path }),
  answers: { it: answer },
});
/** A picture of eight by eight pixels. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgj0nDihiGlgQAVTQ0Qb/R8FsAAAAASUVORK5CYII=';
const wrongCode = '0'.repeat(32);

export const routeRows: Record<string, RouteRow> = {
  '/': page('/', ['after']),
  '/about': page('/about'),
  '/imprint': page('/imprint'),
  '/privacy': page('/privacy'),
  // The instance of the tests has no logo of its own.
  '/logo': { ...page('/logo'), answers: { it: 404 } },
  '/methods': page('/methods'),
  '/problems/[code]': {
    paths: () => ({ known: '/problems/not_signed_in', unknown: `/problems/${nobody}`, ...malformedOf((name) => `/problems/${name}`) }),
    answers: { known: 200, unknown: 404, malformed: 404 },
  },
  '/trouble': page('/trouble'),
  '/robots.txt': page('/robots.txt'),
  '/.well-known/security.txt': page('/.well-known/security.txt'),
  // It leads to the page that asks anyone without a session to sign in.
  '/.well-known/change-password': { ...page('/.well-known/change-password'), answers: { it: 'on' } },
  '/oembed.json': { ...page('/oembed.json', ['url', 'format', 'maxwidth']), answers: { it: 400 } },
  '/sitemap.xml': page('/sitemap.xml'),
  '/sitemaps/[file]': {
    paths: () => ({ shown: '/sitemaps/authors-1.xml', unknown: '/sitemaps/authors-99.xml', ...malformedOf((name) => `/sitemaps/${name}`) }),
    answers: { shown: 200, unknown: 404, malformed: 404 },
  },

  '/authors': page('/authors', ['from', 'claimed']),
  '/authors/[slug]': record((name) => `/authors/${name}`, {
    query: [...list, 'abstracts', 'select', 'code', 'category', 'map', 'as-of', 'compare', 'page'],
    independent: [...filters, 'people', 'works', 'abstracts', 'select', 'code', 'category', 'map', 'compare', 'page'],
  }),
  '/authors/[slug]/card.png': record((name) => `/authors/${name}/card.png`),
  // The people of the tests show no photo.
  '/authors/[slug]/photo.jpg': record((name) => `/authors/${name}/photo.jpg`, { shown: 404 }),
  '/authors/[slug]/coauthors': record((name) => `/authors/${name}/coauthors`, { query: ['by', 'after'] }),
  '/authors/[slug]/feed.atom': record((name) => `/authors/${name}/feed.atom`),
  '/authors/[slug]/feed.json': record((name) => `/authors/${name}/feed.json`),
  '/authors/[slug]/fix': record((name) => `/authors/${name}/fix`, {
    query: ['kind', 'sent', 'work'],
    answers: { 'by id': 200, merged: 200 },
  }),
  '/authors/[slug]/correct': record((name) => `/authors/${name}/correct`, {
    query: ['field', 'done'],
    answers: { 'by id': 200, merged: 200 },
  }),
  '/authors/[slug]/badge.svg': record((name) => `/authors/${name}/badge.svg`),
  '/authors/[slug]/cv': record((name) => `/authors/${name}/cv`),
  '/authors/[slug]/cv/[file]': record((name) => `/authors/${name}/cv/cv.html`, { query: ['part', 'from', 'to', 'style'] }),
  '/authors/[slug]/ro-crate-metadata.json': record((name) => `/authors/${name}/ro-crate-metadata.json`),
  '/authors/[slug]/history/[file]': record((name) => `/authors/${name}/history/feed.json`),
  '/authors/[slug]/history': record((name) => `/authors/${name}/history`, {
    query: ['done', 'undone', 'asked', 'day'],
    independent: ['done', 'undone', 'asked', 'day'],
  }),
  '/authors/[slug]/merge': record((name) => `/authors/${name}/merge`, {
    query: ['with'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/review': record((name) => `/authors/${name}/review`, {
    query: ['show', 'after', 'said', 'failed'],
    independent: ['show', 'said', 'failed'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/sources': record((name) => `/authors/${name}/sources`),
  '/authors/[slug]/topics': record((name) => `/authors/${name}/topics`),
  '/authors/[slug]/split': record((name) => `/authors/${name}/split`, {
    query: ['leave', 'seen', 'group'],
    // Neither is read without the other.
    independent: ['leave', 'seen'],
    shown: { else: 200, anonymous: 'sign-in' },
  }),
  '/authors/[slug]/trust': record((name) => `/authors/${name}/trust`),
  '/authors/[slug]/trust.json': record((name) => `/authors/${name}/trust.json`),
  '/authors/[slug]/works/[file]': record((name) => `/authors/${name}/works/cite.bib`, {
    query: list,
    independent: [...filters, 'people', 'works'],
  }),
  '/authors/[slug]/upstream': record((name) => `/authors/${name}/upstream`),
  '/authors/[slug]/upstream/[file]': record((name) => `/authors/${name}/upstream/x-dblp.txt`, { shown: 404 }),
  '/claim/[slug]': record((name) => `/claim/${name}`, {
    query: ['shown', 'proof', 'looked', 'problem', 'accepted'],
    independent: ['shown', 'proof', 'looked', 'problem', 'accepted'],
  }),
  '/invite/[slug]': record((name) => `/invite/${name}`),
  '/cards/[file]': {
    paths: () => ({
      home: '/cards/home.png',
      methods: '/cards/methods.png',
      'no page': '/cards/constructor.png',
      ...malformedOf((name) => `/cards/${name}`),
    }),
    answers: { home: 200, methods: 200, 'no page': 404, malformed: 404 },
  },
  '/graph': page('/graph', ['q']),
  '/graph/[slug]': record((name) => `/graph/${name}`, {
    query: ['to', 'path', 'steps', 'since', 'until', 'least'],
    independent: ['steps', 'since', 'until'],
  }),
  '/graph/[slug]/slice.json': record((name) => `/graph/${name}/slice.json`, {
    query: ['steps', 'since', 'until', 'least'],
    independent: ['steps', 'since', 'until'],
  }),
  '/graph/[slug]/[other]': pair(),
  '/graph/[slug]/[other]/card.png': pair('/card.png'),

  '/works/[id]': work((id) => `/works/${id}`),
  '/works/[id]/card.png': work((id) => `/works/${id}/card.png`),
  '/works/[id]/history': work((id) => `/works/${id}/history`),
  '/works/[id]/history/[file]': work((id) => `/works/${id}/history/feed.atom`),
  '/works/[id]/upstream': work((id) => `/works/${id}/upstream`),
  '/works/[id]/upstream/[file]': {
    paths: ({ works }) => ({
      ...{ unknown: `/works/${works.shown}/upstream/${nobody}-dblp.txt`, 'of no work': `/works/${nobody}/upstream/x-dblp.txt` },
      ...malformedOf((id) => `/works/${id}/upstream/x-dblp.txt`),
    }),
    answers: { unknown: 404, 'of no work': 404, malformed: 404 },
  },
  '/works/[id]/correct': {
    paths: ({ works }) => ({
      ...{ shown: `/works/${works.correctable}/correct`, 'of nobody shown': `/works/${works.hidden}/correct` },
      ...{ unknown: `/works/${nobody}/correct`, ...malformedOf((id) => `/works/${id}/correct`) },
    }),
    answers: { shown: 200, 'of nobody shown': 200, unknown: 404, malformed: 404 },
    query: ['field', 'done'],
  },
  '/works/[id]/fix': work((id) => `/works/${id}/fix`, ['kind', 'sent']),
  '/works/[id]/[file]': work((id) => `/works/${id}/cite.json`),
  ...Object.fromEntries(
    ['bib', 'csv', 'json', 'jsonld', 'ris'].map((ending) => [
      `/works/cite.${ending}`,
      {
        paths: ({ works }: World) => ({
          chosen: `/works/cite.${ending}?id=${works.shown}&id=${works.hidden}`,
          unknown: `/works/cite.${ending}?id=${nobody}`,
          none: `/works/cite.${ending}`,
        }),
        answers: { chosen: 200, unknown: 404, none: 400 },
        query: ['id', 'q', 'after'],
      } satisfies RouteRow,
    ]),
  ),
  ...places('topic', 'topics'),
  ...places('venue', 'venues'),
  ...places('institution', 'institutions'),
  // Filters and cursors are read where one kind is asked for.
  '/search': {
    ...page(
      '/search?q=doors&kind=works',
      ['q', 'kind', 'after', 'year', 'from', 'to', 'type', 'source', 'topic', 'saved'],
      ['year', 'to', 'type', 'source', 'saved'],
    ),
    paths: () => ({ it: '/search?q=doors&kind=works', 'of every kind': '/search?q=doors' }),
    answers: { it: 200, 'of every kind': 200 },
  },
  '/search/[file]': files([...feeds, ...formats], (file) => page(`/search/${file}?q=doors`, ['q', 'kind', 'after', 'year', 'topic'])),
  '/search/suggestions': page('/search/suggestions?q=uma', ['q']),

  '/trust': page('/trust'),
  '/trust/log': page('/trust/log'),
  '/trust/log.json': page('/trust/log.json', ['after']),
  '/trust/verify.mjs': page('/trust/verify.mjs'),
  '/trust/witness.json': page('/trust/witness.json'),
  // Servers post JSON there; a form is no head of a log.
  '/trust/witness': { method: 'POST', form: () => ({ head: 'x' }), paths: () => ({ it: '/trust/witness' }), answers: { it: 400 } },

  '/sign-in': page('/sign-in', ['problem', 'next', 'minutes', 'follow', 'save'], ['problem', 'next', 'minutes', 'follow', 'save']),
  '/sign-in/check-mail': { ...page('/sign-in/check-mail', ['problem', 'next', 'minutes']), answers: { it: 'sign-in' } },
  '/sign-in/confirm': page(`/sign-in/confirm?code=${wrongCode}`, ['code']),
  '/sign-in/passkey': page('/sign-in/passkey', ['next', 'follow', 'save'], ['next', 'follow', 'save']),
  '/sign-in/recover': page('/sign-in/recover', ['sent', 'token', 'problem', 'opens', 'enter', 'begin']),
  '/sign-in/address': mine('/sign-in/address?token=x', ['token']),
  '/api/auth/ask': form('/api/auth/ask', { email: 'nobody@example.org', next: '/me' }),
  '/api/auth/demo': form('/api/auth/demo', { person: 'mara', next: '/me' }, 'sign-in'),
  '/api/auth/confirm': form('/api/auth/confirm', { code: wrongCode }, 'sign-in'),
  '/api/auth/address': form('/api/auth/address', { token: wrongCode }, { else: 'on', anonymous: 'sign-in' }),
  '/api/auth/orcid': form('/api/auth/orcid', { next: '/me' }, 'sign-in'),
  '/api/auth/callback/orcid': { ...page('/api/auth/callback/orcid?code=x&state=y'), answers: { it: 'sign-in' } },
  '/api/auth/federated': form('/api/auth/federated', { login: 'nobody' }, { else: 'on', anonymous: 'sign-in' }),
  '/api/auth/callback/federated/[id]': { ...page('/api/auth/callback/federated/nobody?code=x&state=y'), answers: { it: 'on' } },
  '/api/auth/passkey/add': form('/api/auth/passkey/add', { answer: '{}' }, 400),
  '/api/auth/passkey/options': form('/api/auth/passkey/options', { purpose: 'add' }, 400),
  '/api/auth/passkey/sign-in': form('/api/auth/passkey/sign-in', { answer: '{}' }, 400),
  '/api/auth/recover/ask': form('/api/auth/recover/ask', { account: 'nobody@example.org' }),
  '/api/auth/recover/begin': form('/api/auth/recover/begin', { token: wrongCode }),
  '/api/auth/recover/enter': form('/api/auth/recover/enter', { secret: wrongCode }),

  '/me': { ...mine('/me', ['claimed', 'saved', 'change', 'done']), independent: ['claimed', 'change', 'done'] },
  '/me/notifications': mine('/me/notifications', ['saved']),
  '/me/security': { ...mine('/me/security', ['saved', 'problem']), independent: ['saved', 'problem'] },
  '/me/network': {
    ...mine('/me/network', ['threads', 'follows', 'blocks', 'reports']),
    independent: ['threads', 'follows', 'blocks', 'reports'],
  },
  '/me/saved': mine('/me/saved', ['after']),
  '/me/saved/[file]': {
    paths: () => ({ theirs: '/me/saved/cite.bib', unknown: `/me/saved/${nobody}`, ...malformedOf((name) => `/me/saved/${name}`) }),
    answers: { theirs: { else: 200, anonymous: 404 }, unknown: 404, malformed: 404 },
  },
  '/me/records': mine('/me/records', undefined, {
    else: 200,
    anonymous: 'sign-in',
    sender: 'on',
    recipient: 'on',
    owner: 'on',
    reviewer: 'on',
  }),
  '/me/records/[slug]': {
    ...ownRecord((name) => `/me/records/${name}`, ['saved', 'change', 'problem']),
    independent: ['saved', 'change', 'problem'],
  },
  // It leads everybody to the page of the record, which is there for its owner alone.
  '/me/records/[slug]/photo': {
    method: 'POST',
    form: () => ({ photo: new File([Buffer.from(smallPng, 'base64')], 'me.png', { type: 'image/png' }) }),
    paths: ({ records: { recipient, unclaimed, suppressed } }) => ({
      ...{ another: `/me/records/${recipient.slug}/photo`, 'another by id': `/me/records/${recipient.id}/photo` },
      ...{ unclaimed: `/me/records/${unclaimed.slug}/photo`, suppressed: `/me/records/${suppressed.slug}/photo` },
      unknown: `/me/records/${nobody}/photo`,
      ...malformedOf((name) => `/me/records/${name}/photo`),
    }),
    answers: Object.fromEntries(
      ['another', 'another by id', 'unclaimed', 'suppressed', 'unknown', 'malformed'].map((variant) => [
        variant,
        { else: 'on', anonymous: 'sign-in' } as const,
      ]),
    ),
    changes: ['recipient'],
  },
  '/me/new-profile': mine('/me/new-profile', ['name']),
  '/me/records/[slug]/add': ownRecord((name) => `/me/records/${name}/add`, ['done']),
  // Without an address of the record that it could stop, it leads to the list of these.
  '/me/records/[slug]/stop': ownRecord((name) => `/me/records/${name}/stop`, ['address'], 'on'),
  '/me/data': { ...mine('/me/data', ['problem', 'saved', 'asked']), independent: ['problem', 'saved', 'asked'] },
  '/me/data/state': mine('/me/data/state', undefined, { else: 200, anonymous: 401 }),
  '/me/data/archives/[id]': {
    paths: ({ copy }) => ({
      theirs: `/me/data/archives/${copy}`,
      unknown: `/me/data/archives/${nobody}`,
      ...malformedOf((name) => `/me/data/archives/${name}`),
    }),
    answers: { theirs: { else: 404, owner: 200 }, unknown: 404, malformed: 404 },
  },
  '/me/data/imports/[id]': {
    paths: ({ archiveImport }) => ({
      theirs: `/me/data/imports/${archiveImport}`,
      unknown: `/me/data/imports/${nobody}`,
      ...malformedOf((name) => `/me/data/imports/${name}`),
    }),
    answers: {
      theirs: { else: 404, anonymous: 'sign-in', owner: 200 },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
  },
  '/me/data/import': form('/me/data/import', {}, { else: 'on', anonymous: 'sign-in' }),
  '/feed': mine('/feed', ['after', 'done']),
  '/notifications': mine('/notifications', ['after', 'show', 'done']),
  '/api/follows': {
    method: 'POST',
    form: ({ records }) => ({ authorId: records.recipient.id, want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/follows' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/saved-works': {
    method: 'POST',
    form: ({ works }) => ({ workId: works.shown, want: 'on', back: '/feed' }),
    paths: () => ({ it: '/api/saved-works' }),
    answers: { it: { else: 'on', anonymous: 'sign-in' } },
  },
  '/api/saved-works/among': mine('/api/saved-works/among', ['work'], { else: 200, anonymous: 401 }),
  '/notifications/[id]': {
    paths: ({ notice }) => ({
      theirs: `/notifications/${notice}`,
      unknown: `/notifications/${nobody}`,
      ...malformedOf((id) => `/notifications/${id}`),
    }),
    answers: {
      theirs: { else: 404, anonymous: 'sign-in', owner: 'on' },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
    notes: { owner: 'opening a notification marks it as read' },
  },
  '/notifications/unread': mine('/notifications/unread', undefined, { else: 200, anonymous: 401 }),
  '/confirm': mine('/confirm', ['done']),
  '/claim/confirm': {
    paths: ({ proofs }) => ({
      theirs: `/claim/confirm?proof=${proofs.mail}&code=${wrongCode}`,
      unknown: `/claim/confirm?proof=${nobody}&code=${wrongCode}`,
    }),
    answers: { theirs: 200, unknown: 200 },
    query: ['proof', 'code'],
  },
  '/visibility': page('/visibility', ['asked', 'set', 'record', 'waits', 'appealed'], ['asked', 'set', 'record', 'waits', 'appealed']),
  '/visibility/confirm': page(`/visibility/confirm?request=x&code=${wrongCode}`, ['request', 'code']),
  '/visibility/appeal': page(`/visibility/appeal?request=${nobody}&code=${wrongCode}`, ['request', 'code']),
  '/appeal/[of]/[id]': {
    paths: ({ claims }) => ({
      theirs: `/appeal/claim/${claims.rejected}`,
      'of another kind': `/appeal/report/${claims.rejected}`,
      'of no kind': `/appeal/nothing/${claims.rejected}`,
      unknown: `/appeal/claim/${nobody}`,
      ...malformedOf((name) => `/appeal/claim/${name}`),
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
  '/unsubscribe': page('/unsubscribe?link=x&of=all', ['link', 'of', 'done']),
  '/unsubscribe/[link]/[of]': {
    method: 'POST',
    form: () => ({ 'List-Unsubscribe': 'One-Click' }),
    paths: ({ mailToken }) => ({ forged: `/unsubscribe/${mailToken}.AAAAAAAAAAAAAAAAAAAAAA/all`, unknown: '/unsubscribe/x.y/digest' }),
    answers: { forged: 404, unknown: 404 },
  },
  // For the person who sits at the machine alone; the requests of the matrix say that they come through a proxy.
  '/outbox': { ...page('/outbox', ['token']), answers: { it: 404 } },

  '/invitations/[id]': {
    ...between(
      (id) => `/invitations/${id}`,
      ({ invitations }) => invitations.decline,
      'sign-in',
    ),
    query: ['done'],
    notes: { recipient: 'opening an invitation marks it as seen, which its sender is shown' },
  },
  '/threads/[id]': {
    ...between(
      (id) => `/threads/${id}`,
      ({ thread }) => thread,
      'sign-in',
    ),
    query: ['before', 'done'],
    notes: { sender: 'opening a thread marks it as read', recipient: 'opening a thread marks it as read' },
  },
  '/threads/[id]/[file]': files(['thread.json', 'thread.txt'], (file) =>
    between(
      (id) => `/threads/${id}/${file}`,
      ({ thread }) => thread,
      404,
    ),
  ),
  '/threads/[id]/state': between(
    (id) => `/threads/${id}/state`,
    ({ thread }) => thread,
    404,
  ),

  '/review': mine('/review', ['kind', 'after', 'done'], { else: 404, anonymous: 'sign-in', reviewer: 200, admin: 200 }),
  '/review/[id]': {
    paths: ({ reviews }) => ({
      open: `/review/${reviews.read}`,
      unknown: `/review/${nobody}`,
      ...malformedOf((name) => `/review/${name}`),
    }),
    answers: {
      open: { else: 404, anonymous: 'sign-in', reviewer: 200, admin: 200 },
      unknown: { else: 404, anonymous: 'sign-in' },
      malformed: { else: 404, anonymous: 'sign-in' },
    },
  },
  '/admin': {
    ...mine('/admin', ['jobs', 'announcements'], { else: 404, anonymous: 'sign-in', admin: 200 }),
    independent: ['jobs', 'announcements'],
  },
  '/admin/audit': {
    ...mine('/admin/audit', ['action', 'by', 'subject', 'after'], { else: 404, anonymous: 'sign-in', admin: 200 }),
    independent: ['action', 'by', 'subject'],
  },
  '/admin/audit/entries.csv': {
    ...mine('/admin/audit/entries.csv', ['action', 'by', 'subject', 'after'], { else: 404, admin: 200 }),
    independent: ['action', 'by', 'subject'],
  },
  '/admin/accounts': mine('/admin/accounts', ['begins', 'after'], { else: 404, anonymous: 'sign-in', admin: 200 }),
  // The last, for it ends the session that sends it.
  '/sign-out': form('/sign-out', {}),
};
