import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { beginAddressChange, completeAddressChange } from '#lib/community/accounts/commands/address-change.ts';
import { beginRecovery, requestRecovery } from '#lib/community/accounts/commands/recovery.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, auditEntries, erasures, passkeys, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { newId } from '#lib/platform/id.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { createAccount, unwrap } from './fixtures.ts';
import { collectMails } from './sent-mails.ts';
import { databasePerFile } from './test-database.ts';

/** `npm run accounts -- set-address` while an instance runs: the store of the test stays open. */
const database = databasePerFile();
const { mailsTo } = collectMails(() => database.store);
const transact: typeof database.store.transact = (work) => database.store.transact(work);

function setAddress(account: string, address: string): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, DATABASE_URL: database.url, NODE_NO_WARNINGS: '1' };
  const given = [databaseFlag(), 'lib/portal/accounts/cli.ts', 'set-address', account, address];
  return spawnSync(process.execPath, given, { env, encoding: 'utf8' });
}
const accountRow = async ({ accountId }: Actor) =>
  (await database.store.reader.select().from(accounts).where(eq(accounts.id, accountId)))[0];
const newAddress = (host: string) => `${newId()}@${host}.example`;
const signIn = ({ accountId }: Actor) =>
  transact((tx) => startSession(tx, accountId, { signInMethod: 'email', device: 'Firefox on Linux', network: null }));
/** Creates an account whose address was replaced by that of a thief, who adds and requires a passkey, and sets a recovery contact. */
async function createTakenOverAccount(name: string, orcid?: string) {
  const owner = await createAccount(database.store, name, orcid ? { orcid } : {});
  const { accountId } = owner;
  const [thief, contact] = [newAddress('thief'), newAddress('contact')];
  await transact((tx) => beginAddressChange(tx, owner, { address: thief, sessionId: newId() }));
  setClock(() => addMs(new Date(), minutesMs(73 * 60)));
  await transact((tx) => completeAddressChange(tx, { accountId }));
  await signIn(owner);
  const set = { recoveryEmail: contact, recoveryConfirmedAt: now(), passkeyRequiredAt: now() };
  await transact(async (tx) => {
    await tx.insert(passkeys).values({ id: newId(), accountId, publicKey: 'none', name: 'Key', createdAt: now() });
    await tx.update(accounts).set(set).where(eq(accounts.id, accountId));
  });
  return { owner, thief, contact, former: owner.email ?? '' };
}
/** Returns the pending changes of an account, and its pending erasure. */
async function pendingChanges({ accountId }: Actor): Promise<string[]> {
  const rows = await database.store.reader.select().from(signInTokens);
  const links = rows.map(({ identifier }) => identifier).filter((identifier) => identifier.endsWith(`:${accountId}`));
  const erasing = await database.store.reader.select().from(erasures).where(eq(erasures.accountId, accountId));
  return [...links.map((identifier) => identifier.split(':')[0] ?? ''), ...erasing.map(() => 'erasure')].sort();
}

