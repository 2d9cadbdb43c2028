import { and, count, eq, gt, isNull, lte } from 'drizzle-orm';
import { type AuthorRow, anyRecord } from '#lib/catalog/authors/queries/find.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { appealDays } from '#lib/governance/cases/model/appeals.ts';
import { nameIn } from '#lib/governance/reports/model/report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newCode, newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { visibilityMessage } from '../mail.ts';
import { isLess, isVisibility, linkHours, stepAtOnce, type Visibility, type VisibilityInput, waitHours } from '../model/visibility.ts';
import { lightProof } from '../queries/visibility.ts';
import { endWaits, pendingRequests, type RequestRow, show, showUnowned } from './visibility.ts';
import { mayWriteTo } from './visibility-mail.ts';

const perNetwork = { times: 10, minutes: 60 };
/** Upper bound on open requests by one person about one record, and of all anonymous ones about it: more add no information. */
const maxOpen = 3;

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
  if (!(await withinLimit(tx, 'visibility', network, perNetwork))) return refused('too_many_reports');
  const address = input.email ? emailAddress(input.email) : null;
  if (address && !address.ok) return refused('bad_address');
  const author = await anyRecord(tx, nameIn(input.record, 'author'));
  // An owner's choice can be changed only by the owner.
  if (!author || author.ownerId !== null || author.visibility === input.wanted) return done(undefined);
  const email = address?.ok ? address.value : null;
  const tie = email ? await lightProof(tx, author, email) : null;
  // Colleagues have addresses at the same institution. They may have a name shown less, for a person who is at risk, but may not have it
  // shown again.
  const isTied = tie !== null && isVisibility(author.visibility) && isLess(input.wanted, author.visibility);
  const isEnough = tie === 'printed_email' || (isTied && !(await wasStopped(tx, author.id)));
  const accountId = actor?.accountId ?? null;
  if (email && tie && isEnough) await sendLink(tx, author, { wanted: input.wanted, email, tie, accountId });
  else await putToReviewers(tx, author, input, { email, accountId });
  return done(undefined);
}

/** Whether reviewers have recently stopped a request by an institutional address: then they decide before the next one takes effect. */
async function wasStopped(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state, decidedAt } = visibilityRequests;
  const since = later(now(), -daysMs(appealDays));
  const stopped = and(eq(visibilityRequests.authorId, authorId), eq(by, 'affiliation'), eq(state, 'rejected'), gt(decidedAt, since));
  return hasRow(tx, visibilityRequests, stopped);
}

async function sendLink(
  tx: Writer,
  author: AuthorRow,
  { wanted, email, tie, accountId }: { wanted: Visibility; email: string; tie: string; accountId: string | null },
): Promise<void> {
  if (!(await mayWriteTo(tx, email))) return;
  const at = now();
  const code = newCode(32);
  const id = newId();
  const row = { id, authorId: author.id, wanted, by: tie, accountId, state: 'sent', tokenHash: tokenHash(code), contact: email };
  const expiresAt = later(at, linkHours * 3_600_000);
  await tx.insert(visibilityRequests).values({ ...row, requestedAt: at, expiresAt });
  const link = `${env().PUBLIC_URL}/visibility/confirm?request=${id}&code=${code}`;
  await enqueue(tx, { kind: 'send-mail', payload: { to: email, ...visibilityMessage({ link, hours: linkHours, wanted }) } });
}

interface Asker {
  email: string | null;
  accountId: string | null;
}

async function putToReviewers(
  tx: Writer,
  author: AuthorRow,
  { wanted, reason }: VisibilityInput,
  { email, accountId }: Asker,
): Promise<void> {
  const { state, accountId: asker, contact: address } = visibilityRequests;
  // Counts only the requests of the same person, so that others cannot block them.
  const same = accountId ? eq(asker, accountId) : and(isNull(asker), email ? eq(address, email) : isNull(address));
  const open = and(eq(visibilityRequests.authorId, author.id), eq(state, 'open'), same);
  const [waiting] = await tx.select({ requests: count() }).from(visibilityRequests).where(open);
  if ((waiting?.requests ?? 0) >= maxOpen) return;
  const id = newId();
  // The answer goes to the account, or to the address if there is none.
  const contact = accountId === null ? email : null;
  const row = { id, authorId: author.id, wanted, by: 'unproven', state: 'open', reason: reason || null, requestedAt: now(), accountId };
  await tx.insert(visibilityRequests).values({ ...row, contact });
  await openReview(tx, { kind: 'suppression', subjectId: id, authorId: author.id, parties: await askersOf(tx, { email, accountId }) });
}

