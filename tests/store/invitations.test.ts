import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { blockOtherParty, setAvailability, unblockOtherParty } from '#lib/community/invitations/commands/boundaries.ts';
import { declineInvitation, markInvitationSeen, withdrawInvitation } from '#lib/community/invitations/commands/respond.ts';
import { markThreadRead, postMessage } from '#lib/community/invitations/commands/threads.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import { blocksOf, invitationDetailOf, invitationsOf } from '#lib/community/invitations/queries/lists.ts';
import { threadsOf, threadViewOf } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf, unreadCount } from '#lib/community/notifications/queries/notifications.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import { type AuthorRecord, createAccount, createRecord, createWork, getRecord, runJobs } from './fixtures.ts';
import { acceptAs, createResearcher, inviteRefusalFor, openToInvitations, type Researcher, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const createPerson = (name: string, strength?: 'weak' | 'strong') => createResearcher(database.store, name, strength);
const openPurposes = (person: Researcher, purposes?: Purpose[]) => openToInvitations(database.store, person, purposes);
const message = 'Shall we count the herons of the northern plates together?';
const sendTo = (from: Actor, to: AuthorRecord, purpose?: Purpose, text?: string) => sendInvitation(database.store, from, to, purpose, text);
const sendAndGetId = async (from: Actor, to: AuthorRecord, text?: string): Promise<string> => {
  const outcome = await sendTo(from, to, 'co-author', text);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.invitationId;
};
const acceptInvitation = (person: Researcher, invitationId: string) => acceptAs(database.store, person, invitationId);
const declineAs = (actor: Actor, invitationId: string) =>
  database.store.transact((tx) => declineInvitation(tx, actor, { invitationId, reason: 'no_time' }));
const withdrawAs = (actor: Actor, invitationId: string) => database.store.transact((tx) => withdrawInvitation(tx, actor, { invitationId }));
const stateOf = async (invitationId: string) =>
  (await database.store.reader.select({ state: invitations.state }).from(invitations).where(eq(invitations.id, invitationId)))[0]?.state;

describe('an invitation', () => {
  test('is sent, read and accepted; a thread opens in which both write, and nobody else reads', async () => {
    const { store } = database;
    const [mara, tomas] = [await createPerson('Mara'), await openPurposes(await createPerson('Tomas'))];
    const stranger = await createAccount(store, 'Stranger');
    const id = await sendAndGetId(mara.actor, tomas, message);
    expect((await notificationsOf(store.reader, tomas.actor)).map(({ title, path }) => [title, path])).toEqual([
      ['Mara invites you', `/invitations/${id}`],
    ]);
    expect(await invitationDetailOf(store.reader, stranger, id)).toBeNull();
    expect(await invitationDetailOf(store.reader, tomas.actor, id)).toMatchObject({ role: 'recipient', message, from: { name: 'Mara' } });
    await store.transact((tx) => markInvitationSeen(tx, tomas.actor, { invitationId: id }));
    expect(await stateOf(id)).toBe('seen');
    // The sender sees that it was opened, but not when.
    expect(await invitationDetailOf(store.reader, mara.actor, id)).toMatchObject({ state: 'seen', seenAt: null });
    expect(await invitationDetailOf(store.reader, tomas.actor, id)).toMatchObject({ seenAt: expect.any(Date) });
    const accepted = await acceptInvitation(tomas, id);
    if (!accepted.ok) throw new Error(accepted.code);
    const { threadId } = accepted.value;
    const write = (actor: Actor, body: string) => store.transact((tx) => postMessage(tx, actor, { threadId, body }));
    expect(await write(mara.actor, 'Good. I begin with plate 12.')).toMatchObject({ ok: true });
    expect(await write(mara.actor, 'And 13.')).toMatchObject({ ok: true });
    expect(await write(tomas.actor, 'Then I take the rest.')).toMatchObject({ ok: true });
    expect(await write(stranger, 'May I read?')).toEqual({ ok: false, code: 'unknown_thread' });
    expect(await threadViewOf(store.reader, stranger, threadId)).toBeNull();
    const thread = await threadViewOf(store.reader, tomas.actor, threadId);
    expect(thread?.messages.map(({ mine, body }) => [mine, body])).toEqual([
      [false, message],
      [false, 'Good. I begin with plate 12.'],
      [false, 'And 13.'],
      [true, 'Then I take the rest.'],
    ]);
    expect((await notificationsOf(store.reader, tomas.actor)).filter(({ title }) => title === 'Mara has written to you')).toHaveLength(1);
    expect((await threadsOf(store.reader, mara.actor)).map(({ id: each, with: other, unread }) => [each, other.name, unread])).toEqual([
      [threadId, 'Tomas', true],
    ]);
    await store.transact((tx) => markThreadRead(tx, mara.actor, threadId, now()));
    expect((await threadsOf(store.reader, mara.actor))[0]?.unread).toBe(false);
    expect(await unreadCount(store.reader, stranger)).toBe(0);
  });

  test('opens one thread when it is accepted fifty times concurrently', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Fifty'), await openPurposes(await createPerson('Times'))];
    const id = await sendAndGetId(from.actor, to);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => acceptInvitation(to, id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'invitation_closed')).toHaveLength(49);
    const opened = await store.reader.select().from(threads).where(eq(threads.invitationId, id));
    expect(opened).toHaveLength(1);
    expect(
      await store.reader
        .select()
        .from(threadMembers)
        .where(eq(threadMembers.threadId, opened[0]?.id ?? '')),
    ).toHaveLength(2);
  });

  test('accepted, declined and withdrawn concurrently ends in one state, and the others get the answer of a late request', async () => {
    const [from, to] = [await createPerson('Race A'), await openPurposes(await createPerson('Race B'))];
    const id = await sendAndGetId(from.actor, to);
    const outcomes = await Promise.all([acceptInvitation(to, id), declineAs(to.actor, id), withdrawAs(from.actor, id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const late = await declineAs(to.actor, id);
    for (const outcome of [...outcomes.filter(({ ok }) => !ok), late]) expect(outcome).toEqual({ ok: false, code: 'invitation_closed' });
  });

  test('is answered by its recipient and withdrawn by its sender only', async () => {
    const { store } = database;
    const [from, to, other] = [
      await createPerson('Sender'),
      await openPurposes(await createPerson('Recipient')),
      await createPerson('Other'),
    ];
    const id = await sendAndGetId(from.actor, to);
    expect(await acceptInvitation(from, id)).toEqual({ ok: false, code: 'not_yours_to_answer' });
    expect(await declineAs(from.actor, id)).toEqual({ ok: false, code: 'not_yours_to_answer' });
    expect(await withdrawAs(to.actor, id)).toEqual({ ok: false, code: 'not_yours_to_answer' });
    for (const outcome of [await acceptInvitation(other, id), await declineAs(other.actor, id), await withdrawAs(other.actor, id)])
      expect(outcome).toEqual({ ok: false, code: 'unknown_invitation' });
    expect(await store.transact((tx) => markInvitationSeen(tx, other.actor, { invitationId: id }))).toEqual({
      ok: false,
      code: 'unknown_invitation',
    });
    expect(await stateOf(id)).toBe('sent');
    expect(await withdrawAs(from.actor, id)).toEqual({ ok: true, value: undefined });
    expect((await invitationsOf(store.reader, to.actor, 'recipient')).map(({ state }) => state)).toEqual(['withdrawn']);
  });

  test('asks its recipient for an answer only while it is open', async () => {
    const { store } = database;
    const to = await openPurposes(await createPerson('Asked'));
    const textAfter = async (name: string, end: (from: Researcher, id: string) => Promise<unknown>) => {
      const from = await createPerson(name);
      const id = await sendAndGetId(from.actor, to);
      const textOf = async () => (await notificationsOf(store.reader, to.actor)).find(({ path }) => path === `/invitations/${id}`)?.text;
      expect(await textOf()).toMatch(/You can accept, decline, or ignore it until \d+ \w+ \d{4}\.$/);
      await end(from, id);
      return textOf();
    };
    expect(await textAfter('Asker A', (_, id) => acceptInvitation(to, id))).toBe(
      'It is about: writing a paper together. You have accepted it.',
    );
    expect(await textAfter('Asker B', (_, id) => declineAs(to.actor, id))).toMatch(/\. You have declined it\.$/);
    expect(await textAfter('Asker C', (from, id) => withdrawAs(from.actor, id))).toMatch(/\. It was withdrawn\.$/);
    const remove = (id: string) => store.transact((tx) => tx.delete(invitations).where(eq(invitations.id, id)));
    expect(await textAfter('Asker D', (_, id) => remove(id))).toMatch(/\. It has ended\.$/);
  });

  test('expires after 30 days, and cannot be accepted a moment later', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Slow A'), await openPurposes(await createPerson('Slow B'))];
    const id = await sendAndGetId(from.actor, to);
    setClock(() => addMs(new Date(), daysMs(30) + 1000));
    expect(await acceptInvitation(to, id)).toEqual({ ok: false, code: 'invitation_closed' });
    await runJobs(store);
    expect(await stateOf(id)).toBe('expired');
    expect((await notificationsOf(store.reader, from.actor)).map(({ title }) => title)).toEqual(['Your invitation to Slow B has expired']);
    expect(await sendTo(from.actor, to)).toMatchObject({ ok: true });
  });

  test('that has expired blocks nobody, even before the worker has run', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Late A'), await openPurposes(await createPerson('Late B'))];
    const id = await sendAndGetId(from.actor, to);
    const strangers = await Promise.all(Array.from({ length: 4 }, (_, each) => createPerson(`Late Stranger ${each}`)));
    for (const stranger of strangers) await sendAndGetId(stranger.actor, to);
    const end = (await store.reader.select().from(invitations).where(eq(invitations.id, id)))[0]?.expiresAt ?? new Date();
    setClock(() => addMs(end, -1));
    expect(await sendTo(from.actor, to)).toMatchObject({ ok: false, code: 'recipient_accepts_no_more' });
    setClock(() => addMs(end, 60_000));
    expect(await acceptInvitation(to, id)).toEqual({ ok: false, code: 'invitation_closed' });
    expect(await inviteRefusalFor(store.reader, from.actor, to.id)).toMatchObject({ theirs: [], yours: [] });
    const again = await Promise.all([sendTo(from.actor, to), sendTo(from.actor, to)]);
    expect(again.map((outcome) => (outcome.ok ? 'sent' : outcome.code)).sort()).toEqual(['invitation_already_open', 'sent']);
    expect(await stateOf(id)).toBe('expired');
    await runJobs(store);
    const told = (await notificationsOf(store.reader, from.actor)).filter(({ title }) => title.endsWith('has expired'));
    expect(told).toHaveLength(1);
  });

  test('cannot be accepted by somebody who has released the record', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Asker'), await openPurposes(await createPerson('Leaver'))];
    const id = await sendAndGetId(from.actor, to);
    const [claim] = await claimsOf(store.reader, to.actor);
    await store.transact((tx) => withdrawClaim(tx, to.actor, { claimId: claim?.id ?? '' }));
    expect(await proveOwnership(store.reader, to.actor, to.id)).toBeNull();
    const another = await createPerson('Leaver');
    await store.transact((tx) => tx.update(authors).set({ ownerId: to.actor.accountId }).where(eq(authors.id, another.id)));
    expect(await acceptInvitation({ ...another, actor: to.actor }, id)).toEqual({ ok: false, code: 'record_released' });
  });
});

