import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { storeAddedWorks } from '#lib/catalog/ownership/commands/added-works.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { confirmationKey, formerContactKey } from '#lib/community/accounts/model/address-change.ts';
import { followAuthor, hideSuggestion } from '#lib/community/follows/commands/authors.ts';
import { blockOtherParty, muteOtherParty } from '#lib/community/invitations/commands/boundaries.ts';
import { declareCollaboration } from '#lib/community/invitations/commands/collaborations.ts';
import { declineInvitation } from '#lib/community/invitations/commands/respond.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { noMovedRows } from '#lib/governance/identity/model/changes.ts';
import { fileMisuseReport } from '#lib/governance/reports/commands/misuse.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import * as account from '#lib/platform/db/schema/accounts.ts';
import { workDrafts } from '#lib/platform/db/schema/additions.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { appeals, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { contextFollows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { authorshipOpinions, identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { invitations, messages, retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests, notificationSettings } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { outboxFolder } from '#lib/platform/mail/transport.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { fairPage, strongDns, strongRepository } from '../evidence.ts';
import { claimWithEvidence, createAccount, createContext, createRecord, createWork, runJobs, unwrap } from './fixtures.ts';
import { createThread, openToInvitations, type Researcher, sendInvitation } from './researchers.ts';

/** A text that occurs nowhere else. It marks what the person who leaves typed, or what describes them. */
export const canary = (where: string): string => `zzcanary-${where}`;
export const canaryPattern = /zzcanary-[a-z-]+/g;

export interface ErasedResearcher extends Researcher {
  store: Store;
}

/** Creates an account that has claimed a record by a proof, with the events in the log. */
export async function createClaimant(store: Store, name: string, evidence?: ClaimEvidence): Promise<Researcher> {
  const actor = await createAccount(store, name);
  const record = await createRecord(store, name);
  const at = addMs(now(), -daysMs(100));
  await store.transact((tx) =>
    tx.update(account.accounts).set({ createdAt: at }).where(eq(account.accounts.id, actor.accountId)).returning(),
  );
  const shown: ClaimEvidence = evidence ?? strongRepository(`https://github.com/x/${record.id}`);
  unwrap(await claimWithEvidence(store, actor, record, shown));
  return { ...record, actor, name };
}

/** Creates an account with rows in every table that can hold personal data. */
export async function createFullAccount(store: Store, name = 'Zoe Leaves') {
  const zoe = await createClaimant(store, name, fairPage(`https://${canary('page')}.example/me`));
  const second = strongDns(`zoe-${zoe.id}.example`);
  unwrap(await claimWithEvidence(store, zoe.actor, zoe, second));
  await openToInvitations(store, zoe, ['co-author']);
  await fillAccountTables(store, zoe);
  await createWork(store, `Another Work of ${zoe.id}`, [{ key: zoe.key, name: zoe.name }]);
  await stateName(store, zoe);
  const people = await createContacts(store, zoe);
  await createOwnerContent(store, zoe);
  const doubted = await createRequests(store, zoe, people);
  await createPendingMail(store, zoe);
  await runJobs(store);
  await createFailedMail(store, zoe);
  return { zoe: { ...zoe, store }, doubted, ...people };
}
export type FullAccount = Awaited<ReturnType<typeof createFullAccount>>;

export const emailOf = (actor: Actor): string => `${canary('mail')}-${actor.accountId}@example.org`;

