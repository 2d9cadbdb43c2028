import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { allowClaim } from '#lib/governance/claims/commands/brakes.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { claimsPerNetwork } from '#lib/governance/claims/model/claim-brakes.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { daysMs } from '#lib/platform/clock.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { strongOrcid } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import { advanceDays, createAccount, createAdmin, createRecord, getRecord, inPasskeySession, runJobs, unwrap } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const limit = claimsPerNetwork.times;
beforeAll(() =>
  database.store.transact((tx) => registerInstitution(tx, { rorId: '0dept0001', name: 'Department of Lamps', domain: 'dept.example' })),
);

/** Creates an account with an address, whose session began on a network, and claims a new record. */
async function claimFrom(network: string, address: string | null, shown: ClaimEvidence = { by: 'email' }) {
  const { store } = database;
  const account = await createAccount(store, 'Somebody');
  const actor: Actor = mintActor({ ...account, email: address, emailConfirmed: address !== null, network });
  const { id } = await createRecord(store, 'Some Body');
  const proof = mintProof(shown, actor.accountId, id);
  const { claimId } = unwrap(await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof })));
  const [claim] = await store.reader.select().from(claims).where(eq(claims.id, claimId));
  if (!claim) throw new Error('There is no claim.');
  return claim;
}
const daysOf = ({ createdAt, noticeEndsAt }: typeof claims.$inferSelect) =>
  Math.round(((noticeEndsAt?.getTime() ?? 0) - createdAt.getTime()) / daysMs(1));

test('lets the claim after the limit of a network wait for an admin, who may let its notice end on the usual day', async () => {
  const { store } = database;
  for (let each = 0; each < limit; each += 1) expect((await claimFrom('one network', 'x@gmail.com')).waitsForAdmin).toBe(false);
  const [waiting, unseen] = [await claimFrom('one network', 'x@gmail.com'), await claimFrom('one network', 'x@gmail.com')];
  expect([waiting, unseen].map((claim) => [claim.state, claim.waitsForAdmin, daysOf(claim)])).toEqual([
    ['notice_period', true, 14],
    ['notice_period', true, 14],
  ]);
  // Neither another network nor a strong proof waits.
  expect((await claimFrom('another network', 'x@gmail.com')).waitsForAdmin).toBe(false);
  expect(await claimFrom('one network', 'x@gmail.com', strongOrcid('0000-0002-1825-0097'))).toMatchObject({ state: 'accepted' });
  const admin = inPasskeySession(await createAdmin(store, 'Adam'));
  const stranger = await createAccount(store, 'Stranger');
  expect(await store.transact((tx) => allowClaim(tx, stranger, { claimId: waiting.id }))).toEqual({ ok: false, code: 'not_an_admin' });
  unwrap(await store.transact((tx) => allowClaim(tx, admin, { claimId: waiting.id })));
  expect(await store.transact((tx) => allowClaim(tx, admin, { claimId: waiting.id }))).toEqual({ ok: false, code: 'unknown_claim' });
  advanceDays(8);
  await runJobs(store);
  expect((await getRecord(store, waiting.authorId)).claimState).toBe('claimed');
  expect((await getRecord(store, unseen.authorId)).claimState).toBe('pending');
  advanceDays(7);
  await runJobs(store);
  expect((await getRecord(store, unseen.authorId)).claimState).toBe('claimed');
});

test('a department of 60 claims on one day through one address, and nobody waits for an admin', async () => {
  for (let each = 0; each < 60; each += 1) expect((await claimFrom('the department', `p${each}@dept.example`)).waitsForAdmin).toBe(false);
});
