import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { updateNotificationSettings } from '#lib/community/notifications/commands/settings.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { emailProof } from '#lib/governance/claims/queries/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { isUnavailable } from '#lib/platform/db/errors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests, notifications } from '#lib/platform/db/schema/notifications.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { setSchedule } from '#lib/portal/digests/commands.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { startSmtp } from '../servers/smtp.ts';
import { type AuthorRecord, createAccount, createRecord, createWork } from './fixtures.ts';
import { createResearcher, openToInvitations, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';
import { countAttempts, expireLeases, startWorkerProcess, waitForExit } from './worker-process.ts';

const database = databasePerFile();
beforeAll(async () => {
  for (let person = 0; person < 40; person += 1) await createRecord(database.store, `Person ${person}`);
});

/** Starts the process of random activity, and kills it in the middle of a step, after a number of complete steps. */
async function runKilledProcess(steps: number): Promise<void> {
  const child = spawn(process.execPath, [databaseFlag(), 'tests/store/random-claims-process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.stdout.on('data', (said: Buffer) => {
      done += said.length;
      if (done >= steps) resolve();
    });
  });
  await wait(Math.random() * 20);
  child.kill('SIGKILL');
  await waitForExit(child);
}

/** Queries for invariant violations: each row that one returns is a half-completed step. */
const violationQueries: Record<string, string> = {
  'a count of followers that is not the number of follows':
    'select a.id from authors a where a.followers_count <> (select count(*) from follows f where f.author_id = a.id)',
  'a claimed record without its accepted claim, or the reverse':
    "select a.id from authors a where a.claim_state <> 'disputed' and (a.claim_state = 'claimed') <> exists (select 1 from claims c where c.author_id = a.id and c.state = 'accepted' and c.account_id = a.owner_id)",
  'a disputed record without an open dispute and a claim that it is about, or the reverse':
    "select a.id from authors a where (a.claim_state = 'disputed') <> exists (select 1 from disputes d join claims c on c.id = d.claim_id where d.author_id = a.id and d.state = 'open' and c.state in ('in_review', 'accepted', 'suspended'))",
  'a record under notice without a waiting claim, or the reverse':
    "select a.id from authors a where a.claim_state <> 'disputed' and (a.claim_state = 'pending') <> exists (select 1 from claims c where c.author_id = a.id and (c.state = 'notice_period' or (c.state = 'in_review' and exists (select 1 from reviews r where r.subject_id = c.id and r.kind = 'claim' and r.state = 'open'))))",
  'a claim without its history, or whose history ends elsewhere':
    'select c.id from claims c where not exists (select 1 from claim_events e where e.claim_id = c.id and e.to_state = c.state)',
  'an accepted claim without a proof':
    "select c.id from claims c where c.state = 'accepted' and not exists (select 1 from proofs p where p.author_id = c.author_id and p.account_id = c.account_id and p.state = 'valid')",
  'a proof that the log does not tell, or a gap in the log':
    "select p.id from proofs p where p.state = 'valid' and not exists (select 1 from evidence_events e where e.id = p.event_id) union select cast(l.number as text) from log_end l where l.number <> (select count(*) from evidence_events)",
  'a notice that nothing will ever end':
    "select c.id from claims c where c.state = 'notice_period' and not exists (select 1 from jobs j where j.once_key = 'end-claim-notice:' || c.id and j.state = 'waiting')",
};

const minSteps = 20;

test('repeated kills at any moment lose no completed step and leave none incomplete', async () => {
  let before = 0;
  for (const steps of [3, 9, 15, 1, 12, 20]) {
    await runKilledProcess(steps);
    const store = openStore(database.url);
    if (dialect === 'sqlite') expect(await store.reader.rows(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }]);
    for (const [fault, query] of Object.entries(violationQueries)) expect(await store.reader.rows(sql.raw(query)), fault).toEqual([]);
    const [row] = await store.reader.rows<{ count: number | string }>(sql`select count(*) as count from claim_events`);
    expect(Number(row?.count)).toBeGreaterThanOrEqual(before);
    before = Number(row?.count);
    await store.close();
  }
  expect(before).toBeGreaterThan(minSteps);
});

/** Returns a seeded generator of pseudo-random numbers (mulberry32, by Tommy Ettinger), so that a run can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a worker as an instance does, with a test mail server. */
function startWorker(store: TestDatabase, smtpUrl: string): ChildProcess {
  const env = { DATABASE_URL: store.url, SMTP_URL: smtpUrl, CODE_CHECKS: 'off' };
  const child = startWorkerProcess(env);
  running.push(child);
  return child;
}

/** An expected notification: on the site and by email, or in a digest only. */
interface Expected {
  accountId: string;
  email: string;
  kind: 'claim_accepted' | 'invitation_received' | 'invitation_expired' | 'digest';
}

