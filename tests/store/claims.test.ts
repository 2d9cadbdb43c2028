import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ownedRecordsOf, proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { OrcidApi } from '#lib/catalog/sources/orcid.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { liftSuspension, suspendAccount } from '#lib/community/accounts/commands/suspension.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followStateOf } from '#lib/community/follows/queries/authors.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { endClaimNotice, withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import type { ClaimProof } from '#lib/governance/claims/model/claim.ts';
import { strengthOf } from '#lib/governance/claims/model/proofs.ts';
import { claimRefusalFor, claimsOf } from '#lib/governance/claims/queries/claims.ts';
import { objectionsOf } from '#lib/governance/claims/queries/disputes.ts';
import { emailProof, orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, setClock } from '#lib/platform/clock.ts';
import { claimEvents, claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { emptyOrcidApi, entryBeside, orcidItem } from '../evidence.ts';
import { createAccount, createRecord, createWork, getRecord, runJobs, unwrap } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const noApi = emptyOrcidApi;
const unreachable: OrcidApi = {
  employments: async () => refused('orcid_unreachable'),
  names: async () => refused('orcid_unreachable'),
  publishedName: async () => refused('orcid_unreachable'),
  works: async () => refused('orcid_unreachable'),
  contributors: async () => refused('orcid_unreachable'),
  registration: async () => refused('orcid_unreachable'),
};
const orcidApiWith = (title: string, doi?: string, contributors: string[] = [], names: string[] = []): OrcidApi => ({
  ...emptyOrcidApi,
  names: async () => done(names),
  works: async () => done([orcidItem({ putCode: 7, title, identifiers: doi ? [{ scheme: 'doi', value: doi }] : [] })]),
  contributors: async () => done(new Map([[7, contributors.map((name) => ({ name, orcid: null }))]])),
});
const claim = (actor: Actor, authorId: string, proof: ClaimProof) =>
  database.store.transact((tx) => claimAuthor(tx, actor, { authorId, proof }));
const claimByEmail = (actor: Actor, authorId: string) => claim(actor, authorId, unwrap(emailProof(actor, authorId)));
/** Claims with an iD that has the name of the record. */
const claimByOrcid = async (actor: Actor, authorId: string, api: OrcidApi) => {
  const { name } = await getRecord(database.store, authorId);
  return claim(
    actor,
    authorId,
    unwrap(
      await orcidProof(database.store.reader, actor, authorId, {
        ...api,
        names: async () => done([name]),
        contributors: entryBeside(name, 7),
      }),
    ),
  );
};
const eventsOf = async (claimId: string) =>
  (await database.store.reader.select().from(claimEvents).where(eq(claimEvents.claimId, claimId)).orderBy(claimEvents.at)).map(
    ({ event, fromState, toState }) => [event, fromState, toState],
  );
const proofsOf = (authorId: string) => database.store.reader.select().from(proofs).where(eq(proofs.authorId, authorId));

let orcidCount = 0;
/** Returns a new valid iD at each call. */
const newOrcid = (): string => {
  orcidCount += 1;
  const digits = `000000029${String(orcidCount).padStart(6, '0')}`;
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
};

describe('a claim by ORCID', () => {
  test('decides at once because the iD lists one of the works', async () => {
    const { store } = database;
    const gao = await createAccount(store, 'Gao', { orcid: newOrcid() });
    const record = await createRecord(store, 'Gao Wei');
    await createWork(store, 'Sorting Without Comparing', [{ key: record.key, name: 'Gao Wei' }], '10.1234/sort');
    const claimed = await claimByOrcid(gao, record.id, orcidApiWith('Another title', '10.1234/sort'));
    expect(claimed).toMatchObject({ ok: true, value: { stage: 'accepted', strength: 'strong' } });
    const after = await getRecord(store, record.id);
    expect(after).toMatchObject({ claimState: 'claimed', ownerId: gao.accountId, orcidAuthenticated: true, stale: true });
    expect(await proveOwnership(store.reader, gao, record.id)).toMatchObject({ authorId: record.id });
    expect(await eventsOf(unwrap(claimed).claimId)).toEqual([['accept_at_once', null, 'accepted']]);
    expect((await proofsOf(record.id)).map(({ kind, family, strength, facts }) => ({ kind, family, strength, facts }))).toEqual([
      {
        kind: 'orcid',
        family: 'registry',
        strength: 'strong',
        facts: {
          orcid: after.orcid,
          overlap: { by: 'identifier', what: '10.1234/sort', assertedBy: 'Crossref', signer: 'this_author' },
          overlaps: [{ what: '10.1234/sort', assertedBy: 'Crossref' }],
          registeredOn: '2014-05-01',
          ageDays: expect.any(Number),
          addedToRecord: true,
          authenticatedHere: true,
        },
      },
    ]);
    expect((await notificationsOf(store.reader, gao)).map(({ title }) => title)).toEqual(['Your claim is accepted']);
  });

  test('removes the follow of the person who claims the record', async () => {
    const { store } = database;
    const [mei, fan] = [await createAccount(store, 'Mei', { orcid: newOrcid() }), await createAccount(store, 'Fan')];
    const record = await createRecord(store, 'Mei Lin');
    await createWork(store, 'Tea and Tides', [{ key: record.key, name: 'Mei Lin' }], '10.1234/tides');
    for (const actor of [mei, fan]) await store.transact((tx) => followAuthor(tx, actor, { authorId: record.id }));
    expect((await getRecord(store, record.id)).followersCount).toBe(2);
    expect(await claimByOrcid(mei, record.id, orcidApiWith('x', '10.1234/tides'))).toMatchObject({
      ok: true,
      value: { stage: 'accepted' },
    });
    expect((await getRecord(store, record.id)).followersCount).toBe(1);
    expect([await followStateOf(store.reader, mei, record.id), await followStateOf(store.reader, fan, record.id)]).toEqual(['off', 'on']);
  });

  test('counts a shared title only together with a shared co-author', async () => {
    const { store } = database;
    const [ida, tom] = [await createRecord(store, 'Ida Holm'), await createRecord(store, 'Tom Reed')];
    const names = [
      { key: ida.key, name: 'Ida Holm' },
      { key: tom.key, name: 'Tom Reed' },
    ];
    await createWork(store, 'On the Weight of Small Numbers', names);
    const impostor = await createAccount(store, 'Ida Other', { orcid: newOrcid() });
    const alone = await orcidProof(
      store.reader,
      impostor,
      ida.id,
      orcidApiWith('On the weight of small numbers', undefined, ['Ida Holm'], ['Ida Holm']),
    );
    expect(alone).toMatchObject({ ok: true, value: { overlap: null } });
    const together = await orcidProof(
      store.reader,
      impostor,
      ida.id,
      orcidApiWith('On the weight of small numbers', undefined, ['I. Holm', 'T. Reed'], ['I. Holm']),
    );
    expect(together).toMatchObject({ ok: true, value: { overlap: { by: 'title_and_coauthor' } } });
  });

  test('is strong only for the name itself: a co-author’s iD lists the same works and is another person', async () => {
    const { store } = database;
    const [wei, wen] = [await createRecord(store, 'Wei Zhang'), await createRecord(store, 'Wen Zhang')];
    const doi = '10.1234/both-sign';
    const both = [
      { key: wei.key, name: 'Wei Zhang' },
      { key: wen.key, name: 'Wen Zhang' },
    ];
    await createWork(store, 'A Work That Both Sign', both, doi);
    const coauthor = await createAccount(store, 'Co-author', { orcid: newOrcid() });
    const shown = async (record: { id: string }, ...names: string[]) => {
      const by = orcidApiWith('A work that both sign', doi, ['Wen Zhang', 'Wei Zhang', 'Bo Lee'], names);
      return unwrap(await orcidProof(store.reader, coauthor, record.id, by));
    };
    expect(await shown(wei, 'Bo Lee')).toMatchObject({ overlap: null });
    expect(await shown(wei)).toMatchObject({ overlap: null });
    expect(await shown(wei, 'Wen Zhang')).toMatchObject({ overlap: null });
    expect(await shown(wen, 'Wen Zhang')).toMatchObject({ overlap: { by: 'identifier' } });
    expect(await shown(wen, 'Zhang Wen')).toMatchObject({ overlap: { by: 'identifier' } });
    expect(await shown(wei, 'Somebody Married', 'W. Zhang')).toMatchObject({ overlap: { by: 'identifier' } });
  });

  test('rejects a co-author who shares family name and initial, whatever name their iD has', async () => {
    const { store } = database;
    const [tao, ting] = [await createRecord(store, 'Tao Liu'), await createRecord(store, 'Ting Liu')];
    const doi = '10.1234/lius';
    const both = [
      { key: tao.key, name: 'Tao Liu' },
      { key: ting.key, name: 'Ting Liu' },
    ];
    await createWork(store, 'A Work of Two Called Liu', both, doi);
    const orcid = newOrcid();
    const coauthor = await createAccount(store, 'Ting', { orcid });
    // `beside` is the name that the publisher gives next to the iD; null: none.
    const shown = async (record: { id: string }, names: string[], beside: string | null) => {
      const contributors = async () => done(new Map([[7, beside === null ? [] : [{ name: beside, orcid }]]]));
      return strengthOf(
        unwrap(await orcidProof(store.reader, coauthor, record.id, { ...orcidApiWith('x', doi, [], names), contributors })),
      );
    };
    for (const names of [['T. Liu'], ['Ting Liu', 'Tao Liu'], ['Ting Liu', 'T. Liu']])
      for (const beside of ['Ting Liu', 'T. Liu', null]) expect(await shown(tao, names, beside), `${names} ${beside}`).toBe('fair');
    expect(await shown(ting, ['Ting Liu'], 'Ting Liu')).toBe('strong');
    expect(await shown(ting, ['Ting Liu'], null)).toBe('fair');
    expect(await shown(tao, ['Tina Liu'], null)).toBe('fair');
  });

  test('treats a deposit with the same title and names, which a registry adds to the iD, as self-asserted', async () => {
    const { store } = database;
    const [vera, carl] = [await createRecord(store, 'Vera Victim'), await createRecord(store, 'Carl Candle')];
    const both = [
      { key: vera.key, name: 'Vera Victim' },
      { key: carl.key, name: 'Carl Candle' },
    ];
    await createWork(store, 'On the Deposits of Other People', both, '10.1234/deposits');
    const orcid = newOrcid();
    const mallory = await createAccount(store, 'Mallory', { orcid });
    const deposit = { title: 'On the deposits of other people', doi: '10.5281/zenodo.1' };
    const contributors = [
      { name: 'Vera Victim', orcid },
      { name: 'Carl Candle', orcid: null },
    ];
    const api = {
      ...orcidApiWith(deposit.title, deposit.doi, [], ['Vera Victim']),
      contributors: async () => done(new Map([[7, contributors]])),
    };
    const proof = unwrap(await orcidProof(store.reader, mallory, vera.id, api));
    expect(proof).toMatchObject({ overlap: { by: 'title_and_coauthor', assertedBy: null } });
    expect(strengthOf(proof)).toBe('fair');
  });

  test('without a shared work waits for the public notice, and is then accepted as fair', async () => {
    const { store } = database;
    const hana = await createAccount(store, 'Hana', { orcid: newOrcid() });
    const record = await createRecord(store, 'Hana Sato');
    const claimed = unwrap(await claimByOrcid(hana, record.id, orcidApiWith('Nothing in common here')));
    expect(claimed).toMatchObject({ stage: 'notice_period', strength: 'fair' });
    setClock(() => addMs(new Date(), daysMs(7) + 1000));
    await runJobs(store);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: hana.accountId });
    expect((await proofsOf(record.id)).map(({ kind, strength }) => [kind, strength])).toEqual([['orcid', 'fair']]);
  });

  test('is strong if a source states the iD as authenticated, and is rejected if it states another', async () => {
    const { store } = database;
    const orcid = newOrcid();
    const lea = await createAccount(store, 'Lea', { orcid });
    const stated = await createRecord(store, 'Lea Moss', { orcid, authenticated: true });
    const other = await createRecord(store, 'Lea Moss', { orcid: newOrcid() });
    expect(await claimByOrcid(lea, stated.id, noApi)).toMatchObject({ ok: true, value: { stage: 'accepted' } });
    expect(await claimByOrcid(lea, other.id, noApi)).toEqual({ ok: false, code: 'another_orcid_on_record' });
  });

  test('has no proof while ORCID is unreachable or no iD is linked', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Nia Cole');
    const linked = await createAccount(store, 'Nia', { orcid: newOrcid() });
    const unlinked = await createAccount(store, 'Nia');
    expect(await orcidProof(store.reader, linked, record.id, unreachable)).toEqual({ ok: false, code: 'orcid_unreachable' });
    expect(await orcidProof(store.reader, unlinked, record.id, noApi)).toEqual({ ok: false, code: 'needs_orcid' });
    expect(await claimsOf(store.reader, linked)).toEqual([]);
  });
});

