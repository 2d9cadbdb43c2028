import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { addReviewerOffer } from '#lib/platform/audit/roles.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { log } from '#lib/platform/log/log.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { stepDown } from '#lib/portal/decisions/commands/volunteer.ts';
import { announce } from '#lib/portal/operations/commands.ts';
import { redirectAfterForm, refuseAccountChange, refuseSignIn } from '#lib/portal/sign-in/requests.ts';
import { limitConnections } from '#lib/runtime/server/http/connection-limit.ts';
import { createAccount, createAdmin, inPasskeySession } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const lines: object[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(log, level).mockImplementation((facts: unknown) => void lines.push({ level, ...(facts as object) }));
});
afterEach(() => vi.restoreAllMocks());

const transactAsRequest = <T>(work: (tx: Writer) => Promise<T>) =>
  withRequest({ id: 'request-1', isOverloaded: false }, () => database.store.transact(work));

test('a sign-in, a rejected one, an action of an admin and a rate limit each log one line without a name', async () => {
  const { accountId, email } = await createAccount(database.store, 'Ada Byron');
  await transactAsRequest((tx) => startSession(tx, accountId, { signInMethod: 'passkey', device: 'Firefox on Linux', network: null }));
  withRequest({ id: 'request-2', isOverloaded: false }, () => refuseSignIn('/sign-in', 'wrong_code', { next: '/me' }));
  const admin = inPasskeySession(await createAdmin(database.store, 'Ada Admin'));
  await transactAsRequest((tx) => announce(tx, admin, { text: 'Ada', href: null, days: 1 }));
  for (let tries = 0; tries < 2; tries += 1)
    await transactAsRequest((tx) => withinLimit(tx, 'code', email ?? '', { times: 1, minutes: 5 }));
  expect(lines).toEqual([
    { level: 'info', securityEvent: 'sign_in', method: 'passkey' },
    { level: 'warn', securityEvent: 'sign_in_refused', code: 'wrong_code' },
    { level: 'info', securityEvent: 'admin_act', action: 'announce', subject: 'announcement' },
    { level: 'warn', securityEvent: 'limit_reached', limit: 'code' },
  ]);
  const written = JSON.stringify(lines);
  for (const personal of [accountId, admin.accountId, email ?? '-', 'Ada']) expect(written).not.toContain(personal);
});

test('an action of an ordinary account is in the audit log, and is not an admin action', async () => {
  const actor = await createAccount(database.store, 'Volunteer');
  await database.store.transact((tx) => addReviewerOffer(tx, actor.accountId));
  await transactAsRequest((tx) => stepDown(tx, actor));
  const entries = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.accountId, actor.accountId));
  expect(entries).toMatchObject([{ action: 'role.revoked' }]);
  expect(lines).toEqual([]);
});

test('a rejected change of an account is not a rejected sign-in, and an error page is neither', () => {
  withRequest({ id: 'request-3', isOverloaded: false }, () => {
    redirectAfterForm('/sign-in?problem=wrong_code');
    refuseAccountChange('/me/security', 'address_taken');
  });
  expect(lines).toEqual([{ level: 'warn', securityEvent: 'account_change_refused', code: 'address_taken' }]);
});

test('commands log no line: their output is for the operator, and the audit log has them', async () => {
  await database.store.transact((tx) =>
    writeAuditEntry(tx, { accountId: null, action: 'role.granted', subject: 'account', subjectId: 'x' }, 'admin_act'),
  );
  expect(lines).toEqual([]);
});

async function openSockets(server: Server, count: number): Promise<Socket[]> {
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await new Promise((done) => setTimeout(done, 200));
  return sockets;
}

test.each([
  ['closes what is beyond the limit of an address, and says so once', false, 3],
  ['does not limit a trusted proxy', true, 6],
])('a server %s', async (_, isTrusted, left) => {
  const server = createServer((_request, response) => response.end());
  limitConnections(server, 3, () => isTrusted);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const sockets = await openSockets(server, 6);
  expect(sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded)).toHaveLength(left);
  expect(lines).toEqual(isTrusted ? [] : [{ level: 'warn', securityEvent: 'too_many_connections', max: 3 }]);
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => setTimeout(done, 100));
  const more = await openSockets(server, 3);
  expect(more.filter(({ destroyed }) => !destroyed)).toHaveLength(3);
  for (const socket of more) socket.destroy();
  server.close();
});
