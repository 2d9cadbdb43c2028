import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blockOtherParty, muteOtherParty, unmuteOtherParty } from '#lib/community/invitations/commands/boundaries.ts';
import { declineInvitation } from '#lib/community/invitations/commands/respond.ts';
import { invite } from '#lib/community/invitations/commands/send.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { firstRefusal, inviteRefusal } from '#lib/community/invitations/model/invitation-policy.ts';
import { bestInviteContext, bestInviteContexts } from '#lib/community/invitations/queries/invitation-policy.ts';
import { blocksOf, invitationDetailOf, invitationsOf, mutesOf } from '#lib/community/invitations/queries/lists.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { decideReport } from '#lib/governance/reports/commands/decide.ts';
import { fileMisuseReport } from '#lib/governance/reports/commands/misuse.ts';
import { reportsOf } from '#lib/governance/reports/queries.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { collectDependencies } from '#lib/platform/db/dependencies.ts';
import { idsOf } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { blocks, invitations } from '#lib/platform/db/schema/invitations.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { viewerStateOf } from '#lib/portal/me/queries/account.ts';
import { createAccount, createWork } from './fixtures.ts';
import {
  createResearcher,
  createThread,
  inviteRefusalFor,
  openToInvitations,
  type Researcher,
  sendInvitation,
  uniqueText,
} from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const createPerson = (name: string, strength?: 'weak' | 'strong') => createResearcher(database.store, name, strength);
const createPeople = (count: number, name: string, strength?: 'weak' | 'strong') =>
  Promise.all(Array.from({ length: count }, (_, each) => createPerson(`${name} ${each}`, strength)));
const sendTo = (from: Researcher, to: Researcher, text?: string) => sendInvitation(database.store, from.actor, to, 'co-author', text);
const codesOf = (outcomes: { ok: boolean; code?: string }[]) => [...new Set(outcomes.flatMap(({ code }) => code ?? []))];
const declineAs = (by: Researcher, invitationId: string) =>
  database.store.transact((tx) => declineInvitation(tx, by.actor, { invitationId, reason: null }));

describe('invitation limits of an owner', () => {
  test('are exact: the monthly limit under concurrent invitations, its end to the millisecond', async () => {
    const { store } = database;
    const to = await openToInvitations(store, await createPerson('Three A Month'), ['co-author'], { monthly: 3 });
    const from = await createPeople(7, 'Month');
    const outcomes = await Promise.all(from.map((each) => sendTo(each, to)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(codesOf(outcomes)).toEqual(['recipient_accepts_no_more']);
    const received = (await invitationsOf(store.reader, to.actor, 'recipient')).map(({ sentAt }) => sentAt.getTime());
    const until = new Date(Math.min(...received) + daysMs(30));
    const last = from[outcomes.findIndex(({ ok }) => !ok)];
    if (!last) throw new Error('Nobody was refused.');
    setClock(() => addMs(until, -1));
    expect(await sendTo(last, to)).toEqual({ ok: false, code: 'recipient_accepts_no_more' });
    setClock(() => until);
    expect(await sendTo(last, to)).toMatchObject({ ok: true });
  });

  test('accept a minimum level of L3, or people with a shared work or collaborator', async () => {
    const { store } = database;
    const [high, known] = [
      await openToInvitations(store, await createPerson('From L3'), ['co-author'], { from: 'l3' }),
      await openToInvitations(store, await createPerson('Known Only'), ['co-author'], { from: 'known' }),
    ];
    const [weak, strong, third, hidden] = [
      await createPerson('Level Two', 'weak'),
      await createPerson('Level Three'),
      await createPerson('Third'),
      await createPerson('Hidden'),
    ];
    expect(await sendTo(weak, high)).toEqual({ ok: false, code: 'level_below_theirs' });
    expect(await sendTo(strong, high)).toMatchObject({ ok: true });
    expect(await sendTo(strong, known)).toEqual({ ok: false, code: 'no_shared_context' });
    // A common co-author whose name is suppressed does not count.
    await createWork(store, 'With the hidden one', [strong, hidden]);
    await createWork(store, 'And with them', [known, hidden]);
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, hidden.id)));
    expect(await sendTo(strong, known)).toEqual({ ok: false, code: 'no_shared_context' });
    await createWork(store, 'With a third', [strong, third]);
    await createWork(store, 'And a third', [known, third]);
    expect(await sendTo(strong, known)).toMatchObject({ ok: true });
  });

  test('report when a full week ends, and apply until then', async () => {
    const from = await createPerson('Quick', 'weak');
    const to = await Promise.all((await createPeople(4, 'Asked')).map((each) => openToInvitations(database.store, each)));
    for (const each of to.slice(0, 3)) expect(await sendTo(from, each)).toMatchObject({ ok: true });
    const last = to[3] as Researcher;
    const refused = await sendTo(from, last);
    expect(refused).toMatchObject({ ok: false, code: 'weekly_quota_used', until: expect.any(Date) });
    const until = refused.ok ? null : refused.until;
    if (!until) throw new Error('The refusal has no end.');
    expect((await inviteRefusalFor(database.store.reader, from.actor, last.id)).ends.weekly_quota_used).toEqual(until);
    setClock(() => addMs(until, -1));
    expect(await sendTo(from, last)).toEqual({ ok: false, code: 'weekly_quota_used', until });
    setClock(() => until);
    expect(await sendTo(from, last)).toMatchObject({ ok: true });
  });
});

