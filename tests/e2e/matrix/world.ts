import { and, eq } from 'drizzle-orm';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { mailTokenOf } from '#lib/community/notifications/commands/settings.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { freeze } from '#lib/governance/claims/commands/freeze.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proofs.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { type SignInMethod, startSession } from '#lib/platform/auth/sessions.ts';
import { daysMs, later, minutesMs, now } from '#lib/platform/clock.ts';
import {
  accounts,
  announcements,
  dataExportParts,
  dataExports,
  dataImports,
  passkeys,
  roles,
  sessions,
} from '#lib/platform/db/schema/accounts.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, proofs, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { correctionAgreements, corrections, recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { identityChanges, visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { blocks, invitations, messages, retainedBlocks } from '#lib/platform/db/schema/invitations.ts';
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
import type { Role, World } from './roles.ts';

/**
 * Makes the people of the matrix and what is theirs in the database of a running instance, and prints what the rows need to know. Run as
 * a process of its own, so that it has that instance's settings. Texts that only some may read begin with "canary".
 */
const store: Store = openStore(env().DATABASE_URL);
const at = now();
const canaries: World['canaries'] = [];

/** A text that nobody but these may ever find in an answer. */
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

/** Signs somebody in as a browser is signed in: a session in the database, its token in a cookie. */
async function cookieOf(actor: Actor, by: SignInMethod = 'email'): Promise<string> {
  const origin = { by, device: 'Firefox on Linux', network: null };
  const { token } = await store.transact((tx) => startSession(tx, actor.accountId, origin));
  return `${sessionCookie(env().PUBLIC_URL)}=${token}`;
}

/** Somebody of some months, whose record is theirs by a strong proof: level 3. */
async function holder(name: string, orcid: string): Promise<Researcher> {
  const actor = await createAccount(store, name);
  const record = await createRecord(store, name);
  // The instance's worker looks at the record as soon as it is claimed: one without works would be nobody's to claim.
  await createWork(store, `A first work of ${name}`, [{ key: record.key, name }]);
  const since = later(at, -daysMs(100));
  await store.transact((tx) => tx.update(accounts).set({ createdAt: since }).where(eq(accounts.id, actor.accountId)));
  // The worker may have run between the two transactions.
  await store.transact((tx) => tx.update(authors).set({ stale: true }).where(eq(authors.key, record.key)));
  while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
  await shows(actor, record, strongOrcid(orcid, '10.1/matrix'));
  return { ...record, actor, name };
}

async function shows(actor: Actor, record: AuthorRecord, evidence: ClaimEvidence): Promise<void> {
  const proof = mintProof(evidence, actor.accountId, record.id);
  const claimed = await store.transact((tx) => claimAuthor(tx, actor, { authorId: record.id, proof }));
  if (!claimed.ok) throw new Error(claimed.code);
}

const people = {
  stranger: await createAccount(store, 'Stella Strand'),
  follower: await createAccount(store, 'Folke Follin'),
  admin: await createAccount(store, 'Adele Minne'),
};
const sender = await holder('Sven Aalto', '0000-0002-1825-0097');
const recipient = await openToInvitations(store, await holder('Vera Kell', '0000-0001-5109-3700'));
const owner = await holder('Oda Winter', '0000-0003-1415-9269');
const reviewer = await holder('Rita Vogel', '0000-0002-7183-4567');
// A second proof, of another family and by a third party: level 4.
await shows(reviewer.actor, reviewer, namedAddress({ domain: 'keys.example', rorId: '012a77v79', organisation: 'Institute of Keys' }));
const actors: Record<Exclude<Role, 'anonymous'>, Actor> = {
  ...people,
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

const by = ({ key }: AuthorRecord, name: string) => ({ key, name });
const three = [by(recipient, 'Vera Kell'), by(sender, 'Sven Aalto'), by(owner, 'Oda Winter'), by(reviewer, 'Rita Vogel')];
const together = await createWork(store, 'Counting what is not theirs', three);
for (const [name, record] of [
  ['Uma Free', unclaimed],
  ['Uma Frey', second],
  ['Wanda Claim', wanted],
  ['Sami Hush', searchOnly],
  ['Fred Frost', frozen],
  ['Merle Gone', unclaimed],
] as const)
  await createWork(store, `A work of ${name}`, [by(record, name)]);
const parted = await createRecord(store, 'Petra Parts');
await createWork(store, 'A work that stays', [by(parted, 'Petra Parts')]);
const leaving = await createWork(store, 'A work that leaves', [by(parted, 'Petra Parts')]);
const hiddenWork = await createWork(store, 'A work of nobody shown', [by(suppressed, 'Zephyrine Quietus')]);
const topic = await createContext(store, 'topic', 'Doors and keys', [together]);
const venue = await createContext(store, 'venue', 'Journal of Doors', [together]);
const institution = await createContext(store, 'institution', 'Institute of Keys', [together]);
const [{ workKey: sendersWork = 0 } = {}] = await store.reader
  .select({ workKey: authorships.workKey })
  .from(authorships)
  .where(eq(authorships.authorKey, sender.key))
  .orderBy(authorships.workKey);
const workIds = Object.fromEntries((await store.reader.select().from(works)).map(({ key, id }) => [key, id]));
await store.transact((tx) => tx.update(authors).set({ mergedInto: unclaimed.key }).where(eq(authors.id, merged.id)));
// Their addresses are kept as an import keeps them.
const addresses = await store.reader.select({ slug: authors.slug, authorKey: authors.key }).from(authors);
await store.transact((tx) => tx.insert(authorSlugs).values(addresses).onConflictDoNothing());
// The worker of the instance may have looked at the records before they had works.
await store.transact((tx) => tx.update(authors).set({ stale: true }));
while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);

