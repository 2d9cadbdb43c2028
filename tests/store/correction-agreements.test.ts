import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storeCorrection } from '#lib/catalog/ingest/commands/corrections.ts';
import { historyOfWork } from '#lib/catalog/works/queries/history.ts';
import { withdrawDispute } from '#lib/governance/claims/commands/dispute.ts';
import { revokeHolder, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { repositoryHosts } from '#lib/governance/claims/model/targets.ts';
import { affiliationsOf } from '#lib/governance/claims/queries/institutions.ts';
import { repositoriesOf } from '#lib/governance/claims/queries/places.ts';
import { workPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import { provenRecord } from '#lib/governance/claims/queries/proven-record.ts';
import { nameVariantsOf } from '#lib/governance/claims/queries/record-names.ts';
import { correctionCase } from '#lib/governance/corrections/case-handlers.ts';
import { acceptCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { agreementsByCorrection } from '#lib/governance/corrections/queries/corrections.ts';
import { subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { auditEntries, erasures } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, reviews } from '#lib/platform/db/schema/claims.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { done } from '#lib/platform/outcome.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { emptyOrcidApi, orcidItem, strongRepository } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  agreeAndWait,
  claimWithEvidence,
  createAccount,
  createAdmin,
  getRecord,
  importWorks,
  inPasskeySession,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { propertyRuns } from './property-runs.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
/** Moves the clock to another day, on which daily limits start again. */
const setDaysAhead = (days: number) => setClock(() => addMs(new Date(), daysMs(days)));
const names = ['Ada Byron', 'Mary Somerville', 'Emmy Noether'];
const printed = { source: 'bibtex', recordId: 'one', title: ['On Lampps'], type: 'article', date: '1842' } as const;

interface Person {
  actor: Actor;
  authorId: string;
}

async function importPrinted(more: object = {}): Promise<void> {
  await importWorks(database.store, { ...printed, authors: names.map((name) => ({ name })), ...more });
  await runJobs(database.store);
}

const claimOwnRecord = ({ actor, authorId }: Person, store: Store = database.store) => {
  return claimWithEvidence(store, actor, { id: authorId }, strongRepository(`https://github.com/x/${actor.accountId}`));
};

/** Creates a work whose three authors own their records. */
async function createOwnedWork() {
  await importPrinted();
  const { reader } = database.store;
  const [work] = await reader.select({ id: works.id }).from(works);
  const people: Person[] = [];
  for (const name of names) {
    const [author] = await reader.select({ id: authors.id }).from(authors).where(eq(authors.name, name));
    const person = { actor: await createAccount(database.store, name), authorId: author?.id ?? '' };
    expect(unwrap(await claimOwnRecord(person))).toMatchObject({ stage: 'accepted' });
    people.push(person);
  }
  await runJobs(database.store);
  const [ada, mary, emmy] = people;
  if (!work || !ada || !mary || !emmy) throw new Error('There are three.');
  return { workId: work.id, ada, mary, emmy };
}

const suggestTitle = async (workId: string, { actor }: Person, value = 'On Lamps'): Promise<string> => {
  const input = correctionInput.parse({ subjectId: workId, field: 'title', value, note: 'As printed.' });
  return unwrap(await database.store.transact((tx) => suggestCorrection(tx, { actor, network: '192.0.2.0/24' }, input))).correctionId;
};
const agree = ({ actor }: Person, correctionId: string, store: Store = database.store) => agreeAndWait(store, actor, correctionId);
/** Accepts a correction as owners among the authors could before some fields needed a review. */
const acceptAsAuthors = (correctionId: string) =>
  database.store.transact(async (tx) => {
    const correction = await lockCorrection(tx, correctionId);
    if (!correction) throw new Error('There is one.');
    await acceptCorrection(tx, correction, { by: 'authors', accountId: null, notice: { reason: '', remedy: '', once: correctionId } });
  });
const claimOf = async ({ actor, authorId }: Person) => {
  const theirs = and(eq(claims.accountId, actor.accountId), eq(claims.authorId, authorId), eq(claims.state, 'accepted'));
  const [claim] = await database.store.reader.select({ id: claims.id }).from(claims).where(theirs);
  return claim?.id ?? '';
};
const release = async (person: Person, store: Store = database.store) => {
  const claimId = await claimOf(person);
  return store.transact((tx) => withdrawClaim(tx, person.actor, { claimId }));
};
const correctionRow = async (id: string) => {
  const [row] = await database.store.reader.select().from(corrections).where(eq(corrections.id, id));
  return row;
};
const titleOf = async (workId: string) => {
  const [work] = await database.store.reader.select({ title: works.title }).from(works).where(eq(works.id, workId));
  return work?.title;
};
const hasOpenReview = async (id: string): Promise<boolean> => {
  const rows = await database.store.reader.select().from(reviews).where(eq(reviews.subjectId, id));
  return rows.some(({ kind, state }) => kind === 'correction' && state === 'open');
};
const correctionState = async (workId: string, id: string) => [
  (await correctionRow(id))?.state,
  await titleOf(workId),
  await hasOpenReview(id),
];
const inEffect = ['accepted', 'On Lamps', false];
const lapsed = ['suggested', 'On Lampps', true];

describe('what two authors have accepted', () => {
  test('proves nothing for a third author: no code link, identifier, name, affiliation or year', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const { reader } = database.store;
    await database.store.transact((tx) => registerInstitution(tx, { rorId: '05dxps055', name: 'Lamp University', domain: 'lamp.example' }));
    const hosts = repositoryHosts('github.com=https://raw.example/{path}/{file}');
    const shown = async () => {
      const record = await provenRecord(reader, emmy.authorId);
      if (!record) throw new Error('There is a record.');
      return {
        repositories: await repositoriesOf(reader, record.key, hosts),
        names: await nameVariantsOf(reader, record),
        places: [...(await affiliationsOf(reader, record))],
      };
    };
    const before = await shown();
    expect(before).toEqual({ repositories: [], names: ['Emmy Noether'], places: [] });
    const said = {
      affiliations: 'Ada Byron: Lamp University\nMary Somerville: Lamp University\nEmmy Noether: Lamp University',
      code: 'https://github.com/emmy-noether/lamps',
      doi: '10.1000/of-somebody-else',
      date: '2026',
      authors: 'Ada Byron\nMary Somerville\nEve Nother',
    };
    // The stranger has given their iD the author's name; Crossref has added one work, which is really theirs.
    const stranger = await createAccount(database.store, 'Stranger', { orcid: '0000-0002-9079-593X' });
    const listed = orcidItem({ title: 'Of Something Else', identifiers: [{ scheme: 'doi', value: said.doi }] });
    const api = { ...emptyOrcidApi, names: async () => done(['Emmy Noether']), works: async () => done([listed]) };
    const byOrcid = async () => unwrap(await orcidProof(reader, stranger, emmy.authorId, api));
    for (const [field, value] of Object.entries(said)) {
      const input = correctionInput.parse({ subjectId: workId, field, value, note: 'As printed.' });
      const suggester = { actor: ada.actor, network: '192.0.2.0/24' };
      const { correctionId } = unwrap(await database.store.transact((tx) => suggestCorrection(tx, suggester, input)));
      // Reviewers decide on identifiers and lists of authors; earlier versions let authors accept them.
      if (field === 'doi' || field === 'authors') await acceptAsAuthors(correctionId);
      else expect(unwrap(await agree(mary, correctionId)).isAccepted, field).toBe(true);
      if (field === 'doi') expect(await byOrcid()).toMatchObject({ overlap: null, untied: 'no_shared_work' });
    }
    await runJobs(database.store);
    const [work] = await reader.select({ code: works.codeUrl, year: works.year }).from(works).where(eq(works.id, workId));
    expect(work).toEqual({ code: said.code, year: 2026 });
    expect(await shown()).toEqual(before);
  });

  test('does not link an address printed beside one name to the record of another', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const { reader } = database.store;
    const printedAddresses = [sealPrintedAddress()('mary@lamp.example')];
    await importPrinted({
      venue: 'Lamps',
      authors: names.map((name) => ({ name, ...(name === 'Mary Somerville' && { printedAddresses }) })),
    });
    const printedFor = async ({ authorId }: Person) =>
      workPrintingAddress(reader, (await getRecord(database.store, authorId)).key, 'mary@lamp.example');
    expect([await printedFor(mary), await printedFor(emmy)]).toEqual([workId, null]);
    const value = 'Ada Byron\nM. Somerville\nMary-Somerville';
    const input = correctionInput.parse({ subjectId: workId, field: 'authors', value, note: 'As printed.' });
    const suggester = { actor: ada.actor, network: '192.0.2.0/24' };
    const { correctionId } = unwrap(await database.store.transact((tx) => suggestCorrection(tx, suggester, input)));
    expect(unwrap(await agree(mary, correctionId)).isAccepted).toBe(false);
    await acceptAsAuthors(correctionId);
    expect(await printedFor(emmy)).toBeNull();
  });

  test('becomes a suggestion again when one of them releases the record, and states why', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    expect(await correctionState(workId, id)).toEqual(inEffect);
    unwrap(await release(emmy));
    expect(await correctionState(workId, id)).toEqual(inEffect);
    unwrap(await release(mary));
    expect(await correctionState(workId, id)).toEqual(lapsed);
    const evidence = await correctionCase.evidence?.(database.store.reader, id);
    expect(evidence?.submission).toMatchObject({ title: 'Fewer than two of the authors who agreed own a profile now' });
    expect(evidence?.submission?.facts).toContainEqual({
      term: 'accepted by authors until',
      description: now().toISOString().slice(0, 10),
    });
    const log = await database.store.reader.select().from(auditEntries).where(eq(auditEntries.action, 'correction.reopened'));
    expect(log).toMatchObject([{ subjectId: workId, facts: { correction: id } }]);
    const history = await historyOfWork(database.store.reader, workId);
    expect(history.map(({ kind, source }) => [source.id, kind])).toEqual([
      ['correction', 'ended'],
      ['correction', 'first'],
      ['bibtex', 'first'],
    ]);
    const mine = and(eq(notifications.accountId, ada.actor.accountId), eq(notifications.kind, 'correction_waiting'));
    expect((await database.store.reader.select().from(notifications).where(mine)).map(({ facts }) => facts.state)).toEqual(['reopened']);
    // Another author, or two reviewers, can put it into effect again.
    unwrap(await claimOwnRecord(emmy));
    expect(unwrap(await agree(emmy, id)).isAccepted).toBe(true);
    expect(await correctionState(workId, id)).toEqual(inEffect);
  });

  test('becomes a suggestion again when a claim is revoked', async () => {
    const { workId, ada, mary } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    await database.store.transact((tx) => revokeHolder(tx, ada.authorId, { reason: 'impersonation', remedy: null }));
    expect(await correctionState(workId, id)).toEqual(lapsed);
  });

  test('is suspended during a dispute of a claim, and restored after it', async () => {
    const { workId, ada, mary } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    const rival = { actor: await createAccount(database.store, 'Rival'), authorId: mary.authorId };
    expect(await claimOwnRecord(rival)).toEqual({ ok: false, code: 'already_claimed' });
    expect(await correctionState(workId, id)).toEqual(lapsed);
    const [dispute] = await database.store.reader.select({ id: disputes.id }).from(disputes);
    unwrap(await database.store.transact((tx) => withdrawDispute(tx, rival.actor, { disputeId: dispute?.id ?? '' })));
    expect(await correctionState(workId, id)).toEqual(inEffect);
  });

  test('is not restored over a correction that was accepted meanwhile', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    unwrap(await release(mary));
    const other = await suggestTitle(workId, ada, 'On All Lamps');
    unwrap(await agree(emmy, other));
    unwrap(await claimOwnRecord(mary));
    expect([(await correctionRow(id))?.state, await titleOf(workId)]).toEqual(['suggested', 'On All Lamps']);
  });

  test('becomes a suggestion again when one of the accounts is erased, and no longer names that account', async () => {
    const { workId, ada, mary } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    await database.store.transact((tx) => requestErasure(tx, ada.actor));
    const due = { runAt: addMs(now(), -1000) };
    await database.store.transact((tx) => tx.update(erasures).set(due).where(eq(erasures.accountId, ada.actor.accountId)));
    await eraseAccount(database.store, ada.actor);
    expect(await correctionState(workId, id)).toEqual(lapsed);
    expect(await correctionRow(id)).toMatchObject({ suggesterId: null, note: 'As printed.' });
    const agreed = await database.store.reader.select().from(correctionAgreements);
    expect(agreed.map(({ accountId }) => accountId)).toEqual([mary.actor.accountId]);
  });

  test('becomes a suggestion again when one of them disowns the work, or its source no longer names them', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    const say = (opinion: 'mine' | 'not_mine') =>
      database.store.transact((tx) =>
        stateOpinionsOnWorks(tx, mary.actor, { authorId: mary.authorId, opinions: new Map([[workId, opinion]]) }),
      );
    unwrap(await say('not_mine'));
    expect(await correctionState(workId, id)).toEqual(lapsed);
    unwrap(await say('mine'));
    expect(await correctionState(workId, id)).toEqual(inEffect);
    await importPrinted({ authors: [{ name: 'Ada Byron' }, { name: 'Emmy Noether' }] });
    expect(await correctionState(workId, id)).toEqual(lapsed);
    expect(unwrap(await agree(emmy, id)).isAccepted).toBe(true);
  });

  test('once it is a suggestion again and its source contests it, counts only later opinions', async () => {
    const { workId, ada, mary, emmy } = await createOwnedWork();
    const id = await suggestTitle(workId, ada);
    unwrap(await agree(mary, id));
    await importPrinted({ title: ['On Lights'] });
    expect((await correctionRow(id))?.state).toBe('contested');
    unwrap(await release(mary));
    expect(await correctionState(workId, id)).toEqual(['suggested', 'On Lights', true]);
    expect(unwrap(await agree(emmy, id)).isAccepted).toBe(false);
    expect(unwrap(await agree(ada, id)).isAccepted).toBe(true);
  });
});

