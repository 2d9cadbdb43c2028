import { and, count, eq, gt, isNull, lte } from 'drizzle-orm';
import { type AuthorRow, findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import {
  fullVisibility,
  immediateVisibility,
  isLessVisible,
  isVisibilityChoice,
  type VisibilityChoice,
} from '#lib/catalog/visibility/model.ts';
import { appealDays } from '#lib/community/limits.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { parseSubjectName } from '#lib/governance/reports/model/report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newCode, newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { visibilityLinkMessage } from '../mail.ts';
import { type VisibilityInput, visibilityLinkHours, visibilityNetworkLimit, visibilityWaitHours } from '../model/visibility.ts';
import { addressTieOf } from '../queries/visibility.ts';
import {
  applyVisibility,
  applyVisibilityIfUnowned,
  closePendingRequests,
  pendingVisibilityRequests,
  type VisibilityRequestRow,
} from './visibility.ts';
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
  // An owner's choice can be changed only by the owner.
  if (!author || author.ownerId !== null || author.visibility === input.wanted) return done(undefined);
  const email = address?.ok ? address.value : null;
  const tie = email ? await addressTieOf(tx, author, email) : null;
  // Colleagues have addresses at the same institution. They may have a name shown less, for a person who is at risk, but may not have it
  // shown again.
  const isTied = tie !== null && isVisibilityChoice(author.visibility) && isLessVisible(input.wanted, author.visibility);
  const isEnough = tie === 'printed_email' || (isTied && !(await wasRecentlyRejected(tx, author.id)));
  const accountId = actor?.accountId ?? null;
  if (email && tie && isEnough) await mailLink(tx, author, { wanted: input.wanted, email, tie, accountId });
  else await requestReview(tx, author, input, { email, accountId });
  return done(undefined);
}

/** Whether reviewers have recently stopped a request by an institutional address: then they decide before the next one takes effect. */
async function wasRecentlyRejected(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state, decidedAt } = visibilityRequests;
  const since = addMs(now(), -daysMs(appealDays));
  const isRecentRejection = and(
    eq(visibilityRequests.authorId, authorId),
    eq(by, 'affiliation'),
    eq(state, 'rejected'),
    gt(decidedAt, since),
  );
  return hasRow(tx, visibilityRequests, isRecentRejection);
}

async function mailLink(
  tx: Writer,
  author: AuthorRow,
  { wanted, email, tie, accountId }: { wanted: VisibilityChoice; email: string; tie: string; accountId: string | null },
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
}

/** Returns the accounts that may belong to the requester; none of them may vote. */
async function accountsOfRequester(tx: Writer, { email, accountId }: Requester): Promise<string[]> {
  const accountRows = email === null ? [] : await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  return [...(accountId ? [accountId] : []), ...accountRows.map(({ id }) => id)];
}

/**
 * Uses an emailed link, once: by a conditional update, so that one of two concurrent uses succeeds. A printed address is the person's own,
 * so the request is applied immediately. An institutional address may be a colleague's: the name leaves lists and searches immediately, and
 * is hidden after a wait in which reviewers can stop it.
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
  const author = await firstOf(tx, authors, eq(authors.id, row.authorId));
  const current = author?.visibility ?? fullVisibility;
  // If another request is waiting, the name reverts to its state before that one.
  const was = (await pendingVisibilityRequests(tx, row.authorId))[0]?.was ?? current;
  const immediate = immediateVisibility(row.by, row.wanted, current);
  const mustWait = author?.ownerId === null && immediate !== row.wanted;
  const changedFields = mustWait ? { was } : { was, contact: null };
  await tx.update(visibilityRequests).set(changedFields).where(eq(visibilityRequests.id, row.id));
  // If the record was claimed since, its owner decides.
  if (author?.ownerId === null) {
    if (!mustWait) await closePendingRequests(tx, row.authorId);
    await applyVisibility(tx, row.authorId, immediate);
  }
  return done({ wanted: row.wanted, waitsUntil: mustWait ? await beginWait(tx, row) : null });
}

async function beginWait(tx: Writer, row: VisibilityRequestRow): Promise<Date> {
  const until = addMs(now(), visibilityWaitHours * 3_600_000);
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

/** Applies a request at the end of its wait, because nobody has stopped it. */
export async function endVisibilityWait(tx: Writer, { requestId }: { requestId: string }): Promise<void> {
  const isWaiting = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'waiting'));
  const [request] = await tx.select().from(visibilityRequests).where(isWaiting);
  if (!request?.expiresAt) return;
  // The clock was set back: the job runs again at the end of the wait.
  if (request.expiresAt > now()) return enqueueWaitEnd(tx, requestId, request.expiresAt);
  const changes = { state: 'applied', contact: null, decidedAt: now() };
  const isOverdue = and(isWaiting, lte(visibilityRequests.expiresAt, now()));
  const [row] = await tx.update(visibilityRequests).set(changes).where(isOverdue).returning();
  if (!row) return;
  await closeReview(tx, 'suppression', requestId);
  await closePendingRequests(tx, row.authorId);
  await applyVisibilityIfUnowned(tx, row.authorId, row.wanted);
}

/** Expires unused links, and deletes addresses that get no further answer. */
export async function expireVisibilityLinks(tx: Writer): Promise<void> {
  const expireStatement = `update visibility_requests set state = 'expired', token_hash = null, contact = null
    where state = 'sent' and expires_at <= ? returning id`;
  await tx.execute(expireStatement, [], [now()]);
  const forgetStatement = `update visibility_requests set token_hash = null, contact = null where state = 'rejected' and contact is not null
    and expires_at <= ? and not exists (select 1 from appeals where appeals.subject_id = visibility_requests.id and appeals.state = 'open')
    returning id`;
  await tx.execute(forgetStatement, [], [now()]);
}