test('invitation limits are checked for each record of a sender, and the first that may write is offered', async () => {
  const { store } = database;
  const [asked, weak] = [
    await openToInvitations(store, await createPerson('Takes From L3'), ['co-author'], { from: 'l3' }),
    await createPerson('A Weak Record', 'weak'),
  ];
  const best = async () => {
    const { facts, senderAuthorId } = await bestInviteContext(store.reader, weak.actor, asked.id);
    return [senderAuthorId, ...inviteRefusal(facts).theirs];
  };
  // The page of the record states the same reason as the invitation form.
  const statedReason = async () => (await viewerStateOf(store.reader, weak.actor, asked.id)).inviteRefusal;
  expect(await best()).toEqual([weak.id, 'level_below_theirs']);
  expect(await statedReason()).toBe('level_below_theirs');
  const strong = await createPerson('Strong Record');
  await store.transact((tx) => tx.update(authors).set({ ownerId: weak.actor.accountId }).where(eq(authors.id, strong.id)));
  expect(await best()).toEqual([strong.id]);
  expect(await statedReason()).toBeNull();
});

test('the conditions of many people are read by as many statements as those of one, each with its own result', async () => {
  const { store } = database;
  const from = await createPerson('Reads a List', 'weak');
  const [open, strict, blocking] = [
    await openToInvitations(store, await createPerson('Takes From All'), ['co-author']),
    await openToInvitations(store, await createPerson('Takes From L3 Only'), ['co-author'], { from: 'l3' }),
    await openToInvitations(store, await createPerson('Has Blocked'), ['co-author']),
  ];
  await store.transact((tx) =>
    tx.insert(blocks).values({ accountId: blocking.actor.accountId, blockedId: from.actor.accountId, since: new Date() }),
  );
  const read = (...people: { id: string }[]) =>
    collectDependencies(async ({ reads }) => {
      const cases = await bestInviteContexts(store.reader, from.actor, idsOf(people));
      return { refusals: cases.map(({ facts }) => firstRefusal(inviteRefusal(facts))?.code ?? null), statements: reads.length };
    });
  const { refusals, statements } = await read(open, strict, blocking);
  expect(refusals).toEqual([null, 'level_below_theirs', 'recipient_accepts_no_more']);
  expect(statements).toBe((await read(strict)).statements);
});