// Between the sender and the recipient.
const first = await createThread(store, sender, recipient);
const both: Role[] = ['sender', 'recipient'];
const message = canary('message', ...both);
await store.transact((tx) => postMessage(tx, recipient.actor, { threadId: first.threadId, body: `Only for you: ${message}` }));
// More than a page of messages and of notices, so that pages give out cursors.
for (let each = 0; each < 120; each += 1) {
  const sentAt = later(at, -minutesMs(200 - each));
  const said = { id: newId(), threadId: first.threadId, accountId: recipient.actor.accountId, body: `${each}`, sentAt };
  await insert(messages, said);
  const told = { id: newId(), accountId: recipient.actor.accountId, kind: 'attestation_given', onceKey: newId(), createdAt: sentAt };
  await insert(notifications, { ...told, facts: { name: 'Sven Aalto', path: '/me' }, readAt: at });
}
const invitation = async (what: string, from: Researcher = sender, to: Researcher = recipient): Promise<string> => {
  const id = newId();
  await insert(invitations, {
    ...{ id, senderId: from.actor.accountId, senderAuthorId: from.id, recipientId: to.actor.accountId, recipientAuthorId: to.id },
    ...{ purpose: 'co-author', message: canary(`invitation-${what}`, ...both), state: 'sent', sentAt: later(at, -minutesMs(9)) },
    // Two people have one open invitation at a time; here each row of the matrix needs one of its own.
    ...{ pair: `matrix-${what}-${id}`, expiresAt: later(at, daysMs(20)) },
  });
  return id;
};
const invited = {
  first: first.invitationId,
  accept: await invitation('accept'),
  decline: await invitation('decline'),
  withdraw: await invitation('withdraw'),
};