async function fillAccountTables(store: Store, { actor }: Researcher): Promise<void> {
  const { accountId } = actor;
  const at = now();
  const until = addMs(at, daysMs(2));
  await store.transact(async (tx) => {
    const whole = {
      name: canary('name'),
      email: emailOf(actor),
      recoveryEmail: `${canary('recovery')}@example.org`,
      image: canary('image'),
    };
    await tx
      .update(account.accounts)
      .set({ ...whole, recoveryConfirmedAt: at })
      .where(eq(account.accounts.id, accountId));
    await tx
      .insert(account.logins)
      .values({ userId: accountId, type: 'oauth', provider: 'orcid', providerAccountId: canary(`login-${accountId}`) });
    await startSession(tx, accountId, { signInMethod: 'email', device: canary('device'), network: 'sealed' });
    await tx.insert(account.signInTokens).values([
      { identifier: emailOf(actor), token: `a${accountId}`, expires: until },
      { identifier: confirmationKey('email', accountId), token: `hash ${canary('waiting')}@example.org`, expires: until },
      { identifier: `recover:${newId()}`, token: `${accountId} ${whole.recoveryEmail}`, expires: until },
      { identifier: formerContactKey(accountId), token: `${canary('left')}@example.org`, expires: until },
    ]);
    await tx.insert(account.passkeys).values({ id: newId(), accountId, publicKey: canary('key'), name: canary('passkey'), createdAt: at });
    await tx
      .insert(account.passkeyChallenges)
      .values({ id: newId(), accountId, challenge: canary('challenge'), purpose: 'add', expires: until });
    await tx.insert(account.roles).values({ accountId, role: 'reviewer', grantedBy: accountId, grantedAt: at });
    await tx.insert(account.roles).values({ accountId: newId(), role: 'reviewer', grantedBy: accountId, grantedAt: at });
    await tx.insert(account.auditEntries).values([
      { id: newId(), at, accountId, action: 'review.voted', subject: 'claim', subjectId: 'x', facts: {} },
      { id: newId(), at, accountId: null, action: 'role.granted', subject: 'account', subjectId: accountId, facts: { to: accountId } },
    ]);
    await tx.insert(account.announcements).values({ id: newId(), text: 'Closed on Monday', from: at, until, createdBy: accountId });
    const copy = newId();
    await tx.insert(account.dataExports).values({ id: copy, accountId, state: 'ready', file: canary('file'), requestedAt: at });
    const part = { exportId: copy, file: canary('file'), number: 1, accountId, content: Buffer.from(canary('bytes')) };
    await tx.insert(account.dataExportParts).values(part);
    const imported = { id: newId(), accountId, state: 'taken', origin: canary('origin'), madeAt: at, receivedAt: at };
    await tx.insert(account.dataImports).values(imported);
    await withinLimit(tx, 'link-address', emailOf(actor), { times: 9, minutes: 900 });
    await withinLimit(tx, 'report-account', accountId, { times: 9, minutes: 900 });
    await tx.insert(notificationSettings).values({ accountId, kind: 'message_received', mail: 'now' });
    const digest = { accountId, frequency: 'daily', hour: 7, weekday: 1, timeZone: 'Europe/Rome', nextAt: until };
    await tx
      .insert(digests)
      .values({ ...digest, unsubscribeToken: canary('token') })
      .onConflictDoNothing();
    await tx
      .insert(savedSearches)
      .values({ id: newId(), accountId, query: canary('query'), name: canary('search'), state: 'on', since: at });
    await tx.insert(savedWorks).values({ accountId, workId: newId(), since: at });
  });
}

/** Creates invitations in every state, threads, blocks, messages and reports, in both directions. */
async function createContacts(store: Store, zoe: Researcher) {
  const people = await Promise.all(['Ann', 'Ben', 'Cem', 'Dot', 'Eli', 'Fay'].map((name) => createClaimant(store, name)));
  const [ann, ben, cem, dot, eli, fay] = people as [Researcher, Researcher, Researcher, Researcher, Researcher, Researcher];
  for (const each of people) await openToInvitations(store, each, ['co-author', 'talk']);
  const topic = await createContext(store, 'topic', `Topic ${zoe.id}`);
  for (const each of [ann, ben]) unwrap(await store.transact((tx) => followAuthor(tx, zoe.actor, { authorId: each.id })));
  unwrap(await store.transact((tx) => followAuthor(tx, cem.actor, { authorId: zoe.id })));
  unwrap(await store.transact((tx) => hideSuggestion(tx, zoe.actor, { authorId: cem.id })));
  unwrap(await store.transact((tx) => followAuthor(tx, cem.actor, { authorId: ann.id })));
  const at = now();
  await store.transact((tx) =>
    tx.insert(contextFollows).values({ accountId: zoe.actor.accountId, contextId: topic.id, state: 'on', since: at }).returning(),
  );

  const { threadId, invitationId } = await createThread(store, zoe, ann);
  await store.transact(async (tx) => {
    unwrap(await postMessage(tx, zoe.actor, { threadId, body: canary('message') }));
    unwrap(await postMessage(tx, ann.actor, { threadId, body: 'Words of Ann that stay.' }));
  });
  unwrap(await store.transact((tx) => declareCollaboration(tx, zoe.actor, { threadId })));
  unwrap(await store.transact((tx) => declareCollaboration(tx, ann.actor, { threadId })));
  unwrap(await store.transact((tx) => fileMisuseReport(tx, ann.actor, { invitationId, reason: 'hurtful', note: 'A note of Ann' })));

  const withBen = await createThread(store, ben, zoe);
  unwrap(await store.transact((tx) => postMessage(tx, zoe.actor, { threadId: withBen.threadId, body: canary('answer') })));
  unwrap(await store.transact((tx) => declareCollaboration(tx, zoe.actor, { threadId: withBen.threadId })));
  unwrap(await store.transact((tx) => blockOtherParty(tx, ben.actor, { invitationId: withBen.invitationId })));

  const until = addMs(at, daysMs(300));
  const gone = { id: newId(), seal: canary('seal'), accountId: zoe.actor.accountId, kind: 'block', since: at, until };
  await store.transact((tx) => tx.insert(retainedBlocks).values(gone).returning());

  const toCem = unwrap(
    await sendInvitation(store, zoe.actor, cem, 'co-author', `${canary('open-to-cem')} ${newId()} ${newId()} ${newId()}`),
  );
  const fromDot = unwrap(await sendInvitation(store, dot.actor, zoe, 'co-author', 'Words of Dot that stay, with some more of them.'));
  const toEli = unwrap(await sendInvitation(store, eli.actor, zoe, 'co-author', 'Eli writes this, and it is declined after that.'));
  unwrap(await store.transact((tx) => declineInvitation(tx, zoe.actor, { invitationId: toEli.invitationId, reason: 'no_time' })));
  unwrap(await store.transact((tx) => muteOtherParty(tx, zoe.actor, { invitationId: fromDot.invitationId })));
  await store.transact((tx) =>
    tx
      .update(invitations)
      .set({ link: canary('link'), workIds: [canary('work')] })
      .where(eq(invitations.id, toCem.invitationId))
      .returning(),
  );
  await createVouches(store, zoe, { given: fay, asked: eli });
  return { ann, ben, cem, dot, eli, fay, threadId, invitationId, toCem: toCem.invitationId, fromDot: fromDot.invitationId };
}