describe('a claim by email', () => {
  test('is in public notice for seven days, then accepted; the evidence does not contain the address', async () => {
    const { store } = database;
    const kim = await createAccount(store, 'Kim');
    const record = await createRecord(store, 'Kim Ode');
    const claimed = unwrap(await claimByEmail(kim, record.id));
    expect(claimed).toMatchObject({ stage: 'notice_period', strength: 'weak' });
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'pending', ownerId: null });
    expect(await proveOwnership(store.reader, kim, record.id)).toBeNull();
    await runJobs(store);
    expect((await getRecord(store, record.id)).claimState).toBe('pending');
    setClock(() => addMs(new Date(), daysMs(7) + 1000));
    await runJobs(store);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: kim.accountId });
    expect((await ownedRecordsOf(store.reader, kim)).map(({ id }) => id)).toEqual([record.id]);
    const [kept] = await proofsOf(record.id);
    expect(kept).toMatchObject({ kind: 'email', family: 'institution', strength: 'weak', facts: {} });
    expect(JSON.stringify(kept)).not.toContain('@');
    expect(JSON.stringify(await signedEventsOf(store.reader, record.id))).not.toContain('@');
    expect(await eventsOf(claimed.claimId)).toEqual([
      ['give_notice', null, 'notice_period'],
      ['end_notice', 'notice_period', 'accepted'],
    ]);
  });

  test('does not end its notice early, whatever triggers the check', async () => {
    const { store } = database;
    const kim = await createAccount(store, 'Kim');
    const record = await createRecord(store, 'Early Bird');
    const { claimId } = unwrap(await claimByEmail(kim, record.id));
    await store.transact((tx) => endClaimNotice(tx, { claimId }));
    expect((await getRecord(store, record.id)).claimState).toBe('pending');
  });

  test('does not end its notice while its account is suspended', async () => {
    const { store } = database;
    const kim = await createAccount(store, 'Kim');
    const record = await createRecord(store, 'Held Back');
    unwrap(await claimByEmail(kim, record.id));
    unwrap(await store.transact((tx) => suspendAccount(tx, { accountId: kim.accountId, reason: 'spam' })));
    setClock(() => addMs(new Date(), daysMs(7) + 1000));
    await runJobs(store);
    expect((await getRecord(store, record.id)).claimState).toBe('pending');
    unwrap(await store.transact((tx) => liftSuspension(tx, { accountId: kim.accountId })));
    setClock(() => addMs(new Date(), daysMs(8) + 2000));
    await runJobs(store);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: kim.accountId });
  });

  test('needs a confirmed address', async () => {
    const orcidOnly = await createAccount(database.store, 'Uma', { orcid: newOrcid(), noEmail: true });
    const record = await createRecord(database.store, 'Uma Rao');
    expect(emailProof(orcidOnly, record.id)).toEqual({ ok: false, code: 'needs_confirmed_email' });
  });

  test('is limited to five pending claims, also under concurrent requests', async () => {
    const { store } = database;
    const eager = await createAccount(store, 'Eager');
    const records = await Promise.all(Array.from({ length: 9 }, (_, each) => createRecord(store, `Wanted ${each}`)));
    const outcomes = await Promise.all(records.map(({ id }) => claimByEmail(eager, id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.code)))).toEqual(new Set(['too_many_open_claims']));
  });

  test('is strengthened at once when its holder adds a strong proof', async () => {
    const { store } = database;
    const orcid = newOrcid();
    const vic = await createAccount(store, 'Vic', { orcid });
    const record = await createRecord(store, 'Vic Lund');
    await createWork(store, 'Roots of Shallow Trees', [{ key: record.key, name: 'Vic Lund' }], '10.1234/roots');
    const { claimId } = unwrap(await claimByEmail(vic, record.id));
    expect(await claimByOrcid(vic, record.id, orcidApiWith('x', '10.1234/roots'))).toMatchObject({
      ok: true,
      value: { claimId, stage: 'accepted', strength: 'strong' },
    });
    expect((await getRecord(store, record.id)).ownerId).toBe(vic.accountId);
    expect(await claimByEmail(vic, record.id)).toEqual({ ok: false, code: 'already_yours' });
  });
});

