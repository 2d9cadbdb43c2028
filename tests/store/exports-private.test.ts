import { readdirSync } from 'node:fs';
import { and, eq, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, logins, passkeys, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import { digests } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { accountColumns } from '../lifecycles.ts';
import { createArchive, readZip } from './archives.ts';
import { createAccount, createRecord } from './fixtures.ts';
import { createResearcher, createThread, openToInvitations, type Researcher } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let store: Store;
beforeAll(async () => {
  store = database.store;
});

const canary = 'zzcanary';
const names = readdirSync('lib/platform/db/schema').map((file) => file.replace('.ts', ''));
const modules = await Promise.all(
  names.map((name) => import(`../../lib/platform/db/schema/${name}.ts`) as Promise<Record<string, unknown>>),
);
const tables = modules.flatMap((module) => Object.values(module).filter((value): value is Table => is(value, Table)));

let count = 0;
/** Returns a value of a column's type that is recognisable wherever it occurs. */
function canaryValue(dataType: string): unknown {
  count += 1;
  if (dataType === 'string') return `${canary}${count}`;
  if (dataType === 'number') return 7_000_000 + count;
  if (dataType === 'boolean') return true;
  if (dataType === 'date') return now();
  if (dataType === 'json') return { [canary]: `${canary}${count}` };
  return Buffer.from(canary);
}

/** Returns a row of another account: all texts are canaries, and every account id is theirs. */
function canaryRow(table: Table, theirs: string): Record<string, unknown> {
  const name = getTableName(table);
  const ids = accountColumns.filter((each) => each.table === name && each.holds === 'id').map(({ column }) => column);
  const entries = Object.entries(getTableColumns(table)).flatMap(([column, { dataType }]) => {
    if (ids.includes(column)) return [[column, theirs]];
    if (name === 'reviews' && column === 'parties') return [[column, [theirs]]];
    return [[column, canaryValue(dataType)]];
  });
  return Object.fromEntries(entries);
}

/** Inserts a row of another account into every table with account data. */
async function insertRowsOfOthers(): Promise<string[]> {
  const theirs = `${canary}account`;
  const wanted = new Set(accountColumns.map(({ table }) => table));
  const filled: string[] = [];
  for (const table of tables.filter((each) => wanted.has(getTableName(each)))) {
    await store.transact((tx) => tx.insert(table).values(canaryRow(table, theirs) as never));
    filled.push(getTableName(table));
  }
  expect(filled.sort()).toEqual([...wanted].sort());
  return filled;
}

/** Creates rows about this person that others wrote, and secrets of their own account: none may be in the archive. */
async function insertRowsAbout({ actor, id }: Researcher): Promise<void> {
  const { accountId } = actor;
  const reportId = newId();
  const reviewId = newId();
  const at = now();
  await store.transact(async (tx) => {
    await tx.insert(blocks).values({ accountId: `${canary}a`, blockedId: accountId, kind: 'block', since: at });
    await tx.insert(blocks).values({ accountId: `${canary}b`, blockedId: accountId, kind: 'mute', since: at });
    const said = { subject: 'author', subjectId: id, kind: 'impersonation', reason: `${canary}reason`, note: `${canary}note` };
    await tx.insert(reports).values({ id: reportId, ...said, reporterId: `${canary}c`, onceKey: newId(), createdAt: at });
    const review = { kind: 'report', subjectId: reportId, authorId: id, parties: [`${canary}c`, accountId], openedAt: at };
    await tx.insert(reviews).values({ id: reviewId, ...review, state: 'decided', decision: 'dismiss', reason: `${canary}found` });
    await tx.insert(reviews).values({ id: newId(), ...review, subjectId: newId(), state: 'open', decision: null, reason: `${canary}open` });
    const vote = { reviewId, accountId: `${canary}d`, decision: 'dismiss', reason: 'cannot_check', note: `${canary}vote`, at };
    await tx.insert(reviewVotes).values(vote);
    const asked = { authorId: id, wanted: 'suppressed' as const, by: 'printed_email', state: 'sent', contact: `${canary}@example.org` };
    await tx.insert(visibilityRequests).values({ id: newId(), ...asked, tokenHash: `${canary}hash`, requestedAt: at });
    await tx.insert(sessions).values({ sessionToken: `${canary}token`, userId: accountId, expires: at, createdAt: at, device: 'Firefox' });
    const login = { type: 'oauth', provider: 'orcid', providerAccountId: '0000-0002-1825-0097', access_token: `${canary}access` };
    await tx.insert(logins).values({ userId: accountId, ...login, refresh_token: `${canary}refresh`, id_token: `${canary}id` });
    await tx.insert(passkeys).values({ id: `${canary}key`, accountId, publicKey: `${canary}cose`, name: 'Laptop', createdAt: at });
    const proof = { kind: 'dns', state: 'issued', target: 'own.example', token: `${canary}proof`, family: 'web', issuedAt: at };
    await tx.insert(proofs).values({ id: newId(), accountId, authorId: id, ...proof });
    await tx
      .insert(digests)
      .values({ accountId, frequency: 'off', hour: 8, weekday: 1, timeZone: 'UTC', unsubscribeToken: `${canary}stop` })
      .onConflictDoUpdate({ target: digests.accountId, set: { unsubscribeToken: `${canary}stop` } });
  });
}

test('an archive contains no data of others and no secret', async () => {
  const mara = await openToInvitations(store, await createResearcher(store, 'Mara Mine'));
  const jonas = await openToInvitations(store, await createResearcher(store, 'Jonas Theirs'));
  await createThread(store, mara, jonas);
  await createThread(store, jonas, await openToInvitations(store, await createResearcher(store, `${canary} Third`)));
  const hidden = await createRecord(store, `${canary} Suppressed`);
  const shy = await createRecord(store, 'Shy Person', { orcid: `${canary}-orcid` });
  for (const authorId of [hidden.id, shy.id, jonas.id]) await store.transact((tx) => followAuthor(tx, mara.actor, { authorId }));
  await store.transact(async (tx) => {
    await tx
      .update(authors)
      .set({ visibility: 'suppressed', slug: `${canary}-slug` })
      .where(eq(authors.id, hidden.id));
    await tx
      .update(authors)
      .set({ privacy: { hidden: ['orcid', 'names'], indexed: true } })
      .where(eq(authors.id, shy.id));
    await tx.insertRows({
      table: 'author_sources',
      columns: ['source', 'record_id', 'author_key'],
      rows: [['orcid', `${canary}-orcid`, shy.key]],
    });
    await tx
      .update(accounts)
      .set({ name: `${canary} name`, recoveryEmail: `${canary}@example.org` })
      .where(eq(accounts.id, jonas.actor.accountId));
  });
  await insertRowsAbout(mara);
  await insertRowsOfOthers();
  const files = await readZip(await createArchive(store, mara.actor));
  expect(files.size).toBeGreaterThan(30);
  const leaks = [...files].flatMap(([path, text]) => {
    const at = text.toLowerCase().indexOf(canary);
    return at < 0 ? [] : [`${path}: ${text.slice(Math.max(0, at - 120), at + 40)}`];
  });
  expect(leaks).toEqual([]);
  // The archive still contains the person's own data.
  expect(files.get('data/account.json')).toContain('0000-0002-1825-0097');
  expect(files.get('data/account.json')).toContain('Laptop');
  expect(files.get('data/claims.json')).toContain('own.example');
  expect(files.get('data/follows.json')).toContain(hidden.id);
});

test('a reporter is notified of the outcome; the reported person only of a report that was upheld', async () => {
  const [one, other] = [await createResearcher(store, 'Reports It'), await createResearcher(store, 'Was Reported')];
  const at = now();
  const reportId = newId();
  await store.transact(async (tx) => {
    const said = {
      subject: 'author',
      subjectId: other.id,
      kind: 'misuse',
      reason: 'hurtful',
      facts: { text: [`${canary} quoted`], invitation: 'i' },
    };
    await tx
      .insert(reports)
      .values({ id: reportId, ...said, reporterId: one.actor.accountId, onceKey: newId(), createdAt: at, state: 'open' });
    const parties = [one.actor.accountId, other.actor.accountId];
    await tx
      .insert(reviews)
      .values({ id: newId(), kind: 'report', subjectId: reportId, authorId: other.id, parties, state: 'open', openedAt: at });
  });
  const about = async (person: Researcher) =>
    (JSON.parse((await readZip(await createArchive(store, person.actor))).get('data/reviews.json') ?? '') as { aboutYou: unknown[] })
      .aboutYou;
  expect(await about(one)).toMatchObject([{ kind: 'report', state: 'open' }]);
  expect(await about(other)).toEqual([]);
  await store.transact((tx) =>
    tx
      .update(reviews)
      .set({ state: 'decided', decision: 'uphold', reason: 'misuse_found' })
      .where(and(eq(reviews.subjectId, reportId), eq(reviews.kind, 'report'))),
  );
  expect(await about(other)).toMatchObject([{ kind: 'report', decision: 'uphold', reason: 'misuse_found' }]);
  const stranger = await createAccount(store, 'Knows Nothing');
  expect((await readZip(await createArchive(store, stranger))).get('data/reviews.json')).not.toContain('misuse_found');
});
