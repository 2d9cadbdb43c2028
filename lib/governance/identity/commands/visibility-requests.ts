import { and, count, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or } from 'drizzle-orm';
import { enqueueAuthorRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { type AuthorRow, findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import { powers, unprovenRequestHours } from '#lib/catalog/powers/model.ts';
import {
  type AddressTie,
  fullVisibility,
  hiddenVisibility,
  immediateVisibility,
  isLessVisible,
  isOwnAddress,
  isVisibilityChoice,
  sharedTies,
  type VisibilityChoice,
} from '#lib/catalog/visibility/model.ts';
import { appealDays } from '#lib/community/limits.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import { parseSubjectName } from '#lib/governance/reports/model/report.ts';
import { adminIds } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { appeals } from '#lib/platform/db/schema/claims.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newCode, newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { visibilityLinkMessage } from '../mail.ts';
import {
  institutionLimit,
  riskDays,
  sharedAddressDays,
  type VisibilityInput,
  visibilityLinkHours,
  visibilityNetworkLimit,
} from '../model/visibility.ts';
import { addressTieOf, hasTakenEffectSince, isDecidedByOwner } from '../queries/visibility.ts';
import { applyVisibility, closePendingRequests, revertLowering, type VisibilityRequestRow } from './visibility.ts';
import { withinMailLimit } from './visibility-mail.ts';

/** Upper bound on open requests by one person about one record, and of all anonymous ones about it: more add no information. */
const maxOpenRequests = 3;

/**
 * Requests that a name be shown less, or again, for a person who does not own the record, with or without an account. If their address is
 * tied to the record, a link that works once is sent there; otherwise reviewers decide. The response is always the same, so that it reveals
 * nothing about the record or the address.
 */
export async function requestVisibility(
  tx: Writer,
  network: string,
  input: VisibilityInput,
  actor: Actor | null = null,
): Promise<Outcome<void, 'too_many_reports' | 'bad_address'>> {
  if (!(await withinLimit(tx, 'visibility', network, visibilityNetworkLimit))) return refused('too_many_reports');
  const address = input.email ? emailAddress(input.email) : null;
  if (address && !address.ok) return refused('bad_address');
  const author = await findAnyRecord(tx, parseSubjectName(input.record, 'author'));
  if (!author) return done(undefined);
  const requester = { email: address?.ok ? address.value : null, accountId: actor?.accountId ?? null };
  if (input.risk && (await protectAtRisk(tx, author, input, requester))) return done(undefined);
  if (author.visibility === input.wanted) return done(undefined);
  const tie = requester.email ? await addressTieOf(tx, author, requester.email) : null;
  if (requester.email && tie && (await isEnough(tx, author, tie, { ...requester, network, wanted: input.wanted })))
    await mailLink(tx, author, { wanted: input.wanted, email: requester.email, tie, accountId: requester.accountId });
  else if (!(tie && (await hasOpenRequest(tx, author.id, requester)))) await requestReview(tx, author, input, requester);
  return done(undefined);
}

/**
 * Whether a link to a tied address is sent. An owner who has proved control decides alone. An address that others may share only lowers the
 * visibility: one record at a time, once in a while, and two of one institution a day from one network.
 */
async function isEnough(
  tx: Writer,
  author: AuthorRow,
  tie: AddressTie,
  { network, wanted, ...requester }: Requester & { network: string; wanted: VisibilityChoice },
): Promise<boolean> {
  if (await isDecidedByOwner(tx, author.id)) return false;
  if (isOwnAddress(tie)) return true;
  if (!isVisibilityChoice(author.visibility) || !isLessVisible(wanted, author.visibility)) return false;
  if (await hasOpenRequest(tx, author.id, requester)) return false;
  if ((await wasRecentlyRejected(tx, author.id)) || (await isLoweredRecently(tx, author.id))) return false;
  const domain = requester.email?.slice(requester.email.lastIndexOf('@') + 1);
  return withinLimit(tx, 'visibility-institution', `${network} ${domain}`, institutionLimit);
}

const isLoweredRecently = (tx: Writer, authorId: string): Promise<boolean> =>
  hasTakenEffectSince(tx, authorId, sharedTies, addMs(now(), -daysMs(sharedAddressDays)));

/** Whether the person has an unanswered request about another record. */
function hasOpenRequest(tx: Writer, authorId: string, { email, accountId }: Requester): Promise<boolean> {
  const { state, contact, accountId: accountColumn } = visibilityRequests;
  const isOfPerson = or(email ? eq(contact, email) : undefined, accountId ? eq(accountColumn, accountId) : undefined);
  const isOther = and(ne(visibilityRequests.authorId, authorId), inArray(visibilityRequests.by, sharedTies));
  return hasRow(tx, visibilityRequests, and(isOfPerson, isOther, inArray(state, ['sent', 'waiting', 'open'])));
}

/**
 * Takes the affiliations of a person at risk off the page for a limited time, once a year, without any proof. All admins are notified at once.
 * @returns false if it is not possible now
 */
async function protectAtRisk(tx: Writer, author: AuthorRow, { reason }: VisibilityInput, requester: Requester): Promise<boolean> {
  if (await hasTakenEffectSince(tx, author.id, ['at_risk'], addMs(now(), -daysMs(riskDays)))) return false;
  const { email, accountId } = requester;
  const row = { id: newId(), authorId: author.id, wanted: hiddenVisibility, by: 'at_risk', was: author.visibility, accountId };
  const contact = accountId === null ? email : null;
  await tx.insert(visibilityRequests).values({ ...row, state: 'sent', reason: reason || null, contact, requestedAt: now() });
  const until = await beginWait(tx, { ...row, contact: email });
  await notifyOwner(tx, author, row, { how: 'at_risk', until });
  await enqueueAuthorRefresh(tx, author.key);
  const facts = { author: author.id, path: '/review' };
  for (const admin of await adminIds(tx))
    await notify(tx, { accountId: admin, kind: 'person_at_risk', facts, onceKey: `person_at_risk:${row.id}` });
  return true;
}

/** Whether reviewers have recently stopped a request by a shared address: then they decide before the next one takes effect. */
async function wasRecentlyRejected(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state, decidedAt } = visibilityRequests;
  const since = addMs(now(), -daysMs(appealDays));
  const isRejection = and(eq(visibilityRequests.authorId, authorId), inArray(by, sharedTies), eq(state, 'rejected'), gt(decidedAt, since));
  return hasRow(tx, visibilityRequests, isRejection);
}

async function mailLink(
  tx: Writer,
  author: AuthorRow,
  { wanted, email, tie, accountId }: { wanted: VisibilityChoice; email: string; tie: AddressTie; accountId: string | null },
): Promise<void> {
  if (!(await withinMailLimit(tx, email))) return;
  const at = now();
  const code = newCode(32);
  const id = newId();
  const row = { id, authorId: author.id, wanted, by: tie, accountId, state: 'sent', tokenHash: tokenHash(code), contact: email };
  const expiresAt = addMs(at, visibilityLinkHours * 3_600_000);
  await tx.insert(visibilityRequests).values({ ...row, requestedAt: at, expiresAt });
  const link = `${env().PUBLIC_URL}/visibility/confirm?request=${id}&code=${code}`;
  await enqueue(tx, { kind: 'send-mail', payload: { to: email, ...visibilityLinkMessage({ link, hours: visibilityLinkHours, wanted }) } });
}

interface Requester {
  email: string | null;
  accountId: string | null;
}

async function requestReview(
  tx: Writer,
  author: AuthorRow,
  { wanted, reason }: VisibilityInput,
  { email, accountId }: Requester,
): Promise<void> {
  const { state, accountId: accountColumn, contact: contactColumn } = visibilityRequests;
  // Counts only the requests of the same person, so that others cannot block them.
  const isSameRequester = accountId
    ? eq(accountColumn, accountId)
    : and(isNull(accountColumn), email ? eq(contactColumn, email) : isNull(contactColumn));
  const isOpenRequest = and(eq(visibilityRequests.authorId, author.id), eq(state, 'open'), isSameRequester);
  const [openRequests] = await tx.select({ requests: count() }).from(visibilityRequests).where(isOpenRequest);
  if ((openRequests?.requests ?? 0) >= maxOpenRequests) return;
  const id = newId();
  // The answer goes to the account, or to the address if there is none.
  const contact = accountId === null ? email : null;
  const row = { id, authorId: author.id, wanted, by: 'unproven', state: 'open', reason: reason || null, requestedAt: now(), accountId };
  await tx.insert(visibilityRequests).values({ ...row, contact });
  const parties = await accountsOfRequester(tx, { email, accountId });
  await openReview(tx, { kind: 'suppression', subjectId: id, authorId: author.id, parties });
  await notifyOwner(tx, author, row, { how: 'requested', until: null });
}

/** Tells the owner of a record that somebody else asks to show it less, or has done so. Nobody else is told. */
async function notifyOwner(
  tx: Writer,
  { id, ownerId }: Pick<AuthorRow, 'id' | 'ownerId'>,
  request: Pick<VisibilityRequestRow, 'id' | 'accountId' | 'wanted'>,
  { how, until }: { how: 'at_risk' | 'reduced' | 'applied' | 'requested'; until: Date | null },
): Promise<void> {
  if (ownerId === null || ownerId === request.accountId || request.wanted === fullVisibility) return;
  const facts = { author: id, path: '/visibility', how, ...(until && { until: dayOf(until) }) };
  await notify(tx, { accountId: ownerId, kind: 'hiding_requested', facts, onceKey: `hiding_requested:${request.id}` });
}

/** Returns the accounts that may belong to the requester; none of them may vote. */
async function accountsOfRequester(tx: Writer, { email, accountId }: Requester): Promise<string[]> {
  const accountRows = email === null ? [] : await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  return [...(accountId ? [accountId] : []), ...accountRows.map(({ id }) => id)];
}

/**
 * Uses an emailed link, once: by a conditional update, so that one of two concurrent uses succeeds. An address that is the person's own
 * applies the request. One that others may share makes the name found by its full name only, for a limited time; a review decides on more.
 */
export async function confirmVisibility(
  tx: Writer,
  { request, code }: { request: string; code: string },
): Promise<Outcome<{ wanted: VisibilityChoice; waitsUntil: Date | null }, 'visibility_link_used'>> {
  const at = now();
  const isUsable = and(
    eq(visibilityRequests.id, request),
    eq(visibilityRequests.state, 'sent'),
    eq(visibilityRequests.tokenHash, tokenHash(code)),
    gt(visibilityRequests.expiresAt, at),
  );
  const changes = { state: 'applied', tokenHash: null, decidedAt: at };
  const [row] = await tx.update(visibilityRequests).set(changes).where(isUsable).returning();
  if (!row) return refused('visibility_link_used');
  const { id, authorId, wanted } = row;
  const author = await firstOf(tx, authors, eq(authors.id, authorId));
  const current = author?.visibility ?? fullVisibility;
  const tie = isAddressTie(row.by) ? row.by : 'affiliation';
  // If the record was claimed with a strong proof since, its owner decides. Another request may have taken effect since the link was sent.
  const isOpen = author !== undefined && !(await isDecidedByOwner(tx, authorId));
  const { to, ends } = immediateVisibility(tie, wanted, current);
  if (isOpen && to !== null && (isOwnAddress(tie) || !(await isLoweredRecently(tx, authorId)))) {
    await tx
      .update(visibilityRequests)
      .set({ was: current, ...(!ends && { contact: null }) })
      .where(eq(visibilityRequests.id, id));
    if (!ends) await closePendingRequests(tx, authorId);
    await applyVisibility(tx, authorId, to);
    const waitsUntil = ends ? await beginWait(tx, row) : null;
    await notifyOwner(tx, author, row, { how: ends ? 'reduced' : 'applied', until: waitsUntil });
    return done({ wanted, waitsUntil });
  }
  await tx.update(visibilityRequests).set({ contact: null }).where(eq(visibilityRequests.id, id));
  return done({ wanted, waitsUntil: null });
}

const isAddressTie = (by: string): by is AddressTie => by === 'printed_ror' || sharedTies.some((tie) => tie === by);

async function beginWait(tx: Writer, row: Pick<VisibilityRequestRow, 'id' | 'authorId' | 'by' | 'accountId' | 'contact'>): Promise<Date> {
  const { endsAfterHours } = powers[row.by === 'at_risk' ? 'request_safety' : 'request_hiding'];
  const until = addMs(now(), (endsAfterHours ?? unprovenRequestHours) * 3_600_000);
  const contact = row.accountId === null ? row.contact : null;
  const changes = { state: 'waiting', expiresAt: until, decidedAt: null, contact };
  await tx.update(visibilityRequests).set(changes).where(eq(visibilityRequests.id, row.id));
  const parties = await accountsOfRequester(tx, { email: row.contact, accountId: row.accountId });
  await openReview(tx, { kind: 'suppression', subjectId: row.id, authorId: row.authorId, parties });
  await enqueueWaitEnd(tx, row.id, until);
  return until;
}

const enqueueWaitEnd = (tx: Writer, requestId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'end-visibility-wait', payload: { requestId }, onceKey: `end-visibility-wait:${requestId}`, runAt });

