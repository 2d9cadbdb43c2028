import { spawn } from 'node:child_process';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { decideClaim } from '#lib/governance/claims/commands/decide.ts';
import { endClaimNotice } from '#lib/governance/claims/commands/end.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { lockAccount } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, erasures } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { invitations, threads } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { openStore, type Store, type Writer } from '#lib/platform/db/store.ts';
import { refused } from '#lib/platform/outcome.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { eraseAccount, eraseRemainingRows } from '#lib/portal/erasure/commands/erase.ts';
import { cancelErasure, requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { columnsMatching } from './database-contents.ts';
import { createClaimant, createFullAccount } from './erasure-fixtures.ts';
import { claimWithEvidence, createAccount, createRecord, getRecord, runJobs } from './fixtures.ts';
import { acceptAs, createThread, openToInvitations, sendInvitation } from './researchers.ts';

let database: TestDatabase;
/** A second store on the same database, for two transactions that are open concurrently on both engines. */
let other: Store;
beforeAll(async () => {
  database = await freshDatabase();
  other = openStore(database.url);
});
afterAll(async () => {
  await other.close();
  await database.drop();
});
/** Requests an erasure that is due immediately. */
async function requestDueErasure(actor: Actor): Promise<void> {
  const { store } = database;
  const at = addMs(now(), -1000);
  await store.transact((tx) => requestErasure(tx, actor));
  await store.transact((tx) => tx.update(erasures).set({ runAt: at }).where(eq(erasures.accountId, actor.accountId)).returning());
}

const wrongCounts = () =>
  database.store.reader.rows(
    sql`select id from authors a where a.followers_count <> (select count(*) from follows f where f.author_id = a.id)`,
  );

/** Runs a command as a form action does: it locks the account first. */
const runAsAction = <Value>(actor: Actor, command: (tx: Writer) => Promise<Value>) =>
  other.transact(async (tx) => ((await lockAccount(tx, actor.accountId)) ? command(tx) : refused('not_signed_in')));

const remainingColumns = async (actor: Actor) =>
  (await columnsMatching(database.store.reader, new RegExp(actor.accountId))).filter((each) => !/^jobs\./.test(each));
const erasureColumns = ['erasures.account_id'];
const turnCount = 8;
const runTurns = (work: (turn: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: turnCount }, (_, turn) => work(turn)));
const pause = (turn: number) => new Promise((resolve) => setTimeout(resolve, turn * 2));

describe('an erasure concurrent with', () => {
  test('a command of the account erases its result too, or rejects the command', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Followed');
    await runTurns(async (turn) => {
      const actor = await createAccount(store, 'Quick');
      await requestDueErasure(actor);
      await Promise.all([
        pause(turn).then(() => eraseAccount(store, actor)),
        runAsAction(actor, (tx) => followAuthor(tx, actor, { authorId: record.id })),
        runAsAction(actor, (tx) =>
          claimAuthor(tx, actor, { authorId: record.id, proof: mintProof({ by: 'email' }, actor.accountId, record.id) }),
        ),
      ]);
      expect(await remainingColumns(actor)).toEqual(erasureColumns);
    });
    expect(await wrongCounts()).toEqual([]);
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: null, claimState: 'unclaimed', followersCount: 0 });
  });

  test('a command that does not lock the account finds its result in the second pass', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Followed Late');
    await runTurns(async (turn) => {
      const actor = await createAccount(store, 'Late');
      await requestDueErasure(actor);
      await Promise.all([
        pause(turn).then(() => eraseAccount(store, actor)),
        other.transact((tx) => followAuthor(tx, actor, { authorId: record.id })),
      ]);
      await eraseRemainingRows(store, actor);
      expect(await remainingColumns(actor)).toEqual(erasureColumns);
    });
    expect(await wrongCounts()).toEqual([]);
  });

  test('a follow of the record by somebody else leaves both counts exact', async () => {
    const { store } = database;
    await runTurns(async (turn) => {
      const [zoe, fan] = [await createClaimant(store, `Zoe ${turn}`), await createAccount(store, 'Fan')];
      await requestDueErasure(zoe.actor);
      await Promise.all([
        eraseAccount(store, zoe.actor),
        pause(turn).then(() => other.transact((tx) => followAuthor(tx, fan, { authorId: zoe.id }))),
      ]);
      expect(await getRecord(store, zoe.id)).toMatchObject({ ownerId: null, claimState: 'unclaimed', followersCount: 1 });
      expect(await remainingColumns(zoe.actor)).toEqual(erasureColumns);
    });
  });

  test('an invitation, an answer or a message leaves no side that does not exist', async () => {
    const { store } = database;
    await runTurns(async (turn) => {
      const [zoe, ann, ben] = [
        await openToInvitations(store, await createClaimant(store, `Zora ${turn}`)),
        await openToInvitations(store, await createClaimant(store, `Ann ${turn}`)),
        await createClaimant(store, `Ben ${turn}`),
      ];
      const sent = await sendInvitation(store, zoe.actor, ann);
      const { threadId } = await createThread(store, await createClaimant(store, `Cem ${turn}`), zoe);
      await requestDueErasure(zoe.actor);
      const [accepted, invited, written] = await Promise.all([
        pause(turn).then(() => acceptAs(other, ann, sent.ok ? sent.value.invitationId : '')),
        pause(turn).then(() => sendInvitation(other, ben.actor, zoe)),
        other.transact((tx) => postMessage(tx, zoe.actor, { threadId, body: 'One last word.' })),
        eraseAccount(store, zoe.actor),
      ]);
      await eraseRemainingRows(store, zoe.actor);
      expect(await remainingColumns(zoe.actor)).toEqual(erasureColumns);
      const mine = await store.reader.select().from(invitations).where(eq(invitations.recipientId, ann.actor.accountId));
      expect(mine.map(({ state, senderId }) => [state, senderId])).toEqual([[accepted.ok ? 'accepted' : 'withdrawn', 'erased']]);
      const opened = await store.reader
        .select()
        .from(threads)
        .where(eq(threads.invitationId, mine[0]?.id ?? ''));
      expect(opened).toHaveLength(accepted.ok ? 1 : 0);
      const hers = await store.reader.select().from(invitations).where(eq(invitations.senderId, ben.actor.accountId));
      expect(hers.map(({ state, recipientId }) => [state, recipientId])).toEqual(invited.ok ? [['expired', 'erased']] : []);
      expect(typeof written.ok).toBe('boolean');
    });
  });

  test('a decision on its claim and the end of its notice leaves the record unclaimed', async () => {
    const { store } = database;
    await runTurns(async (turn) => {
      const [actor, record] = [await createAccount(store, 'Claims'), await createRecord(store, 'Claimed At Once')];
      const begun = await claimWithEvidence(store, actor, record, { by: 'email' });
      if (!begun.ok) throw new Error(begun.code);
      const { claimId } = begun.value;
      const set = turn % 2 === 0 ? { state: 'in_review', noticeEndsAt: null } : { noticeEndsAt: addMs(now(), -1) };
      await store.transact((tx) => tx.update(claims).set(set).where(eq(claims.id, claimId)).returning());
      await requestDueErasure(actor);
      await Promise.all([
        pause(turn).then(() => eraseAccount(store, actor)),
        turn % 2 === 0
          ? other.transact((tx) => decideClaim(tx, { claimId, decision: 'approve', reason: 'proofs_hold', remedy: null }))
          : other.transact((tx) => endClaimNotice(tx, { claimId })),
      ]);
      await eraseRemainingRows(store, actor);
      expect(await getRecord(store, record.id)).toMatchObject({ ownerId: null, claimState: 'unclaimed' });
      expect(await remainingColumns(actor)).toEqual(erasureColumns);
    });
  });

  test('another erasure or a cancellation leaves the account complete or erased', async () => {
    const { store } = database;
    const ends = new Set<string>();
    await runTurns(async (turn) => {
      const { actor } = await createClaimant(store, `Wavers ${turn}`);
      await requestDueErasure(actor);
      const [off] = await Promise.all([
        pause(turn % 4).then(() => other.transact((tx) => cancelErasure(tx, actor))),
        pause(turn % 3).then(() => eraseAccount(store, actor)),
        eraseAccount(other, actor),
      ]);
      const there = await store.reader.select().from(accounts).where(eq(accounts.id, actor.accountId));
      expect(there).toHaveLength(off.ok ? 1 : 0);
      if (!off.ok) expect(await remainingColumns(actor)).toEqual(erasureColumns);
      else expect(await store.reader.select().from(authors).where(eq(authors.ownerId, actor.accountId))).toHaveLength(1);
      ends.add(String(off.ok));
    });
  });
});

