import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { finalizeChange } from '#lib/governance/identity/commands/changes.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { appeals, reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { fileAppeal } from '#lib/portal/decisions/commands/appeals.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import type { VoteInput } from '#lib/portal/decisions/model/choices.ts';
import { appealView } from '#lib/portal/decisions/queries/appeals.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { strongDns } from '../evidence.ts';
import {
  type AuthorRecord,
  advanceDays,
  claimWithEvidence,
  createAccount,
  createAdmin,
  createRecord,
  getRecord,
  inPasskeySession,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Either side can appeal once against a granted appeal of the other; then the decision is final. */
const database = databasePerFile();
let admins: Actor[];
beforeAll(async () => {
  admins = [];
  for (const name of ['Edda', 'Frida', 'Gero', 'Hilde', 'Ivo', 'Jana']) admins.push(await createAdmin(database.store, name));
});
const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);
const refusal = (name: string) => ({ ok: false, code: name });
const claimWithDns = (actor: Actor, { id }: AuthorRecord) => claimWithEvidence(database.store, actor, { id }, strongDns(`${id}.example`));
const appealAs = (actor: Actor, of: AppealOf, subjectId: string, words = 'You missed page 3.') =>
  transact((tx) => fileAppeal(tx, actor, { of, subjectId, words }));
const openReviewId = async (subjectId: string): Promise<string> => {
  const open = and(eq(reviews.subjectId, subjectId), eq(reviews.state, 'open'));
  const [row] = await database.store.reader.select().from(reviews).where(open).orderBy(desc(reviews.openedAt));
  return row?.id ?? '';
};
/** Casts the same vote of several admins, by index, in the open review of a subject. */
async function castVotes(subjectId: string, by: number[], vote: Omit<VoteInput, 'reviewId'>): Promise<void> {
  const reviewId = await openReviewId(subjectId);
  for (const [index, number] of by.entries()) {
    const voter = admins[number];
    if (!voter) throw new Error('There is no such admin.');
    const outcome = unwrap(await transact((tx) => voteOn(tx, inPasskeySession(voter), { reviewId, ...vote })));
    expect(outcome).toEqual({ decided: index === by.length - 1 });
  }
}
const grantVote = { decision: 'approve', reason: 'overlooked', remedy: 'nothing_to_do' } as const;
const denyVote = { decision: 'reject', reason: 'nothing_new', remedy: 'nothing_to_do' } as const;
const viewAppeal = ({ accountId }: Actor, of: AppealOf, subjectId: string) =>
  appealView(database.store.reader, accountId, { of, subjectId });
const adminsWhoSee = async (reviewId: string): Promise<number[]> => {
  const seen: number[] = [];
  for (const [number, actor] of admins.entries()) {
    const reviewer = await reviewerOf(database.store.reader, actor);
    if (reviewer && (await reviewFor(database.store.reader, reviewer, reviewId))) seen.push(number);
  }
  return seen;
};
const notificationsTo = async (actor: Actor) =>
  (await notificationsOf(database.store.reader, actor)).map(({ title, text, path }) => ({ title, text, path }));
const isoDay = (days: number): string => addMs(now(), daysMs(days)).toISOString().slice(0, 10);

