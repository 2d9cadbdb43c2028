import { and, eq } from 'drizzle-orm';
import { editOwnRecord, pinWork } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { acceptInvitation, markInvitationSeen } from '#lib/community/invitations/commands/respond.ts';
import { invite } from '#lib/community/invitations/commands/send.ts';
import { postMessage } from '#lib/community/invitations/commands/threads.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { endClaimNotice } from '#lib/governance/claims/commands/end.ts';
import { withAddress } from '#lib/governance/claims/commands/issue.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import { proofServices } from '#lib/governance/claims/probes/services.ts';
import { emailProof } from '#lib/governance/claims/queries/proofs.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { invitations, messages, threads } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { interests, type Person, people, printedAddress, profiles } from './people.ts';

const actorOf = ({ accountId, name, email }: Person): Actor => mintActor({ accountId, name, email, emailConfirmed: true });

/** Sets the clock to `days` days before `end`. */
const setClockBefore = (end: Date, days: number): void => setClock(() => addMs(end, -daysMs(days)));

/**
 * Creates the activity of the invented people through the product's commands: sign-ins, claims, follows, an invitation and messages.
 * Each step is idempotent, so that an interrupted run can be resumed.
 * @param end the first start of the instance; the activity lies in the weeks before it
 */
export async function createSampleActivity(end: Date): Promise<void> {
  setClockBefore(end, 21);
  for (const person of Object.values(people)) await createAccount(person);
  for (const person of [people.mara, people.tomas]) await claimRecord(person);
  await proveAddress(people.pia, 'institution_email', people.pia.email);
  await proveAddress(people.pia, 'printed_email', printedAddress);
  setClockBefore(end, 13);
  for (const person of [people.mara, people.tomas]) await endNoticePeriod(person);
  await openForInvitations(people.mara, ['co-author', 'dataset'], 'Old photographs with birds on them, above all.');
  await openForInvitations(people.tomas, ['review', 'talk']);
  for (const profile of profiles) await editProfile(profile);
  setClockBefore(end, 9);
  for (const [who, whom] of [
    [people.jonas, people.mara],
    [people.ines, people.mara],
    [people.jonas, people.tomas],
  ] as const) {
    await follow(who, whom.name);
  }
  for (const { person, authors, topics } of interests) {
    for (const name of authors) await follow(person, name);
    for (const name of topics) await followTopic(person, name);
  }
  await inviteAndReply(end);
  setClockBefore(end, 2);
  await claimRecord(people.ines);
  await discardWaitingMail();
}

async function createAccount({ accountId, name, email }: Person): Promise<void> {
  const at = now();
  await transact((tx) =>
    tx.insert(accounts).values({ id: accountId, name, email, emailVerified: at, sample: true, createdAt: at }).onConflictDoNothing(),
  );
}

async function findRecordId({ name }: { name: string }): Promise<string> {
  const [row] = await reader().select({ id: authors.id }).from(authors).where(eq(authors.name, name)).limit(1);
  if (!row) throw new Error(`The sample has no record of ${name}.`);
  return row.id;
}

async function claimRecord(person: Person): Promise<void> {
  const authorId = await findRecordId(person);
  const proof = emailProof(actorOf(person), authorId);
  if (!proof.ok) throw new Error(proof.code);
  await transact((tx) => claimAuthor(tx, actorOf(person), { authorId, proof: proof.value }));
}

/** Proves control of a profile by an address, as the link mailed to it does. */
async function proveAddress(person: Person, kind: 'institution_email' | 'printed_email', target: string): Promise<void> {
  const { accountId } = person;
  const authorId = await findRecordId(person);
  const found = await probeProof(reader(), { accountId, authorId, kind, target, token: null }, proofServices());
  if (!found.ok) throw new Error(found.code);
  await transact(async (tx) => {
    const proof = await withAddress(tx, mintProof(found.value, accountId, authorId), target);
    await claimAuthor(tx, actorOf(person), { authorId, proof });
  });
}

