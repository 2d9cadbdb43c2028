import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blockOtherParty } from '#lib/community/invitations/commands/boundaries.ts';
import { declineInvitation } from '#lib/community/invitations/commands/respond.ts';
import { deleteExpiredBlocks, deleteRetainedBlock } from '#lib/community/invitations/commands/retained-blocks.ts';
import { retainedBlocksOf } from '#lib/community/invitations/queries/retained-blocks.ts';
import { decideReport } from '#lib/governance/reports/commands/decide.ts';
import { fileMisuseReport } from '#lib/governance/reports/commands/misuse.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, logins } from '#lib/platform/db/schema/accounts.ts';
import { proofs, reviews } from '#lib/platform/db/schema/claims.ts';
import { retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import { newId } from '#lib/platform/id.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { exportContentOf } from '#lib/portal/exports/queries/content.ts';
import { readAllRows } from './database-contents.ts';
import { advanceDays, runJobs, unwrap } from './fixtures.ts';
import { createResearcher, inviteRefusalFor, openToInvitations, type Researcher, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

/** Senders who were blocked or declined, erase their account, and return. */
const database = databasePerFile();
const transact = <T>(work: Parameters<typeof database.store.transact<T>>[0]) => database.store.transact(work);

interface Identifiers {
  email?: string;
  orcid?: string;
}

const linkOrcid = (accountId: string, orcid: string) =>
  transact((tx) => tx.insert(logins).values({ userId: accountId, type: 'oauth', provider: 'orcid', providerAccountId: orcid }).returning());

/** Creates an account with a record and exactly these identifiers. */
async function createPerson(name: string, { email, orcid }: Identifiers): Promise<Researcher> {
  const one = await createResearcher(database.store, name);
  const { accountId } = one.actor;
  const address = email ? { email, emailVerified: now() } : { email: null, emailVerified: null };
  await transact((tx) => tx.update(accounts).set(address).where(eq(accounts.id, accountId)).returning());
  if (orcid) await linkOrcid(accountId, orcid);
  return one;
}
const createRecipient = async (name: string) => openToInvitations(database.store, await createResearcher(database.store, name));
const newAddress = () => `${newId()}@back.example`;

/** Sends an invitation that the recipient declines or, if `blocked`, answers with a block; then erases the sender's account. */
async function declineAndErase(one: Researcher, to: Researcher, { blocked }: { blocked: boolean }): Promise<void> {
  const sent = await sendInvitation(database.store, one.actor, to);
  if (!sent.ok) throw new Error(sent.code);
  const { invitationId } = sent.value;
  if (blocked) await transact((tx) => blockOtherParty(tx, to.actor, { invitationId }));
  else await transact((tx) => declineInvitation(tx, to.actor, { invitationId, reason: null }));
  await eraseNow(one.actor);
}
async function eraseNow(actor: Actor): Promise<void> {
  await transact((tx) => requestErasure(tx, actor));
  advanceDays(4);
  await runJobs(database.store);
  // The second round of the erasure.
  advanceDays(1 / 24);
  await runJobs(database.store);
}
const refusalFor = async (from: Researcher, to: Researcher) => inviteRefusalFor(database.store.reader, from.actor, to.id);
const retainedFor = ({ actor }: Researcher) => retainedBlocksOf(database.store.reader, actor);

describe('a block remains after the erasure of the blocked account', () => {
  test('for a person who returns with the same address: the record reads as one whose limit is reached, and its owner can remove the block', async () => {
    const [wary, email] = [await createRecipient('Wary'), newAddress()];
    await declineAndErase(await createPerson('Pushy', { email }), wary, { blocked: true });
    const again = await createPerson('Pushy Again', { email });
    expect((await sendInvitation(database.store, again.actor, wary)).ok).toBe(false);
    // After the cooldown that follows a decline, only the block remains.
    advanceDays(91);
    const full = await openToInvitations(database.store, await createResearcher(database.store, 'Has Enough'), ['co-author'], {
      monthly: 1,
    });
    expect(await sendInvitation(database.store, (await createResearcher(database.store, 'Fills')).actor, full)).toMatchObject({ ok: true });
    expect(await refusalFor(again, wary)).toEqual(await refusalFor(again, full));
    expect(await sendInvitation(database.store, again.actor, wary)).toEqual({ ok: false, code: 'recipient_accepts_no_more' });
    const [said, ...more] = await retainedFor(wary);
    expect([said?.kind, more]).toEqual(['block', []]);
    const ends = (by: Researcher) => transact((tx) => deleteRetainedBlock(tx, by.actor, { retainedBlockId: said?.id ?? '' }));
    expect(await ends(again)).toEqual({ ok: false, code: 'unknown_block' });
    expect(await ends(wary)).toMatchObject({ ok: true });
    expect(await sendInvitation(database.store, again.actor, wary)).toMatchObject({ ok: true });
  });

  test('for the same ORCID iD, also if it is linked to the new account later, or is only a proof', async () => {
    const [wary, orcid] = [await createRecipient('Wary of an iD'), '0000-0002-1825-0097'];
    await declineAndErase(await createPerson('Pushy iD', { orcid }), wary, { blocked: true });
    advanceDays(91);
    const again = await createPerson('Pushy iD Again', { email: newAddress() });
    expect((await refusalFor(again, wary)).theirs).toEqual([]);
    const shown = { kind: 'orcid', family: 'registry', state: 'valid', target: orcid, issuedAt: now(), observedAt: now() };
    const proof = { id: newId(), accountId: again.actor.accountId, authorId: again.id, ...shown };
    await transact((tx) => tx.insert(proofs).values(proof).returning());
    expect((await refusalFor(again, wary)).theirs).toEqual(['recipient_accepts_no_more']);
    await transact((tx) => tx.delete(proofs).where(eq(proofs.id, proof.id)).returning());
    expect((await refusalFor(again, wary)).theirs).toEqual([]);
    await linkOrcid(again.actor.accountId, orcid);
    expect((await refusalFor(again, wary)).theirs).toEqual(['recipient_accepts_no_more']);
  });

  test('for a person who leaves a second time, and returns with an address added in between', async () => {
    const [wary, email, orcid] = [await createRecipient('Twice Wary'), newAddress(), '0000-0001-5109-3700'];
    await declineAndErase(await createPerson('Pushy Twice', { email }), wary, { blocked: true });
    await eraseNow((await createPerson('Pushy Second', { email, orcid })).actor);
    const third = await createPerson('Pushy Third', { orcid });
    advanceDays(91);
    expect((await refusalFor(third, wary)).theirs).toEqual(['recipient_accepts_no_more']);
    expect(await retainedFor(wary)).toHaveLength(1);
  });

  test('for a year, then it is deleted; it is deleted at once with the account that it protects', async () => {
    const [wary, other, email] = [await createRecipient('Wary for a Year'), await createRecipient('Leaves Too'), newAddress()];
    const pushy = await createPerson('Pushy a Year', { email });
    const sent = await sendInvitation(database.store, pushy.actor, other);
    if (!sent.ok) throw new Error(sent.code);
    await transact((tx) => blockOtherParty(tx, other.actor, sent.value));
    await declineAndErase(pushy, wary, { blocked: true });
    const rowsOf = ({ actor }: Researcher) =>
      database.store.reader.select().from(retainedBlocks).where(eq(retainedBlocks.accountId, actor.accountId));
    expect(await rowsOf(other)).not.toEqual([]);
    await eraseNow(other.actor);
    expect(await rowsOf(other)).toEqual([]);
    const again = await createPerson('Pushy in a Year', { email });
    advanceDays(355);
    expect((await refusalFor(again, wary)).theirs).toEqual(['recipient_accepts_no_more']);
    advanceDays(10);
    expect((await refusalFor(again, wary)).theirs).toEqual([]);
    expect(await retainedFor(wary)).toEqual([]);
    await transact(deleteExpiredBlocks);
    expect(await rowsOf(wary)).toEqual([]);
  });

  test('for nobody else: neither somebody with another address, nor the person who was only the recovery contact', async () => {
    const [wary, friend] = [await createRecipient('Wary of One'), newAddress()];
    const pushy = await createPerson('Pushy Alone', { email: newAddress() });
    await transact((tx) =>
      tx
        .update(accounts)
        .set({ recoveryEmail: friend, recoveryConfirmedAt: now() })
        .where(eq(accounts.id, pushy.actor.accountId))
        .returning(),
    );
    // If the address is the account's own confirmed one, the target of the proof is "account" for all accounts.
    const shown = {
      kind: 'institution_email',
      family: 'institution',
      state: 'valid',
      target: 'account',
      issuedAt: now(),
      observedAt: now(),
    };
    const proofOf = ({ actor, id }: Researcher) =>
      transact((tx) =>
        tx
          .insert(proofs)
          .values({ id: newId(), accountId: actor.accountId, authorId: id, ...shown })
          .returning(),
      );
    await proofOf(pushy);
    await declineAndErase(pushy, wary, { blocked: true });
    advanceDays(91);
    const [one, other] = [await createPerson('A Friend', { email: friend }), await createPerson('A Stranger', { email: newAddress() })];
    await proofOf(other);
    for (const each of [one, other]) expect((await refusalFor(each, wary)).theirs).toEqual([]);
  });

  test('without data about the blocked person: no id, name or address; an archive contains what its owner has stated', async () => {
    const [wary, email] = [await createRecipient('Wary and Silent'), newAddress()];
    const pushy = await createPerson('Pushy Named', { email });
    await declineAndErase(pushy, wary, { blocked: true });
    const rows = (await readAllRows(database.store.reader)).get('retained_blocks') ?? [];
    expect(rows.join()).not.toMatch(new RegExp(`${pushy.actor.accountId}|${pushy.id}|${email}|Pushy`));
    const { boundaries } = await exportContentOf(database.store.reader, wary.actor);
    expect(boundaries).toMatchObject({ blocked: [], kept: [{ kind: 'pause' }, { kind: 'block' }] });
    // The protected person may invite anyone: another response would reveal who has returned.
    const again = await openToInvitations(database.store, await createPerson('Pushy Unnamed', { email }));
    const { theirs, yours } = await refusalFor(wary, again);
    expect([...theirs, ...yours].filter((each) => /block|pause|closed/.test(each))).toEqual([]);
  });
});

test('a pause after an upheld report remains too, towards everybody', async () => {
  const [wary, another, email] = [await createRecipient('Reports It'), await createRecipient('Has Heard Nothing'), newAddress()];
  const pushy = await createPerson('Pushy Reported', { email });
  const { invitationId } = unwrap(await sendInvitation(database.store, pushy.actor, wary));
  const { reportId } = unwrap(await transact((tx) => fileMisuseReport(tx, wary.actor, { invitationId, reason: 'to_many' })));
  const decidedAt = now();
  await transact(async (tx) => {
    await tx.update(reviews).set({ state: 'decided', decidedAt }).where(eq(reviews.subjectId, reportId));
    await decideReport(tx, { reportId, decision: 'uphold', reason: 'misuse_found', remedy: 'writer_paused' });
  });
  await eraseNow(pushy.actor);
  const again = await createPerson('Pushy Reported Again', { email });
  expect((await refusalFor(again, another)).yours).toEqual(['report_cooldown']);
  expect((await refusalFor(await createPerson('Somebody Else', { email: newAddress() }), another)).yours).toEqual([]);
  expect(await retainedFor(wary)).toEqual([]);
  advanceDays(87);
  expect(await sendInvitation(database.store, again.actor, another)).toMatchObject({ ok: true });
});

test('a pause after a decline remains too, and ends at its own time', async () => {
  const [busy, email] = [await createRecipient('Busy'), newAddress()];
  await declineAndErase(await createPerson('Persistent', { email }), busy, { blocked: false });
  const again = await createPerson('Persistent Again', { email });
  const { yours, ends } = await refusalFor(again, busy);
  expect(yours).toEqual(['decline_cooldown']);
  expect(ends.decline_cooldown).toEqual((await retainedFor(busy))[0]?.until);
  advanceDays(84);
  expect((await refusalFor(again, busy)).yours).toEqual(['decline_cooldown']);
  advanceDays(4);
  expect(await sendInvitation(database.store, again.actor, busy)).toMatchObject({ ok: true });
});
