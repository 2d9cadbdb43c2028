import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blockOtherParty, unblockOtherParty } from '#lib/community/invitations/commands/boundaries.ts';
import { declareCollaboration, endCollaboration } from '#lib/community/invitations/commands/collaborations.ts';
import {
  archiveThread,
  changeThreadRead,
  leaveThread,
  markThreadRead,
  muteThread,
  postMessage,
  unarchiveThread,
  unmuteThread,
} from '#lib/community/invitations/commands/threads.ts';
import { collaboratorsOf } from '#lib/community/invitations/queries/collaborations.ts';
import { threadFile, threadState, threadsOf, threadViewOf } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { collaborations, messages, threadMembers } from '#lib/platform/db/schema/invitations.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { assignRecord, createAccount, createWork, getRecord } from './fixtures.ts';
import { createResearcher, createThread, openToInvitations, type Researcher } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
/** Each reading of the clock is later than the one before, because events of one millisecond have no order. */
beforeEach(() => {
  let readings = 0;
  setClock(() => new Date(Date.now() + readings++));
});
const createPerson = (name: string) => createResearcher(database.store, name);
async function createPair(one: string, other: string) {
  const { store } = database;
  const [from, to] = [await createPerson(one), await openToInvitations(store, await createPerson(other))];
  return { from, to, ...(await createThread(store, from, to)) };
}
let messageCount = 0;
/** Returns a message that differs from the last one; an equal one counts as a form that was sent twice. */
const nextMessage = (): string => `One more thing, the ${++messageCount}th.`;
const writeMessage = (by: Researcher, threadId: string, body = nextMessage(), workIds: string[] = []) =>
  database.store.transact((tx) => postMessage(tx, by.actor, { threadId, body, workIds }));
const viewThread = (by: Researcher, threadId: string) => threadViewOf(database.store.reader, by.actor, threadId);
/** Opens a thread, and reads all that it shows. */
async function readThread(by: Researcher, threadId: string): Promise<boolean> {
  const seenUntil = (await viewThread(by, threadId))?.messages.at(-1)?.at ?? new Date(0);
  return database.store.transact((tx) => markThreadRead(tx, by.actor, threadId, seenUntil));
}

