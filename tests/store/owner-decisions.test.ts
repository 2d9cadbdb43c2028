import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { withdrawDispute } from '#lib/governance/claims/commands/dispute.ts';
import { revokeHolder, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { recordCorrectionCase } from '#lib/governance/corrections/case-handlers.ts';
import { decideAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { correctionViews } from '#lib/governance/corrections/queries/visible.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { auditEntries, erasures } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { strongRepository } from '../evidence.ts';
import {
  claimWithEvidence,
  createAccount,
  createAdmin,
  findOpenReview,
  getRecord,
  importWorks,
  inPasskeySession,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { propertyRuns } from './property-runs.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let authorId: string;
let ada: Actor;
let mary: Actor;

async function importAffiliation(affiliation = 'Royal Society'): Promise<void> {
  const printed = { source: 'bibtex', recordId: 'one', title: ['On Lamps'], type: 'article', date: '1842' } as const;
  await importWorks(database.store, { ...printed, authors: [{ name: 'Ada Byron', affiliation }] });
  await runJobs(database.store);
}

const claimRecord = (actor: Actor, store: Store = database.store) => {
  return claimWithEvidence(store, actor, { id: authorId }, strongRepository(`https://github.com/x/${actor.accountId}`));
};
const release = async (actor: Actor, store: Store = database.store) => {
  const theirs = and(eq(claims.accountId, actor.accountId), eq(claims.state, 'accepted'));
  const [claim] = await database.store.reader.select({ id: claims.id }).from(claims).where(theirs);
  return store.transact((tx) => withdrawClaim(tx, actor, { claimId: claim?.id ?? '' }));
};
/** Lets a rival present equal evidence, which disputes the claim. @returns a function that withdraws the objection */
const disputeBy = async (rival: Actor): Promise<() => Promise<void>> => {
  expect(await claimRecord(rival)).toEqual({ ok: false, code: 'already_claimed' });
  const theirs = and(eq(disputes.accountId, rival.accountId), eq(disputes.state, 'open'));
  const [dispute] = await database.store.reader.select({ id: disputes.id }).from(disputes).where(theirs);
  return async () =>
    unwrap(await database.store.transact((tx) => withdrawDispute(tx, rival, { disputeId: dispute?.id ?? '' }))) && undefined;
};
const suggestValue = async (value: string, actor: Actor | null = mary, field = 'affiliation') => {
  const input = correctionInput.parse({ subjectId: authorId, field, value, evidenceUrl: '', note: 'As printed.' });
  return database.store.transact((tx) => suggestCorrection(tx, { actor, network: '192.0.2.0/24' }, input));
};
const decide = (actor: Actor, correctionId: string, accepts: 'yes' | 'no' = 'yes', store: Store = database.store) =>
  store.transact((tx) => decideAsOwner(tx, actor, { correctionId, accepts }));
/** Creates a correction that the owner accepts. */
const acceptSuggestion = async (value = 'Analytical Society', field?: string): Promise<string> => {
  const { correctionId } = unwrap(await suggestValue(value, mary, field));
  unwrap(await decide(ada, correctionId));
  return correctionId;
};
const correctionRow = async (id: string) => {
  const [row] = await database.store.reader.select().from(corrections).where(eq(corrections.id, id));
  return row;
};
const shownAffiliation = async () => {
  await runJobs(database.store);
  return (await getRecord(database.store, authorId)).affiliation?.name;
};
/** Returns the state of a correction before other jobs run, whether it has an open review, and the value on the page after a refresh. */
const correctionState = async (id: string) => [
  (await correctionRow(id))?.state,
  (await findOpenReview(database.store, id)) !== undefined,
  await shownAffiliation(),
];
const inEffect = ['accepted', false, 'Analytical Society'];
const lapsed = ['suggested', true, 'Royal Society'];
const waitingNotifications = async ({ accountId }: Actor) => {
  const mine = and(eq(notifications.accountId, accountId), eq(notifications.kind, 'record_correction_waiting'));
  return (await database.store.reader.select().from(notifications).where(mine).orderBy(notifications.createdAt)).map(
    ({ facts }) => facts.state,
  );
};

beforeEach(async () => {
  await importAffiliation();
  const [author] = await database.store.reader.select({ id: authors.id }).from(authors);
  authorId = author?.id ?? '';
  ada = await createAccount(database.store, 'Ada Byron');
  mary = await createAccount(database.store, 'Mary Somerville');
  expect(unwrap(await claimRecord(ada))).toMatchObject({ stage: 'accepted' });
  await runJobs(database.store);
});

describe('what an owner has accepted', () => {
  test('is suspended while the claim is in dispute, and restored after it', async () => {
    const id = await acceptSuggestion();
    expect(await correctionState(id)).toEqual(inEffect);
    const withdrawn = await disputeBy(await createAccount(database.store, 'Rival'));
    expect(await correctionState(id)).toEqual(lapsed);
    expect(await decide(ada, id)).toEqual({ ok: false, code: 'unknown_correction' });
    await withdrawn();
    expect(await correctionState(id)).toEqual(inEffect);
    expect(await correctionRow(id)).toMatchObject({ decidedBy: 'owner', deciderId: ada.accountId, suggesterId: mary.accountId });
  });

  test('becomes a suggestion again when they release the profile; reviewers see why, and the former owner is not one of them', async () => {
    const id = await acceptSuggestion();
    unwrap(await release(ada));
    expect(await correctionState(id)).toEqual(lapsed);
    const { submission } = (await recordCorrectionCase.evidence?.(database.store.reader, id)) ?? {};
    expect(submission?.title).toBe('The claim of the owner who accepted it has ended or is in dispute');
    expect(submission?.facts).toContainEqual({ term: 'accepted by its owner until', description: now().toISOString().slice(0, 10) });
    expect((await findOpenReview(database.store, id))?.parties).toEqual([mary.accountId, ada.accountId]);
    const log = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'record_correction.reopened'));
    expect(log).toMatchObject([{ subjectId: authorId, facts: { correction: id, field: 'affiliation' } }]);
    unwrap(await claimRecord(ada));
    expect(await correctionState(id)).toEqual(inEffect);
  });

  test('becomes a suggestion again when the claim is revoked, a name as well', async () => {
    const [id, name] = [await acceptSuggestion(), await acceptSuggestion('Adá Byron', 'name')];
    await runJobs(database.store);
    expect((await getRecord(database.store, authorId)).name).toBe('Adá Byron');
    await database.store.transact((tx) => revokeHolder(tx, authorId, { reason: 'impersonation', remedy: null }));
    expect(await correctionState(id)).toEqual(lapsed);
    expect([(await correctionRow(name))?.state, (await getRecord(database.store, authorId)).name]).toEqual(['suggested', 'Ada Byron']);
  });

  test('becomes a suggestion again with the erasure of the account, which it does not name', async () => {
    const id = await acceptSuggestion();
    await database.store.transact((tx) => requestErasure(tx, ada));
    const due = { runAt: addMs(now(), -1000) };
    await database.store.transact((tx) => tx.update(erasures).set(due).where(eq(erasures.accountId, ada.accountId)));
    await eraseAccount(database.store, ada);
    expect(await correctionState(id)).toEqual(lapsed);
    expect(await correctionRow(id)).toMatchObject({ deciderId: null, suggesterId: mary.accountId });
  });

  test('keeps its evidence if the person who suggested it is erased meanwhile', async () => {
    const id = await acceptSuggestion();
    const withdrawn = await disputeBy(await createAccount(database.store, 'Rival'));
    await database.store.transact((tx) => requestErasure(tx, mary));
    await database.store.transact((tx) => tx.update(erasures).set({ runAt: addMs(now(), -1000) }));
    await eraseAccount(database.store, mary);
    await withdrawn();
    expect(await correctionState(id)).toEqual(inEffect);
    expect(await correctionRow(id)).toMatchObject({ suggesterId: null, note: 'As printed.' });
  });

  test('goes to the next owner, who is notified once that a former owner accepted it, and decides', async () => {
    const id = await acceptSuggestion();
    unwrap(await release(ada));
    unwrap(await claimRecord(mary));
    await runJobs(database.store);
    expect([(await correctionRow(id))?.state, await findOpenReview(database.store, id), await waitingNotifications(mary)]).toEqual([
      'suggested',
      undefined,
      ['reopened'],
    ]);
    const record = await subjectQueries.author.correctable(database.store.reader, authorId);
    if (!record) throw new Error('The record is public.');
    expect(await correctionViews(database.store.reader, record, null)).toEqual([]);
    expect(await correctionViews(database.store.reader, record, mary.accountId)).toMatchObject([
      { id, isReopened: true, can: { decide: true } },
    ]);
    unwrap(await decide(mary, id));
    unwrap(await release(mary));
    unwrap(await claimRecord(ada));
    expect((await correctionRow(id))?.state).toBe('suggested');
  });

  test('is not restored over what was accepted meanwhile, or after it was declined', async () => {
    const [id, name] = [await acceptSuggestion(), await acceptSuggestion('Adá Byron', 'name')];
    unwrap(await release(ada));
    unwrap(await claimRecord(mary));
    unwrap(await decide(mary, unwrap(await suggestValue('Ockham Park', null)).correctionId));
    unwrap(await decide(mary, name, 'no'));
    unwrap(await release(mary));
    const other = await createAccount(database.store, 'Other');
    unwrap(await claimRecord(other));
    unwrap(await suggestValue('Ockham Hall', other));
    unwrap(await release(other));
    unwrap(await claimRecord(other));
    expect((await correctionRow(id))?.state).toBe('suggested');
    expect((await correctionRow(name))?.state).toBe('rejected');
    expect(await shownAffiliation()).toBe('Ockham Hall');
  });

  test('is contested if its sources have changed meanwhile', async () => {
    const id = await acceptSuggestion();
    const withdrawn = await disputeBy(await createAccount(database.store, 'Rival'));
    await importAffiliation('Ockham Park');
    expect(await correctionState(id)).toEqual(['suggested', true, 'Ockham Park']);
    await withdrawn();
    await runJobs(database.store);
    expect([(await correctionRow(id))?.state, await shownAffiliation(), await waitingNotifications(ada)]).toEqual([
      'contested',
      'Analytical Society',
      ['suggested', 'contested'],
    ]);
  });

  test('stays if reviewers accepted it meanwhile, and ends if they rejected it', async () => {
    const admins = [await createAdmin(database.store, 'Edda'), await createAdmin(database.store, 'Rolf')];
    const voted = async (id: string, decision: 'approve' | 'reject') => {
      const reason = decision === 'approve' ? 'fact_wrong' : 'source_agrees';
      for (const admin of decision === 'approve' ? admins : admins.slice(0, 1)) {
        const remedy = decision === 'approve' ? 'corrected' : 'tell_source';
        const vote = { reviewId: (await findOpenReview(database.store, id))?.id ?? '', decision, reason, remedy } as const;
        unwrap(await database.store.transact((tx) => voteOn(tx, inPasskeySession(admin), vote)));
      }
    };
    const [id, name] = [await acceptSuggestion(), await acceptSuggestion('Adá Byron', 'name')];
    const withdrawn = await disputeBy(await createAccount(database.store, 'Rival'));
    await voted(id, 'approve');
    await voted(name, 'reject');
    await withdrawn();
    unwrap(await release(ada));
    expect(await correctionState(id)).toEqual(inEffect);
    expect([(await correctionRow(id))?.decidedBy, (await correctionRow(name))?.state]).toEqual(['reviewers', 'rejected']);
  });
});

/** Returns corrections in effect that an owner accepted who does not own the record any more. */
async function findUnsupported(): Promise<string[]> {
  const [author] = await database.store.reader.select().from(authors).where(eq(authors.id, authorId));
  const ownerId = author?.claimState === 'claimed' ? author.ownerId : null;
  return (await database.store.reader.select().from(corrections))
    .filter(
      ({ state, decidedBy, deciderId }) => ['accepted', 'contested'].includes(state) && decidedBy === 'owner' && deciderId !== ownerId,
    )
    .map(({ id }) => id);
}

test('a concurrent loss and acceptance never leave a correction in effect without its owner', async () => {
  const other = openStore(database.url);
  try {
    for (let turn = 0; turn < 8; turn += 1) {
      setClock(() => addMs(new Date(), daysMs(2 * turn)));
      const { correctionId } = unwrap(await suggestValue(`Society ${turn}`));
      const loses = () => release(ada, other);
      const both = turn % 2 === 0 ? [loses(), decide(ada, correctionId)] : [decide(ada, correctionId), loses()];
      await Promise.all(both);
      expect(await findUnsupported()).toEqual([]);
      expect((await correctionRow(correctionId))?.state).toBe('suggested');
      unwrap(await claimRecord(ada));
      await database.store.transact((tx) => tx.delete(corrections));
      await runJobs(database.store);
    }
  } finally {
    await other.close();
  }
});

const step = fc.record({
  who: fc.nat(1),
  does: fc.constantFrom(
    'suggest' as const,
    'accept' as const,
    'decline' as const,
    'release' as const,
    'claim' as const,
    'withdraw' as const,
  ),
  value: fc.constantFrom('Analytical Society', 'Ockham Park'),
});

test('whatever owners do, what one of them accepted is in effect only while they own the record, and the page agrees', async () => {
  const people = [ada, mary];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      run += 1;
      setClock(() => addMs(new Date(), daysMs(2 * run)));
      for (const { who, does, value } of steps) {
        const person = people[who] ?? ada;
        const alike = await database.store.reader.select().from(corrections).where(eq(corrections.value, value));
        if (does === 'suggest') await suggestValue(value, person);
        else if (does === 'accept') for (const { id } of alike) await decide(person, id);
        else if (does === 'decline') for (const { id } of alike) await decide(person, id, 'no');
        else if (does === 'release') await release(person);
        else if (does === 'claim') await claimRecord(person);
        else {
          const theirs = and(eq(disputes.accountId, person.accountId), eq(disputes.state, 'open'));
          for (const { id } of await database.store.reader.select({ id: disputes.id }).from(disputes).where(theirs))
            await database.store.transact((tx) => withdrawDispute(tx, person, { disputeId: id }));
        }
        expect(await findUnsupported()).toEqual([]);
        const [effective] = (await database.store.reader.select().from(corrections)).filter(({ state }) => state === 'accepted');
        expect(await shownAffiliation()).toBe(effective?.value ?? 'Royal Society');
      }
    }),
    { numRuns: propertyRuns(12) },
  );
});