describe('competing claims', () => {
  test('of 20 concurrent claimants one owns the record and 19 get the same answer, as does a later one', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Popular Name');
    const people = await Promise.all(Array.from({ length: 20 }, (_, each) => createAccount(store, `Rival ${each}`)));
    const outcomes = await Promise.all(people.map((actor) => claimByEmail(actor, record.id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'already_claimed')).toHaveLength(19);
    expect(await claimByEmail(await createAccount(store, 'Late'), record.id)).toEqual({ ok: false, code: 'already_claimed' });
    expect(await store.reader.select().from(claims).where(eq(claims.authorId, record.id))).toHaveLength(1);
  });

  test('of 20 concurrent strong proofs leave one owner', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Shared Work');
    await createWork(store, 'One Work for Twenty', [{ key: record.key, name: 'Shared Work' }], '10.1234/twenty');
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, each) => createAccount(store, `Strong ${each}`, { orcid: newOrcid() })),
    );
    const api = { ...orcidApiWith('x', '10.1234/twenty', [], ['Shared Work']), contributors: entryBeside('Shared Work', 7) };
    const proofs = await Promise.all(people.map((actor) => orcidProof(store.reader, actor, record.id, api)));
    const outcomes = await Promise.all(people.map((actor, each) => claim(actor, record.id, unwrap(proofs[each] ?? refused('none')))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'already_claimed')).toHaveLength(19);
    const winner = people[outcomes.findIndex(({ ok }) => ok)];
    // The other nineteen have equal evidence: reviewers decide, and until then the owner cannot edit the record.
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'disputed', ownerId: winner?.accountId });
    expect(await store.reader.select().from(disputes).where(eq(disputes.authorId, record.id))).toHaveLength(19);
  });

  test('with a strong proof against a claim under notice pause it, and get the record after seven days without a vote', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Contested Person');
    await createWork(store, 'A Work That Proves It', [{ key: record.key, name: 'Contested Person' }], '10.1234/proof');
    const first = await createAccount(store, 'First');
    const { claimId } = unwrap(await claimByEmail(first, record.id));
    const rival = await createAccount(store, 'Rival', { orcid: newOrcid() });
    expect(await claimByOrcid(rival, record.id, orcidApiWith('x', '10.1234/proof'))).toEqual({ ok: false, code: 'already_claimed' });
    setClock(() => addMs(new Date(), daysMs(8)));
    await runJobs(store);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: rival.accountId });
    expect((await claimsOf(store.reader, first)).find(({ id }) => id === claimId)).toMatchObject({ stage: 'rejected' });
  });
});

