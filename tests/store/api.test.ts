import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { follows, hiddenSuggestions, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { env } from '#lib/platform/env.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { createAccount, createContext, createRecord, createWork, getRecord } from './fixtures.ts';
import { createResearcher } from './researchers.ts';
import { databasePerFile, shareStore } from './test-database.ts';

/** The API over HTTP. Other requests get status 418, which shows that the API did not answer them. */
const database = databasePerFile();
shareStore(database);
let server: Server;
let site = '';
let reader: Actor;
let cookie = '';
let record: { id: string; slug: string };

beforeAll(async () => {
  server = createHttpServer(
    async (_, response) => {
      response.statusCode = 418;
      response.end();
    },
    () => true,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  reader = await createAccount(database.store, 'Rita Reader');
  cookie = await createSessionCookie(reader);
  record = await createRecord(database.store, 'Fay Followed');
});

async function createSessionCookie({ accountId }: Actor): Promise<string> {
  const { token } = await database.store.transact((tx) =>
    startSession(tx, accountId, { signInMethod: 'email', device: 'test', network: null }),
  );
  return `${sessionCookie(env().PUBLIC_URL)}=${token}`;
}

const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site}/api/follows`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie, Accept: 'application/json', ...headers },
    redirect: 'manual',
  });
const statusAndCode = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const currentFollows = async () =>
  (await database.store.reader.select().from(follows).where(eq(follows.accountId, reader.accountId))).map(({ authorId }) => authorId);

test('a control character in a form is dropped, because PostgreSQL stores no NUL', async () => {
  expect(await (await send({ authorId: `${record.id}\u0000`, want: 'on' })).json()).toMatchObject({ followers: 1 });
  expect(await statusAndCode(await send({ authorId: '\u0000', want: 'on' }))).toEqual([400, 'invalid_request']);
});

test('follows once, and answers with the count, however often it is sent', async () => {
  const form = { authorId: record.id, want: 'on' };
  for (const _ of [1, 2]) expect(await (await send(form)).json()).toMatchObject({ followers: 1 });
  expect(await currentFollows()).toEqual([record.id]);
  expect(await (await send({ ...form, want: 'off' })).json()).toEqual({ followers: 0 });
  expect(await currentFollows()).toEqual([]);
});

test('follows and unfollows a topic, and rejects an unknown one', async () => {
  const { id } = await createContext(database.store, 'topic', 'Parsing');
  const form = { contextId: id, want: 'on' };
  for (const _ of [1, 2]) expect(await (await send(form)).json()).toMatchObject({ followers: 1 });
  expect(await (await send({ ...form, want: 'off' })).json()).toEqual({ followers: 0 });
  expect(await statusAndCode(await send({ ...form, contextId: 'nowhere' }))).toEqual([404, 'unknown_context']);
  expect(await statusAndCode(await send(form, { Cookie: '' }))).toEqual([401, 'not_signed_in']);
});

test('redirects a form without script to its page, and to no other site', async () => {
  const asForm = (back: string, headers = {}) => send({ authorId: record.id, want: 'on', back }, { Accept: 'text/html', ...headers });
  const leadsTo = async (answer: Promise<Response>) => [(await answer).status, (await answer).headers.get('location')];
  expect(await leadsTo(asForm(`/authors/${record.slug}`))).toEqual([303, `/authors/${record.slug}`]);
  for (const elsewhere of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    expect(await leadsTo(asForm(elsewhere))).toEqual([303, '/feed']);
  }
  expect(await leadsTo(asForm('/authors/x', { Cookie: '' }))).toEqual([303, `/sign-in?next=%2Fauthors%2Fx&follow=${record.id}`]);
  expect(await leadsTo(send({ authorId: 'nobody', want: 'on' }, { Accept: 'text/html' }))).toEqual([303, '/problems/unknown_author']);
});

test('leads from a refused form without script to the reason, which links back to its page on this site', async () => {
  const refused = (Referer: string) => sendPlain('/api/follows', { authorId: 'nobody', want: 'on' }, { Cookie: cookie, Referer });
  const base = env().PUBLIC_URL;
  expect(await refused(`${base}/search?q=a&kind=people`)).toEqual([303, '/problems/unknown_author?back=%2Fsearch%3Fq%3Da%26kind%3Dpeople']);
  for (const elsewhere of ['https://evil.example/x', 'nonsense', `${base}//evil.example`, `${base}/sign-out`])
    expect(await refused(elsewhere)).toEqual([303, '/problems/unknown_author']);
});

