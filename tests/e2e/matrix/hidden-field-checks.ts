import { execFileSync } from 'node:child_process';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import type { Instance } from '../../instance.ts';
import { withInstanceStore } from '../instance-database.ts';
import { fieldPatterns, type HiddenPerson } from './hidden-field-patterns.ts';
import { createRoleClient } from './role-client.ts';
import type { Role } from './roles.ts';
import { collectFaults, createRouteCases, type MatrixFixture, type RouteCase } from './route-checks.ts';

/** Something that another person can read: a page, a file, or the content of their own archive. */
interface Output {
  path: string;
  role: Role;
  accept?: string;
}

const archivePath = 'the archive of a friend';

function seedHiddenPerson({ url, env }: Instance): HiddenPerson {
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = env;
  const flags = [databaseFlag(), '--conditions=react-server', 'tests/e2e/matrix/seed-hidden-person.ts'];
  return JSON.parse(execFileSync(process.execPath, flags, { env: { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: url } }).toString());
}

/** Creates a fixture whose recipient is the person with hidden fields and whose sender is their friend. */
function createPersonFixture({ url, seed }: MatrixFixture, person: HiddenPerson): MatrixFixture {
  const { friend, slug, authorId, workId, threadId, contexts, invitationId } = person;
  const personSeed = {
    ...seed,
    ...{ contexts, thread: threadId, cookies: { ...seed.cookies, sender: friend.cookie } },
    records: { ...seed.records, recipient: { id: authorId, slug }, sender: friend },
    works: { ...seed.works, shown: workId, correctable: workId },
    invitations: { first: invitationId, accept: invitationId, decline: invitationId, withdraw: invitationId },
  };
  return { url, seed: personSeed, client: createRoleClient(url, personSeed) };
}