describe('an objection', () => {
  /** Creates a record that one account has claimed by email, and another contests with a strong proof. */
  async function doubted(name: string) {
    const { store } = database;
    const record = await createRecord(store, name);
    const doi = `10.1234/${record.id}`;
    await createWork(store, `The Work of ${name}`, [{ key: record.key, name }], doi);
    const [holder, objector] = [await createAccount(store, 'Holder'), await createAccount(store, 'Objector', { orcid: newOrcid() })];
    const { claimId } = unwrap(await claimByEmail(holder, record.id));
    const strongly = (actor: Actor) => claimByOrcid(actor, record.id, orcidApiWith('x', doi));
    expect(await strongly(objector)).toEqual({ ok: false, code: 'already_claimed' });
    const takeBack = () => store.transact((tx) => withdrawClaim(tx, holder, { claimId }));
    return { record, holder, objector, strongly, takeBack };
  }

  test('stays open when the claim is withdrawn and made again, by its holder or by anybody without a strong proof', async () => {
    const { store } = database;
    const { record, holder, objector, strongly, takeBack } = await doubted('Doubted Once');
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await claimByEmail(holder, record.id)).toEqual({ ok: false, code: 'objection_open' });
    const fair = await createAccount(store, 'Fair', { orcid: newOrcid() });
    expect(await claimByOrcid(fair, record.id, orcidApiWith('Nothing in common'))).toEqual({ ok: false, code: 'objection_open' });
    expect(await claimByEmail(objector, record.id)).toEqual({ ok: false, code: 'objection_open' });
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'unclaimed', ownerId: null });
    expect(await strongly(objector)).toMatchObject({ ok: true, value: { stage: 'accepted' } });
  });

  test('is stored with its date for the objector, who is notified when the record is free; nobody else is', async () => {
    const { store } = database;
    const { record, holder, objector, takeBack } = await doubted('Doubted Twice');
    expect(await objectionsOf(store.reader, objector, record.id)).toMatchObject([
      { author: { id: record.id, name: 'Doubted Twice' }, at: expect.any(Date), claimStage: 'in_review' },
    ]);
    expect(await objectionsOf(store.reader, objector, 'another')).toEqual([]);
    expect(await objectionsOf(store.reader, holder)).toEqual([]);
    expect(await notificationsOf(store.reader, objector)).toEqual([]);
    await takeBack();
    expect((await notificationsOf(store.reader, objector)).map(({ title, path }) => [title, path])).toEqual([
      ['The profile of Doubted Twice can be claimed', `/claim/${record.slug}`],
    ]);
    expect(await objectionsOf(store.reader, objector)).toMatchObject([{ claimStage: 'withdrawn' }]);
  });

  test('is closed by a strong claim: after that owner releases the record, an address is enough again', async () => {
    const { store } = database;
    const { record, holder, objector, strongly, takeBack } = await doubted('Doubted No More');
    await takeBack();
    setClock(() => addMs(new Date(), 1000));
    const { claimId } = unwrap(await strongly(objector));
    await store.transact((tx) => withdrawClaim(tx, objector, { claimId }));
    expect(await claimByEmail(holder, record.id)).toMatchObject({ ok: true, value: { stage: 'notice_period' } });
  });
});