test('answers a refused follow with the reason, and writes nothing', async () => {
  const form = { authorId: record.id, want: 'on' };
  expect(await statusAndCode(await send(form, { Cookie: '' }))).toEqual([401, 'not_signed_in']);
  expect(await statusAndCode(await send(form, { Cookie: `${cookie}x` }))).toEqual([401, 'not_signed_in']);
  expect(await statusAndCode(await send({ ...form, authorId: 'nobody' }))).toEqual([404, 'unknown_author']);
  for (const bad of [{}, { authorId: record.id }, { ...form, want: 'maybe' }, { ...form, authorId: 'x'.repeat(41) }])
    expect(await statusAndCode(await send(bad as Record<string, string>))).toEqual([400, 'invalid_request']);
  const set = (values: Partial<typeof authors.$inferInsert>) =>
    database.store.transact((tx) => tx.update(authors).set(values).where(eq(authors.id, record.id)));
  await set({ visibility: 'suppressed' });
  expect(await statusAndCode(await send(form))).toEqual([404, 'unknown_author']);
  await set({ visibility: 'visible', ownerId: reader.accountId, claimState: 'claimed' });
  expect(await statusAndCode(await send(form))).toEqual([409, 'own_record']);
  expect(await currentFollows()).toEqual([]);
  expect((await getRecord(database.store, record.id)).followersCount).toBe(0);
});

test('rejects a form of another site or of a program before it reads the body', async () => {
  const form = { authorId: record.id, want: 'on' };
  const foreign = [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { 'Sec-Fetch-Site': 'none' }];
  for (const headers of foreign) expect((await send(form, headers)).status).toBe(403);
  expect(await currentFollows()).toEqual([]);
});