describe('when the sender releases the record', () => {
  const giveBack = async (person: Researcher) => {
    const [claim] = await claimsOf(database.store.reader, person.actor);
    await database.store.transact((tx) => withdrawClaim(tx, person.actor, { claimId: claim?.id ?? '' }));
  };

  test('their open invitations are withdrawn; answered and received ones stay', async () => {
    const { store } = database;
    const [from, other] = [await createPerson('Goes Away'), await createPerson('Stays')];
    const [one, two] = [await openPurposes(await createPerson('Asked One')), await openPurposes(await createPerson('Asked Two'))];
    const [open, answered, theirs] = [
      await sendAndGetId(from.actor, one),
      await sendAndGetId(from.actor, two),
      await sendAndGetId(other.actor, one),
    ];
    await store.transact((tx) => markInvitationSeen(tx, one.actor, { invitationId: open }));
    expect(await acceptInvitation(two, answered)).toMatchObject({ ok: true });
    await giveBack(from);
    expect([await stateOf(open), await stateOf(answered), await stateOf(theirs)]).toEqual(['withdrawn', 'accepted', 'sent']);
    expect(await invitationDetailOf(store.reader, one.actor, open)).toMatchObject({ state: 'withdrawn', decidedAt: expect.any(Date) });
    expect(await acceptInvitation(one, open)).toEqual({ ok: false, code: 'invitation_closed' });
  });

  test('a concurrent invitation cannot be accepted, but can be declined', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Slips Through'), await openPurposes(await createPerson('Looks Twice'))];
    const id = await sendAndGetId(from.actor, to);
    await giveBack(from);
    await store.transact((tx) => tx.update(invitations).set({ state: 'sent', decidedAt: null }).where(eq(invitations.id, id)));
    expect(await acceptInvitation(to, id)).toEqual({ ok: false, code: 'sender_released_record' });
    expect(await stateOf(id)).toBe('sent');
    expect(await declineAs(to.actor, id)).toMatchObject({ ok: true });
  });
});