describe('rate limits of invitations', () => {
  test('allow the same text twice, also concurrently', async () => {
    const { store } = database;
    const from = await createPerson('Copies');
    const to = await Promise.all((await createPeople(6, 'Copied')).map((each) => openToInvitations(store, each)));
    const text = uniqueText();
    const outcomes = await Promise.all(to.map((each) => sendTo(from, each, `Dear ${each.name}, ${text}`)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
    expect(codesOf(outcomes)).toEqual(['same_text_cooldown']);
    expect(outcomes.every((outcome) => outcome.ok || outcome.until)).toBe(true);
    const left = to[outcomes.findIndex(({ ok }) => !ok)] as Researcher;
    expect(await sendTo(from, left)).toMatchObject({ ok: true });
  });

  test('allow a new account one invitation on its first day, also concurrently', async () => {
    const { store } = database;
    const from = await createPerson('New Here');
    const since = now();
    await store.transact((tx) => tx.update(accounts).set({ createdAt: since }).where(eq(accounts.id, from.actor.accountId)));
    const to = await Promise.all((await createPeople(3, 'First Day')).map((each) => openToInvitations(store, each)));
    const outcomes = await Promise.all(to.map((each) => sendTo(from, each)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'new_account_cooldown', until: addMs(since, daysMs(1)) });
  });

  test('pause a sender for a week after three consecutive declines; a decline with a block counts like any other', async () => {
    const { store } = database;
    const from = await createPerson('Unlucky');
    const to = await Promise.all((await createPeople(4, 'Declines')).map((each) => openToInvitations(store, each)));
    const startedAt = now();
    for (const [each, person] of to.slice(0, 3).entries()) {
      const sent = await sendTo(from, person);
      if (!sent.ok) throw new Error(sent.code);
      if (each === 1) await store.transact((tx) => blockOtherParty(tx, person.actor, sent.value));
      else await declineAs(person, sent.value.invitationId);
    }
    const refused = await sendTo(from, to[3] as Researcher);
    expect(refused).toMatchObject({ ok: false, code: 'declines_cooldown' });
    const until = refused.ok ? null : refused.until;
    if (!until) throw new Error('The refusal has no end.');
    expect(until >= addMs(startedAt, daysMs(7)) && until <= addMs(now(), daysMs(7))).toBe(true);
    setClock(() => addMs(until, -1));
    expect(await sendTo(from, to[3] as Researcher)).toMatchObject({ ok: false, code: 'declines_cooldown' });
    setClock(() => until);
    expect(await sendTo(from, to[3] as Researcher)).toMatchObject({ ok: true });
  });

  test('pause a sender after an upheld report, and nobody else', async () => {
    const { store } = database;
    const [from, to, next] = [
      await createPerson('Reported'),
      await openToInvitations(store, await createPerson('Reports')),
      await openToInvitations(store, await createPerson('Asked Next')),
    ];
    const { invitationId, threadId } = await createThread(store, from, to);
    await store.transact((tx) => postMessage(tx, from.actor, { threadId, body: 'Buy my herons.' }));
    await store.transact((tx) => postMessage(tx, to.actor, { threadId, body: 'Please stop.' }));
    const report = (by: Researcher) =>
      store.transact((tx) => fileMisuseReport(tx, by.actor, { invitationId, reason: 'to_many', note: 'Again and again.' }));
    const outsider = await createAccount(store, 'Outsider');
    expect(await store.transact((tx) => fileMisuseReport(tx, outsider, { invitationId, reason: 'to_many' }))).toEqual({
      ok: false,
      code: 'unknown_invitation',
    });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => report(to)));
    const [kept] = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.reportId : []));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(codesOf(outcomes)).toEqual(['already_reported']);
    const reportId = kept ?? '';
    const [row] = await store.reader.select().from(reports).where(eq(reports.id, reportId));
    // The report contains the messages of the other side only.
    expect(row?.facts.text).toEqual([expect.stringContaining('Shall we count'), 'Buy my herons.']);
    const [review] = await store.reader.select().from(reviews).where(eq(reviews.subjectId, reportId));
    expect(review).toMatchObject({ kind: 'report', authorId: from.id, state: 'open' });
    expect([...(review?.parties ?? [])].sort()).toEqual([from.actor.accountId, to.actor.accountId].sort());
    expect(await invitationDetailOf(store.reader, to.actor, invitationId)).toMatchObject({ reported: true });
    expect(await invitationDetailOf(store.reader, from.actor, invitationId)).toMatchObject({ reported: false });
    expect((await reportsOf(store.reader, to.actor)).map(({ subject }) => subject.name)).toEqual(['Reported']);
    expect(
      (await notificationsOf(store.reader, from.actor)).filter(({ title }) => /your report|about what you wrote/i.test(title)),
    ).toEqual([]);
    const decidedAt = now();
    await store.transact(async (tx) => {
      await tx.update(reviews).set({ state: 'decided', decidedAt }).where(eq(reviews.subjectId, reportId));
      await decideReport(tx, { reportId, decision: 'uphold', reason: 'misuse_found', remedy: 'writer_paused' });
    });
    expect(await sendTo(from, next)).toEqual({ ok: false, code: 'report_cooldown', until: addMs(decidedAt, daysMs(90)) });
    expect(await sendTo(to, next)).toMatchObject({ ok: true });
  });

  test('keep that pause with the sender when the record changes owner: the next owner is neither paused nor notified', async () => {
    const { store } = database;
    const [from, to, asked] = [
      await createPerson('Had The Record'),
      await openToInvitations(store, await createPerson('Reports It')),
      await openToInvitations(store, await createPerson('Asked By Both')),
    ];
    const { invitationId } = await createThread(store, from, to);
    const report = await store.transact((tx) => fileMisuseReport(tx, to.actor, { invitationId, reason: 'to_many' }));
    const reportId = report.ok ? report.value.reportId : '';
    const next = { ...from, actor: (await createPerson('Has The Record')).actor };
    await store.transact((tx) => tx.update(authors).set({ ownerId: next.actor.accountId }).where(eq(authors.id, from.id)));
    const other = await createPerson('Another Record');
    await store.transact((tx) => tx.update(authors).set({ ownerId: from.actor.accountId }).where(eq(authors.id, other.id)));
    const decidedAt = now();
    await store.transact(async (tx) => {
      await tx.update(reviews).set({ state: 'decided', decidedAt }).where(eq(reviews.subjectId, reportId));
      await decideReport(tx, { reportId, decision: 'uphold', reason: 'misuse_found', remedy: 'writer_paused' });
    });
    const countDecisionNotices = async ({ actor }: Researcher) =>
      (await notificationsOf(store.reader, actor)).filter(({ path }) => path === `/appeal/report/${reportId}`).length;
    expect([await countDecisionNotices(from), await countDecisionNotices(next), await countDecisionNotices(to)]).toEqual([1, 0, 0]);
    expect(await sendTo(next, asked)).toMatchObject({ ok: true });
    const again = await store.transact((tx) =>
      invite(tx, from.actor, { recipientAuthorId: asked.id, senderAuthorId: other.id, purpose: 'co-author', message: uniqueText() }),
    );
    expect(again).toMatchObject({ ok: false, code: 'report_cooldown' });
  });
});

