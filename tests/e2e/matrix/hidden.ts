import { execFileSync } from 'node:child_process';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import type { Instance } from '../../instance.ts';
import { beside } from '../instance-database.ts';
import { asker } from './ask.ts';
import { type HiddenWorld, traces } from './hidden-traces.ts';
import type { Role } from './roles.ts';
import { each, type Ground, type RouteTry, routeTries } from './tries.ts';

/** What somebody else can ask for: a page or file, or what their own archive holds. */
interface Output {
  path: string;
  role: Role;
  accept?: string;
}

const archive = 'the archive of a friend';

function hiddenPerson({ url, env }: Instance): HiddenWorld {
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = env;
  const flags = [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/hidden-person.ts'];
  return JSON.parse(execFileSync(process.execPath, flags, { env: { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: url } }).toString());
}

/** The rows of the matrix about her: she is their recipient, and her friend their sender. */
function herGround({ url, world }: Ground, her: HiddenWorld): Ground {
  const { friend, slug, authorId, workId, threadId, contexts, invitationId } = her;
  const ground = {
    ...world,
    ...{ contexts, thread: threadId, cookies: { ...world.cookies, sender: friend.cookie } },
    records: { ...world.records, recipient: { id: authorId, slug }, sender: friend },
    works: { ...world.works, shown: workId, correctable: workId },
    invitations: { first: invitationId, accept: invitationId, decline: invitationId, withdraw: invitationId },
  };
  return { url, world: ground, asker: asker(url, ground) };
}

/** Addresses beside the first of each row: other files, orders and days, and searches that may lead to her. */
function more({ url }: Ground, { slug, friend, workId }: HiddenWorld): string[] {
  const [at, today] = [`/authors/${slug}`, new Date().toISOString().slice(0, 10)];
  const files = ['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `works/cite.${ending}`);
  const words = [
    'ines',
    'plume',
    ...Object.values(traces)
      .flat()
      .flatMap(({ word }) => word ?? []),
  ];
  return [
    ...['?order=title', '?abstracts=open', '?select=on', `?as-of=${today}`, `?as-of=${today}&compare=${today}`, '/coauthors?by=name'].map(
      (rest) => at + rest,
    ),
    ...[...files, 'cv/cv.tex', 'cv/resume.json', 'history/feed.atom', 'feed.atom'].map((file) => `${at}/${file}`),
    ...['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `/works/${workId}/cite.${ending}`),
    ...['', '/coauthors', '/sources', '/feed.json'].map((rest) => `/authors/${friend.slug}${rest}`),
    ...[
      `/graph/${friend.slug}`,
      `/graph/${friend.slug}/slice.json`,
      `/graph/${friend.slug}/${slug}`,
      '/graph?q=plume',
      '/authors?from=plume',
    ],
    `/oembed.json?url=${encodeURIComponent(url + at)}`,
    ...words.flatMap((word) => [
      `/search?q=${word}`,
      `/search?q=${word}&kind=people`,
      `/search/suggestions?q=${word}`,
      `/search/cite.json?q=${word}`,
    ]),
  ];
}

function outputs(ground: Ground, her: HiddenWorld): Output[] {
  const isHers = (path: string) => !/^\/(api|admin|outbox|sign-|me\/(security|data)|trust\/|unsubscribe|visibility)/.test(path);
  const isAsked = ({ variant, row, role, path }: RouteTry): boolean =>
    isHers(path) &&
    !/malformed|unknown|suppressed|search only|merged|unclaimed|no such/.test(variant) &&
    // What is the same for everybody is asked for once.
    (role === 'anonymous' || (role === 'sender' && typeof row.answers[variant] === 'object'));
  const rows = routeTries(ground, (row) => row.method !== 'POST').filter(isAsked);
  const asked = [
    ...rows.map(({ path, role }) => ({ path, role })),
    ...more(ground, her).map((path) => ({ path, role: 'anonymous' as const })),
  ];
  const negotiated = [`/authors/${her.slug}`, `/works/${her.workId}`].flatMap((path) =>
    ['application/ld+json', 'application/json', 'application/x-bibtex'].map((accept) => ({ path, role: 'anonymous' as const, accept })),
  );
  const all: Output[] = [...asked, ...negotiated, { path: archive, role: 'sender' }];
  return [...new Map(all.map((output) => [JSON.stringify(output), output])).values()];
}

/** An answer as text: of a picture, that there is one. */
async function answerTo(ground: Ground, her: HiddenWorld, place: Instance['env'], { path, role, accept }: Output): Promise<string> {
  if (path === archive) return archiveOf(her.friend.accountId, place);
  const came = await ground.asker.ask(role, path, accept ? { headers: { accept } } : {});
  if (came.status === 200 && /^image\/(?!svg)/.test(came.headers.get('content-type') ?? '')) return 'a picture';
  return came.text;
}

const archiveOf = (accountId: string, place: Instance['env']): Promise<string> =>
  beside(async (store) => {
    const { actorById } = await import('#lib/platform/auth/actor-by-id.ts');
    const { contentOf } = await import('#lib/portal/exports/queries/content.ts');
    const actor = await actorById(store.reader, accountId);
    if (!actor) throw new Error('The friend has no account.');
    return JSON.stringify(await contentOf(store.reader, actor));
  }, place);

/** True where an answer tells of a field; of a search for the field's own word, where it leads to her. */
const tells = (field: HiddenField, { path }: Output, text: string): boolean =>
  [traces[field]].flat().some(({ shows, at, stays, word }) => {
    if (stays?.test(path) || (at && !at.test(path))) return false;
    const isSearch = word !== undefined && path.startsWith('/search') && path.includes(`q=${word}`);
    return (isSearch ? /ines-plume|Plumes of the year/ : shows).test(text);
  });

/** Hides fields as their owner does; pages and lists follow. */
const hide = (her: HiddenWorld, hidden: HiddenField[], place: Instance['env']): Promise<void> =>
  beside(async (store) => {
    const { setPrivacy } = await import('#lib/catalog/ownership/commands/edit-record.ts');
    const { mintOwner } = await import('#lib/catalog/ownership/model.ts');
    const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
    const { refreshContexts } = await import('#lib/catalog/contexts/commands/refresh.ts');
    const owner = mintOwner(her.accountId, her.authorId);
    await store.transact((tx) => setPrivacy(tx, owner, { authorId: her.authorId, hidden, indexed: 'yes' }));
    while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
    while ((await store.transact((tx) => refreshContexts(tx, 200))) > 0);
    // An instance on SQLite sees within a tenth of a second what another process has written.
    await new Promise((seen) => setTimeout(seen, 120));
  }, place);

/**
 * Asks for everything that somebody else may see of a person who states all that can be hidden, and again what showed a field once the
 * field is hidden, alone and with all others.
 * @returns sentences of what is wrong, and how many outputs showed each field
 */
export async function tryHiddenFields(ground: Ground, instance: Instance, quiet: () => Promise<void>) {
  const her = hiddenPerson(instance);
  await quiet();
  const mine = herGround(ground, her);
  const fields = Object.keys(traces) as HiddenField[];
  const shown = new Map<HiddenField, Output[]>(fields.map((field) => [field, []]));
  const ask = (output: Output) => answerTo(mine, her, instance.env, output);
  const all = outputs(mine, her);
  await each(all, async (output) => {
    const text = await ask(output);
    for (const field of fields) if (tells(field, output, text)) shown.get(field)?.push(output);
    return [];
  });
  const faults = fields.flatMap((field) => (shown.get(field)?.length ? [] : [`nothing shows ${field}: what is looked for is wrong`]));
  const still = (hidden: HiddenField[]) =>
    each(
      all.filter((output) => hidden.some((field) => shown.get(field)?.includes(output))),
      async (output) => {
        const text = await ask(output);
        const told = hidden.filter((field) => shown.get(field)?.includes(output) && tells(field, output, text));
        return told.map((field) => `${output.path} tells ${output.role} of ${field}, which is hidden`);
      },
    );
  for (const hidden of fields.map((field) => [field])) {
    await hide(her, hidden, instance.env);
    faults.push(...(await still(hidden)));
  }
  await hide(her, fields, instance.env);
  faults.push(...(await still(fields)).map((fault) => `${fault} with all others`));
  return { faults, asked: all.length, shown: Object.fromEntries([...shown].map(([field, where]) => [field, where.length])) };
}
