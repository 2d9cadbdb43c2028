import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, request as requests, test } from '@playwright/test';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { strongOrcid } from '../evidence.ts';
import { assignRecord, withInstanceStore } from './instance-database.ts';
import { discoverActions } from './matrix/discovery.ts';
import { actionOutcome, createRoleClient, type FormFields } from './matrix/role-client.ts';
import type { Role, SeedData } from './matrix/roles.ts';
import { moveClock } from './move-clock.ts';
import { createOrcid, importOrganisations, importPapers, registeredWork, runScript, stubResponse, toSlug } from './trust-steps.ts';

/**
 * What people tried against the profiles of others, replayed over HTTP with the means that they had, without a browser: the attacks R1, S1 to
 * S7, N1, N2, N3, N5 and N6. Each ends without level 3, without a lasting change of another profile, and with the doors of the rightful
 * person open.
 */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const url = process.env.E2E_URL ?? '';
const university = { name: 'Quill University', rorId: '04qkk0106', domain: 'lamp.example' };
const names = {
  ...{
    sara: 'Sara Sought',
    wanda: 'Wanda Weakling',
    wim: 'Wim Weakling',
    olga: 'Olga Oarlock',
    ulla: 'Ulla Unclaimed',
    nell: 'Nell Nameday',
  },
};
const titles = ['Quills in the Rain', 'Quills and Their Ink', 'On Sharpening Quills'] as const;
const strangers = Array.from({ length: 12 }, (_, at) => `Anna ${'ABCDEFGHIJKL'[at]}quill`);

const cookies: Record<string, string> = {};
const client = createRoleClient(url, { cookies } as unknown as SeedData);
const as = (who: string): Role => who as Role;
const actions = discoverActions();

/** Creates an account with a confirmed address, and signs it in. */
async function enter(who: string, email: string, orcid?: string): Promise<void> {
  await withInstanceStore(async (store) => {
    const { accounts, logins } = await import('#lib/platform/db/schema/accounts.ts');
    const { sessionCookie } = await import('#lib/platform/auth/cookies.ts');
    const { startSession } = await import('#lib/platform/auth/sessions.ts');
    const { newId } = await import('#lib/platform/id.ts');
    const { now } = await import('#lib/platform/clock.ts');
    const accountId: Actor['accountId'] = newId();
    const { token } = await store.transact(async (tx) => {
      await tx.insert(accounts).values({ id: accountId, email, emailVerified: now(), createdAt: now() });
      if (orcid) {
        const login = { userId: accountId, type: 'oauth', provider: 'orcid', providerAccountId: orcid, linkedAt: now() };
        await tx.insert(logins).values(login);
      }
      return startSession(tx, accountId, { signInMethod: 'email', device: 'a test', network: null });
    });
    cookies[who] = `${sessionCookie(url)}=${token}`;
  });
}

/** Sends the form of an action, and returns its outcome: an error code, or 'done'. */
async function send(who: string, name: string, page: string, fields: FormFields): Promise<string> {
  const action = actions.find((each) => each.name.endsWith(`/${name}`));
  if (!action?.id) throw new Error(`There is no action ${name}.`);
  return actionOutcome(await client.callAction(as(who), { ...action, id: action.id }, page, fields));
}

const get = (path: string, who = 'nobody') => client.request(as(who), path);
const idOf = (name: string): Promise<string> =>
  withInstanceStore(async (store) => {
    const rows = await store.reader.query<{ id: string }>('select id from authors where slug = ?', [], [toSlug(name)]);
    return rows[0]?.id ?? '';
  });
const workOf = (title: string): Promise<string> =>
  withInstanceStore(async (store) => {
    const rows = await store.reader.query<{ id: string }>('select id from works where title = ?', [], [title]);
    return rows[0]?.id ?? '';
  });
const levelOf = async (name: string): Promise<number> =>
  JSON.parse(JSON.parse((await get(`/authors/${toSlug(name)}/trust.json`)).text).snapshot.body).level;