/** Creates a vouch that Zoe has given, one that she was asked for, and one requested for her. */
async function createVouches(
  store: Store,
  zoe: Researcher,
  { given, asked: asks }: { given: Researcher; asked: Researcher },
): Promise<void> {
  const at = now();
  const base = { kind: 'vouch', workId: null, requestedAt: at, expiresAt: addMs(at, daysMs(700)) };
  await store.transact(async (tx) => {
    const secret = { accountId: zoe.actor.accountId, facts: { account: zoe.actor.accountId, note: canary('secret') } };
    const facts = { by: zoe.id, expiresAt: base.expiresAt.toISOString() };
    const eventId = await logEvent(tx, { authorId: given.id, kind: 'vouched', facts, secret });
    const from = { fromAuthorId: zoe.id, fromAccountId: zoe.actor.accountId };
    const givenId = newId();
    const notification = { accountId: given.actor.accountId, facts: { author: zoe.id, path: '/confirm' } };
    await notify(tx, { ...notification, kind: 'attestation_given', onceKey: `attestation_given:${givenId}` });
    await notify(tx, {
      ...notification,
      kind: 'attestation_requested',
      onceKey: `attestation_requested:vouch:${zoe.id}:${given.id}:2026-11`,
    });
    await tx.insert(attestations).values([
      { id: givenId, ...base, ...from, authorId: given.id, state: 'given', eventId, answeredAt: at },
      { id: newId(), ...base, ...from, authorId: asks.id, state: 'requested' },
      { id: newId(), ...base, authorId: zoe.id, fromAuthorId: given.id, fromAccountId: given.actor.accountId, state: 'requested' },
    ]);
  });
}

/** Gives the record the name that Zoe states, which no source has. */
async function stateName(store: Store, { actor, id }: Researcher): Promise<void> {
  const said = { authorId: id, field: 'name', value: `Zoe ${id} Zzcanary-Stated`, accountId: actor.accountId, at: now() };
  await store.transact(async (tx) => {
    await tx.insert(ownerStatements).values(said);
    await refreshAuthor(tx, id);
  });
  const [record] = await store.reader.select().from(authors).where(eq(authors.id, id));
  if (!record?.slug.includes('zzcanary-stated')) throw new Error('The stated name does not stand.');
}