describe('a thread', () => {
  test('stores a message once if its form is sent twice, and again if the same text is sent later or after an answer', async () => {
    const { from, to, threadId } = await createPair('Presses Twice', 'Reads Once');
    const bodies = async () => (await database.store.reader.select().from(messages).where(eq(messages.threadId, threadId))).length;
    const twice = await Promise.all([writeMessage(from, threadId, 'Yes.'), writeMessage(from, threadId, 'Yes.')]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await bodies()).toBe(1);
    await writeMessage(to, threadId, 'Yes.');
    await writeMessage(from, threadId, 'Yes.');
    await writeMessage(from, threadId, 'Really.');
    expect(await bodies()).toBe(4);
    const at = addMs(now(), minutesMs(2));
    setClock(() => at);
    await writeMessage(from, threadId, 'Really.');
    expect(await bodies()).toBe(5);
  });

  test('is closed for both by a block or by leaving, with the same sentence, and without a notification', async () => {
    const { store } = database;
    const [blocked, left] = [await createPair('Is Blocked', 'Blocks'), await createPair('Is Left', 'Leaves')];
    await store.transact((tx) => blockOtherParty(tx, blocked.to.actor, { invitationId: blocked.invitationId }));
    await store.transact((tx) => leaveThread(tx, left.to.actor, { threadId: left.threadId }));
    for (const { from, to, threadId } of [blocked, left]) {
      expect(await writeMessage(from, threadId)).toEqual({ ok: false, code: 'thread_closed' });
      expect(await writeMessage(to, threadId)).toEqual({ ok: false, code: 'thread_closed' });
    }
    const seen = await Promise.all([blocked, left].map(({ from, threadId }) => viewThread(from, threadId)));
    const told = seen.map((thread) => thread && { ...thread, ...{ id: '', invitationId: '', messages: [], with: '', lastReadId: '' } });
    expect(told[0]).toEqual(told[1]);
    expect(await viewThread(left.to, left.threadId)).toMatchObject({ left: true, closed: true });
    expect((await threadsOf(store.reader, left.to.actor))[0]).toMatchObject({ isArchivedOrLeft: true, unread: false });
    await store.transact((tx) => unblockOtherParty(tx, blocked.to.actor, { invitationId: blocked.invitationId }));
    expect(await writeMessage(blocked.from, blocked.threadId)).toMatchObject({ ok: true });
  });

  test('rejects every message after a concurrent block has been acknowledged', async () => {
    const { store } = database;
    const { from, to, threadId, invitationId } = await createPair('Types', 'Blocks At Once');
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => writeMessage(from, threadId)),
      store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId })),
      ...Array.from({ length: 5 }, () => writeMessage(from, threadId)),
    ]);
    expect(await writeMessage(from, threadId)).toEqual({ ok: false, code: 'thread_closed' });
    const kept = await store.reader.select().from(messages).where(eq(messages.threadId, threadId));
    expect(kept).toHaveLength(outcomes.filter((outcome) => outcome.ok && outcome.value !== undefined).length);
  });

  test('has a version that changes with messages and reading, for its members only', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Waits', 'Answers');
    const state = (by: Researcher) => threadState(store.reader, by.actor, threadId);
    const before = await state(from);
    expect(await state(from)).toBe(before);
    await writeMessage(to, threadId);
    const written = await state(from);
    expect(written).not.toBe(before);
    await writeMessage(from, threadId);
    const unread = await state(from);
    expect(unread).not.toBe(written);
    await readThread(to, threadId);
    const read = await state(from);
    expect(read).not.toBe(unread);
    await readThread(to, threadId);
    expect(await state(from)).toBe(read);
    await store.transact((tx) => leaveThread(tx, to.actor, { threadId }));
    expect(await state(from)).toBe(read);
    expect(await threadState(store.reader, await createAccount(store, 'Looks In'), threadId)).toBeNull();
    expect(await threadState(store.reader, from.actor, 'nowhere')).toBeNull();
  });

  test('is marked as read once, by a member who has seen its last message', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Sends Two', 'Sees One');
    const readAt = async () =>
      (await store.reader.select().from(threadMembers).where(eq(threadMembers.threadId, threadId))).find(
        ({ accountId }) => accountId === to.actor.accountId,
      )?.readAt;
    await writeMessage(from, threadId);
    const seenUntil = (await viewThread(to, threadId))?.messages.at(-1)?.at ?? new Date(0);
    await writeMessage(from, threadId);
    const before = await readAt();
    expect(await store.transact((tx) => markThreadRead(tx, to.actor, threadId, seenUntil))).toBe(false);
    expect(await readAt()).toEqual(before);
    expect((await threadsOf(store.reader, to.actor))[0]).toMatchObject({ unread: true });
    expect(await readThread(to, threadId)).toBe(true);
    const first = await readAt();
    expect(await readThread(to, threadId)).toBe(true);
    expect(await readAt()).toEqual(first);
    expect((await threadsOf(store.reader, to.actor))[0]).toMatchObject({ unread: false });
  });

  test('is marked as read without opening it, with its notification, unless a newer message has arrived, and as unread again', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Sends Another', 'Marks It');
    const card = async () => (await threadsOf(store.reader, to.actor))[0];
    const change = async (want: 'on' | 'off', until: Date, by: Actor = to.actor) =>
      store.transact((tx) => changeThreadRead(tx, by, { threadId, until, want }));
    await writeMessage(from, threadId);
    const shown = (await card())?.lastAt ?? new Date(0);
    await writeMessage(from, threadId);
    expect(await change('on', shown)).toEqual({ ok: false, code: 'newer_message' });
    expect(await card()).toMatchObject({ unread: true });
    const isRead = async () =>
      (await notificationsOf(store.reader, to.actor))
        .filter(({ title }) => title === 'Sends Another has written to you')
        .map(({ read }) => read);
    expect(await isRead()).toEqual([false]);
    for (const _ of [1, 2]) {
      expect(await change('on', (await card())?.lastAt ?? new Date(0))).toEqual({ ok: true });
      expect([await card(), await isRead()]).toMatchObject([{ unread: false }, [true]]);
    }
    expect(await change('off', new Date(0))).toEqual({ ok: true });
    expect(await card()).toMatchObject({ unread: true });
    const stranger = await createAccount(store, 'Marks Nothing');
    for (const want of ['on', 'off'] as const) expect(await change(want, now(), stranger)).toEqual({ ok: false, code: 'unknown_thread' });
  });

  test('can be archived until something new arrives, muted silently, and marked as read up to a moment', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Writes', 'Puts Aside');
    const change = (operation: typeof archiveThread) => store.transact((tx) => operation(tx, to.actor, { threadId }));
    const card = async () => (await threadsOf(store.reader, to.actor))[0];
    const told = async () =>
      (await notificationsOf(store.reader, to.actor)).filter(({ title }) => title === 'Writes has written to you').length;
    await change(archiveThread);
    expect(await card()).toMatchObject({ isArchivedOrLeft: true });
    await writeMessage(from, threadId);
    expect(await card()).toMatchObject({ isArchivedOrLeft: false, unread: true });
    expect(await told()).toBe(1);
    expect((await viewThread(from, threadId))?.lastReadId).not.toBe((await viewThread(from, threadId))?.messages.at(-1)?.id);
    await readThread(to, threadId);
    expect((await viewThread(from, threadId))?.lastReadId).toBe((await viewThread(from, threadId))?.messages.at(-1)?.id);
    await change(muteThread);
    await change(archiveThread);
    await writeMessage(from, threadId);
    expect(await told()).toBe(1);
    expect(await card()).toMatchObject({ isArchivedOrLeft: true, unread: false });
    await change(unmuteThread);
    await change(unarchiveThread);
    await writeMessage(from, threadId);
    expect(await told()).toBe(2);
    const stranger = await createAccount(store, 'Stranger');
    for (const operation of [archiveThread, unarchiveThread, muteThread, unmuteThread, leaveThread, declareCollaboration, endCollaboration])
      expect(await store.transact(async (tx): Promise<unknown> => operation(tx, stranger, { threadId }))).toEqual({
        ok: false,
        code: 'unknown_thread',
      });
    expect(await threadFile(store.reader, stranger, threadId)).toBeNull();
  });

  test('accepts exactly thirty messages in ten minutes, and states when it accepts more', async () => {
    const { store } = database;
    const { from, threadId } = await createPair('Talker', 'Listener');
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => writeMessage(from, threadId)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(30);
    const sent = await store.reader.select({ at: messages.sentAt }).from(messages).where(eq(messages.threadId, threadId));
    const until = addMs(new Date(Math.min(...sent.map(({ at }) => at.getTime()))), minutesMs(10));
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'too_many_messages', until });
    setClock(() => until);
    expect(await writeMessage(from, threadId)).toMatchObject({ ok: true });
  });

  test('pages back through many messages without repeats or gaps', async () => {
    const { store } = database;
    const { from, threadId } = await createPair('Long', 'Story');
    const at = now();
    await store.transact((tx) =>
      tx.insert(messages).values(
        Array.from({ length: 25 }, (_, each) => ({
          ...{ id: `m${String(each).padStart(2, '0')}${threadId}`, threadId, accountId: from.actor.accountId, body: `No. ${each}` },
          // Five messages in each millisecond.
          sentAt: addMs(at, Math.floor(each / 5)),
        })),
      ),
    );
    const seen: string[] = [];
    for (let before: string | null = null, pages = 0; pages < 10; pages += 1) {
      const page = await threadViewOf(store.reader, from.actor, threadId, { before, limit: 7 });
      seen.unshift(...(page?.messages.map(({ body }) => body) ?? []));
      before = page?.before ?? null;
      if (!before) break;
    }
    expect(seen.slice(1)).toEqual(Array.from({ length: 25 }, (_, each) => `No. ${each}`));
    expect(seen).toHaveLength(26);
  });

  test('can be exported completely, with its works, by its members', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Keeps', 'Shares');
    const title = `Shared ${threadId}`;
    await createWork(store, title, [to]);
    const [work] = await store.reader.select().from(works).where(eq(works.title, title));
    expect(await writeMessage(to, threadId, 'Look at *this*.', ['nothing-here'])).toEqual({ ok: false, code: 'unknown_work' });
    expect(await writeMessage(to, threadId, 'Look at *this*.', [work?.id ?? ''])).toMatchObject({ ok: true });
    const file = await threadFile(store.reader, from.actor, threadId);
    expect(file).toMatchObject({ kind: 'peergraph-thread', version: 1, you: { name: 'Keeps' }, other: { name: 'Shares' } });
    expect(file?.messages.map(({ by, mine, markdown, works: about }) => [by, mine, markdown, about])).toEqual([
      ['Keeps', true, expect.stringContaining('Shall we'), []],
      ['Shares', false, 'Look at *this*.', [{ title, path: `/works/${work?.id}` }]],
    ]);
    expect((await threadFile(store.reader, to.actor, threadId))?.messages.map(({ mine }) => mine)).toEqual([false, true]);
  });
});

