import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { checkBindings, recheckProof } from '#lib/governance/claims/commands/check.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { proposeSplit } from '#lib/governance/identity/commands/propose.ts';
import { revertChangeAsActor } from '#lib/governance/identity/commands/revert-change.ts';
import { ownChangesOf } from '#lib/governance/identity/queries/records.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { emptyOrcidApi, emptyServices, namedAddress, strongRepository, untiedOrcid } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  type AuthorRecord,
  claimWithEvidence,
  createAccount,
  createRecord,
  createWork,
  printAddress,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Evidence that is bound to a work counts as long as the record has that work. */
const database = databasePerFile();
const claimRecord = (actor: Actor, { id }: AuthorRecord, shown: ClaimEvidence) => claimWithEvidence(database.store, actor, { id }, shown);
const proofOf = async ({ id }: AuthorRecord, kind: string) => {
  const [row] = await database.store.reader
    .select()
    .from(proofs)
    .where(and(eq(proofs.authorId, id), eq(proofs.kind, kind)));
  if (!row) throw new Error('There is no such proof.');
  return row;
};
const eventKinds = async ({ id }: AuthorRecord) => ((await eventsOf(database.store.reader, [id])).get(id) ?? []).map(({ kind }) => kind);
const token = 'peergraphtoken';
const repository = 'https://github.com/ada-lamp/lamps';
const address = 'ada@lamps.example';
let isOrcidReachable = true;
const probes: ProofServices = {
  ...emptyServices,
  file: async () => done({ text: token, url: repository }),
  // The commit is from an address that works of two venues print.
  json: async (url) => {
    if (url.includes('/commits'))
      return done([{ author: { id: 1 }, committer: { id: 1 }, commit: { author: { email: address }, verification: { verified: true } } }]);
    return done({ owner: { id: 1, login: 'ada-lamp', type: 'User' } });
  },
  orcid: {
    ...emptyOrcidApi,
    names: async () => (isOrcidReachable ? done(['Somebody Else']) : refused('orcid_unreachable')),
    works: async () => (isOrcidReachable ? done([]) : refused('orcid_unreachable')),
  },
};

test('a split that takes a work away suspends a repository proof and a co-author attestation at once; the undo restores the proof', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Ada Lamp');
  const friend = await createRecord(store, 'Grace Wick');
  const both = [
    { key: record.key, name: 'Ada Lamp' },
    { key: friend.key, name: 'Grace Wick' },
  ];
  const leaving = await createWork(store, 'Lamps and Their Code', both);
  await createWork(store, 'Lamps Alone', [{ key: record.key, name: 'Ada Lamp' }]);
  await store.transact((tx) => tx.update(works).set({ codeUrl: repository, year: 2020 }).where(eq(works.key, leaving)));
  const [work] = await store.reader.select({ id: works.id }).from(works).where(eq(works.key, leaving));
  const owner = await createAccount(store, 'Ada');
  await store.transact((tx) => registerInstitution(tx, { rorId: '0lamps001', name: 'Lamps', domain: 'lamps.example' }));
  for (const venue of ['Journal of Lamps', 'Lamp Workshop']) await printAddress(store, record, { name: 'Ada Lamp', venue, address });
  unwrap(await claimRecord(owner, record, strongRepository(repository, work?.id ?? '')));
  const shown = await proofOf(record, 'repository');
  await store.transact((tx) => tx.update(proofs).set({ target: repository, token }).where(eq(proofs.id, shown.id)));
  const attestation = {
    id: 'word00000001',
    kind: 'confirmation',
    authorId: record.id,
    fromAuthorId: friend.id,
    fromAccountId: 'friend',
    workId: work?.id ?? '',
  };
  await store.transact((tx) => tx.insert(attestations).values({ ...attestation, state: 'given', requestedAt: now() }));
  await runJobs(store);
  const split = { authorId: record.id, workIds: [work?.id ?? ''], otherName: 'Ada Lamp', reason: 'By another Ada.' };
  const { changeId, applied } = unwrap(await store.transact((tx) => proposeSplit(tx, owner, split)));
  expect(applied).toBe(true);
  const requests = await store.reader
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, 'check-bindings'), eq(jobs.state, 'waiting')));
  expect(requests.length).toBe(2);
  await checkBindings(store, record.id, probes);
  expect(await proofOf(record, 'repository')).toMatchObject({ state: 'stale', failure: 'no_longer_linked' });
  expect((await store.reader.select().from(attestations).where(eq(attestations.id, attestation.id)))[0]?.state).toBe('expired');
  expect(await eventKinds(record)).toContain('proof_stale');
  expect((await notificationsOf(store.reader, owner)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Works have left the profile of Ada Lamp'),
  );
  // The evidence of control left with the work: only the account that made the split can still undo it.
  const stranger = await createAccount(store, 'Stranger');
  expect(await store.transact((tx) => revertChangeAsActor(tx, stranger, changeId))).toEqual({ ok: false, code: 'not_your_record' });
  await runJobs(store);
  expect((await trustOf(store.reader, record.key))?.level).toBeLessThan(3);
  expect([...(await ownChangesOf(store.reader, owner, record.id))]).toEqual([changeId]);
  unwrap(await store.transact((tx) => revertChangeAsActor(tx, owner, changeId)));
  await checkBindings(store, record.id, probes);
  expect((await proofOf(record, 'repository')).state).toBe('valid');
  expect((await eventKinds(record)).at(-1)).toBe('proof_fresh');
});