describe('a killed worker', () => {
  test('leaves an account complete or erased, and the next worker finishes the erasure', async () => {
    const { store } = database;
    const people = [];
    for (let person = 0; person < 3; person += 1) people.push((await createFullAccount(store, `Zoe ${person}`)).zoe);
    for (const { actor } of people) await requestDueErasure(actor);
    const past = addMs(now(), -daysMs(1));
    const open = sql`state in ('waiting', 'running')`;
    const atOnce = () =>
      store.transact((tx) => tx.update(jobs).set({ runAt: past, leaseEndsAt: past, attempts: 0 }).where(open).returning());
    let kills = 0;
    for (const ms of [20, 60, 120, 250, 600, 2000, 5000]) {
      await atOnce();
      await runKilledProcess(ms);
      kills += 1;
      if ((await countErased(people.map(({ actor }) => actor))) === people.length) break;
    }
    expect(kills).toBeGreaterThan(1);
    setClock(() => addMs(new Date(), 600_000));
    // An erasure that completes only now schedules its second round some minutes later.
    for (let round = 0; round < 3; round += 1) {
      await atOnce();
      await runJobs(store);
    }
    for (const { actor } of people) expect(await columnsMatching(store.reader, new RegExp(actor.accountId))).toEqual(erasureColumns);
    expect((await columnsMatching(store.reader, /zzcanary/i)).filter((where) => where !== 'evidence_events.body')).toEqual([]);
    expect(await wrongCounts()).toEqual([]);
  }, 240_000);
});

/**
 * Returns the number of erased accounts. Expects an erased account to be referenced only by its erasure and by jobs of the second round,
 * and any other account to be complete.
 */
async function countErased(actors: readonly Actor[]): Promise<number> {
  let erasedCount = 0;
  for (const actor of actors) {
    // In one statement, because the server may still be committing for a client that was killed.
    const [row] = await database.store.reader.rows<Record<'there' | 'kept', number | string>>(sql`
      select (select count(*) from accounts where id = ${actor.accountId}) as there,
        (select count(*) from follows where account_id = ${actor.accountId}) + (select count(*) from messages where account_id = ${actor.accountId})
        + (select count(*) from authors where owner_id = ${actor.accountId}) as kept`);
    const isGone = Number(row?.there) === 0;
    if (isGone) expect(await remainingColumns(actor)).toEqual(erasureColumns);
    expect(Number(row?.kept)).toBe(isGone ? 0 : 5);
    erasedCount += isGone ? 1 : 0;
  }
  return erasedCount;
}

function runKilledProcess(ms: number): Promise<void> {
  const child = spawn(process.execPath, [databaseFlag(), 'tests/store/erasure-process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
  return new Promise((ended) => child.once('exit', () => ended()));
}