describe('a collaboration', () => {
  const say = (by: Researcher, threadId: string) => database.store.transact((tx) => declareCollaboration(tx, by.actor, { threadId }));
  const end = (by: Researcher, threadId: string) => database.store.transact((tx) => endCollaboration(tx, by.actor, { threadId }));
  const shownOn = async (of: Researcher) => (await collaboratorsOf(database.store.reader, of.id)).map(({ name }) => name);

  test('is shown on both records with its date once both have confirmed it, and is ended by either', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Anna', 'Berta');
    const revisions = async () => [(await getRecord(store, from.id)).revision, (await getRecord(store, to.id)).revision];
    const before = await revisions();
    expect(await say(from, threadId)).toEqual({ ok: true, value: { state: 'proposed' } });
    expect(await say(from, threadId)).toEqual({ ok: true, value: { state: 'proposed' } });
    expect([await shownOn(from), await shownOn(to)]).toEqual([[], []]);
    expect((await viewThread(from, threadId))?.collaboration).toEqual({ state: 'asked_by_you', since: null });
    expect((await viewThread(to, threadId))?.collaboration).toEqual({ state: 'asked_by_them', since: null });
    expect((await notificationsOf(store.reader, to.actor)).map(({ title }) => title)).toContain('Anna asks you to confirm');
    expect(await say(to, threadId)).toEqual({ ok: true, value: { state: 'confirmed' } });
    expect([await shownOn(from), await shownOn(to)]).toEqual([['Berta'], ['Anna']]);
    const [edge] = await collaboratorsOf(store.reader, from.id);
    expect((await viewThread(to, threadId))?.collaboration).toEqual({ state: 'confirmed', since: edge?.since });
    const after = await revisions();
    expect(after.every((revision, each) => revision > (before[each] ?? 0))).toBe(true);
    expect(await end(from, threadId)).toMatchObject({ ok: true });
    expect(await end(to, threadId)).toEqual({ ok: false, code: 'nothing_to_end' });
    expect([await shownOn(from), await shownOn(to)]).toEqual([[], []]);
    expect(await say(to, threadId)).toEqual({ ok: true, value: { state: 'proposed' } });
  });

  test('needs a strong proof on both sides when it is made', async () => {
    const { store } = database;
    const [strong, weak] = [await createResearcher(store, 'Sonja'), await createResearcher(store, 'Willa', 'weak')];
    await openToInvitations(store, weak);
    const { threadId } = await createThread(store, strong, weak);
    expect(await say(weak, threadId)).toEqual({ ok: false, code: 'needs_strong_proof' });
    expect(await say(strong, threadId)).toEqual({ ok: true, value: { state: 'proposed' } });
    expect(await say(weak, threadId)).toEqual({ ok: false, code: 'needs_strong_proof' });
    // As an earlier version let an owner declare it without a proof.
    const isOfThread = eq(collaborations.threadId, threadId);
    await store.transact((tx) => tx.update(collaborations).set({ proposedBy: weak.actor.accountId }).where(isOfThread));
    expect(await say(strong, threadId)).toEqual({ ok: false, code: 'collaborator_needs_proof' });
    expect([await shownOn(strong), await shownOn(weak)]).toEqual([[], []]);
  });

  test('confirmed by both concurrently, however often, is one edge', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Clara', 'Dora');
    await Promise.all(Array.from({ length: 20 }, (_, each) => say(each % 2 ? from : to, threadId)));
    const rows = await store.reader.select().from(collaborations).where(eq(collaborations.threadId, threadId));
    expect(rows.map(({ state }) => state)).toEqual(['confirmed']);
    expect([await shownOn(from), await shownOn(to)]).toEqual([['Dora'], ['Clara']]);
  });

  test('ended by both during a new confirmation leaves at most one', async () => {
    const { store } = database;
    const { from, to, threadId } = await createPair('Emil', 'Franz');
    await say(from, threadId);
    await say(to, threadId);
    await Promise.all([end(from, threadId), end(to, threadId), say(from, threadId), say(to, threadId), end(from, threadId)]);
    const rows = await store.reader.select().from(collaborations).where(eq(collaborations.threadId, threadId));
    expect(rows.filter(({ state }) => state === 'proposed' || state === 'confirmed').length).toBeLessThanOrEqual(1);
  });

  test('is hidden with a released or suppressed record, and a block cancels an open request', async () => {
    const { store } = database;
    const [one, two, three] = [await createPair('Gustav', 'Hanna'), await createPair('Ida', 'Jakob'), await createPair('Klara', 'Ludwig')];
    for (const { from, to, threadId } of [one, two]) {
      await say(from, threadId);
      await say(to, threadId);
    }
    const [claim] = await claimsOf(store.reader, one.to.actor);
    await store.transact((tx) => withdrawClaim(tx, one.to.actor, { claimId: claim?.id ?? '' }));
    expect(await shownOn(one.from)).toEqual([]);
    expect(await say(one.from, one.threadId)).toEqual({ ok: false, code: 'record_not_held' });
    // A later owner of the record has declared nothing.
    const other = await createAccount(store, 'Claims Later');
    await assignRecord(store, other, one.to);
    expect(await shownOn(one.from)).toEqual([]);
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, two.to.id)));
    expect(await shownOn(two.from)).toEqual([]);
    await say(three.from, three.threadId);
    await store.transact((tx) => blockOtherParty(tx, three.to.actor, { invitationId: three.invitationId }));
    expect(await say(three.to, three.threadId)).toEqual({ ok: false, code: 'thread_closed' });
    const lapsed = and(eq(collaborations.threadId, three.threadId), eq(collaborations.state, 'declined'));
    expect(await store.reader.select().from(collaborations).where(lapsed)).toHaveLength(1);
  });

  test('confirmed with a former owner is neither visible to nor endable by the next owner, nor attributed to them', async () => {
    const { store } = database;
    const { from: mina, to: former, threadId: earlier } = await createPair('Mina', 'Former Owner');
    expect(await say(former, earlier)).toMatchObject({ ok: true });
    const [claim] = await claimsOf(store.reader, former.actor);
    await store.transact((tx) => withdrawClaim(tx, former.actor, { claimId: claim?.id ?? '' }));
    const next = { ...former, actor: await createAccount(store, 'Next Owner') };
    await assignRecord(store, next.actor, former);
    const { threadId } = await createThread(store, mina, await openToInvitations(store, next));
    expect((await viewThread(mina, threadId))?.collaboration.state).toBe('none');
    // The former owner had declared the collaboration; the next one has not.
    expect(await say(mina, threadId)).toEqual({ ok: true, value: { state: 'proposed' } });
    expect((await viewThread(next, threadId))?.collaboration.state).toBe('asked_by_them');
    expect(await say(next, threadId)).toEqual({ ok: true, value: { state: 'confirmed' } });
    expect(await shownOn(mina)).toEqual(['Former Owner']);
    expect((await viewThread(former, earlier))?.collaboration.state).toBe('none');
    expect(await end(former, earlier)).toEqual({ ok: false, code: 'nothing_to_end' });
    expect(await shownOn(mina)).toEqual(['Former Owner']);
  });
});