// What is the owner's alone.
const me = owner.actor.accountId;
const claimIds = Object.fromEntries((await store.reader.select().from(claims)).map(({ authorId, id }) => [authorId, id]));
const rejected = { id: newId(), authorId: second.id, accountId: me, state: 'rejected', strength: 'weak', createdAt: at, decidedAt: at };
await insert(claims, { ...rejected, reason: 'not_shown', remedy: 'stronger_proof' });
const proof = async (kind: string, target: string, token: string | null, state = 'issued') => {
  const family = kind === 'institution_email' ? 'institution' : 'own_web';
  const row = { id: newId(), accountId: me, authorId: owner.id, kind, state, target, token, family, issuedAt: at };
  await insert(proofs, { ...row, expiresAt: later(at, daysMs(1)) });
  return row.id;
};
const ownProofs = {
  dns: await proof('dns', 'oda.invalid', canary('proof-token', 'owner')),
  forget: await proof('dns', 'forget.invalid', canary('proof-token-2', 'owner')),
  mail: await proof('institution_email', `${canary('address', 'owner')}@oda.invalid`, 'nothing'),
  stale: await proof('rel_me', 'http://oda.invalid/', null, 'stale'),
};
const passkey = async (name: string) => {
  const row = { id: `matrix${newId()}`, accountId: me, publicKey: 'none', name, createdAt: at };
  await insert(passkeys, row);
  return row.id;
};
const keys = { rename: await passkey(canary('passkey', 'owner')), remove: await passkey(canary('passkey-2', 'owner')) };
await store.transact((tx) =>
  tx
    .update(accounts)
    .set({ recoveryEmail: `${canary('recovery', 'owner')}@example.org`, recoveryConfirmedAt: at })
    .where(eq(accounts.id, me)),
);
await cookieOf(owner.actor);
const [openedSession] = await store.reader.select().from(sessions).where(eq(sessions.userId, me));
const dispute = {
  id: newId(),
  authorId: recipient.id,
  claimId: claimIds[recipient.id] ?? '',
  accountId: me,
  kind: 'dns',
  strength: 'strong',
};
await insert(disputes, { ...dispute, questionId: dispute.id, state: 'open', openedAt: at });
const word = async (state: string, about: Researcher, from: Researcher, kind = 'confirmation') => {
  const row = { id: newId(), kind, authorId: about.id, fromAuthorId: from.id, fromAccountId: from.actor.accountId };
  await insert(attestations, { ...row, workId: workIds[together] ?? null, state, requestedAt: at });
  return row.id;
};
const words = {
  say: await word('requested', owner, recipient),
  decline: await word('requested', sender, recipient),
  unsay: await word('requested', owner, sender),
};
const report = async (note: string, subjectId: string) => {
  const row = { id: newId(), subject: 'author', subjectId, kind: 'not_same_person', reason: 'some_works', reporterId: me };
  await insert(reports, { ...row, facts: { works: note }, note, onceKey: newId(), createdAt: at });
  return row.id;
};
const review = async (subjectId: string, authorId: string, parties: string[]) => {
  const row = { id: newId(), kind: 'report', subjectId, authorId, parties, state: 'open', openedAt: at };
  return store.transact(async (tx) => {
    const [opened] = await tx.insert(reviews).values(row).onConflictDoNothing().returning({ id: reviews.id });
    if (opened) return opened.id;
    // The worker's round has opened the case of this report already.
    const its = and(eq(reviews.kind, 'report'), eq(reviews.subjectId, subjectId));
    const [found] = await tx.update(reviews).set({ parties }).where(its).returning({ id: reviews.id });
    return found?.id ?? '';
  });
};
const judges: Role[] = ['reviewer', 'admin'];
const ownReport = await report(canary('report', 'owner', ...judges), unclaimed.id);
const aboutReport = await report(canary('report-2', 'owner', ...judges), second.id);
const reviewIds = { vote: await review(aboutReport, second.id, [me]), read: await review(ownReport, unclaimed.id, [me]) };
await insert(reviewVotes, {
  ...{ reviewId: reviewIds.read, accountId: newId(), decision: 'uphold', reason: 'mixed_works', remedy: 'flag_stays' },
  ...{ note: canary('vote', ...judges), at },
});
const savedSearch = { id: newId(), accountId: people.follower.accountId, query: 'q=doors', name: canary('search', 'follower') };
await insert(savedSearches, { ...savedSearch, state: 'on', since: at });
await insert(follows, { accountId: people.follower.accountId, authorId: recipient.id, state: 'on', since: at });
await insert(contextFollows, { accountId: people.follower.accountId, contextId: topic.id, state: 'on', since: at });
const notice = { id: newId(), accountId: me, kind: 'proof_expiring', onceKey: newId(), createdAt: at };
await insert(notifications, { ...notice, facts: { name: canary('notice', 'owner'), what: 'x', path: '/me' } });
await insert(blocks, { accountId: me, blockedId: people.follower.accountId, kind: 'block', since: at });
const kept = { id: newId(), seal: newId(), accountId: me, kind: 'block', since: at, until: later(at, daysMs(300)) };
await insert(retainedBlocks, kept);

const copied = Buffer.from(canary('copy', 'owner'));
const copy = { id: newId(), accountId: me, state: 'ready', file: 'matrix', bytes: copied.length, requestedAt: at, readyAt: at };
await insert(dataExports, { ...copy, expiresAt: later(at, daysMs(6)) });
await insert(dataExportParts, { exportId: copy.id, file: copy.file, number: 0, accountId: me, content: copied });
const archiveImport = { id: newId(), accountId: me, state: 'taken', origin: `https://${canary('origin', 'owner')}.example`, madeAt: at };
await insert(dataImports, { ...archiveImport, taken: { follows: 1 }, receivedAt: at, takenAt: at });