async function endNoticePeriod(person: Person): Promise<void> {
  const waiting = and(eq(claims.accountId, person.accountId), eq(claims.state, 'notice_period'));
  const [claim] = await reader().select({ id: claims.id }).from(claims).where(waiting).limit(1);
  if (claim) await transact((tx) => endClaimNotice(tx, { claimId: claim.id }));
}

async function openForInvitations(
  person: Person,
  purposes: Parameters<typeof setAvailability>[2]['purposes'],
  note?: string,
): Promise<void> {
  const owner = mintOwner(person.accountId, await findRecordId(person));
  await transact((tx) => setAvailability(tx, owner, { open: true, purposes, list: 'yes', ...(note && { note }) }));
}

/** Edits the profile, and pins works. */
async function editProfile({ person, role, affiliation, biography, pinned }: (typeof profiles)[number]): Promise<void> {
  const authorId = await findRecordId(person);
  const owner = mintOwner(person.accountId, authorId);
  const statements = {
    authorId,
    name: '',
    role,
    affiliation,
    biography,
    family: '',
    homepage: '',
    links: '',
    pronouns: '',
    pronunciation: '',
    languages: '',
    seen: '',
  };
  // A repeated edit is rejected as a conflict: the profile is stored already.
  await transact((tx) => editOwnRecord(tx, owner, statements));
  for (const title of pinned) {
    const [work] = await reader().select({ id: works.id }).from(works).where(eq(works.title, title)).limit(1);
    if (!work) throw new Error(`The sample has no work “${title}”.`);
    await transact((tx) => pinWork(tx, owner, { authorId, workId: work.id, operation: 'pin' }));
  }
}

async function follow(who: Person, name: string): Promise<void> {
  const authorId = await findRecordId({ name });
  await transact((tx) => followAuthor(tx, actorOf(who), { authorId }));
}

async function followTopic(who: Person, name: string): Promise<void> {
  const isTopic = and(eq(contexts.kind, 'topic'), eq(contexts.name, name));
  const [topic] = await reader().select({ id: contexts.id }).from(contexts).where(isTopic).limit(1);
  if (!topic) throw new Error(`The sample has no topic “${name}”.`);
  await transact((tx) => followContext(tx, actorOf(who), { contextId: topic.id, want: 'on' }));
}

/** Tomás invites Mara to a dataset. She accepts, and they exchange messages. */
async function inviteAndReply(end: Date): Promise<void> {
  const [tomas, mara] = [actorOf(people.tomas), actorOf(people.mara)];
  const recipientAuthorId = await findRecordId(people.mara);
  const sent = eq(invitations.senderId, people.tomas.accountId);
  setClockBefore(end, 6);
  if ((await reader().select().from(invitations).where(sent)).length === 0) {
    const message = 'I found 300 glass plates with herons in an attic in Lagos. Shall we date them together and publish the set?';
    await transact((tx) => invite(tx, tomas, { recipientAuthorId, purpose: 'dataset', message }));
  }
  const [invitation] = await reader().select().from(invitations).where(sent);
  if (!invitation) throw new Error('The sample’s invitation was refused.');
  setClockBefore(end, 5);
  await transact((tx) => markInvitationSeen(tx, mara, { invitationId: invitation.id }));
  await transact((tx) => acceptInvitation(tx, mintOwner(mara.accountId, recipientAuthorId), { invitationId: invitation.id }));
  const [thread] = await reader().select().from(threads).where(eq(threads.invitationId, invitation.id));
  if (!thread || (await reader().select().from(messages).where(eq(messages.threadId, thread.id))).length > 0) return;
  await transact((tx) =>
    postMessage(tx, mara, {
      threadId: thread.id,
      body: 'Yes. Could you scan ten of them first, so that we see how far the grain lets us count?',
    }),
  );
  setClockBefore(end, 4);
  await transact((tx) => postMessage(tx, tomas, { threadId: thread.id, body: 'The first ten are on their way, at 1,200 dpi.' }));
}

/** Marks waiting mail jobs as done: invented people receive no mail. */
const discardWaitingMail = () =>
  transact((tx) =>
    tx
      .update(jobs)
      .set({ state: 'done', finishedAt: now() })
      .where(and(eq(jobs.state, 'waiting'), eq(jobs.kind, 'send-mail'))),
  );
