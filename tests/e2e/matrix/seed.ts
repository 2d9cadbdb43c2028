import { and, eq } from 'drizzle-orm';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { suspendAccount } from '#lib/community/accounts/commands/suspension.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { unsubscribeTokenOf } from '#lib/community/notifications/commands/settings.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { freezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { type SignInMethod, startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { accounts, announcements, dataExportParts, dataExports, passkeys, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { blocks, invitations, messages, retainedBlocks, threadMembers } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { namedAddress, strongOrcid } from '../../evidence.ts';
import { type AuthorRecord, createAccount, createContext, createRecord, createWork } from '../../store/fixtures.ts';
import { createThread, openToInvitations, type Researcher } from '../../store/researchers.ts';
import type { Role, SeedData } from './roles.ts';

/**
 * Creates the accounts and objects of the matrix in the database of a running instance, and prints a `SeedData` as JSON. Runs as a separate
 * process, so that it has the settings of that instance. Texts that only some roles may read begin with "canary".
 */
const store: Store = openStore(env().DATABASE_URL);
const at = now();
const canaries: SeedData['canaries'] = [];

/** Registers and returns a text that only the given roles may find in a response. */
function canary(what: string, ...readers: Role[]): string {
  const text = `canary-${what}-${newId()}`;
  canaries.push({ text, readers });
  return text;
}

type Table = Parameters<Parameters<Parameters<Store['transact']>[0]>[0]['insert']>[0];

const insert = (table: Table, row: object) =>
  store.transact(async (tx) => {
    await tx.insert(table).values(row);
  });

/** Starts a session in the database and returns its cookie. */
async function cookieOf(actor: Actor, signInMethod: SignInMethod = 'email'): Promise<string> {
  const origin = { signInMethod, device: 'Firefox on Linux', network: null };
  const { token } = await store.transact((tx) => startSession(tx, actor.accountId, origin));
  return `${sessionCookie(env().PUBLIC_URL)}=${token}`;
}

/** Creates a 100 days old account that owns a record by a strong proof: level 3. */
async function createOwner(name: string, orcid: string): Promise<Researcher> {
  const actor = await createAccount(store, name);
  const record = await createRecord(store, name);
  // The instance's worker refreshes the record as soon as it is claimed, and a record without works cannot be claimed.
  await createWork(store, `A first work of ${name}`, [{ key: record.key, name }]);
  const since = addMs(at, -daysMs(100));
  await store.transact((tx) => tx.update(accounts).set({ createdAt: since }).where(eq(accounts.id, actor.accountId)));
  // The worker may have run between the two transactions.
  await store.transact((tx) => tx.update(authors).set({ stale: true }).where(eq(authors.key, record.key)));
  while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
  await claimRecord(actor, record, strongOrcid(orcid, '10.1/matrix'));
  return { ...record, actor, name };
}

async function claimRecord(actor: Actor, record: AuthorRecord, evidence: ClaimEvidence): Promise<void> {
  const proof = mintProof(evidence, actor.accountId, record.id);
  const claimed = await store.transact((tx) => claimAuthor(tx, actor, { authorId: record.id, proof }));
  if (!claimed.ok) throw new Error(claimed.code);
}

const accountsByRole = {
  stranger: await createAccount(store, 'Stella Strand'),
  follower: await createAccount(store, 'Folke Follin'),
  admin: await createAccount(store, 'Adele Minne'),
};
const sender = await createOwner('Sven Aalto', '0000-0002-1825-0097');
const recipient = await openToInvitations(store, await createOwner('Vera Kell', '0000-0001-5109-3700'));
const owner = await createOwner('Oda Winter', '0000-0003-1415-9269');
const reviewer = await createOwner('Rita Vogel', '0000-0002-7183-4567');
// A second proof, from another family and by a third party: level 4.
await claimRecord(
  reviewer.actor,
  reviewer,
  namedAddress({ domain: 'keys.example', rorId: '012a77v79', organisation: 'Institute of Keys' }),
);
const idleAccountIds = {
  active: (await createAccount(store, 'Idle Aster')).accountId,
  suspended: (await createAccount(store, 'Idle Birch')).accountId,
};
await store.transact((tx) => suspendAccount(tx, { accountId: idleAccountIds.suspended, reason: 'spam' }));
const actors: Record<Exclude<Role, 'anonymous'>, Actor> = {
  ...accountsByRole,
  sender: sender.actor,
  recipient: recipient.actor,
  owner: owner.actor,
  reviewer: reviewer.actor,
};
for (const [role, { email }] of Object.entries(actors)) canaries.push({ text: email ?? '', readers: [role as Role, 'admin'] });