describe('claims that are rejected', () => {
  test('on an organisation, a name without works and a hidden record have their own reasons, with or without an account', async () => {
    const { store } = database;
    const kim = await createAccount(store, 'Kim');
    const group = await createRecord(store, 'GLM Team', { kind: 'organisation' });
    const bare = await createRecord(store, 'Only A Name', { works: 0 });
    const hidden = await createRecord(store, 'Hidden', { visibility: 'suppressed' });
    const free = await createRecord(store, 'Free Person');
    const reasons = [
      [group.id, 'organisation_record', 'organisation_record'],
      [bare.id, 'unresolved_record', 'unresolved_record'],
      [hidden.id, 'unknown_author', 'unknown_author'],
      ['nobody', 'unknown_author', 'unknown_author'],
      [free.id, 'not_signed_in', null],
    ] as const;
    for (const [id, anonymous, signedIn] of reasons) {
      expect(await claimRefusalFor(store.reader, null, id)).toBe(anonymous);
      expect(await claimRefusalFor(store.reader, kim, id)).toBe(signedIn);
      if (signedIn) expect(await claimByEmail(kim, id)).toEqual({ ok: false, code: signedIn });
    }
  });

  test('with a proof for another record or account', async () => {
    const { store } = database;
    const [kim, lou] = [await createAccount(store, 'Kim'), await createAccount(store, 'Lou')];
    const [one, other] = [await createRecord(store, 'One'), await createRecord(store, 'Other')];
    await expect(claim(kim, other.id, unwrap(emailProof(kim, one.id)))).rejects.toThrow('another claim');
    await expect(claim(lou, one.id, unwrap(emailProof(kim, one.id)))).rejects.toThrow('another claim');
  });
});