test('stays if reviewers accepted it, also when authors leave', async () => {
  const { workId, ada, mary } = await createOwnedWork();
  const id = await suggestTitle(workId, ada);
  for (const name of ['Edda', 'Rolf']) {
    const admin = await createAdmin(database.store, name);
    const [review] = await database.store.reader.select().from(reviews).where(eq(reviews.subjectId, id));
    const vote = { reviewId: review?.id ?? '', decision: 'approve', reason: 'fact_wrong', remedy: 'corrected' } as const;
    unwrap(await database.store.transact((tx) => voteOn(tx, inPasskeySession(admin), vote)));
  }
  for (const person of [ada, mary]) unwrap(await release(person));
  expect(await correctionState(workId, id)).toEqual(inEffect);
});

/** Returns accepted corrections by authors that fewer than two agreeing owners support. */
async function findUnsupported(): Promise<string[]> {
  const { reader } = database.store;
  const found: string[] = [];
  for (const { id, subjectId: workId, state, decidedBy } of await reader.select().from(corrections)) {
    if (!['accepted', 'contested'].includes(state) || decidedBy !== 'authors') continue;
    const owners = await subjectQueries.work.owners(reader, workId);
    const agreed = (await agreementsByCorrection(reader, [id])).get(id) ?? [];
    if (agreed.filter(({ accountId }) => owners.includes(accountId)).length < 2) found.push(id);
  }
  return found;
}

