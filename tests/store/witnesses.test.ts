import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, gt } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliverHead, enqueueDeliveries } from '#lib/catalog/trust/commands/deliveries.ts';
import { publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { witnessHead } from '#lib/catalog/trust/commands/witness.ts';
import { headBody, type SignedHead } from '#lib/catalog/trust/model/document.ts';
import { canonicalJson, hashOf, type SignedEvent } from '#lib/catalog/trust/model/log.ts';
import { witnessFormat, witnessMessage } from '#lib/catalog/trust/model/witness.ts';
import { latestHeads, publishedSigningKeys } from '#lib/catalog/trust/queries/document.ts';
import { eventsAfter } from '#lib/catalog/trust/queries/log.ts';
import { witnessConflicts, witnessedHeadsByOrigin, witnessHealth } from '#lib/catalog/trust/queries/witnesses.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, roles } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { evidenceEvents, logEnd, logHeads, witnessDeliveries, witnessedHeads, witnessOrigins } from '#lib/platform/db/schema/trust.ts';
import { env, readEnv } from '#lib/platform/env.ts';
import type { JobPayloads } from '#lib/platform/jobs/queue.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { createAccount } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const start = new Date('2026-03-01T12:00:00Z');
const database = databasePerTest();
let day = 0;
beforeEach(async () => {
  day = 0;
  setClock(() => addMs(start, daysMs(day)));
});

const logEvents = async (count: number) => {
  for (let each = 0; each < count; each += 1)
    await database.store.transact((tx) => logEvent(tx, { authorId: 'a', kind: 'passkey_added', facts: {} }));
};
/** Logs some events, and returns the head of the day that follows them. */
async function publishNextHead(count = 2): Promise<SignedHead> {
  await logEvents(count);
  await database.store.transact(publishHead);
  const [head] = await latestHeads(database.store.reader, 1);
  if (!head) throw new Error('No head was published.');
  return head;
}
const settings = (LOG_WITNESSES: string) => readEnv({ LOG_WITNESSES, PROOFS_LOOPBACK: 'on' }).LOG_WITNESSES;
const rows = () => database.store.reader.select().from(witnessDeliveries).orderBy(witnessDeliveries.day);
const deliveryJobs = async () =>
  (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'deliver-head'))).map(
    ({ payload }) => payload as JobPayloads['deliver-head'],
  );

describe('a published log head', () => {
  test('is sent to each witness once', async () => {
    const witnesses = settings('https://third.example https://other.example');
    await publishNextHead();
    for (let each = 0; each < 3; each += 1) await database.store.transact((tx) => enqueueDeliveries(tx, witnesses));
    expect((await deliveryJobs()).map(({ witness }) => witness).sort()).toEqual(['https://other.example', 'https://third.example']);
    expect(await rows()).toHaveLength(2);
  });

  test('is read by the verifier from an email and from lines of JSON, as earlier releases sent it', async () => {
    const first = canonicalJson(await publishNextHead());
    day = 1;
    const lines = `${first}\n${canonicalJson(await publishNextHead())}\n`;
    const log = await readLog();
    expect(await verify(log, `This is the signed head of the evidence log.\n\n> ${first}\n`)).toMatch(/It holds all 1 heads/);
    expect(await verify(log, lines)).toMatch(/It holds all 2 heads/);
    expect(await verify(log, lines.replace('"number":2', '"number":1'))).toMatch(/NOT VERIFIED/);
  });

  test('that cannot be delivered is retried, and its witness is shown as late with the reason', async () => {
    const witnesses = settings('https://127.0.0.1:9');
    const head = await publishNextHead();
    await database.store.transact((tx) => enqueueDeliveries(tx, witnesses));
    const payload = { witness: 'https://127.0.0.1:9', day: head.day };
    await expect(deliverHead(database.store, payload, witnesses)).rejects.toThrow(TransientError);
    const [health] = await witnessHealth(database.store.reader, [payload.witness]);
    expect(health).toMatchObject({
      delivered: null,
      late: { day: head.day, attempts: 1, error: expect.stringContaining('cannot be reached') },
    });
    await deliverHead(database.store, payload, []);
    expect(await rows()).toEqual([]);
  });
});