const unclaimed = await createRecord(store, 'Uma Free');
const second = await createRecord(store, 'Uma Frey');
const wanted = await createRecord(store, 'Wanda Claim');
const searchOnly = await createRecord(store, 'Sami Hush', { visibility: 'search_only' });
const suppressed = await createRecord(store, 'Zephyrine Quietus', { visibility: 'suppressed' });
const merged = await createRecord(store, 'Merle Gone');
const frozen = await createRecord(store, 'Fred Frost');
canaries.push({ text: 'Zephyrine', readers: [] }, { text: 'Quietus', readers: [] });

const authorOf = ({ key }: AuthorRecord, name: string) => ({ key, name });
const jointAuthors = [
  authorOf(recipient, 'Vera Kell'),
  authorOf(sender, 'Sven Aalto'),
  authorOf(owner, 'Oda Winter'),
  authorOf(reviewer, 'Rita Vogel'),
];
const jointWork = await createWork(store, 'Counting what is not theirs', jointAuthors);
for (const [name, record] of [
  ['Uma Free', unclaimed],
  ['Uma Frey', second],
  ['Wanda Claim', wanted],
  ['Sami Hush', searchOnly],
  ['Fred Frost', frozen],
  ['Merle Gone', unclaimed],
] as const)
  await createWork(store, `A work of ${name}`, [authorOf(record, name)]);
const splitRecord = await createRecord(store, 'Petra Parts');
await createWork(store, 'A work that stays', [authorOf(splitRecord, 'Petra Parts')]);
const leaving = await createWork(store, 'A work that leaves', [authorOf(splitRecord, 'Petra Parts')]);
const hiddenWork = await createWork(store, 'A work of nobody shown', [authorOf(suppressed, 'Zephyrine Quietus')]);
const topic = await createContext(store, 'topic', 'Doors and keys', [jointWork]);
const venue = await createContext(store, 'venue', 'Journal of Doors', [jointWork]);
const institution = await createContext(store, 'institution', 'Institute of Keys', [jointWork]);
const [{ workKey: sendersWork = 0 } = {}] = await store.reader
  .select({ workKey: authorships.workKey })
  .from(authorships)
  .where(eq(authorships.authorKey, sender.key))
  .orderBy(authorships.workKey);
const workIds = Object.fromEntries((await store.reader.select().from(works)).map(({ key, id }) => [key, id]));
await store.transact((tx) => tx.update(authors).set({ mergedInto: unclaimed.key }).where(eq(authors.id, merged.id)));
// An import stores the slugs of its records too.
const addresses = await store.reader.select({ slug: authors.slug, authorKey: authors.key }).from(authors);
await store.transact((tx) => tx.insert(authorSlugs).values(addresses).onConflictDoNothing());
// The worker may have refreshed the records before they had works.
await store.transact((tx) => tx.update(authors).set({ stale: true }));
while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);

// The addresses follow the names of records that nobody has claimed.
const slugs = new Map((await store.reader.select({ id: authors.id, slug: authors.slug }).from(authors)).map(({ id, slug }) => [id, slug]));
const withSlugs = <Name extends string>(records: Record<Name, AuthorRecord>): Record<Name, AuthorRecord> => {
  const entries = Object.entries<AuthorRecord>(records).map(([name, record]) => [
    name,
    { ...record, slug: slugs.get(record.id) ?? record.slug },
  ]);
  return Object.fromEntries(entries);
};

// Objects between the sender and the recipient.
const first = await createThread(store, sender, recipient);
const participants: Role[] = ['sender', 'recipient'];
const message = canary('message', ...participants);
await store.transact((tx) => postMessage(tx, recipient.actor, { threadId: first.threadId, body: `Only for you: ${message}` }));
// For each of them, the first opening of the thread marks it as read.
await store.transact((tx) => tx.update(threadMembers).set({ readAt: null }).where(eq(threadMembers.threadId, first.threadId)));
// More than one page of messages and notifications, so that pages link to cursors.
for (let index = 0; index < 120; index += 1) {
  const sentAt = addMs(at, -minutesMs(200 - index));
  const row = { id: newId(), threadId: first.threadId, accountId: recipient.actor.accountId, body: `${index}`, sentAt };
  await insert(messages, row);
  const notificationRow = {
    id: newId(),
    accountId: recipient.actor.accountId,
    kind: 'attestation_given',
    onceKey: newId(),
    createdAt: sentAt,
  };
  await insert(notifications, { ...notificationRow, facts: { name: 'Sven Aalto', path: '/me' }, readAt: at });
}
const createInvitation = async (what: string, from: Researcher = sender, to: Researcher = recipient): Promise<string> => {
  const id = newId();
  await insert(invitations, {
    ...{ id, senderId: from.actor.accountId, senderAuthorId: from.id, recipientId: to.actor.accountId, recipientAuthorId: to.id },
    ...{ purpose: 'co-author', message: canary(`invitation-${what}`, ...participants), state: 'sent', sentAt: addMs(at, -minutesMs(9)) },
    // Two people can have only one open invitation; a unique pair key gives each row of the matrix its own.
    ...{ pair: `matrix-${what}-${id}`, expiresAt: addMs(at, daysMs(20)) },
  });
  return id;
};
const invitationIds = {
  first: first.invitationId,
  accept: await createInvitation('accept'),
  decline: await createInvitation('decline'),
  withdraw: await createInvitation('withdraw'),
};