/** Returns the accounts that may belong to the requester; none of them may vote. */
async function askersOf(tx: Writer, { email, accountId }: Asker): Promise<string[]> {
  const named = email === null ? [] : await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  return [...(accountId ? [accountId] : []), ...named.map(({ id }) => id)];
}

/**
 * Uses an emailed link, once: by a conditional update, so that one of two concurrent uses succeeds. A printed address is the person's own,
 * so the request is applied immediately. An institutional address may be a colleague's: the name leaves lists and searches immediately, and
 * is hidden after a wait in which reviewers can stop it.
 */
export async function confirmVisibility(
  tx: Writer,
  { request, code }: { request: string; code: string },
): Promise<Outcome<{ wanted: Visibility; waitsUntil: Date | null }, 'visibility_link_used'>> {
  const at = now();
  const usable = and(
    eq(visibilityRequests.id, request),
    eq(visibilityRequests.state, 'sent'),
    eq(visibilityRequests.tokenHash, tokenHash(code)),
    gt(visibilityRequests.expiresAt, at),
  );
  const used = { state: 'applied', tokenHash: null, decidedAt: at };
  const [row] = await tx.update(visibilityRequests).set(used).where(usable).returning();
  if (!row || !isVisibility(row.wanted)) return refused('visibility_link_used');
  const [author] = await tx
    .select({ ownerId: authors.ownerId, visibility: authors.visibility })
    .from(authors)
    .where(eq(authors.id, row.authorId));
  const shown = author?.visibility ?? 'visible';
  // If another request is waiting, the name reverts to its state before that one.
  const was = (await pendingRequests(tx, row.authorId))[0]?.was ?? shown;
  const first = stepAtOnce(row.by, row.wanted, shown);
  const waits = author?.ownerId === null && first !== row.wanted;
  await tx
    .update(visibilityRequests)
    .set(waits ? { was } : { was, contact: null })
    .where(eq(visibilityRequests.id, row.id));
  // If the record was claimed since, its owner decides.
  if (author?.ownerId === null) {
    if (!waits) await endWaits(tx, row.authorId);
    await show(tx, row.authorId, first);
  }
  return done({ wanted: row.wanted, waitsUntil: waits ? await beginWait(tx, row) : null });
}

async function beginWait(tx: Writer, row: RequestRow): Promise<Date> {
  const until = later(now(), waitHours * 3_600_000);
  const contact = row.accountId === null ? row.contact : null;
  const waiting = { state: 'waiting', expiresAt: until, decidedAt: null, contact };
  await tx.update(visibilityRequests).set(waiting).where(eq(visibilityRequests.id, row.id));
  const parties = await askersOf(tx, { email: row.contact, accountId: row.accountId });
  await openReview(tx, { kind: 'suppression', subjectId: row.id, authorId: row.authorId, parties });
  await waitOn(tx, row.id, until);
  return until;
}

const waitOn = (tx: Writer, requestId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'end-visibility-wait', payload: { requestId }, onceKey: `end-visibility-wait:${requestId}`, runAt });

/** Applies a request at the end of its wait, because nobody has stopped it. */
export async function endVisibilityWait(tx: Writer, { requestId }: { requestId: string }): Promise<void> {
  const waits = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'waiting'));
  const [found] = await tx.select().from(visibilityRequests).where(waits);
  if (!found?.expiresAt) return;
  // The clock was set back: the job runs again at the end of the wait.
  if (found.expiresAt > now()) return waitOn(tx, requestId, found.expiresAt);
  const over = { state: 'applied', contact: null, decidedAt: now() };
  const overdue = and(waits, lte(visibilityRequests.expiresAt, now()));
  const [row] = await tx.update(visibilityRequests).set(over).where(overdue).returning();
  if (!row) return;
  await closeReview(tx, 'suppression', requestId);
  await endWaits(tx, row.authorId);
  await showUnowned(tx, row.authorId, row.wanted);
}

/** Expires unused links, and deletes addresses that get no further answer. */
export async function forgetLinks(tx: Writer): Promise<void> {
  const text = `update visibility_requests set state = 'expired', token_hash = null, contact = null
    where state = 'sent' and expires_at <= ? returning id`;
  await tx.execute(text, [], [now()]);
  const answered = `update visibility_requests set token_hash = null, contact = null where state = 'rejected' and contact is not null
    and expires_at <= ? and not exists (select 1 from appeals where appeals.subject_id = visibility_requests.id and appeals.state = 'open')
    returning id`;
  await tx.execute(answered, [], [now()]);
}