test('limits an account to 120 changes a minute', async () => {
  const answers = [];
  for (let time = 0; time < 125; time += 1) answers.push(send({ authorId: record.id, want: time % 2 === 0 ? 'on' : 'off' }));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('answers suggestions and the unread count for the signed-in account only, and never caches them', async () => {
  const suggested = await fetch(`${site}/search/suggestions?q=Fay`);
  expect(suggested.headers.get('cache-control')).toBe('no-store');
  expect(await suggested.json()).toHaveProperty('suggestions');
  expect(await (await fetch(`${site}/notifications/unread`, { headers: { Cookie: cookie } })).json()).toEqual({ unread: 0, threads: 0 });
  expect(await statusAndCode(await fetch(`${site}/notifications/unread`))).toEqual([401, 'not_signed_in']);
});

test('answers security.txt with 404 if there is no contact, and leads password managers to the security settings', async () => {
  const text = await fetch(`${site}/.well-known/security.txt`);
  expect([text.status, text.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  const redirect = await fetch(`${site}/.well-known/change-password`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/me/security']);
});

/** Sends a form as a browser without script. Returns the status and where the response leads. */
async function sendPlain(path: string, form: Record<string, string>, headers: Record<string, string> = { Cookie: cookie }) {
  const body = new URLSearchParams(form);
  const sent = { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html', ...headers };
  const response = await fetch(`${site}${path}`, { method: 'POST', body, headers: sent, redirect: 'manual' });
  return [response.status, response.headers.get('location')];
}

test('hides a suggested person, and returns to the feed', async () => {
  const hide = (authorId: string, headers?: Record<string, string>) => sendPlain('/api/hidden-suggestions', { authorId }, headers);
  const hidden = () => database.store.reader.select().from(hiddenSuggestions).where(eq(hiddenSuggestions.accountId, reader.accountId));
  expect(await hide(record.id, {})).toEqual([303, '/sign-in?next=%2Ffeed%3Fdone%3Dhidden&problem=not_signed_in']);
  expect(await hide('nobody')).toEqual([303, '/problems/unknown_author']);
  expect(await hidden()).toEqual([]);
  expect(await hide(record.id)).toEqual([303, '/feed?done=hidden']);
  expect(await hidden()).toMatchObject([{ authorId: record.id }]);
});

test('mutes what is followed and undoes it, and refuses to mute what is not followed', async () => {
  const mute = (id: string, want: string) => sendPlain('/api/muted-follows', { kind: 'author', id, want, back: '/feed?done=muted' });
  const states = async () =>
    (await database.store.reader.select().from(follows).where(eq(follows.accountId, reader.accountId))).map(({ state }) => state);
  expect(await mute(record.id, 'on')).toEqual([303, '/problems/not_followed']);
  await send({ authorId: record.id, want: 'on' });
  expect(await mute(record.id, 'on')).toEqual([303, '/feed?done=muted']);
  expect(await states()).toEqual(['muted']);
  await mute(record.id, 'off');
  expect(await states()).toEqual(['on']);
});

test('follows a search and unfollows it; somebody without a session signs in first, which completes it', async () => {
  const [path, back] = ['/api/saved-searches', '/search?q=lamps&kind=works'];
  const follow = { query: 'q=lamps&kind=works', want: 'on', back };
  const searches = () => database.store.reader.select().from(savedSearches).where(eq(savedSearches.accountId, reader.accountId));
  expect(await sendPlain(path, follow, {})).toEqual([303, `/sign-in?next=${encodeURIComponent(back)}&follow=search`]);
  expect(await searches()).toEqual([]);
  expect(await sendPlain(path, follow)).toEqual([303, back]);
  const [saved] = await searches();
  expect(saved?.query).toContain('lamps');
  const other = { Cookie: await createSessionCookie(await createAccount(database.store, 'Otto Other')) };
  const unfollow = { id: saved?.id ?? '', want: 'off', back };
  expect(await sendPlain(path, unfollow, other)).toEqual([303, back]);
  expect(await searches()).toHaveLength(1);
  expect(await sendPlain(path, unfollow)).toEqual([303, back]);
  expect(await searches()).toEqual([]);
});

test('pins and unpins a work for the owner of the profile, and for nobody else', async () => {
  const owner = await createResearcher(database.store, 'Pia Pins');
  const workKey = await createWork(database.store, 'On pins', [{ key: owner.key, name: 'Pia Pins' }]);
  const [work] = await database.store.reader.select({ id: works.id }).from(works).where(eq(works.key, workKey));
  const back = `/authors/${owner.slug}#works`;
  const form = { authorId: owner.id, workId: work?.id ?? '', operation: 'pin', back };
  const pinned = async () => {
    const isPinned = and(eq(ownerStatements.accountId, owner.actor.accountId), eq(ownerStatements.field, 'pinned'));
    return (await database.store.reader.select().from(ownerStatements).where(isPinned)).map(({ value }) => value);
  };
  expect(await sendPlain('/api/pinned-works', form, {})).toEqual([303, `/sign-in?next=${encodeURIComponent(back)}&problem=not_signed_in`]);
  expect(await sendPlain('/api/pinned-works', form)).toEqual([303, '/problems/not_your_record']);
  expect(await pinned()).toEqual([]);
  const own = { Cookie: await createSessionCookie(owner.actor) };
  expect(await sendPlain('/api/pinned-works', form, own)).toEqual([303, back]);
  expect(await pinned()).toEqual([JSON.stringify([work?.id])]);
  expect(await sendPlain('/api/pinned-works', { ...form, operation: 'unpin' }, own)).toEqual([303, back]);
  expect(await pinned()).toEqual(['[]']);
});

test('rejects other methods of its paths, and passes other paths to the pages', async () => {
  const got = await fetch(`${site}/api/follows`);
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${site}/search/suggestions/more`)).status).toBe(418);
});