test('a concurrent loss and second agreement never leave an accepted correction with fewer than two owners', async () => {
  const other = openStore(database.url);
  try {
    const { workId, ada, mary } = await createOwnedWork();
    for (let turn = 0; turn < 10; turn += 1) {
      setDaysAhead(2 * turn);
      const [first, second] = turn % 2 === 0 ? [ada, mary] : [mary, ada];
      const leaving = turn % 4 < 2 ? second : first;
      const id = await suggestTitle(workId, first, `On Lamps, ${turn}`);
      await Promise.all([agree(second, id), release(leaving, other)]);
      expect(await findUnsupported()).toEqual([]);
      const row = await correctionRow(id);
      expect([row?.state, await titleOf(workId)]).toEqual(['suggested', 'On Lampps']);
      unwrap(await claimOwnRecord(leaving));
      expect(await findUnsupported()).toEqual([]);
      await database.store.transact(async (tx) => {
        // If the agreement was first, the new claim accepts the correction again. Remove it, so that the next round starts from the
        // source's title.
        await storeCorrection(tx, workId, { field: 'title', value: null, evidence: { url: null, note: null } });
        await tx.delete(corrections);
      });
    }
  } finally {
    await other.close();
  }
});

const step = fc.record({
  who: fc.nat(2),
  does: fc.constantFrom('suggest' as const, 'agree' as const, 'release' as const, 'claim' as const, 'not_mine' as const, 'mine' as const),
  value: fc.constantFrom('On Lamps', 'On All Lamps'),
});

