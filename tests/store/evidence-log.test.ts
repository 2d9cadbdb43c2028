import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { changeSigningKey, lastNamedSigningKey, publishHead } from '#lib/catalog/trust/commands/heads.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { headBody } from '#lib/catalog/trust/model/document.ts';
import { commitment, hashOf, parseEvent } from '#lib/catalog/trust/model/log.ts';
import { latestHeads, latestSnapshotToSign, publishedSigningKeys } from '#lib/catalog/trust/queries/document.ts';
import { eventsAfter, signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { evidenceEvents, evidenceSecrets, logHeads } from '#lib/platform/db/schema/trust.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { activateSigningKey, isSignedBy, signingKey } from '#lib/platform/keys/signing.ts';
import { type AuthorRecord, createAccount, createRecord, createWork, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const logPasskey = (authorId: string) => database.store.transact((tx) => logEvent(tx, { authorId, kind: 'passkey_added', facts: {} }));
const readWholeLog = async () => (await eventsAfter(database.store.reader, 0, 10_000)).filter((row) => row.body !== null);

/** Creates a record with an owner and the events in the log from which its trust snapshot is computed. */
async function createOwnedRecord(actor: Actor, name: string): Promise<AuthorRecord> {
  const { store } = database;
  const record = await createRecord(store, name);
  await createWork(store, `Three Lighthouses of ${name}`, [{ key: record.key, name }]);
  await store.transact(async (tx) => {
    await tx.update(authors).set({ claimState: 'claimed', ownerId: actor.accountId, stale: true }).where(eq(authors.id, record.id));
    const secret = { accountId: actor.accountId, facts: { account: actor.accountId } };
    await logEvent(tx, { authorId: record.id, kind: 'claim_accepted', facts: { claim: newId(), strength: 'strong' }, secret });
    await logEvent(tx, {
      authorId: record.id,
      kind: 'proof_shown',
      facts: {
        proof: 'orcid',
        family: 'registry',
        strength: 'strong',
        thirdParty: false,
        verifier: 'orcid.org',
        subject: '0000-0002-1825-0097',
        rules: 'evidence-3',
        expiresAt: addMs(new Date(), daysMs(730)).toISOString(),
      },
    });
    await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
  });
  return record;
}

/** Expects the events of a record to form a chain without gaps, and each hash to match its body. */
async function expectChain(record: string): Promise<void> {
  const rows = await signedEventsOf(database.store.reader, record);
  const hashes = rows.map(({ body }) => hashOf(body));
  expect(rows.map(({ hash }) => hash)).toEqual(hashes);
  expect(rows.map(parseEvent)).toMatchObject(rows.map((_, at) => ({ record, place: at + 1, recordPrevious: hashes[at - 1] ?? null })));
}

describe('the evidence log', () => {
  test('chains forty concurrent events without a gap, in the log and in each record', async () => {
    const records = await Promise.all(['Ada', 'Bo', 'Cy', 'Di'].map((name) => createRecord(database.store, name)));
    await Promise.all(Array.from({ length: 40 }, (_, index) => logPasskey(records[index % 4]?.id ?? '')));
    const rows = await readWholeLog();
    expect(rows.map((row) => parseEvent(row).number)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map((row) => parseEvent(row).previous)).toEqual([null, ...rows.slice(0, -1).map(({ hash }) => hash)]);
    for (const { id } of records) {
      expect(await signedEventsOf(database.store.reader, id)).toHaveLength(10);
      await expectChain(id);
    }
    const keys = await publishedSigningKeys(database.store.reader);
    for (const row of rows) {
      const key = keys.find(({ id }) => id === row.keyId);
      expect(isSignedBy(key?.publicKey ?? '', row.body, row.signature)).toBe(true);
    }
  });

  test('has no event and no gap after a failed transaction', async () => {
    const record = await createRecord(database.store, 'Eva');
    const before = (await readWholeLog()).length;
    const failing = database.store.transact(async (tx) => {
      await logEvent(tx, { authorId: record.id, kind: 'recovery_set', facts: {} });
      throw new Error('the power went');
    });
    await expect(failing).rejects.toThrow('the power went');
    await logPasskey(record.id);
    const rows = await readWholeLog();
    expect(rows).toHaveLength(before + 1);
    expect(parseEvent(rows.at(-1) ?? { body: '{}' }).number).toBe(before + 1);
  });

  test('stores private parts separately, and stays verifiable after their erasure', async () => {
    const { store } = database;
    const gao = await createAccount(store, 'Gao');
    const record = await createOwnedRecord(gao, 'Gao Wei');
    const events = await signedEventsOf(store.reader, record.id);
    expect(JSON.stringify(events)).not.toContain(gao.accountId);
    const [secret] = await store.reader.select().from(evidenceSecrets).where(eq(evidenceSecrets.accountId, gao.accountId));
    expect(parseEvent(events[0] ?? { body: '{}' }).private).toBe(commitment(secret?.salt ?? '', { account: gao.accountId }));
    await store.transact((tx) => tx.delete(evidenceSecrets).where(eq(evidenceSecrets.accountId, gao.accountId)).returning());
    await expectChain(record.id);
  });

  test('signs a head once a day if there are new events', async () => {
    const { store } = database;
    const publish = () => store.transact(publishHead);
    await publish();
    await publish();
    const [first, ...others] = await latestHeads(store.reader, 10);
    expect(others).toEqual([]);
    const rows = await readWholeLog();
    expect(first?.hash).toBe(rows.at(-1)?.hash);
    expect(
      isSignedBy(signingKey(env().DATA_DIR).publicKey, headBody(first ?? { day: '', number: 0, hash: '', at: '' }), first?.signature ?? ''),
    ).toBe(true);
    setClock(() => addMs(new Date(), daysMs(1)));
    await publish();
    expect(await latestHeads(store.reader, 10)).toHaveLength(1);
    await logPasskey((await createRecord(store, 'Flo')).id);
    await publish();
    expect(await latestHeads(store.reader, 10)).toHaveLength(2);
    await store.transact((tx) => tx.delete(logHeads).returning());
  });

  test('continues with another key that the former key has announced', async () => {
    const { store } = database;
    const old = signingKey(env().DATA_DIR);
    const changed = await store.transact(changeSigningKey);
    expect(signingKey(env().DATA_DIR).id).toBe(old.id);
    // After an interruption here, the new key is stored but not yet in use.
    expect(await lastNamedSigningKey(store.reader)).toBe(changed.to);
    expect(activateSigningKey(env().DATA_DIR, 'no-such-key')).toBe(false);
    expect(activateSigningKey(env().DATA_DIR, changed.to)).toBe(true);
    expect(signingKey(env().DATA_DIR).id).toBe(changed.to);
    const record = await createRecord(store, 'Gil');
    await logPasskey(record.id);
    const [event] = await signedEventsOf(store.reader, record.id);
    expect(event?.keyId).toBe(changed.to);
    const [handing] = await signedEventsOf(store.reader, '');
    expect(handing).toMatchObject({ keyId: old.id });
    expect(parseEvent(handing ?? { body: '{}' }).facts).toMatchObject({ from: old.id, to: changed.to });
    const keys = await publishedSigningKeys(store.reader);
    expect(keys.find(({ id }) => id === old.id)?.retiredAt).not.toBeNull();
  });
});

describe('a trust snapshot', () => {
  test('follows from the events, is signed, and is recomputed when time alone changes it', async () => {
    const { store } = database;
    const hana = await createAccount(store, 'Hana');
    const record = await createOwnedRecord(hana, 'Hana Kim');
    await runJobs(store);
    const first = await trustOf(store.reader, record.key);
    expect(first).toMatchObject({ level: 3 });
    const signedNow = await latestSnapshotToSign(store.reader, record);
    expect(signedNow?.signed?.body).toContain('"events":2');
    setClock(() => addMs(new Date(), daysMs(91)));
    await runJobs(store);
    const calm = await trustOf(store.reader, record.key);
    expect((calm?.points ?? 0) - (first?.points ?? 0)).toBe(3);
    setClock(() => addMs(new Date(), daysMs(731)));
    await runJobs(store);
    const old = await trustOf(store.reader, record.key);
    expect(old).toMatchObject({ level: 1 });
    const [last] = await store.reader.select().from(evidenceEvents).where(eq(evidenceEvents.authorId, record.id));
    expect(last).toBeDefined();
  });

  test('of an unowned record is signed on request, always with the same result', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Ilse Boot');
    await createWork(store, 'Boats in a Row', [{ key: record.key, name: 'Ilse Boot' }]);
    await store.transact((tx) => enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' }));
    await runJobs(store);
    const found = await latestSnapshotToSign(store.reader, record);
    expect(found?.signed).toBeNull();
    expect(found?.input).toMatchObject({ record: record.id, events: 0, corpus: { works: { count: 1 } } });
  });
});