describe('a report', () => {
  const told = async (name: string) => {
    const [reporter, owner] = [await createAccount(database.store, `${name} R`), await createAccount(database.store, `${name} O`)];
    const record = await createRecord(database.store, name);
    unwrap(await claimWithDns(owner, record));
    const input = { subject: 'author', subjectId: record.id, kind: 'not_same_person', reason: 'some_works', works: 'One of 2012' } as const;
    const { reportId } = unwrap(await transact((tx) => fileReport(tx, { actor: reporter, network: name }, input)));
    return { reporter, owner, record, reportId };
  };
  const stateOf = async (id: string) => (await database.store.reader.select().from(reports).where(eq(reports.id, id)))[0]?.state;
  const dismissed = { decision: 'dismiss', reason: 'one_person', remedy: 'nothing_to_do' } as const;

  test('dismissed, then upheld by an appeal of its reporter: the owner can appeal once, then it is final for both', async () => {
    const { reporter, owner, reportId } = await told('Turned Tina');
    await castVotes(reportId, [0], dismissed);
    // The owner is not notified of a report that was dismissed.
    expect(await viewAppeal(owner, 'report', reportId)).toBeNull();
    unwrap(await appealAs(reporter, 'report', reportId, 'Look at the second page.'));
    expect(await appealAs(owner, 'report', reportId)).toEqual(refusal('unknown_decision'));
    await castVotes(reportId, [1], { ...grantVote, remedy: 'corrected' });
    expect(await stateOf(reportId)).toBe('upheld');
    const [letter] = await notificationsTo(owner);
    expect(letter).toMatchObject({ title: 'A report about the profile of Turned Tina was upheld', path: `/appeal/report/${reportId}` });
    expect(letter?.text).toContain(`You can appeal once, until ${isoDay(30)}. Other reviewers decide.`);
    expect((await notificationsTo(reporter))[0]?.text).toContain(`The other side can also appeal once, until ${isoDay(30)}.`);
    expect(await viewAppeal(owner, 'report', reportId)).toMatchObject({
      decided: { decision: 'uphold', reason: 'overlooked', byAppeal: true },
      ...{ refusal: null, final: false, appeal: null },
    });
    const twice = await Promise.all([appealAs(owner, 'report', reportId, 'It is one person.'), appealAs(owner, 'report', reportId)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(twice).toContainEqual(refusal('appeal_filed'));
    // Neither the first reviewer nor the reviewer of the first appeal sees the second appeal.
    const reviewId = await openReviewId(reportId);
    expect(await adminsWhoSee(reviewId)).toEqual([2, 3, 4, 5]);
    const reviewer = admins[2] && (await reviewerOf(database.store.reader, admins[2]));
    const shown = reviewer && (await reviewFor(database.store.reader, reviewer, reviewId));
    expect(shown?.appeal).toMatchObject({
      earlier: 'Look at the second page.',
      against: { decision: 'uphold', reason: 'overlooked', byAppeal: true },
    });
    await castVotes(reportId, [2], { ...grantVote, remedy: 'corrected' });
    expect(await stateOf(reportId)).toBe('dismissed');
    for (const each of [owner, reporter]) {
      const [last] = await notificationsTo(each);
      expect(last?.title).toMatch(/appeal about Turned Tina is granted$/i);
      expect(last?.text).toContain('so this is final');
      expect(last?.path).toBe(`/appeal/report/${reportId}`);
      expect(await appealAs(each, 'report', reportId)).toEqual(refusal('appeal_filed'));
    }
    expect(await viewAppeal(reporter, 'report', reportId)).toMatchObject({
      decided: { decision: 'dismiss', byAppeal: true },
      ...{ final: true, appeal: { state: 'granted' } },
    });
    expect(await viewAppeal(owner, 'report', reportId)).toMatchObject({
      decided: { decision: 'uphold' },
      final: false,
      appeal: { state: 'granted' },
    });
    const rows = await database.store.reader.select().from(appeals).where(eq(appeals.subjectId, reportId));
    expect(rows.map(({ side }) => side).sort()).toEqual(['asker', 'other']);
  });

  test('upheld, then dismissed by an appeal of the owner: the reporter can appeal once, then it is final', async () => {
    const { reporter, owner, reportId } = await told('Upheld Ulla');
    await castVotes(reportId, [0], { decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' });
    unwrap(await appealAs(owner, 'report', reportId));
    await castVotes(reportId, [1], { ...grantVote, remedy: 'corrected' });
    expect(await stateOf(reportId)).toBe('dismissed');
    const [letter] = await notificationsTo(reporter);
    expect(letter).toMatchObject({ title: 'An appeal about Upheld Ulla is granted', path: `/appeal/report/${reportId}` });
    expect(letter?.text).toContain(`until ${isoDay(30)}`);
    unwrap(await appealAs(reporter, 'report', reportId));
    await castVotes(reportId, [2], { ...grantVote, remedy: 'corrected' });
    expect(await stateOf(reportId)).toBe('upheld');
    const [last] = await notificationsTo(owner);
    expect(last?.title).toBe('A report about the profile of Upheld Ulla was upheld');
    expect(last?.text).toContain('so this is final');
    expect(await appealAs(owner, 'report', reportId)).toEqual(refusal('appeal_filed'));
    expect(await viewAppeal(owner, 'report', reportId)).toMatchObject({ decided: { decision: 'uphold', byAppeal: true }, final: true });
  });

  test('is final if the first appeal is denied, or if the other side lets 30 days pass', async () => {
    const refused = await told('Refused Rosa');
    await castVotes(refused.reportId, [0], dismissed);
    unwrap(await appealAs(refused.reporter, 'report', refused.reportId));
    await castVotes(refused.reportId, [1], denyVote);
    expect((await notificationsTo(refused.reporter))[0]?.text).toContain('so this is final');
    expect(await viewAppeal(refused.reporter, 'report', refused.reportId)).toMatchObject({ final: true, appeal: { state: 'refused' } });
    expect(await appealAs(refused.owner, 'report', refused.reportId)).toEqual(refusal('unknown_decision'));
    const late = await told('Late Lena');
    await castVotes(late.reportId, [0], dismissed);
    unwrap(await appealAs(late.reporter, 'report', late.reportId));
    advanceDays(20);
    await castVotes(late.reportId, [1], { ...grantVote, remedy: 'corrected' });
    // The deadline is counted from the decision that the owner lost by, not from the first one.
    advanceDays(29);
    expect((await viewAppeal(late.owner, 'report', late.reportId))?.refusal).toBeNull();
    advanceDays(2);
    expect((await viewAppeal(late.owner, 'report', late.reportId))?.refusal).toBe('appeal_deadline_passed');
    expect(await appealAs(late.owner, 'report', late.reportId)).toEqual(refusal('appeal_deadline_passed'));
  });
});

describe('a merge', () => {
  const proposed = async (name: string, isOwned: boolean) => {
    const [one, other] = [await createRecord(database.store, name), await createRecord(database.store, `${name} II`)];
    const [owner, asker] = [await createAccount(database.store, `${name} O`), await createAccount(database.store, `${name} A`)];
    if (isOwned) unwrap(await claimWithDns(owner, one));
    const merge = { authorId: one.id, otherId: other.id, reason: 'Same page.' };
    const { changeId } = unwrap(await transact((tx) => proposeMerge(tx, asker, merge)));
    return { owner, asker, other, changeId };
  };
  const statesOn = async ({ id }: AuthorRecord) => {
    const rows = await database.store.reader.select().from(identityChanges).where(eq(identityChanges.otherId, id));
    return rows.map(({ state }) => state).sort();
  };
  const isMerged = async ({ id }: AuthorRecord) => (await getRecord(database.store, id)).mergedInto !== null;

  test('undone by an appeal of the owner: its proposer can appeal once; if granted, it is made again, and the history lists all three', async () => {
    const { owner, asker, other, changeId } = await proposed('Made Mia', true);
    await castVotes(changeId, [0, 1], { decision: 'approve', reason: 'same', remedy: 'undo_30_days' });
    unwrap(await appealAs(owner, 'merge', changeId));
    await castVotes(changeId, [2, 3], { ...grantVote, remedy: 'undo_30_days' });
    expect(await isMerged(other)).toBe(false);
    const [letter] = await notificationsTo(asker);
    expect(letter).toMatchObject({ title: 'An appeal about Made Mia is granted', path: `/appeal/merge/${changeId}` });
    expect(letter?.text).toContain(`until ${isoDay(30)}`);
    unwrap(await appealAs(asker, 'merge', changeId));
    expect(await adminsWhoSee(await openReviewId(changeId))).toEqual([4, 5]);
    await castVotes(changeId, [4, 5], { ...grantVote, remedy: 'undo_30_days' });
    expect(await isMerged(other)).toBe(true);
    expect(await statesOn(other)).toEqual(['applied', 'undone']);
    expect(await appealAs(owner, 'merge', changeId)).toEqual(refusal('appeal_filed'));
    const [last] = await notificationsTo(owner);
    expect(last).toMatchObject({ title: 'An appeal about Made Mia is granted', path: `/appeal/merge/${changeId}` });
    expect(last?.text).toContain('so this is final');
  });

  test('rejected, then made by an appeal: the owner of a merged record can appeal once; if granted, it is undone', async () => {
    const { owner, asker, other, changeId } = await proposed('Down Dana', true);
    await castVotes(changeId, [0, 1], { decision: 'reject', reason: 'not_same', remedy: 'show_link' });
    unwrap(await appealAs(asker, 'merge', changeId));
    await castVotes(changeId, [2, 3], { ...grantVote, remedy: 'undo_30_days' });
    expect(await isMerged(other)).toBe(true);
    expect(await viewAppeal(owner, 'merge', changeId)).toMatchObject({ decided: { decision: 'approve', byAppeal: true }, appeal: null });
    unwrap(await appealAs(owner, 'merge', changeId));
    await castVotes(changeId, [4, 5], { ...grantVote, remedy: 'undo_30_days' });
    expect(await isMerged(other)).toBe(false);
    expect(await statesOn(other)).toEqual(['undone']);
    expect(await viewAppeal(asker, 'merge', changeId)).toMatchObject({ decided: { decision: 'reject', byAppeal: true }, final: true });
    expect(await appealAs(asker, 'merge', changeId)).toEqual(refusal('appeal_filed'));
  });

  test('appealed on the last of its 30 days can be undone by the later decision, although it is final by then', async () => {
    const { owner, other, changeId } = await proposed('Late Lena', true);
    await castVotes(changeId, [0, 1], { decision: 'approve', reason: 'same', remedy: 'undo_30_days' });
    advanceDays(29.9);
    unwrap(await appealAs(owner, 'merge', changeId));
    advanceDays(3);
    await transact((tx) => finalizeChange(tx, { changeId }));
    expect(await statesOn(other)).toEqual(['settled']);
    await castVotes(changeId, [2, 3], { ...grantVote, remedy: 'undo_30_days' });
    expect(await isMerged(other)).toBe(false);
    expect(await statesOn(other)).toEqual(['undone']);
    expect((await viewAppeal(owner, 'merge', changeId))?.appeal?.state).toBe('granted');
  });

  test('approved but not made, because a record was deleted, leaves its owner nothing to appeal', async () => {
    const { owner, other, changeId } = await proposed('Gone Gita', true);
    const third = await createRecord(database.store, 'Gone Gita III');
    await transact((tx) => tx.update(authors).set({ mergedInto: third.key }).where(eq(authors.id, other.id)).returning());
    await castVotes(changeId, [0, 1], { decision: 'approve', reason: 'same', remedy: 'undo_30_days' });
    expect(await statesOn(other)).toEqual(['rejected']);
    expect(await viewAppeal(owner, 'merge', changeId)).toBeNull();
    expect(await appealAs(owner, 'merge', changeId)).toEqual(refusal('unknown_decision'));
  });

  test('of unowned records has one side: nobody else learns of the decision', async () => {
    const { owner, asker, changeId } = await proposed('Unowned Uma', false);
    await castVotes(changeId, [0], { decision: 'reject', reason: 'not_same', remedy: 'show_link' });
    unwrap(await appealAs(asker, 'merge', changeId));
    await castVotes(changeId, [1], { ...grantVote, remedy: 'undo_30_days' });
    expect(await appealAs(owner, 'merge', changeId)).toEqual(refusal('unknown_decision'));
    expect(await viewAppeal(owner, 'merge', changeId)).toBeNull();
  });
});