const isFound = async (name: string): Promise<boolean> =>
  (await get(`/search?kind=people&q=${encodeURIComponent(name.split(' ')[1] ?? '')}`)).text.includes(`/authors/${toSlug(name)}`);
const claim = async (who: string, name: string, by: 'email' | 'orcid') =>
  send(who, 'claims/actions.ts claimRecord', `/claim/${toSlug(name)}`, { authorId: await idOf(name), by });

const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
/** Waits for a mail to an address, and returns the parameters of the link in it. */
async function mailedLink(address: string): Promise<URLSearchParams> {
  const find = () =>
    readdirSync(outbox)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(outbox, file), 'utf8')) as { to: string; text: string })
      .find(({ to }) => to === address);
  await expect.poll(find, { timeout: 60_000, intervals: [100] }).toBeTruthy();
  return new URL(/https?:\S+/.exec(find()?.text ?? '')?.[0] ?? '', url).searchParams;
}

/** Shows an address as a proof, by the link that is mailed to it. */
async function showAddress(who: string, name: string, kind: 'institution_email' | 'printed_email', address: string): Promise<string> {
  const page = `/claim/${toSlug(name)}`;
  const started = await send(who, 'claims/actions.ts startProof', page, { authorId: await idOf(name), kind, target: address });
  if (started !== 'done') return started;
  const link = await mailedLink(address);
  return send(who, 'claims/actions.ts confirmProof', page, { proofId: link.get('proof') ?? '', code: link.get('code') ?? '' });
}

test.beforeAll(async () => {
  importOrganisations([university]);
  const people = Object.values(names).map((name) => ({ name, affiliation: university.name }));
  importPapers({ id: '2025.quills', titles, people, dois: true, code: ['https://github.com/quill-lab/tool'] });
  importPapers({ id: '2025.strangers', titles: ['A Work of Many Quills'], people: strangers.map((name) => ({ name })) });
  await enter('impostor', 'me@impostor.example');
  await enter('wanda', 'me@wanda.example');
  await enter('wim', 'me@wim.example');
  await enter('olga', 'me@olga.example');
  await assignRecord('me@olga.example', toSlug(names.olga), strongOrcid(createOrcid(300), '10.12345/2025.quills.0'));
  await enter('reader', 'me@reader.example');
});

/** The profiles that nobody may change, as anybody sees them. */
const publicFiles = async (name: string): Promise<string[]> => {
  const slug = toSlug(name);
  const paths = [
    `/authors/${slug}`,
    `/authors/${slug}/trust.json`,
    `/authors/${slug}/trust`,
    `/authors/${slug}/history`,
    `/authors/${slug}/feed.atom`,
    `/authors/${slug}/feed.json`,
  ];
  return Promise.all(paths.map(async (path) => `${path} ${(await get(path)).text.replaceAll(/nonce="[^"]*"/g, '')}`));
};

test('R1: any number of undecided reports leaves the page, its trust, history and feed byte for byte the same', async () => {
  const id = await idOf(names.ulla);
  const before = await publicFiles(names.ulla);
  const reports: FormFields[] = [
    { kind: 'not_same_person', reason: 'several_people', works: titles[0] },
    { kind: 'wrong_fact', reason: 'name', right: 'Another Name' },
  ];
  const page = `/authors/${toSlug(names.ulla)}/fix`;
  for (const who of ['reader', 'impostor'])
    for (const report of reports)
      expect(await send(who, 'reports/actions.ts fileReportAction', page, { subject: 'author', subjectId: id, ...report })).toBe('done');
  await moveClock(0.01);
  expect(await publicFiles(names.ulla)).toEqual(before);
});