/** Creates Zoe's statements about herself and her works. */
async function createOwnerContent(store: Store, zoe: Researcher): Promise<void> {
  const { accountId } = zoe.actor;
  const work = await createWork(store, `A Work of ${zoe.id}`, [{ key: zoe.key, name: zoe.name }]);
  const at = now();
  await store.transact(async (tx) => {
    await tx.insert(ownerStatements).values([
      { authorId: zoe.id, field: 'biography', value: canary('biography'), accountId, at },
      { authorId: zoe.id, field: 'affiliation', value: canary('affiliation'), accountId, at },
      { authorId: zoe.id, field: 'homepage', value: `https://${canary('homepage')}.example`, accountId, at },
      { authorId: zoe.id, field: 'links', value: `Code https://${canary('links')}.example`, accountId, at },
    ]);
    const note = { open: true, purposes: ['co-author'], note: canary('availability'), since: at.toISOString() };
    const set = {
      availability: note,
      listedUntil: addMs(at, daysMs(30)),
      indicatorsHidden: true,
    };
    await tx.update(authors).set(set).where(eq(authors.id, zoe.id));
    await tx.insert(authorshipOpinions).values({ authorKey: zoe.key, workKey: work, opinion: 'not_mine', accountId, at });
    const one = "update authorships set state = 'not_mine' where author_key = ? and work_key = ? returning key";
    await tx.execute(one, [], [zoe.key, work]);
    const proof = {
      id: newId(),
      accountId,
      authorId: zoe.id,
      kind: 'institution_email',
      state: 'issued',
      family: 'institution',
      issuedAt: at,
    };
    await tx.insert(proofs).values({ ...proof, target: `${canary('institution')}@uni.example`, token: canary('proof-token'), facts: {} });
    await logEvent(tx, {
      authorId: zoe.id,
      kind: 'recovery_set',
      facts: {},
      secret: { accountId, facts: { address: `${canary('secret-address')}@uni.example` } },
    });
  });
  const added = importedWork.parse({
    ...{ source: 'owner', recordId: 'draft', title: ['Counting the Steps of Zoe'], type: 'article' },
    authors: [{ name: zoe.name }],
  });
  await store.transact(async (tx) => {
    await storeAddedWorks(tx, mintOwner(accountId, zoe.id), [{ work: added, own: 0, workId: null }]);
    const entries = [{ ...added, title: [canary('draft')] }];
    await tx.insert(workDrafts).values({ accountId, authorId: zoe.id, entries, faults: [], at });
  });
  // Refreshes the record, so that the statements are in its row, its search document and its snapshot.
  await store.transact(async (tx) => {
    await refreshAuthor(tx, zoe.id);
    const set = { privacy: { hidden: [canary('privacy')], indexed: false }, pinned: [canary('pinned')] };
    await tx.update(authors).set(set).where(eq(authors.id, zoe.id));
  });
}

/** Corrections suggested by an account: one open, one rejected, one accepted. */
function correctionsOf(suggesterId: string): (typeof corrections.$inferInsert)[] {
  const suggested = {
    subject: 'work' as const,
    subjectId: newId(),
    field: 'title',
    sourceValue: 'As printed',
    suggesterId,
    createdAt: now(),
  };
  return [
    {
      id: newId(),
      ...suggested,
      value: canary('correction'),
      evidenceUrl: `https://${canary('evidence')}.example`,
      note: canary('correction-note'),
    },
    { id: newId(), ...suggested, value: 'Rejected', note: canary('rejected-note'), state: 'rejected', decidedAt: now() },
    { id: newId(), ...suggested, value: 'Shown', note: 'See page 1.', state: 'accepted', decidedAt: now() },
  ];
}

/** Corrections suggested for another record, one for the account's own record that it also accepted, and one that it accepted. */
function recordCorrectionsOf(suggesterId: string, ownId: string, otherId: string): (typeof corrections.$inferInsert)[] {
  const suggested = { subject: 'author' as const, field: 'affiliation', suggesterId, createdAt: now() };
  const accepted = { state: 'accepted', decidedBy: 'owner', deciderId: suggesterId, decidedAt: now() };
  const page = `https://${canary('record-evidence')}.example`;
  return [
    { id: newId(), ...suggested, subjectId: otherId, value: canary('place'), evidenceUrl: page, note: canary('place-note') },
    { id: newId(), ...suggested, subjectId: otherId, value: 'No', note: canary('no-note'), state: 'rejected', decidedAt: now() },
    { id: newId(), ...suggested, ...accepted, subjectId: ownId, value: canary('own-place'), note: canary('own-note') },
    { id: newId(), ...suggested, ...accepted, subjectId: ownId, field: 'name', value: 'Zoë Quill', suggesterId: null },
  ];
}