describe('releasing a record', () => {
  test('leaves it as its sources describe it, free for the next claim, and is done by its owner only', async () => {
    const { store } = database;
    const orcid = newOrcid();
    const [pia, stranger] = [await createAccount(store, 'Pia', { orcid }), await createAccount(store, 'Stranger')];
    const record = await createRecord(store, 'Pia Voss');
    await createWork(store, 'A Work to Give Back', [{ key: record.key, name: 'Pia Voss' }], '10.1234/back');
    const { claimId } = unwrap(await claimByOrcid(pia, record.id, orcidApiWith('x', '10.1234/back')));
    const withdraw = (actor: Actor) => store.transact((tx) => withdrawClaim(tx, actor, { claimId }));
    expect(await withdraw(stranger)).toEqual({ ok: false, code: 'unknown_claim' });
    expect(await withdraw(pia)).toMatchObject({ ok: true });
    expect(await getRecord(store, record.id)).toMatchObject({
      claimState: 'unclaimed',
      ownerId: null,
      orcid: null,
      orcidAuthenticated: false,
      availability: null,
    });
    expect((await proofsOf(record.id)).every(({ state }) => state === 'revoked')).toBe(true);
    expect(await withdraw(pia)).toEqual({ ok: false, code: 'claim_closed' });
    expect(await claimByEmail(stranger, record.id)).toMatchObject({ ok: true });
  });

  test('during the notice cancels the job that would accept the claim', async () => {
    const { store } = database;
    const kim = await createAccount(store, 'Kim');
    const record = await createRecord(store, 'Changed Mind');
    const { claimId } = unwrap(await claimByEmail(kim, record.id));
    await store.transact((tx) => withdrawClaim(tx, kim, { claimId }));
    setClock(() => addMs(new Date(), daysMs(8)));
    await runJobs(store);
    expect((await getRecord(store, record.id)).claimState).toBe('unclaimed');
    expect(await store.reader.select().from(jobs).where(eq(jobs.state, 'failed'))).toEqual([]);
  });
});