// Private objects of the owner.
const ownerAccountId = owner.actor.accountId;
const claimIds = Object.fromEntries((await store.reader.select().from(claims)).map(({ authorId, id }) => [authorId, id]));
const rejected = {
  id: newId(),
  authorId: second.id,
  accountId: ownerAccountId,
  state: 'rejected',
  strength: 'weak',
  createdAt: at,
  decidedAt: at,
};
await insert(claims, { ...rejected, reason: 'not_shown', remedy: 'stronger_proof' });
const createProof = async (kind: string, target: string, token: string | null, state = 'issued') => {
  const family = kind === 'institution_email' ? 'institution' : 'own_web';
  const row = { id: newId(), accountId: ownerAccountId, authorId: owner.id, kind, state, target, token, family, issuedAt: at };
  await insert(proofs, { ...row, expiresAt: addMs(at, daysMs(1)) });
  return row.id;
};
const ownProofs = {
  dns: await createProof('dns', 'oda.invalid', canary('proof-token', 'owner')),
  forget: await createProof('dns', 'forget.invalid', canary('proof-token-2', 'owner')),
  mail: await createProof('institution_email', `${canary('address', 'owner')}@oda.invalid`, 'nothing'),
  stale: await createProof('rel_me', 'http://oda.invalid/', null, 'stale'),
};
const createPasskey = async (name: string) => {
  const row = { id: `matrix${newId()}`, accountId: ownerAccountId, publicKey: 'none', name, createdAt: at };
  await insert(passkeys, row);
  return row.id;
};
const passkeyIds = { rename: await createPasskey(canary('passkey', 'owner')), remove: await createPasskey(canary('passkey-2', 'owner')) };
await store.transact((tx) =>
  tx
    .update(accounts)
    .set({ recoveryEmail: `${canary('recovery', 'owner')}@example.org`, recoveryConfirmedAt: at })
    .where(eq(accounts.id, ownerAccountId)),
);
await cookieOf(owner.actor);
const [openedSession] = await store.reader.select().from(sessions).where(eq(sessions.userId, ownerAccountId));
const dispute = {
  id: newId(),
  authorId: recipient.id,
  claimId: claimIds[recipient.id] ?? '',
  accountId: ownerAccountId,
  kind: 'dns',
  strength: 'strong',
};
await insert(disputes, { ...dispute, questionId: dispute.id, state: 'open', openedAt: at });
const createAttestation = async (state: string, about: Researcher, from: Researcher, kind = 'confirmation') => {
  const row = { id: newId(), kind, authorId: about.id, fromAuthorId: from.id, fromAccountId: from.actor.accountId };
  await insert(attestations, { ...row, workId: workIds[jointWork] ?? null, state, requestedAt: at });
  return row.id;
};
const attestationIds = {
  give: await createAttestation('requested', owner, recipient),
  decline: await createAttestation('requested', sender, recipient),
  revoke: await createAttestation('requested', owner, sender),
};
const createReport = async (note: string, subjectId: string) => {
  const row = { id: newId(), subject: 'author', subjectId, kind: 'not_same_person', reason: 'some_works', reporterId: ownerAccountId };
  await insert(reports, { ...row, facts: { works: note }, note, onceKey: newId(), createdAt: at });
  return row.id;
};
const createReview = async (subjectId: string, authorId: string, parties: string[]) => {
  const row = { id: newId(), kind: 'report', subjectId, authorId, parties, state: 'open', openedAt: at };
  return store.transact(async (tx) => {
    const [opened] = await tx.insert(reviews).values(row).onConflictDoNothing().returning({ id: reviews.id });
    if (opened) return opened.id;
    // The worker has opened the review case of this report already.
    const sameReport = and(eq(reviews.kind, 'report'), eq(reviews.subjectId, subjectId));
    const [found] = await tx.update(reviews).set({ parties }).where(sameReport).returning({ id: reviews.id });
    return found?.id ?? '';
  });
};
const reviewerRoles: Role[] = ['reviewer', 'admin'];
const ownReport = await createReport(canary('report', 'owner', ...reviewerRoles), unclaimed.id);
const aboutReport = await createReport(canary('report-2', 'owner', ...reviewerRoles), second.id);
const reviewIds = {
  vote: await createReview(aboutReport, second.id, [ownerAccountId]),
  read: await createReview(ownReport, unclaimed.id, [ownerAccountId]),
};
await insert(reviewVotes, {
  ...{ reviewId: reviewIds.read, accountId: newId(), decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' },
  ...{ note: canary('vote', ...reviewerRoles), at },
});
const savedSearch = { id: newId(), accountId: accountsByRole.follower.accountId, query: 'q=doors', name: canary('search', 'follower') };
await insert(savedSearches, { ...savedSearch, state: 'on', since: at });
await insert(follows, { accountId: accountsByRole.follower.accountId, authorId: recipient.id, state: 'on', since: at });
await insert(contextFollows, { accountId: accountsByRole.follower.accountId, contextId: topic.id, state: 'on', since: at });
const notification = { id: newId(), accountId: ownerAccountId, kind: 'proof_expiring', onceKey: newId(), createdAt: at };
await insert(notifications, { ...notification, facts: { name: canary('notice', 'owner'), what: 'x', path: '/me' } });
await insert(blocks, { accountId: ownerAccountId, blockedId: accountsByRole.follower.accountId, kind: 'block', since: at });
const retainedBlock = { id: newId(), seal: newId(), accountId: ownerAccountId, kind: 'block', since: at, until: addMs(at, daysMs(300)) };
await insert(retainedBlocks, retainedBlock);

const exportContent = Buffer.from(canary('copy', 'owner'));
const dataExport = {
  id: newId(),
  accountId: ownerAccountId,
  state: 'ready',
  file: 'matrix',
  bytes: exportContent.length,
  requestedAt: at,
  readyAt: at,
};
await insert(dataExports, { ...dataExport, expiresAt: addMs(at, daysMs(6)) });
await insert(dataExportParts, {
  exportId: dataExport.id,
  file: dataExport.file,
  number: 0,
  accountId: ownerAccountId,
  content: exportContent,
});

// Corrections of a work of the sender.
const correctable = workIds[sendersWork] ?? '';
const correctableWork = importedWork.parse({
  ...{ source: 'bibtex', recordId: 'matrix', title: ['A first work of Sven Aalto'], type: 'article' },
  authors: [{ name: 'Sven Aalto' }],
});
await store.transact((tx) => {
  const workKeys = new Map([[correctableWork.recordId, sendersWork]]);
  return storeWorks(tx, { source: 'bibtex', importId: null, observedAt: at, works: [correctableWork], workKeys });
});
const createCorrection = async (field: string, state: string, note: string): Promise<string> => {
  const row = { id: newId(), subject: 'work' as const, subjectId: correctable, field, value: `A ${field}`, state, note, createdAt: at };
  await insert(corrections, { ...row, ...(state === 'accepted' && { decidedAt: at, decidedBy: 'reviewers' }) });
  return row.id;
};
const correctionIds = {
  agree: await createCorrection('venue', 'suggested', canary('correction', 'sender')),
  revert: await createCorrection('code', 'accepted', 'As printed.'),
  revertAccepted: await createCorrection('doi', 'accepted', 'As printed.'),
};
await insert(correctionAgreements, { correctionId: correctionIds.revert, accountId: sender.actor.accountId, at });
const createRecordCorrection = async (authorId: string, field: string, state: string, note: string): Promise<string> => {
  const row = { id: newId(), subject: 'author' as const, subjectId: authorId, field, value: `A ${field}`, state, note, createdAt: at };
  await insert(corrections, { ...row, ...(state === 'accepted' && { decidedAt: at, decidedBy: 'reviewers' }) });
  return row.id;
};
const recordCorrectionIds = {
  decide: await createRecordCorrection(recipient.id, 'name', 'suggested', canary('record-correction', 'recipient')),
  revert: await createRecordCorrection(sender.id, 'affiliation', 'accepted', 'As printed.'),
  revertAccepted: await createRecordCorrection(unclaimed.id, 'affiliation', 'accepted', 'As printed.'),
};

// A split, a visibility request and a frozen record.
const splitChange = { id: newId(), kind: 'split', state: 'proposed', authorId: splitRecord.id, otherName: 'Petra Other' };
await insert(identityChanges, {
  ...{
    ...splitChange,
    workIds: [workIds[leaving] ?? ''],
    reason: canary('reason', 'owner', ...reviewerRoles),
    accountId: ownerAccountId,
    proposedAt: at,
  },
});
await store.transact((tx) => applyChange(tx, splitChange.id));
const proposal = { id: newId(), kind: 'merge', state: 'proposed', authorId: unclaimed.id, otherId: second.id };
const proposalReason = canary('proposal', 'owner', ...reviewerRoles);
await insert(identityChanges, { ...proposal, reason: proposalReason, accountId: ownerAccountId, proposedAt: at });
await store.transact((tx) => openReview(tx, { kind: 'merge', subjectId: proposal.id, authorId: unclaimed.id, parties: [ownerAccountId] }));
const visibilityRequest = {
  id: newId(),
  authorId: unclaimed.id,
  wanted: 'search_only',
  by: 'printed_email',
  state: 'sent',
  requestedAt: at,
};
await insert(visibilityRequests, {
  ...visibilityRequest,
  tokenHash: newId(),
  contact: `${canary('contact')}@example.org`,
  expiresAt: addMs(at, daysMs(1)),
});
await store.transact((tx) => freezeRecord(tx, frozen.id));

// Roles, and objects of the admin.
await insert(roles, { accountId: accountsByRole.admin.accountId, role: 'admin', grantedAt: at });
await insert(roles, { accountId: reviewer.actor.accountId, role: 'reviewer', grantedBy: accountsByRole.admin.accountId, grantedAt: at });
await insert(roles, { accountId: accountsByRole.follower.accountId, role: 'volunteer', grantedAt: at });
for (const { accountId } of [accountsByRole.admin, reviewer.actor])
  await insert(passkeys, { id: `matrix${newId()}`, accountId, publicKey: 'none', name: 'A key', createdAt: at });
const announcement = { id: newId(), text: 'The matrix is being walked.', from: at, until: addMs(at, daysMs(1)) };
await insert(announcements, announcement);
const failedJob = {
  id: newId(),
  kind: 'merge-search',
  payload: {},
  state: 'failed',
  runAt: at,
  attempts: 8,
  createdAt: at,
  finishedAt: at,
};
await insert(jobs, { ...failedJob, lastError: canary('error', 'admin') });
const mailToken = await store.transact((tx) => unsubscribeTokenOf(tx, ownerAccountId));

const seed: SeedData = {
  cookies: {
    anonymous: '',
    stranger: await cookieOf(actors.stranger),
    follower: await cookieOf(actors.follower),
    sender: await cookieOf(actors.sender),
    recipient: await cookieOf(actors.recipient),
    owner: await cookieOf(actors.owner),
    reviewer: await cookieOf(actors.reviewer, 'passkey'),
    admin: await cookieOf(actors.admin, 'passkey'),
  },
  canaries,
  records: withSlugs({
    recipient,
    sender,
    owner,
    reviewer,
    unclaimed,
    second,
    wanted,
    searchOnly,
    suppressed,
    merged,
    frozen,
    split: splitRecord,
  }),
  works: { shown: workIds[jointWork] ?? '', hidden: workIds[hiddenWork] ?? '', correctable },
  corrections: correctionIds,
  recordCorrections: recordCorrectionIds,
  contexts: { topic, venue, institution },
  invitations: invitationIds,
  thread: first.threadId,
  claims: { held: claimIds[owner.id] ?? '', rejected: rejected.id },
  proofs: ownProofs,
  passkeys: passkeyIds,
  volunteer: accountsByRole.follower.accountId,
  idleAccounts: idleAccountIds,
  retainedBlock: retainedBlock.id,
  session: openedSession?.id ?? '',
  dispute: dispute.id,
  dataExport: dataExport.id,
  attestations: attestationIds,
  report: ownReport,
  reviews: reviewIds,
  savedSearch: savedSearch.id,
  notification: notification.id,
  identityChange: splitChange.id,
  proposal: proposal.id,
  visibilityRequest: visibilityRequest.id,
  announcement: announcement.id,
  failedJob: failedJob.id,
  mailToken,
};
await store.close();
process.stdout.write(JSON.stringify(seed));