test('S4: an address of a student of the institution hides a colleague for no longer than 72 hours', async () => {
  const address = 'student1@lamp.example';
  const asked = { record: toSlug(names.ulla), wanted: 'suppressed', email: address };
  expect(await send('nobody', 'identity/actions.ts setNameVisibility', '/visibility', asked)).toBe('done');
  const link = await mailedLink(address);
  const fields = { request: link.get('request') ?? '', code: link.get('code') ?? '' };
  expect(await send('nobody', 'identity/actions.ts redeemVisibilityLink', '/visibility/confirm', fields)).toBe('done');
  await expect.poll(() => isFound(names.ulla), { timeout: 60_000 }).toBe(false);
  expect((await get(`/authors/${toSlug(names.ulla)}`)).status).toBe(200);
});

test('S6: from the eleventh on, claims from one mail domain wait for an admin', async () => {
  for (const [at, name] of strangers.entries()) {
    await enter(`mill${at}`, `${at}@mill-of-claims.example`);
    expect(await claim(`mill${at}`, name, 'email')).toBe('done');
  }
});

test('owners without a strong proof get their profiles by the notice', async () => {
  expect(await claim('impostor', names.sara, 'email')).toBe('done');
  for (const who of ['wanda', 'wim'] as const) expect(await claim(who, names[who], 'email')).toBe('done');
  await moveClock(8);
  for (const name of [names.sara, names.wanda, names.wim]) await expect.poll(() => levelOf(name), { timeout: 90_000 }).toBe(2);
  // S4 has ended by time alone.
  await expect.poll(() => isFound(names.ulla), { timeout: 60_000 }).toBe(true);
  // S6: ten have ended their notice.
  const states = () =>
    withInstanceStore(async (store) => {
      const rows = await store.reader.query<{ state: string }>(
        `select c.state from claims c join accounts a on a.id = c.account_id where a.email like '%@mill-of-claims.example'`,
        [],
      );
      return rows.map(({ state }) => state).sort();
    });
  const expected = [...Array(10).fill('accepted'), 'notice_period', 'notice_period'];
  await expect.poll(states, { timeout: 90_000 }).toEqual(expected);
});

test('S3: a weak owner shows no other name, no photo and no link for machines', async () => {
  const id = await idOf(names.wanda);
  const form = (await get(`/me/records/${toSlug(names.wanda)}/about`, 'wanda')).text;
  const seen = /name="seen" value="([^"]*)"/.exec(form)?.[1] ?? '';
  const homepage = 'https://quill-university.example/';
  const fields = { authorId: id, seen, name: 'Wanda "Data Thief" Weakling', homepage };
  expect(await send('wanda', 'statements.ts saveStatements', `/me/records/${toSlug(names.wanda)}/about`, fields)).toBe('done');
  await expect
    .poll(async () => (await get(`/authors/${toSlug(names.wanda)}`)).text.includes('quill-university.example'), { timeout: 60_000 })
    .toBe(true);
  const { text } = await get(`/authors/${toSlug(names.wanda)}`);
  expect(text).not.toContain('Thief');
  expect(text).not.toContain(`href="${homepage}`);
  expect(text).not.toMatch(/sameAs[^\]]*quill-university/);
});

test('S2, S7: two weak owners correct nothing of a joint work over an owner at L3, and cancel no evidence of theirs', async () => {
  const workId = await workOf(titles[0]);
  const page = `/works/${workId}/correct`;
  const values = {
    title: 'Retracted: Fabricated data',
    abstract: 'All of it is invented.',
    venue: 'Journal of Nothing',
    doi: '10.9999/other',
  };
  for (const [field, value] of Object.entries(values)) {
    const suggested = await send('wanda', 'corrections/actions.ts suggestCorrectionAction', page, {
      subjectId: workId,
      field,
      value,
      note: 'x',
    });
    expect(suggested, field).toBe('done');
  }
  const ids = await withInstanceStore(async (store) =>
    (await store.reader.query<{ id: string }>('select id from corrections where subject_id = ?', [], [workId])).map(({ id }) => id),
  );
  expect(ids).toHaveLength(Object.keys(values).length);
  for (const correctionId of ids)
    for (const who of ['wanda', 'wim'])
      expect(await send(who, 'corrections/actions.ts decideCorrectionAction', page, { correctionId, accepts: 'yes' })).toBe(
        'needs_strong_proof',
      );
});