describe('another instance as a witness', () => {
  const origin = new URL(env().PUBLIC_URL).origin;
  let other: TestDatabase;
  let server: Server;
  let url = '';
  beforeEach(async () => {
    other = await freshDatabase();
    // Handles a request as lib/portal/pages/loaders/witness.ts does, on the other database.
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => {
        text += part.toString();
      });
      request.on('end', async () => {
        const message = witnessMessage.parse(JSON.parse(text));
        const outcome = await other.store.transact((tx) => witnessHead(tx, message, [message.publicKey], [{ origin, key: null }]));
        response.writeHead(outcome.ok ? 200 : outcome.code === 'witness_contradiction' ? 409 : 403).end('{}');
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await new Promise((closed) => server.close(closed));
    await other.drop();
  });
  const deliver = async (head: SignedHead) => {
    const witnesses = settings(url);
    await database.store.transact((tx) => enqueueDeliveries(tx, witnesses));
    await deliverHead(database.store, { witness: url, day: head.day }, witnesses);
  };
  const kept = async () => (await witnessedHeadsByOrigin(other.store.reader)).origins[0]?.heads.map((head) => head.day);

  test('stores heads, and the verifier finds a truncated or rewritten log by them', async () => {
    await deliver(await publishNextHead(3));
    day = 1;
    const second = await publishNextHead(2);
    await deliver(second);
    expect(await kept()).toEqual(['2026-03-02', '2026-03-01']);
    const witnessed = JSON.stringify(await witnessedHeadsByOrigin(other.store.reader));
    expect(await verify(await readLog(), witnessed)).toMatch(/It holds all 2 heads/);
    await cutTail(3);
    const cut = await readLog();
    expect(await verify(cut)).toMatch(/3 events, chained and signed, 1 published heads match/);
    expect(await verify(cut, witnessed)).toMatch(
      /NOT VERIFIED: A witness holds the head of 2026-03-02, which names event 5, and the log ends at 3/,
    );
    // A rewritten log, continued with the instance's own key: only the witness's head contradicts it.
    const rewritten = await publishNextHead(4);
    expect(rewritten.number).toBe(7);
    expect(await verify(await readLog())).toMatch(/7 events/);
    expect(await verify(await readLog(), witnessed)).toMatch(/NOT VERIFIED: .*the log was rewritten/);
    await database.store.transact((tx) => tx.update(witnessDeliveries).set({ state: 'waiting' }).returning());
    await expect(deliver(rewritten)).rejects.toThrow(/contradicts one that it has witnessed/);
  });

  test('notifies its admins of a contradiction once, and keeps the former head', async () => {
    const admin = await createAccount(other.store, 'Adam Admin');
    await other.store.transact((tx) => tx.insert(roles).values({ accountId: admin.accountId, role: 'admin', grantedAt: now() }));
    await deliver(await publishNextHead(3));
    const forged = signedHead({ day: '2026-03-02', number: 2, hash: 'e'.repeat(64) });
    for (let each = 0; each < 3; each += 1) expect(await post(forged)).toEqual({ ok: false, code: 'witness_contradiction' });
    expect(await witnessConflicts(other.store.reader)).toMatchObject([{ origin, day: '2026-03-02' }]);
    const [account] = await other.store.reader.select().from(accounts);
    const mails = (await other.store.reader.select().from(jobs)).map(({ payload }) => payload as { to: string; text: string });
    expect(mails.map(({ to }) => to)).toEqual([account?.email]);
    expect(mails[0]?.text).toContain('contradicts');
    expect(await kept()).toEqual(['2026-03-01']);
  });

  const ownKey = () => signingKey(env().DATA_DIR);
  const signedHead = (told: Pick<SignedHead, 'day' | 'number' | 'hash'>, key = ownKey()): SignedHead => {
    const head = { ...told, at: `${told.day}T12:00:00.000Z` };
    return { ...head, keyId: key.id, signature: key.sign(headBody(head)) };
  };
  const post = (
    head: SignedHead,
    {
      key = ownKey(),
      keyEvents = [] as SignedEvent[],
      from = origin,
      pinned = null as string | null,
      published = null as string[] | null,
    } = {},
  ) =>
    other.store.transact((tx) =>
      witnessHead(tx, { format: witnessFormat, origin: from, head, publicKey: key.publicKey, keyEvents }, published ?? [key.publicKey], [
        { origin, key: pinned },
      ]),
    );
  /** Returns an unrelated key. */
  function anyKey() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
    return {
      id: hash('sha256', raw, 'hex').slice(0, 16),
      publicKey: raw.toString('base64url'),
      sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    };
  }
  const named = (by: ReturnType<typeof anyKey>, to: ReturnType<typeof anyKey>): SignedEvent => {
    const body = canonicalJson({ kind: 'key_changed', facts: { from: by.id, to: to.id, publicKey: to.publicKey } });
    return { body, hash: hashOf(body), signature: by.sign(body), keyId: by.id };
  };
  const one = { day: '2026-03-01', number: 5, hash: 'a'.repeat(64) };
  const two = { day: '2026-03-01', number: 5, hash: 'a'.repeat(64) };

  test('takes the first key only if the origin publishes it, so that the first to post does not choose it', async () => {
    const stranger = anyKey();
    const published = [ownKey().publicKey];
    expect(await post(signedHead(one, stranger), { key: stranger, published })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(one), { published: [] })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(one), { published })).toMatchObject({ ok: true });
    expect(await post(signedHead({ ...one, day: '2026-03-02', number: 6 }, stranger), { key: stranger })).toMatchObject({
      code: 'witness_unknown_key',
    });
  });

  test('rejects strangers, unsigned heads, and heads of future days', async () => {
    expect(await post(signedHead(one), { from: 'https://stranger.example' })).toMatchObject({ code: 'witness_unknown_origin' });
    expect(await post({ ...signedHead(one), number: 6 })).toMatchObject({ code: 'witness_unsigned' });
    expect(await post(signedHead(one), { key: anyKey() })).toMatchObject({ code: 'witness_unsigned' });
    expect(await post(signedHead({ ...one, day: '2026-03-09' }))).toMatchObject({ code: 'witness_unsigned' });
    expect(await other.store.reader.select().from(witnessOrigins)).toEqual([]);
  });

  test('pins the first key, and accepts a later one that the pinned key has announced', async () => {
    const [a, b, c, thief] = [anyKey(), anyKey(), anyKey(), anyKey()];
    expect(await post(signedHead(one, a), { key: a, pinned: b.id })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(one, a), { key: a, pinned: a.id })).toEqual({ ok: true, value: 'witnessed' });
    expect(await post(signedHead(two, a), { key: a })).toEqual({ ok: true, value: 'known' });
    const next = { day: '2026-03-02', number: 6, hash: 'b'.repeat(64) };
    expect(await post(signedHead(next, c), { key: c })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(next, c), { key: c, keyEvents: [named(thief, c)] })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(next, c), { key: c, keyEvents: [named(b, c), named(a, b)] })).toMatchObject({
      code: 'witness_unknown_key',
    });
    const broken = { ...named(b, c), signature: named(a, c).signature };
    expect(await post(signedHead(next, c), { key: c, keyEvents: [named(a, b), broken] })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(next, c), { key: c, keyEvents: [named(a, b), named(b, c)] })).toEqual({ ok: true, value: 'witnessed' });
  });

  test('rejects heads by a retired key for days after the change of keys', async () => {
    const [a, b] = [anyKey(), anyKey()];
    expect(await post(signedHead({ ...one, day: '2026-02-25' }, a), { key: a })).toMatchObject({ ok: true });
    const next = { day: '2026-02-28', number: 9, hash: 'b'.repeat(64) };
    expect(await post(signedHead(next, b), { key: b, keyEvents: [named(a, b)] })).toEqual({ ok: true, value: 'witnessed' });
    // A head of the next day, which would block the genuine one.
    const stolen = { day: '2026-03-02', number: 900, hash: 'c'.repeat(64) };
    expect(await post(signedHead(stolen, a), { key: a })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead({ ...next, number: 8 }, a), { key: a })).toMatchObject({ code: 'witness_unknown_key' });
    const late = { day: '2026-02-27', number: 7, hash: 'd'.repeat(64) };
    expect(await post(signedHead(late, a), { key: a })).toEqual({ ok: true, value: 'witnessed' });
    expect(await post(signedHead({ ...stolen, number: 12 }, b), { key: b })).toEqual({ ok: true, value: 'witnessed' });
  });

  test('can pin a whole public key', async () => {
    const [a, b] = [anyKey(), anyKey()];
    expect(readEnv({ WITNESS_FOR: `https://b.example#${a.publicKey}` }).WITNESS_FOR).toEqual([
      { origin: 'https://b.example', key: a.publicKey },
    ]);
    expect(await post(signedHead(one, a), { key: a, pinned: b.publicKey })).toMatchObject({ code: 'witness_unknown_key' });
    expect(await post(signedHead(one, a), { key: a, pinned: a.publicKey })).toEqual({ ok: true, value: 'witnessed' });
  });

  test('keeps one of several concurrent heads that contradict each other', async () => {
    const heads = Array.from({ length: 8 }, (_, each) => signedHead({ ...one, hash: String(each).repeat(64) }));
    const outcomes = await Promise.all(heads.map((head) => post(head)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await other.store.reader.select().from(witnessedHeads)).toHaveLength(1);
  });
});