// What is said of a work of the sender.
const correctable = workIds[sendersWork] ?? '';
const described = importedWork.parse({
  ...{ source: 'bibtex', recordId: 'matrix', title: ['A first work of Sven Aalto'], type: 'article' },
  authors: [{ name: 'Sven Aalto' }],
});
await store.transact((tx) => {
  const workKeys = new Map([[described.recordId, sendersWork]]);
  return storeWorks(tx, { source: 'bibtex', importId: null, observedAt: at, works: [described], workKeys });
});
const correction = async (field: string, state: string, note: string): Promise<string> => {
  const row = { id: newId(), workId: correctable, field, value: `A ${field}`, state, note, createdAt: at };
  await insert(corrections, { ...row, ...(state === 'accepted' && { decidedAt: at, decidedBy: 'reviewers' }) });
  return row.id;
};
const corrected = {
  agree: await correction('venue', 'suggested', canary('correction', 'sender')),
  revert: await correction('code', 'accepted', 'As printed.'),
  revertAccepted: await correction('doi', 'accepted', 'As printed.'),
};
await insert(correctionAgreements, { correctionId: corrected.revert, accountId: sender.actor.accountId, at });
const recordCorrection = async (authorId: string, field: string, state: string, note: string): Promise<string> => {
  const row = { id: newId(), authorId, field, value: `A ${field}`, state, note, createdAt: at };
  await insert(recordCorrections, { ...row, ...(state === 'accepted' && { decidedAt: at, decidedBy: 'reviewers' }) });
  return row.id;
};
const recordsCorrected = {
  decide: await recordCorrection(recipient.id, 'name', 'suggested', canary('record-correction', 'recipient')),
  revert: await recordCorrection(sender.id, 'affiliation', 'accepted', 'As printed.'),
  revertAccepted: await recordCorrection(unclaimed.id, 'affiliation', 'accepted', 'As printed.'),
};

// What was changed, asked and frozen.
const split = { id: newId(), kind: 'split', state: 'proposed', authorId: parted.id, otherName: 'Petra Other' };
await insert(identityChanges, {
  ...{ ...split, workIds: [workIds[leaving] ?? ''], reason: canary('reason', ...judges), accountId: me, proposedAt: at },
});
await store.transact((tx) => applyChange(tx, split.id));
const asked = { id: newId(), authorId: unclaimed.id, wanted: 'search_only', by: 'printed_email', state: 'sent', requestedAt: at };
await insert(visibilityRequests, {
  ...asked,
  tokenHash: newId(),
  contact: `${canary('contact')}@example.org`,
  expiresAt: later(at, daysMs(1)),
});
await store.transact((tx) => freeze(tx, frozen.id));

// The operator's.
await insert(roles, { accountId: people.admin.accountId, role: 'admin', grantedAt: at });
await insert(roles, { accountId: reviewer.actor.accountId, role: 'reviewer', grantedBy: people.admin.accountId, grantedAt: at });
await insert(roles, { accountId: people.follower.accountId, role: 'volunteer', grantedAt: at });
for (const { accountId } of [people.admin, reviewer.actor])
  await insert(passkeys, { id: `matrix${newId()}`, accountId, publicKey: 'none', name: 'A key', createdAt: at });
const announced = { id: newId(), text: 'The matrix is being walked.', from: at, until: later(at, daysMs(1)) };
await insert(announcements, announced);
const failed = { id: newId(), kind: 'merge-search', payload: {}, state: 'failed', runAt: at, attempts: 8, createdAt: at, finishedAt: at };
await insert(jobs, { ...failed, lastError: canary('error', 'admin') });
const mailToken = await store.transact((tx) => mailTokenOf(tx, me));

const world: World = {
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
  records: { recipient, sender, owner, reviewer, unclaimed, second, wanted, searchOnly, suppressed, merged, frozen, parted },
  works: { shown: workIds[together] ?? '', hidden: workIds[hiddenWork] ?? '', correctable },
  corrections: corrected,
  recordCorrections: recordsCorrected,
  contexts: { topic, venue, institution },
  invitations: invited,
  thread: first.threadId,
  claims: { held: claimIds[owner.id] ?? '', rejected: rejected.id },
  proofs: ownProofs,
  passkeys: keys,
  volunteer: people.follower.accountId,
  keptBlock: kept.id,
  session: openedSession?.id ?? '',
  dispute: dispute.id,
  copy: copy.id,
  archiveImport: archiveImport.id,
  words,
  report: ownReport,
  reviews: reviewIds,
  search: savedSearch.id,
  notice: notice.id,
  change: split.id,
  request: asked.id,
  announcement: announced.id,
  job: failed.id,
  mailToken,
};
await store.close();
process.stdout.write(JSON.stringify(world));