describe('who may invite whom', () => {
  test('the conditions of both sides are listed separately, before anything is written', async () => {
    const { store } = database;
    const [closed, noRecord] = [await createPerson('Closed'), await createAccount(store, 'No Record')];
    const unclaimed = await createRecord(store, 'Unclaimed');
    const group = await createRecord(store, 'A Group', { kind: 'organisation' });
    const told = async (actor: Actor | null, id: string) => inviteRefusalFor(store.reader, actor, id);
    expect(await told(null, unclaimed.id)).toEqual({ theirs: ['recipient_unclaimed'], yours: ['not_signed_in'], ends: {} });
    expect(await told(noRecord, closed.id)).toEqual({ theirs: ['recipient_closed'], yours: ['needs_claimed_record'], ends: {} });
    expect(await told(closed.actor, closed.id)).toMatchObject({ yours: ['same_person'] });
    expect(await told(noRecord, group.id)).toMatchObject({ theirs: ['organisation_cannot_be_invited'] });
    expect(await told(noRecord, 'nobody')).toMatchObject({ theirs: ['unknown_author'] });
    await openPurposes(closed);
    expect(await told(noRecord, closed.id)).toEqual({ theirs: [], yours: ['needs_claimed_record'], ends: {} });
    expect(await sendTo(noRecord, closed)).toEqual({ ok: false, code: 'needs_claimed_record' });
    expect(await sendTo((await createPerson('Ready')).actor, closed, 'grant')).toEqual({ ok: false, code: 'purpose_not_welcome' });
  });

  test('two people have one open invitation between them, in either direction and however often', async () => {
    const [a, b] = [await openPurposes(await createPerson('Pair A')), await openPurposes(await createPerson('Pair B'))];
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => sendTo(a.actor, b)),
      ...Array.from({ length: 5 }, () => sendTo(b.actor, a)),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.code)))).toEqual(new Set(['invitation_already_open']));
  });

  test('a record claimed by email sends three a week, and one with proof of control ten, also concurrently', async () => {
    for (const [strength, quota] of [
      ['weak', 3],
      ['strong', 10],
    ] as const) {
      const from = await createPerson(`Quota ${strength}`, strength);
      const to = await Promise.all(
        Array.from({ length: quota + 3 }, async (_, each) => openPurposes(await createPerson(`To ${strength} ${each}`))),
      );
      const outcomes = await Promise.all(to.map((each) => sendTo(from.actor, each)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(quota);
      expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.code)))).toEqual(new Set(['weekly_quota_used']));
      setClock(() => addMs(new Date(), daysMs(7) + 1000));
      expect(await sendTo(from.actor, await openPurposes(await createPerson('Next week')))).toMatchObject({ ok: true });
      setClock(() => new Date());
    }
  });

  test('a recipient gets at most five open invitations from people without a shared work, also concurrently; a co-author can still write', async () => {
    const { store } = database;
    const to = await openPurposes(await createPerson('Sought After'));
    const strangers = await Promise.all(Array.from({ length: 8 }, (_, each) => createPerson(`Stranger ${each}`)));
    const outcomes = await Promise.all(strangers.map(({ actor }) => sendTo(actor, to)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.code)))).toEqual(new Set(['recipient_accepts_no_more']));
    const friend = await createPerson('Co-author');
    await createWork(store, 'Together', [friend, to]);
    expect(await sendTo(friend.actor, to)).toMatchObject({ ok: true });
  });

  test('a decline starts a cooldown of 90 days between the two', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Persistent'), await openPurposes(await createPerson('Busy'))];
    const id = await sendAndGetId(from.actor, to);
    await declineAs(to.actor, id);
    expect((await notificationsOf(store.reader, from.actor))[0]).toMatchObject({ title: 'Busy has declined your invitation' });
    expect(await sendTo(from.actor, to)).toEqual({ ok: false, code: 'decline_cooldown', until: expect.any(Date) });
    setClock(() => addMs(new Date(), daysMs(91)));
    expect(await sendTo(from.actor, to)).toMatchObject({ ok: true });
  });

  test('a block is never disclosed, on either side, and can be removed', async () => {
    const { store } = database;
    const [from, to] = [await openPurposes(await createPerson('Pushy')), await openPurposes(await createPerson('Wary'))];
    const outsider = await createAccount(store, 'Outsider');
    const id = await sendAndGetId(from.actor, to);
    expect(await store.transact((tx) => blockOtherParty(tx, outsider, { invitationId: id }))).toEqual({
      ok: false,
      code: 'unknown_invitation',
    });
    expect(await store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId: id }))).toMatchObject({ ok: true });
    setClock(() => addMs(new Date(), daysMs(91)));
    const full = await openToInvitations(store, await createPerson('Has Enough'), ['co-author'], { monthly: 1 });
    await sendAndGetId((await createPerson('Fills')).actor, full);
    expect(await sendTo(from.actor, to)).toEqual(await sendTo(from.actor, full));
    expect(await sendTo(from.actor, to)).toEqual({ ok: false, code: 'recipient_accepts_no_more' });
    expect(await sendTo(to.actor, from)).toEqual({ ok: false, code: 'blocked_by_you' });
    expect(await inviteRefusalFor(store.reader, from.actor, to.id)).toEqual(await inviteRefusalFor(store.reader, from.actor, full.id));
    expect((await blocksOf(store.reader, to.actor)).map(({ name }) => name)).toEqual(['Pushy']);
    expect(await blocksOf(store.reader, from.actor)).toEqual([]);
    await store.transact((tx) => unblockOtherParty(tx, to.actor, { invitationId: id }));
    expect(await sendTo(from.actor, to)).toMatchObject({ ok: true });
  });

  test('a block in a thread stops both sides with the same sentence, is offered once, and can be removed', async () => {
    const { store } = database;
    const [from, to] = [await openPurposes(await createPerson('Writes On')), await openPurposes(await createPerson('Has Enough'))];
    const id = await sendAndGetId(from.actor, to);
    const accepted = await acceptInvitation(to, id);
    if (!accepted.ok) throw new Error(accepted.code);
    const { threadId } = accepted.value;
    const write = (actor: Actor) => store.transact((tx) => postMessage(tx, actor, { threadId, body: 'One more thing.' }));
    expect(await threadViewOf(store.reader, to.actor, threadId)).toMatchObject({ invitationId: id, closed: false, blocked: false });
    await store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId: id }));
    expect(await write(from.actor)).toEqual({ ok: false, code: 'thread_closed' });
    expect(await write(to.actor)).toEqual({ ok: false, code: 'thread_closed' });
    expect(await threadViewOf(store.reader, to.actor, threadId)).toMatchObject({ closed: true, blocked: true });
    expect(await threadViewOf(store.reader, from.actor, threadId)).toMatchObject({ closed: true, blocked: false });
    expect(await invitationDetailOf(store.reader, to.actor, id)).toMatchObject({ state: 'accepted', blocked: true });
    expect(await invitationDetailOf(store.reader, from.actor, id)).toMatchObject({ state: 'accepted', blocked: false });
    const [listed] = await blocksOf(store.reader, to.actor);
    expect(listed?.name).toBe('Writes On');
    await store.transact((tx) => unblockOtherParty(tx, to.actor, { invitationId: listed?.invitationId ?? '' }));
    expect(await write(from.actor)).toMatchObject({ ok: true });
  });

  test('a block by the sender withdraws their own open invitation', async () => {
    const { store } = database;
    const [from, to] = [await openPurposes(await createPerson('Regrets')), await openPurposes(await createPerson('Unanswering'))];
    const id = await sendAndGetId(from.actor, to);
    await store.transact((tx) => blockOtherParty(tx, from.actor, { invitationId: id }));
    expect(await stateOf(id)).toBe('withdrawn');
    expect(await sendTo(to.actor, from)).toEqual({ ok: false, code: 'recipient_accepts_no_more' });
  });

  test('a block from an older invitation ends the open one', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Tries Again'), await openPurposes(await createPerson('Had It Before'))];
    const old = await sendAndGetId(from.actor, to);
    await withdrawAs(from.actor, old);
    const open = await sendAndGetId(from.actor, to);
    await store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId: old }));
    expect([await stateOf(old), await stateOf(open)]).toEqual(['withdrawn', 'declined']);
  });

  test('a declined sender sees the same conditions with and without a block', async () => {
    const { store } = database;
    const seen = [];
    for (const blocked of [false, true]) {
      const [from, to] = [await createPerson('Declined'), await openPurposes(await createPerson('Declines'))];
      const id = await sendAndGetId(from.actor, to);
      if (blocked) await store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId: id }));
      else await store.transact((tx) => declineInvitation(tx, to.actor, { invitationId: id, reason: null }));
      const told = (await notificationsOf(store.reader, from.actor)).map(({ title, text }) => [title, text]);
      const { ends: _, ...conditions } = await inviteRefusalFor(store.reader, from.actor, to.id);
      const again = await sendTo(from.actor, to);
      seen.push({ conditions, sent: again.ok || again.code, told });
    }
    expect(seen[0]?.conditions).toEqual({ theirs: [], yours: ['decline_cooldown'] });
    expect(seen[1]).toEqual(seen[0]);
  });

  test('availability is set by the owner only, and ends with the ownership', async () => {
    const { store } = database;
    const person = await openPurposes(await createPerson('Open'));
    const revision = (await getRecord(store, person.id)).revision;
    const stranger = await createPerson('Not The Owner');
    expect(await proveOwnership(store.reader, stranger.actor, person.id)).toBeNull();
    const owner = await proveOwnership(store.reader, person.actor, person.id);
    const [claim] = await claimsOf(store.reader, person.actor);
    await store.transact((tx) => withdrawClaim(tx, person.actor, { claimId: claim?.id ?? '' }));
    if (!owner) throw new Error('Not the owner.');
    expect(await store.transact((tx) => setAvailability(tx, owner, { open: true, purposes: ['talk'] }))).toEqual({
      ok: false,
      code: 'not_your_record',
    });
    expect(await getRecord(store, person.id)).toMatchObject({ availability: null });
    expect((await getRecord(store, person.id)).revision).toBeGreaterThan(revision);
  });
});

test('a thread accepts thirty messages in ten minutes from one side', async () => {
  const { store } = database;
  const [from, to] = [await createPerson('Talker'), await openPurposes(await createPerson('Listener'))];
  const accepted = await acceptInvitation(to, await sendAndGetId(from.actor, to));
  if (!accepted.ok) throw new Error(accepted.code);
  const { threadId } = accepted.value;
  const write = (each: number) =>
    store.transact((tx) => postMessage(tx, from.actor, { threadId, body: `And another thing, the ${each}th.` }));
  for (let each = 0; each < 30; each += 1) expect(await write(each)).toMatchObject({ ok: true });
  expect(await write(30)).toEqual({ ok: false, code: 'too_many_messages', until: expect.any(Date) });
});