/** Creates what becomes due for four people: the end of a claim's notice, an invitation that is announced and then expires, and a digest. */
async function createDueWork(store: Store, about: AuthorRecord, round: number): Promise<Expected[]> {
  const past = (days: number) => setClock(() => addMs(new Date(), -daysMs(days)));
  const [claimant, reader] = [await createAccount(store, `Claimant ${round}`), await createAccount(store, `Reader ${round}`)];
  const wanted = await createRecord(store, `Claimant ${round}`);
  past(8);
  const proof = emailProof(claimant, wanted.id);
  if (!proof.ok) throw new Error(proof.code);
  await store.transact((tx) => claimAuthor(tx, claimant, { authorId: wanted.id, proof: proof.value }));
  past(31);
  const [sender, to] = [
    await createResearcher(store, `Sender ${round}`),
    await openToInvitations(store, await createResearcher(store, `Invited ${round}`)),
  ];
  await store.transact((tx) => updateNotificationSettings(tx, sender.actor, [{ kind: 'invitation_expired', mail: 'now', centre: true }]));
  const sent = await sendInvitation(store, sender.actor, to);
  if (!sent.ok) throw new Error(sent.code);
  setClock(() => new Date());
  const due = addMs(now(), -1000);
  await store.transact(async (tx) => {
    await followAuthor(tx, reader, { authorId: about.id });
    await setSchedule(tx, reader, { frequency: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Rome' });
    await tx.update(digests).set({ nextAt: due, lastWork: 0 }).where(eq(digests.accountId, reader.accountId));
    await enqueue(tx, { kind: 'send-digest', payload: { accountId: reader.accountId, due: due.getTime() } });
  });
  const told = ({ accountId, email }: Actor, kind: Expected['kind']): Expected => ({ accountId, email: email ?? '', kind });
  return [
    told(claimant, 'claim_accepted'),
    told(to.actor, 'invitation_received'),
    told(sender.actor, 'invitation_expired'),
    told(reader, 'digest'),
  ];
}

/** Returns the unfinished jobs of the test's own kinds. */
async function unfinishedJobs(store: Store): Promise<string[]> {
  const ours = inArray(jobs.kind, ['end-claim-notice', 'expire-invitation', 'send-digest', 'send-mail']);
  const open = and(ours, inArray(jobs.state, ['waiting', 'running']), lte(jobs.runAt, addMs(now(), 120_000)));
  const rows = await store.reader.select().from(jobs).where(open);
  return rows.map(({ kind, state, attempts, lastError }) => [kind, state, attempts, lastError].join(' '));
}

/** Makes the jobs of killed workers and the failed mails due immediately. */
async function makeDue(store: Store): Promise<void> {
  await expireLeases(store);
  const failed = and(eq(jobs.state, 'waiting'), eq(jobs.kind, 'send-mail'));
  await store.transact((tx) => tx.update(jobs).set({ runAt: now() }).where(failed));
}

const minKills = 4;

test('workers killed at random moments notify everybody once, and send each mail at least once under one Message-ID', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const own = await freshDatabase();
  const smtp = await startSmtp();
  smtp.delayReplies(() => Math.floor(random() * 90));
  try {
    const { store } = own;
    const about = await createRecord(store, 'Ada Brandt');
    await createWork(store, 'Grey herons', [{ key: about.key, name: 'Ada Brandt' }]);
    const expected: Expected[] = [];
    // Runs 16 s on an idle machine, and on a busy one until there were enough kills, at most 90 s.
    const [enoughAt, givesUpAt] = [Date.now() + 16_000, Date.now() + 90_000];
    let [kills, round] = [0, 0];
    // The first worker exits normally, so that its compile cache is written: later ones start sooner, and can be killed more often.
    const first = startWorker(own, smtp.url);
    await expect.poll(() => countAttempts(store), { timeout: 40_000, interval: 20 }).toBeGreaterThan(0);
    first.kill('SIGTERM');
    await waitForExit(first);
    while (kills < 24 && Date.now() < (kills < minKills ? givesUpAt : enoughAt)) {
      for (let each = 0; each < 2; each += 1, round += 1) expected.push(...(await createDueWork(store, about, round)));
      const before = await countAttempts(store);
      const both = [startWorker(own, smtp.url), ...(random() < 0.6 ? [startWorker(own, smtp.url)] : [])];
      while ((await countAttempts(store)) === before && Date.now() < givesUpAt) await wait(5);
      for (const child of both) {
        await wait(random() * 350);
        child.kill('SIGKILL');
        await waitForExit(child);
        kills += 1;
      }
      await makeDue(store);
    }
    const last = startWorker(own, smtp.url);
    await expect.poll(() => unfinishedJobs(store), { timeout: 60_000, interval: 100 }).toEqual([]);
    last.kill('SIGTERM');
    await waitForExit(last);
    await wait(50);
    for (const { accountId, email, kind } of expected) {
      const rows = await store.reader.select().from(notifications).where(eq(notifications.accountId, accountId));
      expect(
        rows.map((row) => row.kind),
        email,
      ).toEqual(kind === 'digest' ? [] : [kind]);
      const mails = smtp.arrived.filter(({ recipients }) => recipients.includes(email));
      expect(mails.length, `${email}: ${kind}`).toBeGreaterThanOrEqual(1);
      expect(new Set(mails.map(({ mail }) => mail.messageId)).size, `${email}: ${kind}`).toBe(1);
    }
    const keys = new Set(smtp.arrived.map(({ mail }) => mail.messageId));
    expect(keys.size).toBe(expected.length);
    expect(kills).toBeGreaterThanOrEqual(minKills);
    const twice = smtp.arrived.length - keys.size;
    console.log(
      `KILL_SEED=${seed}: ${kills} kills, ${expected.length} to tell, ${smtp.arrived.length} mails arrived, ${twice} of them again`,
    );
  } finally {
    await smtp.stop();
    await own.drop();
  }
}, 240_000);

if (dialect === 'postgres') {
  test('a database server that goes away during a transaction ends that transaction, not the process', async () => {
    const { store } = database;
    const cut = store.transact(async (tx) => {
      const [own] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await store.reader.rows(sql`select pg_terminate_backend(${own?.pid ?? 0})`);
      await wait(100);
      return tx.rows(sql`select 1 as one`);
    });
    await expect(cut).rejects.toSatisfy(isUnavailable);
    expect(await store.transact((tx) => tx.rows(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  });
}