test('set-address gives an account back to its owner: what a thief has opened, added and begun ends, and both addresses are told', async () => {
  const { owner, thief, contact, former } = await createTakenOverAccount('Robbed', '0000-0002-1825-0097');
  const address = newAddress('owner');
  await transact((tx) => requestRecovery(tx, { account: thief, network: newId() }));
  const token = /begin=([\w-]+)/.exec((await mailsTo(contact)).at(-1) ?? '')?.[1] ?? '';
  await transact(async (tx) => unwrap(await beginRecovery(tx, { token })));
  await transact((tx) => beginAddressChange(tx, owner, { address: newAddress('next'), sessionId: newId() }));
  await transact(async (tx) => unwrap(await requestErasure(tx, owner)));
  expect(await pendingChanges(owner)).toEqual(['erasure', 'pending-address', 'pending-recovery']);

  const { status, stdout, stderr } = setAddress(former, address);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('1 sessions and 1 passkeys have ended.');
  expect(stdout).toContain('The ORCID iD 0000-0002-1825-0097 still signs in.');
  expect(await accountRow(owner)).toMatchObject({ email: address, passkeyRequiredAt: null, recoveryEmail: contact });
  expect((await accountRow(owner))?.emailVerified).not.toBeNull();
  expect(await pendingChanges(owner)).toEqual([]);
  expect(await database.store.reader.select().from(sessions).where(eq(sessions.userId, owner.accountId))).toEqual([]);
  expect(await database.store.reader.select().from(passkeys).where(eq(passkeys.accountId, owner.accountId))).toMatchObject([
    { revokedAt: expect.any(Date) },
  ]);
  expect((await mailsTo(thief)).join()).toContain('The operator of this site has made the change');
  expect((await mailsTo(thief)).join()).not.toContain(address);
  expect((await mailsTo(address)).join()).toContain('The operator of this site has set this email address');
  const entries = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'address.set'));
  expect(entries).toMatchObject([{ accountId: null, subjectId: owner.accountId, facts: { sessions: 1, passkeys: 1 } }]);
  // The former address can be set again, because no other account has it.
  expect(setAddress(owner.accountId, former).status).toBe(0);
  expect((await accountRow(owner))?.email).toBe(former);
});

test('set-address refuses the address of another account, the recovery contact, what is no address and nobody, and changes nothing', async () => {
  const { owner, contact } = await createTakenOverAccount('Refused');
  const other = await createAccount(database.store, 'Other');
  const before = await accountRow(owner);
  const refused = (account: string, address: string) => {
    const { status, stdout, stderr } = setAddress(account, address);
    expect([status, stdout]).toEqual([1, '']);
    return stderr;
  };
  expect(refused(owner.accountId, other.email ?? '')).toContain('Another account has the new address.');
  expect(refused(owner.accountId, contact)).toContain('The new address is the recovery contact of the account.');
  expect(refused(owner.accountId, 'no address')).toContain('This is not one plain email address');
  expect(refused('nobody@example.org', newAddress('free'))).toContain('No account has this address.');
  expect(await accountRow(owner)).toEqual(before);
  expect(await database.store.reader.select().from(sessions).where(eq(sessions.userId, owner.accountId))).toHaveLength(1);
});

test('set-address asks which account is meant where the owner has made a second one with the address before', async () => {
  const { owner, thief, former } = await createTakenOverAccount('Twice');
  const second = await createAccount(database.store, 'Second');
  await transact((tx) => tx.update(accounts).set({ email: former }).where(eq(accounts.id, second.accountId)));
  const { status, stdout, stderr } = setAddress(former, newAddress('owner'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('Name one of them by its id.')]);
  expect(stdout).toContain(`${owner.accountId}  ${thief}`);
  expect(stdout).toContain(`${second.accountId}  ${former}`);
  expect((await accountRow(owner))?.email).toBe(thief);
});

test('set-address reports an address with which somebody signs up at the same moment', async () => {
  const owner = await createAccount(database.store, 'Overtaken');
  const address = newAddress('overtaken');
  const env = { ...process.env, DATABASE_URL: database.url, NODE_NO_WARNINGS: '1' };
  const { ended } = await transact(async (tx) => {
    await tx.insert(accounts).values({ id: newId(), email: address, createdAt: now() });
    const command = spawn(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', 'set-address', owner.accountId, address], {
      env,
    });
    let stderr = '';
    command.stderr.on('data', (data: Buffer) => {
      stderr += data;
    });
    const ended = new Promise<[number | null, string]>((resolve) => command.once('close', (code) => resolve([code, stderr])));
    // On PostgreSQL the command now waits for this transaction, in its update.
    await pause(3_000);
    return { ended };
  });
  expect(await ended).toEqual([1, expect.stringMatching(/^Another account has the new address/)]);
  expect((await accountRow(owner))?.email).toBe(owner.email);
});