/** Returns paths that the rows do not have: other file formats, sort orders and dates, and searches that may find the person. */
function additionalPaths({ url }: MatrixFixture, { slug, friend, workId }: HiddenPerson): string[] {
  const [profile, today] = [`/authors/${slug}`, new Date().toISOString().slice(0, 10)];
  const files = ['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `works/cite.${ending}`);
  const searchTerms = [
    'ines',
    'plume',
    ...Object.values(fieldPatterns)
      .flat()
      .flatMap(({ searchTerm }) => searchTerm ?? []),
  ];
  return [
    ...['?order=title', '?abstracts=open', '?select=on', `?as-of=${today}`, '/coauthors?by=name'].map((rest) => profile + rest),
    ...[...files, 'cv/cv.tex', 'cv/resume.json', 'history/feed.atom', 'feed.atom'].map((file) => `${profile}/${file}`),
    ...['bib', 'ris', 'json', 'jsonld', 'csv'].map((ending) => `/works/${workId}/cite.${ending}`),
    ...['', '/coauthors', '/sources', '/feed.json'].map((rest) => `/authors/${friend.slug}${rest}`),
    ...[
      `/graph?from=author:${friend.slug}&steps=2`,
      `/graph/slice.json?from=author:${friend.slug}`,
      `/graph/nodes.json?id=author:${slug}`,
      `/graph/${friend.slug}/${slug}`,
      '/graph?q=plume',
      '/authors?from=plume',
    ],
    `/oembed.json?url=${encodeURIComponent(url + profile)}`,
    ...searchTerms.flatMap((searchTerm) => [
      `/search?q=${searchTerm}`,
      `/search?q=${searchTerm}&kind=people`,
      `/search/suggestions?q=${searchTerm}`,
      `/search/cite.json?q=${searchTerm}`,
    ]),
  ];
}

function listOutputs(fixture: MatrixFixture, person: HiddenPerson): Output[] {
  const isAboutPerson = (path: string) => !/^\/(api|admin|outbox|sign-|me\/(security|data)|trust\/|unsubscribe|visibility)/.test(path);
  const isRelevant = ({ variant, row, role, path }: RouteCase): boolean =>
    isAboutPerson(path) &&
    !/malformed|unknown|suppressed|search only|merged|unclaimed|no such/.test(variant) &&
    // A page that is the same for all roles is requested once.
    (role === 'anonymous' || (role === 'sender' && typeof row.answers[variant] === 'object'));
  const rows = createRouteCases(fixture, (row) => row.method !== 'POST').filter(isRelevant);
  const asked = [
    ...rows.map(({ path, role }) => ({ path, role })),
    ...additionalPaths(fixture, person).map((path) => ({ path, role: 'anonymous' as const })),
  ];
  const negotiated = [`/authors/${person.slug}`, `/works/${person.workId}`].flatMap((path) =>
    ['application/ld+json', 'application/json', 'application/x-bibtex'].map((accept) => ({ path, role: 'anonymous' as const, accept })),
  );
  const all: Output[] = [...asked, ...negotiated, { path: archivePath, role: 'sender' }];
  return [...new Map(all.map((output) => [JSON.stringify(output), output])).values()];
}

/** Fetches an output as text; a bitmap image is represented by 'a picture'. */
async function fetchText(
  fixture: MatrixFixture,
  person: HiddenPerson,
  env: Instance['env'],
  { path, role, accept }: Output,
): Promise<string> {
  if (path === archivePath) return createArchive(person.friend.accountId, env);
  const response = await fixture.client.request(role, path, accept ? { headers: { accept } } : {});
  if (response.status === 200 && /^image\/(?!svg)/.test(response.headers.get('content-type') ?? '')) return 'a picture';
  return response.text;
}

const createArchive = (accountId: string, env: Instance['env']): Promise<string> =>
  withInstanceStore(async (store) => {
    const { actorById } = await import('#lib/platform/auth/actor-by-id.ts');
    const { exportContentOf } = await import('#lib/portal/exports/queries/content.ts');
    const actor = await actorById(store.reader, accountId);
    if (!actor) throw new Error('The friend has no account.');
    return JSON.stringify(await exportContentOf(store.reader, actor));
  }, env);

/** Whether a response reveals a field. A search for the field's own term reveals it if the person is among the results. */
const reveals = (field: HiddenField, { path }: Output, text: string): boolean =>
  [fieldPatterns[field]].flat().some(({ pattern, shownAt, publicAt, searchTerm }) => {
    if (publicAt?.test(path) || (shownAt && !shownAt.test(path))) return false;
    const isSearch = searchTerm !== undefined && path.startsWith('/search') && path.includes(`q=${searchTerm}`);
    return (isSearch ? /ines-plume|Plumes of the year/ : pattern).test(text);
  });

/** Hides fields as their owner does, and refreshes the derived pages and lists. */
const hideFields = (person: HiddenPerson, hidden: HiddenField[], env: Instance['env']): Promise<void> =>
  withInstanceStore(async (store) => {
    const { setPrivacy } = await import('#lib/catalog/ownership/commands/edit-record.ts');
    const { mintOwner } = await import('#lib/catalog/ownership/model.ts');
    const { refreshAuthors } = await import('#lib/catalog/refresh/commands/authors.ts');
    const { refreshContexts } = await import('#lib/catalog/contexts/commands/refresh.ts');
    const owner = mintOwner(person.accountId, person.authorId);
    await store.transact((tx) => setPrivacy(tx, owner, { authorId: person.authorId, hidden, indexed: 'yes' }));
    while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
    while ((await store.transact((tx) => refreshContexts(tx, 200))) > 0);
    // An instance on SQLite notices writes of other processes within 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }, env);

/**
 * Fetches all outputs about a person who has filled in every field that can be hidden. Then hides each field, alone and with all others, and
 * fetches the outputs that showed it again.
 * @returns the faults, the number of outputs, and how many of them showed each field
 */
export async function checkHiddenFields(fixture: MatrixFixture, instance: Instance, waitForIdle: () => Promise<void>) {
  const person = seedHiddenPerson(instance);
  await waitForIdle();
  const personFixture = createPersonFixture(fixture, person);
  const fields = Object.keys(fieldPatterns) as HiddenField[];
  const shown = new Map<HiddenField, Output[]>(fields.map((field) => [field, []]));
  const fetchOutput = (output: Output) => fetchText(personFixture, person, instance.env, output);
  const all = listOutputs(personFixture, person);
  await collectFaults(all, async (output) => {
    const text = await fetchOutput(output);
    for (const field of fields) if (reveals(field, output, text)) shown.get(field)?.push(output);
    return [];
  });
  const faults = fields.flatMap((field) => (shown.get(field)?.length ? [] : [`no output shows ${field}: its pattern is wrong`]));
  const findRevealed = (hidden: HiddenField[]) =>
    collectFaults(
      all.filter((output) => hidden.some((field) => shown.get(field)?.includes(output))),
      async (output) => {
        const text = await fetchOutput(output);
        const revealed = hidden.filter((field) => shown.get(field)?.includes(output) && reveals(field, output, text));
        return revealed.map((field) => `${output.path} reveals to ${output.role} the hidden field ${field}`);
      },
    );
  for (const hidden of fields.map((field) => [field])) {
    await hideFields(person, hidden, instance.env);
    faults.push(...(await findRevealed(hidden)));
  }
  await hideFields(person, fields, instance.env);
  faults.push(...(await findRevealed(fields)).map((fault) => `${fault} with all others`));
  return { faults, asked: all.length, shown: Object.fromEntries([...shown].map(([field, showing]) => [field, showing.length])) };
}