test('whatever owners do, an accepted correction of authors has two of them behind it, and the page agrees', async () => {
  const { workId, ada, mary, emmy } = await createOwnedWork();
  const people = [ada, mary, emmy];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      run += 1;
      setDaysAhead(2 * run);
      for (const { who, does, value } of steps) {
        const person = people[who] ?? ada;
        const open = await database.store.reader.select({ id: corrections.id }).from(corrections).where(eq(corrections.value, value));
        if (does === 'suggest') {
          const input = correctionInput.parse({ subjectId: workId, field: 'title', value, note: 'As printed.' });
          await database.store.transact((tx) => suggestCorrection(tx, { actor: person.actor, network: '192.0.2.0/24' }, input));
        } else if (does === 'agree') for (const { id } of open) await agree(person, id);
        else if (does === 'release') await release(person);
        else if (does === 'claim') await claimOwnRecord(person);
        else
          await database.store.transact((tx) =>
            stateOpinionsOnWorks(tx, person.actor, { authorId: person.authorId, opinions: new Map([[workId, does]]) }),
          );
        expect(await findUnsupported()).toEqual([]);
        const [shown] = (await database.store.reader.select().from(corrections)).filter(({ state }) => state === 'accepted');
        expect(await titleOf(workId)).toBe(shown?.value ?? 'On Lampps');
      }
    }),
    { numRuns: propertyRuns(12) },
  );
});
