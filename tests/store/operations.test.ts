import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { auditEntries, roles } from '#lib/platform/db/schema/accounts.ts';
import { quarantinedRecords } from '#lib/platform/db/schema/imports.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { newId } from '#lib/platform/id.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { announce, endAnnouncement, retryJob } from '#lib/portal/operations/commands.ts';
import { formatAuditFile, parseAuditQuery } from '#lib/portal/operations/model/audit.ts';
import { auditFrom } from '#lib/portal/operations/queries/audit.ts';
import {
  type Admin,
  accountsFrom,
  currentAnnouncements,
  failedJobs,
  instanceFigures,
  jobHealth,
  lastImportRuns,
  limitHealth,
  quarantinedFrom,
} from '#lib/portal/operations/queries/operations.ts';
import { createAccount, createRecord, inPasskeySession } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let olga: Actor;
let stranger: Actor;
let admin: Admin;
beforeAll(async () => {
  olga = await createAccount(database.store, 'Olga');
  stranger = await createAccount(database.store, 'Per_cent%');
  await database.store.transact((tx) => tx.insert(roles).values({ accountId: olga.accountId, role: 'admin', grantedAt: now() }));
  admin = (await reviewerOf(database.store.reader, olga)) as Admin;
});
const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const announcement = { text: 'We move to a new machine on Sunday.', href: null, days: 7 };

/** Creates a mail job that failed eight times. */
async function createFailedMail(): Promise<string> {
  const id = newId();
  const row = { id, kind: 'send-mail', payload: {}, state: 'failed', runAt: now(), attempts: 8, createdAt: now(), finishedAt: now() };
  await transact((tx) =>
    tx
      .insert(jobs)
      .values({ ...row, lastError: '550 no such user nina@example.org' })
      .returning(),
  );
  return id;
}

describe('actions of the operator', () => {
  test('are rejected for all others, and change nothing', async () => {
    const id = await createFailedMail();
    expect(await transact((tx) => announce(tx, inPasskeySession(stranger), announcement))).toEqual({ ok: false, code: 'not_an_admin' });
    expect(await transact((tx) => endAnnouncement(tx, inPasskeySession(stranger), { id }))).toEqual({ ok: false, code: 'not_an_admin' });
    expect(await transact((tx) => retryJob(tx, inPasskeySession(stranger), { id }))).toEqual({ ok: false, code: 'not_an_admin' });
    expect(await currentAnnouncements(database.store.reader)).toEqual([]);
    const [job] = await database.store.reader.select().from(jobs).where(eq(jobs.id, id));
    expect(job?.state).toBe('failed');
  });

  test('show an announcement for its period, remove it once, and record who did it', async () => {
    const announced = await transact((tx) => announce(tx, inPasskeySession(olga), announcement));
    if (!announced.ok) throw new Error(announced.code);
    expect((await currentAnnouncements(database.store.reader)).map(({ text }) => text)).toEqual([announcement.text]);
    setClock(() => addMs(new Date(), daysMs(7) + 1));
    expect(await currentAnnouncements(database.store.reader)).toEqual([]);
    setClock(() => new Date());
    expect((await transact((tx) => endAnnouncement(tx, inPasskeySession(olga), { id: announced.value }))).ok).toBe(true);
    expect(await transact((tx) => endAnnouncement(tx, inPasskeySession(olga), { id: announced.value }))).toEqual({
      ok: false,
      code: 'unknown_announcement',
    });
    const kept = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, announced.value));
    expect(kept.map(({ accountId, action }) => [accountId, action]).sort()).toEqual([
      [olga.accountId, 'announce'],
      [olga.accountId, 'end-announcement'],
    ]);
  });

  test('retry a failed job once, and show its error without an address', async () => {
    const id = await createFailedMail();
    const shown = (await failedJobs(database.store.reader, admin)).find((job) => job.id === id);
    expect(shown?.error).toBe('550 no such user (an address)');
    const both = await Promise.all([
      transact((tx) => retryJob(tx, inPasskeySession(olga), { id })),
      transact((tx) => retryJob(tx, inPasskeySession(olga), { id })),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const health = (await jobHealth(database.store.reader, admin)).find(({ kind }) => kind === 'send-mail');
    expect(health).toMatchObject({ waiting: 1, due: 1 });
    expect(health?.oldestDue).toBeInstanceOf(Date);
  });

  test('list jobs that will be retried with the reason, and the oldest overdue job of any number', async () => {
    const { store } = database;
    const [since, at] = [new Date('2020-01-01T00:00:00Z'), now()];
    const late = { payload: {}, state: 'waiting', createdAt: at, lastError: 'connect ECONNREFUSED for noor@example.org' };
    await transact(async (tx) => {
      await tx.insert(jobs).values({ ...late, id: newId(), kind: 'publish-head', runAt: since, lastError: null });
      for (let start = 0; start < 1200; start += 300) {
        const rows = Array.from({ length: 300 }, () => ({ ...late, id: newId(), kind: 'send-digest', runAt: addMs(at, -1000) }));
        await tx.insert(jobs).values(rows);
      }
    });
    const health = await jobHealth(store.reader, admin);
    expect(health.find(({ kind }) => kind === 'publish-head')).toMatchObject({ due: 1, oldestDue: since, retrying: null });
    const retrying = { jobs: 1200, error: 'connect ECONNREFUSED for (an address)' };
    expect(health.find(({ kind }) => kind === 'send-digest')).toMatchObject({ waiting: 1200, retrying });
    await transact((tx) => tx.delete(jobs).where(inArray(jobs.kind, ['publish-head', 'send-digest'])));
  });
});