/** Returns the log in the format of `/trust/log.json`, on one page. */
async function readLog(): Promise<string> {
  const { reader } = database.store;
  const [found, keys, heads] = [await eventsAfter(reader, 0, 1000), await publishedSigningKeys(reader), await latestHeads(reader, 400)];
  return JSON.stringify({ format: 'peergraph-log-page-1', after: 0, next: null, events: found, keys, heads });
}

/** Removes the end of the log and its heads from the database, as an operator with full access could. */
async function cutTail(from: number): Promise<void> {
  await database.store.transact(async (tx) => {
    await tx.delete(evidenceEvents).where(gt(evidenceEvents.number, from)).returning();
    await tx.delete(logHeads).where(gt(logHeads.number, from)).returning();
    const [last] = await tx.select().from(evidenceEvents).where(eq(evidenceEvents.number, from));
    await tx
      .update(logEnd)
      .set({ number: from, hash: last?.hash ?? '' })
      .returning();
  });
}

/** Returns the output of the stand-alone verifier for a log, with the heads of a witness. */
async function verify(log: string, heads?: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-verify-'));
  writeFileSync(join(folder, 'log.json'), log);
  if (heads) writeFileSync(join(folder, 'heads'), heads);
  const more = heads ? ['--heads', join(folder, 'heads')] : [];
  try {
    return execFileSync(process.execPath, ['lib/catalog/trust/verify.mjs', join(folder, 'log.json'), ...more], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