test('S5: proofs that others could make freeze no owner', async () => {
  await enter('rival', 'me@rival.example', createOrcid(301));
  const fair = { ...registeredWork(titles[0], names.olga), signsAs: undefined, assertedBy: null };
  await stubResponse(process.env.E2E_ORCID, createOrcid(301), [fair]);
  expect(await claim('rival', names.olga, 'orcid')).toBe('already_claimed');
  expect(await showAddress('rival', names.olga, 'institution_email', 'student2@lamp.example')).toBe('already_claimed');
  const state = await withInstanceStore(async (store) =>
    store.reader.query<{ state: string }>('select claim_state as state from authors where slug = ?', [], [toSlug(names.olga)]),
  );
  expect(state).toEqual([{ state: 'claimed' }]);
});

test('N1: a co-author renames the own iD, and no publisher lists iDs', async () => {
  const orcid = createOrcid(302);
  await enter('renamed', 'me@renamed.example', orcid);
  const work = { ...registeredWork(titles[1], names.nell), signsAs: undefined, registeredOn: '2012-05-01' };
  await stubResponse(process.env.E2E_ORCID, orcid, [work]);
  expect(await claim('renamed', names.nell, 'orcid')).toBe('done');
  expect(await levelOf(names.nell)).toBe(1);
});

test('N2, N3: a repository of a renamed account, and a host below the domain of the university', async () => {
  const [id, page] = [await idOf(names.nell), `/claim/${toSlug(names.nell)}`];
  await enter('host', 'me@host.example');
  expect(await showAddress('renamed', names.nell, 'institution_email', 'nell.nameday@lists.lamp.example')).toBe('done');
  const json = { headers: { 'content-type': 'application/json' } };
  const stubApi = (path: string, body: unknown) =>
    stubResponse(process.env.E2E_WEB, `page/api/${path}`, { ...json, body: JSON.stringify(body) });
  await stubApi('repos/quill-lab/tool', { owner: { id: 900, login: 'quill-lab', type: 'User' } });
  const target = 'https://github.com/quill-lab/tool';
  expect(await send('renamed', 'claims/actions.ts startProof', page, { authorId: id, kind: 'repository', target })).toBe('done');
  const proof = await withInstanceStore(async (store) =>
    store.reader.query<{ id: string; token: string }>("select id, token from proofs where kind = 'repository' and author_id = ?", [], [id]),
  );
  const body = `peergraph-proof=${proof[0]?.token}`;
  await stubResponse(process.env.E2E_WEB, 'page/github/quill-lab/tool/.peergraph-proof', {
    body,
    headers: { 'content-type': 'text/plain' },
  });
  expect(await send('renamed', 'claims/actions.ts checkProof', page, { proofId: proof[0]?.id ?? '' })).toBe('done');
  expect(await levelOf(names.nell)).toBe(1);
});

test('N5: one planted item with a printed address', async () => {
  const address = 'renamed@lamp.example';
  await withInstanceStore(async (store) => {
    const { printAddress } = await import('../store/fixtures.ts');
    const [record] = await store.reader.query<{ id: string; key: number }>(
      'select id, key from authors where slug = ?',
      [],
      [toSlug(names.nell)],
    );
    if (record) await printAddress(store, record, { name: names.nell, venue: 'Journal of Quills', address });
  });
  expect(await showAddress('renamed', names.nell, 'printed_email', address)).toBe('done');
  expect(await levelOf(names.nell)).toBe(1);
});