describe('the operator’s view', () => {
  test('has figures, runs and limits of a new instance', async () => {
    expect(await instanceFigures(database.store.reader, admin)).toMatchObject({
      ...{ works: 0, authors: 0, accounts: 2, logEvents: 0 },
      ...{ reviewsOpen: 0, reviewsOldest: null },
    });
    expect(await lastImportRuns(database.store.reader, admin)).toEqual([]);
    expect(await limitHealth(database.store.reader, admin)).toEqual([]);
  });

  test('finds accounts by a prefix of the name, without pattern characters', async () => {
    const named = async (begins: string | null) =>
      (await accountsFrom(database.store.reader, admin, { begins, after: null })).rows.map(({ name }) => name).sort();
    expect(await named(null)).toEqual(['Olga', 'Per_cent%']);
    expect(await named('per_')).toEqual(['Per_cent%']);
    expect(await named('_')).toEqual([]);
    expect(await named('%')).toEqual([]);
    expect(await named('OLG')).toEqual(['Olga']);
  });
});

describe('the audit log', () => {
  test('is filtered by action, person and subject, pages without gaps, and contains no address and no hidden name', async () => {
    const { store } = database;
    const shown = await createRecord(store, 'Shown Author');
    const hidden = await createRecord(store, 'Hidden Author', { visibility: 'suppressed' });
    const at = addMs(now(), daysMs(1));
    for (const [index, subjectId] of [shown.id, hidden.id, shown.id, shown.id, hidden.id].entries()) {
      // Two in each millisecond: these are ordered by id.
      setClock(() => addMs(at, Math.floor(index / 2)));
      const facts = { reason: 'overlooked', review: 'abcdefghijkm', to: 'nina@example.org' };
      await transact((tx) =>
        writeAuditEntry(tx, {
          accountId: index === 4 ? null : olga.accountId,
          action: 'visibility.set',
          subject: 'author',
          subjectId,
          facts,
        }),
      );
    }
    setClock(() => new Date());
    const asked = { action: 'visibility.set', by: null, subject: null, after: null };
    const whole = await auditFrom(store.reader, admin, asked, 50);
    expect(whole.rows.length).toBe(5);
    expect(whole.next).toBeNull();
    const paged: string[] = [];
    for (let after: string | null = null, pages = 0; pages < 9; pages += 1) {
      const page = await auditFrom(store.reader, admin, { ...asked, after }, 2);
      paged.push(...page.rows.map(({ id }) => id));
      after = page.next;
      if (after === null) break;
    }
    expect(paged).toEqual(whole.rows.map(({ id }) => id));
    expect(whole.rows[0]).toMatchObject({ by: null, subject: { id: hidden.id, name: null, path: null } });
    const ofShown = whole.rows.find(({ subject }) => subject.id === shown.id);
    expect(ofShown?.subject).toMatchObject({ name: 'Shown Author', path: `/authors/${shown.slug}` });
    expect(whole.rows[0]?.facts).toContainEqual({ term: 'reason', description: 'The first decision had overlooked something.' });
    const file = formatAuditFile(whole.rows);
    for (const secret of ['@', 'Hidden Author', olga.email ?? '']) expect(file).not.toContain(secret);
    const counted = async (more: object) => (await auditFrom(store.reader, admin, { ...asked, ...more }, 50)).rows.length;
    expect([await counted({ by: olga.accountId }), await counted({ by: 'system' }), await counted({ subject: shown.id })]).toEqual([
      4, 1, 3,
    ]);
    expect(await counted({ action: 'role.granted' })).toBe(0);
    expect(
      parseAuditQuery({ action: 'made up', by: "' or 1=1", subject: `https://here.example/authors/${shown.id}?x=1`, after: '1-2' }),
    ).toEqual({
      ...{ action: null, by: null, after: null },
      subject: shown.id,
    });
  });
});

describe('records of imports', () => {
  test('list what imports have quarantined, newest first, with the reason', async () => {
    const record = { source: 'bibtex', input: 'a.bib', reason: 'It has no title.', excerpt: '@book{}', observedAt: now() };
    const rows = Array.from({ length: 51 }, (_, at) => ({ ...record, recordId: `entry ${at}` }));
    await transact((tx) => tx.insert(quarantinedRecords).values(rows).returning());
    const asAdmin = (await reviewerOf(database.store.reader, olga)) as Admin;
    const first = await quarantinedFrom(database.store.reader, asAdmin, null);
    expect([first.count, first.rows.length, first.rows[0]?.recordId, first.rows[0]?.reason]).toEqual([
      51,
      50,
      'entry 50',
      'It has no title.',
    ]);
    expect((await quarantinedFrom(database.store.reader, asAdmin, first.next)).rows.map(({ recordId }) => recordId)).toEqual(['entry 0']);
  });
});