test('an address at an institution that only one work named loses its points when that work leaves, and is not rechecked', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Ida Mail');
  await createWork(store, 'Mail', [{ key: record.key, name: 'Ida Mail' }]);
  const owner = await createAccount(store, 'Ida');
  const shown = namedAddress({ domain: 'gone.example', rorId: '0gone0000', organisation: 'Gone' });
  unwrap(await claimRecord(owner, record, shown));
  const { id, checkedAt } = await proofOf(record, 'institution_email');
  await store.transact((tx) => tx.update(proofs).set({ target: 'ida@gone.example' }).where(eq(proofs.id, id)));
  await recheckProof(store, id, probes);
  expect(await proofOf(record, 'institution_email')).toMatchObject({ state: 'valid', checkedAt });
  await checkBindings(store, record.id, probes);
  expect(await proofOf(record, 'institution_email')).toMatchObject({ state: 'stale', failure: 'no_longer_named' });
});

test('an iD that is missing in seven consecutive checks loses its points; a fair proof by iD counts while it is linked', async () => {
  const { store } = database;
  const orcid = '0000-0002-1825-0097';
  const record = await createRecord(store, 'Orla Cid');
  await createWork(store, 'Iris', [{ key: record.key, name: 'Orla Cid' }]);
  const owner = await createAccount(store, 'Orla', { orcid });
  unwrap(await claimRecord(owner, record, { ...untiedOrcid(orcid), untied: 'other_name' }));
  const at = addMs(now(), daysMs(8));
  setClock(() => at);
  await runJobs(store);
  const look = async (times: number) => {
    for (let time = 0; time < times; time += 1) await recheckProof(store, (await proofOf(record, 'orcid')).id, probes);
    return proofOf(record, 'orcid');
  };
  expect(await look(8)).toMatchObject({ state: 'valid', failures: 0, strength: 'fair' });
  isOrcidReachable = false;
  expect(await look(6)).toMatchObject({ state: 'valid', failures: 6 });
  expect(await look(1)).toMatchObject({ state: 'stale', failures: 7, failure: 'no_answer' });
  isOrcidReachable = true;
  expect(await look(1)).toMatchObject({ state: 'valid', failures: 0 });
  await store.transact((tx) => tx.delete(logins).where(eq(logins.userId, owner.accountId)));
  expect(await look(7)).toMatchObject({ state: 'stale', failure: 'no_longer_linked' });
});