describe('muting, blocking and proposing', () => {
  test('a muted sender is not notified; their invitations arrive without a notification until the mute ends', async () => {
    const { store } = database;
    const [from, to] = [
      await openToInvitations(store, await createPerson('Talks Much')),
      await openToInvitations(store, await createPerson('Reads Later')),
    ];
    const { invitationId, threadId } = await createThread(store, from, to);
    const countNotifications = async () =>
      (await notificationsOf(store.reader, to.actor)).filter(({ title }) => title.startsWith('Talks Much')).length;
    const before = await countNotifications();
    await store.transact((tx) => muteOtherParty(tx, to.actor, { invitationId }));
    expect(await invitationDetailOf(store.reader, from.actor, invitationId)).toMatchObject({ muted: false, blocked: false });
    expect(await invitationDetailOf(store.reader, to.actor, invitationId)).toMatchObject({ muted: true, blocked: false });
    expect(await store.transact((tx) => postMessage(tx, from.actor, { threadId, body: 'One.' }))).toMatchObject({ ok: true });
    expect(await sendTo(from, to)).toMatchObject({ ok: true });
    expect(await countNotifications()).toBe(before);
    expect((await mutesOf(store.reader, to.actor)).map(({ name }) => name)).toEqual(['Talks Much']);
    expect(await blocksOf(store.reader, to.actor)).toEqual([]);
    expect((await invitationsOf(store.reader, to.actor, 'recipient')).map(({ state }) => state)).toContain('sent');
    await store.transact((tx) => unmuteOtherParty(tx, to.actor, { invitationId }));
    await store.transact((tx) => postMessage(tx, from.actor, { threadId, body: 'Two.' }));
    expect(await countNotifications()).toBe(before + 1);
    // A block includes a mute: muting and unmuting do not weaken it.
    await store.transact((tx) => muteOtherParty(tx, to.actor, { invitationId }));
    await store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId }));
    await store.transact((tx) => muteOtherParty(tx, to.actor, { invitationId }));
    await store.transact((tx) => unmuteOtherParty(tx, to.actor, { invitationId }));
    expect(await invitationDetailOf(store.reader, to.actor, invitationId)).toMatchObject({ muted: false, blocked: true });
  });

  test('a block concurrent with ten invitations leaves none open', async () => {
    const { store } = database;
    const [from, to] = [
      await openToInvitations(store, await createPerson('Hurries')),
      await openToInvitations(store, await createPerson('Shuts')),
    ];
    const { invitationId } = await createThread(store, from, to);
    await Promise.all([
      ...Array.from({ length: 5 }, () => sendTo(from, to)),
      store.transact((tx) => blockOtherParty(tx, to.actor, { invitationId })),
      ...Array.from({ length: 5 }, () => sendTo(from, to)),
    ]);
    const received = await invitationsOf(store.reader, to.actor, 'recipient');
    expect(received.filter(({ state }) => state === 'sent' || state === 'seen')).toEqual([]);
  });

  test('an invitation shows the time, link and works that it proposes, and is rejected with an unknown work', async () => {
    const { store } = database;
    const [from, to] = [await createPerson('Proposes'), await openToInvitations(store, await createPerson('Is Asked'))];
    const title = `Plates ${from.id}`;
    await createWork(store, title, [from]);
    const [work] = await store.reader.select().from(works).where(eq(works.title, title));
    const propose = (workIds: string[]) =>
      store.transact((tx) =>
        invite(tx, from.actor, {
          ...{ recipientAuthorId: to.id, purpose: 'co-author', message: uniqueText() },
          ...{ expectedTime: 'weeks', link: 'https://a.example/draft', workIds },
        }),
      );
    expect(await propose(['nothing-here'])).toEqual({ ok: false, code: 'unknown_work' });
    expect(await store.reader.select().from(invitations).where(eq(invitations.senderId, from.actor.accountId))).toEqual([]);
    const sent = await propose([work?.id ?? '']);
    if (!sent.ok) throw new Error(sent.code);
    expect(await invitationDetailOf(store.reader, to.actor, sent.value.invitationId)).toMatchObject({
      expectedTime: 'weeks',
      link: 'https://a.example/draft',
      works: [{ id: work?.id, title, by: ['Proposes'] }],
    });
  });
});

test('the profile page and the invitation page give an account without a record the same reasons', async () => {
  const { store } = database;
  const asked = await openToInvitations(store, await createPerson('Asked By Nobody'), ['co-author']);
  const reader = await createAccount(store, 'Noor');
  const { yours } = inviteRefusal((await bestInviteContext(store.reader, reader, asked.id)).facts);
  expect((await viewerStateOf(store.reader, reader, asked.id)).inviteRefusal).toBe(yours[0]);
});