/** Creates Zoe's reports, votes, requests and appeals. */
async function createRequests(store: Store, zoe: Researcher, { ann, cem }: { ann: Researcher; cem: Researcher }): Promise<string> {
  const { accountId } = zoe.actor;
  const at = now();
  const free = await createRecord(store, 'Held By Rolf');
  const rolf = await createAccount(store, 'Rolf');
  unwrap(await claimWithEvidence(store, rolf, free, { by: 'email' }));
  const doubt = mintProof(strongDns(`${canary('doubt')}.example`), accountId, free.id);
  await store.transact((tx) => claimAuthor(tx, zoe.actor, { authorId: free.id, proof: doubt }));
  await store.transact(async (tx) => {
    const report = { subject: 'author', subjectId: ann.id, kind: 'wrong_fact', reason: 'name', reporterId: accountId, createdAt: at };
    const facts = { right: canary('right'), seen: canary('seen') };
    const openId = newId();
    const decided = { ...facts, decidedReason: 'as_it_stands', decidedRemedy: '' };
    await tx.insert(reports).values([
      { id: openId, ...report, facts, note: canary('note'), state: 'open', onceKey: `once ${accountId}` },
      { id: newId(), ...report, facts: decided, note: canary('old-note'), state: 'dismissed', onceKey: `twice ${accountId}` },
    ]);
    await openReview(tx, { kind: 'report', subjectId: openId, authorId: ann.id, parties: [accountId] });
    await tx.insert(corrections).values(correctionsOf(accountId));
    await tx.insert(corrections).values(recordCorrectionsOf(accountId, zoe.id, ann.id));
    await tx.insert(correctionAgreements).values({ correctionId: newId(), accountId, at });
    const votedOn = newId();
    const review = { kind: 'claim', subjectId: newId(), authorId: cem.id, state: 'decided', openedAt: at, decidedAt: at };
    await tx.insert(reviews).values({ id: votedOn, ...review });
    await tx.insert(reviewVotes).values({ reviewId: votedOn, accountId, decision: 'approve', reason: 'shown', note: canary('vote'), at });
    await tx.insert(identityChanges).values([
      {
        id: newId(),
        kind: 'merge',
        state: 'proposed',
        authorId: ann.id,
        otherId: cem.id,
        reason: canary('reason'),
        accountId,
        proposedAt: at,
      },
      {
        id: newId(),
        ...{ kind: 'merge', state: 'settled', authorId: ann.id, otherId: newId(), reason: 'same', proposedAt: at },
        undo: { ...noMovedRows(), follows: [accountId, ann.actor.accountId] },
      },
    ]);
    const wish = { authorId: zoe.id, wanted: 'visible' as const, by: 'owner', state: 'applied', requestedAt: at };
    await tx.insert(visibilityRequests).values([
      { id: newId(), ...wish, accountId, reason: canary('wish') },
      { id: newId(), ...wish, state: 'sent', tokenHash: newId(), contact: emailOf(zoe.actor) },
    ]);
    await tx
      .insert(appeals)
      .values({ subjectId: newId(), side: 'asker', of: 'report', accountId, words: canary('appeal'), state: 'open', filedAt: at });
  });
  return free.id;
}

/** Creates a waiting digest job, and a mail in the outbox folder. */
async function createPendingMail(store: Store, { actor }: Researcher): Promise<void> {
  await store.transact((tx) =>
    enqueue(tx, {
      kind: 'send-digest',
      payload: { accountId: actor.accountId, due: 1 },
      onceKey: `digest:${actor.accountId}:1`,
      runAt: addMs(now(), daysMs(9)),
    }),
  );
  mkdirSync(outboxFolder(), { recursive: true });
  writeFileSync(join(outboxFolder(), `${newId()}.json`), JSON.stringify({ to: emailOf(actor), text: canary('kept-mail') }, null, 2));
}

async function createFailedMail(store: Store, { actor }: Researcher): Promise<void> {
  const at = now();
  const row = { id: newId(), kind: 'send-mail', state: 'failed', runAt: at, createdAt: at, finishedAt: at };
  const payload = { to: emailOf(actor), text: canary('failed-mail') };
  await store.transact((tx) =>
    tx
      .insert(jobs)
      .values({ ...row, payload, lastError: `550 <${emailOf(actor)}> unknown` })
      .returning(),
  );
}

/** Requests an erasure, and moves the clock past the three days of delay. */
export async function requestErasureAndWait(store: Store, actor: Actor, days = 4): Promise<void> {
  unwrap(await store.transact((tx) => requestErasure(tx, actor)));
  const ahead = days * 86_400_000;
  setClock(() => new Date(Date.now() + ahead));
}

export const messagesIn = (store: Store, threadId: string) =>
  store.reader.select().from(messages).where(eq(messages.threadId, threadId)).orderBy(messages.sentAt);