/** Ends the effect of a request that nobody has agreed with. Its review stays open. */
export async function endVisibilityWait(tx: Writer, { requestId }: { requestId: string }): Promise<void> {
  const isWaiting = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'waiting'));
  const [request] = await tx.select().from(visibilityRequests).where(isWaiting);
  if (!request?.expiresAt) return;
  // The clock was set back: the job runs again at the end of the wait.
  if (request.expiresAt > now()) return enqueueWaitEnd(tx, requestId, request.expiresAt);
  const isOverdue = and(isWaiting, lte(visibilityRequests.expiresAt, now()));
  const [row] = await tx.update(visibilityRequests).set({ state: 'open', expiresAt: null }).where(isOverdue).returning();
  if (!row) return;
  const author = await firstOf(tx, authors, eq(authors.id, row.authorId));
  if (!author) return;
  if (row.by === 'at_risk') return enqueueAuthorRefresh(tx, author.key);
  await revertLowering(tx, row);
}

/** Expires unused links, and deletes addresses that get no further answer. */
export async function expireVisibilityLinks(tx: Writer): Promise<void> {
  const { id, state, contact, expiresAt } = visibilityRequests;
  const isOver = lte(expiresAt, now());
  await tx
    .update(visibilityRequests)
    .set({ state: 'expired', tokenHash: null, contact: null })
    .where(and(eq(state, 'sent'), isOver));
  const openAppeal = tx
    .select({ id: appeals.subjectId })
    .from(appeals)
    .where(and(eq(appeals.subjectId, id), eq(appeals.state, 'open')));
  await tx
    .update(visibilityRequests)
    .set({ tokenHash: null, contact: null })
    .where(and(eq(state, 'rejected'), isNotNull(contact), isOver, notExists(openAppeal)));
}