/** Signs in at the institution as somebody, as a proof for a profile: through the redirects of the institution, without a browser. */
async function signInAtInstitution(who: string, name: string, login: string): Promise<void> {
  const request = await requests.newContext();
  const page = (await get(`/claim/${toSlug(name)}`, who)).text;
  const organisation = /name="login" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const headers = { cookie: cookies[who] ?? '', origin: url, 'sec-fetch-site': 'same-origin' };
  const form = { login: organisation, next: `/claim/${toSlug(name)}`, authorId: await idOf(name) };
  const sent = await request.post(`${url}/api/auth/federated`, { form, headers });
  const next = /url=([^"]+)"/i.exec(await sent.text())?.[1]?.replaceAll('&#38;', '&') ?? '';
  const signIn = await request.get(next);
  const back = await request.post(signIn.url(), { form: { login }, maxRedirects: 0 });
  const resumed = await request.get(new URL(back.headers().location ?? '', signIn.url()).href, { maxRedirects: 0 });
  const journey = (await request.storageState()).cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
  await request.get(resumed.headers().location ?? '', { headers: { cookie: `${cookies[who]}; ${journey}` }, maxRedirects: 0 });
  await request.dispose();
}

test('N6: a login with a prefix of the given name, and one of a student with the whole name', async () => {
  await enter('student', 'me@student.example');
  const logins = { nel: ['renamed', 'Nel', 'staff'], nell: ['student', 'Nell', 'student'] } as const;
  for (const [login, [who, givenName, affiliation]] of Object.entries(logins)) {
    const claims = { given_name: givenName, family_name: 'Nameday', eduperson_scoped_affiliation: [`${affiliation}@lamp.example`] };
    await stubResponse(process.env.E2E_FEDERATION, login, claims);
    await signInAtInstitution(who, names.nell, login);
  }
  const shown = await withInstanceStore(async (store) =>
    store.reader.query<{ strength: string }>(
      "select strength from proofs where kind = 'federated' and author_id = ?",
      [],
      [await idOf(names.nell)],
    ),
  );
  expect(shown.map(({ strength }) => strength)).toEqual(['fair', 'fair']);
  expect(await levelOf(names.nell)).toBe(1);
});

test('S1: a weak owner hides a profile, and the rightful person gets it by a strong proof, without anybody’s decision', async () => {
  const slug = toSlug(names.sara);
  expect(await send('impostor', 'identity/actions.ts setNameVisibility', '/visibility', { record: slug, wanted: 'suppressed' })).toBe(
    'done',
  );
  await expect.poll(() => isFound(names.sara), { timeout: 60_000 }).toBe(false);
  for (const path of [`/authors/${slug}`, `/claim/${slug}`]) expect((await get(path)).status, path).toBe(200);
  const orcid = createOrcid(303);
  await stubResponse(process.env.E2E_ORCID, orcid, [registeredWork(titles[2], names.sara)]);
  await enter('sara', 'me@sara.example', orcid);
  expect(await claim('sara', names.sara, 'orcid')).toBe('done');
  expect(await levelOf(names.sara)).toBe(2);
  await moveClock(16);
  await expect.poll(() => levelOf(names.sara), { timeout: 90_000 }).toBe(3);
  expect(await send('sara', 'identity/actions.ts setNameVisibility', '/visibility', { record: slug, wanted: 'visible' })).toBe('done');
  await expect.poll(() => isFound(names.sara), { timeout: 60_000 }).toBe(true);
});

test('after all that, the joint work and the owner at L3 are as before', async () => {
  const workId = await workOf(titles[0]);
  const { text } = await get(`/works/${workId}/cite.bib`);
  expect(text).toContain(titles[0]);
  expect(text).not.toMatch(/Retracted|Nothing|10\.9999/);
  expect(await levelOf(names.olga)).toBeGreaterThanOrEqual(3);
  expect(await levelOf(names.nell)).toBeLessThan(3);
  expect((await get(`/works/${workId}/correct`, 'olga')).text).toContain('Retracted: Fabricated data');
  runScript('lib/catalog/trust/verify.mjs', `${url}/authors/${toSlug(names.olga)}/trust.json`);
});
