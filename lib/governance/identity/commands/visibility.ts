import { and, count, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { enqueueRefresh, setAuthorVisibility } from '#lib/catalog/authors/commands.ts';
import { type AuthorRow, anyRecord } from '#lib/catalog/authors/queries/find.ts';
import { reindexWorks } from '#lib/catalog/ingest/commands/works.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { appealDays, appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { nameIn } from '#lib/governance/reports/model/report.ts';
import { audit } from '#lib/platform/audit/roles.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { dayOf, daysMs, later, now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
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
import { worksOn } from '../queries/records.ts';
import { isOperator, isOwner, lightProof, usableAppealLink } from '../queries/visibility.ts';
import { mailAnswer, mayWriteTo } from './visibility-mail.ts';

/** Shows a record's name, or shows it less: the record and all that is derived of it follow. Who asked is not in the log. */
async function show(tx: Writer, authorId: string, to: Visibility): Promise<void> {
  const [before] = await tx.select({ key: authors.key, visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  if (!before || before.visibility === to) return;
  await setAuthorVisibility(tx, authorId, to);
  // A suppressed name was taken out of the documents of its works: they are written again with it.
  if (before.visibility === 'suppressed')
    await reindexWorks(
      tx,
      (await worksOn(tx, before.key)).map(({ key }) => key),
    );
  await logEvent(tx, { authorId, kind: 'visibility_changed', facts: { to } });
  await enqueueRefresh(tx);
}

/** A created profile is listed by what supports it, and not because its owner says so. */
async function isUnlisted(tx: Writer, authorId: string): Promise<boolean> {
  const [author] = await tx.select({ visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  return author?.visibility === 'unlisted';
}

/** The owner of a record, or the operator after a recent sign-in with a passkey, sets at once how its name is shown. */
export async function setVisibility(
  tx: Writer,
  actor: Actor,
  { authorId, wanted }: { authorId: string; wanted: Visibility },
): Promise<Outcome<void, 'not_your_record' | 'passkey_sign_in_needed' | 'not_listed_yet'>> {
  const by = (await isOwner(tx, actor, authorId)) ? 'owner' : (await isOperator(tx, actor)) ? 'operator' : null;
  if (!by) return refused('not_your_record');
  if (by === 'owner' && (await isUnlisted(tx, authorId))) return refused('not_listed_yet');
  const code = by === 'operator' ? needsPasskey(actor) : null;
  if (code) return refused(code);
  const at = now();
  const row = { id: newId(), authorId, wanted, by, accountId: actor.accountId, state: 'applied', requestedAt: at, decidedAt: at };
  await tx.insert(visibilityRequests).values(row);
  if (by === 'operator') {
    const entry = { accountId: actor.accountId, action: 'visibility.set', subject: 'author', subjectId: authorId, facts: { wanted } };
    await audit(tx, entry, 'admin_act');
  }
  await endWaits(tx, authorId);
  await show(tx, authorId, wanted);
  return done(undefined);
}

const perNetwork = { times: 10, minutes: 60 };
/** More open questions of one person about one record say nothing new; nor do more of nobody knows whom. */
const maxOpen = 3;

type RequestRow = typeof visibilityRequests.$inferSelect;

/**
 * Asks that a name be shown less, or again, by somebody who does not own the record, with an account or without. Where an address ties
 * the person who asks to the record, a link that works once goes there; else people decide. The answer is one and the same whatever is known
 * of the record and the address.
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
  // What an owner has chosen is theirs to change.
  if (!author || author.ownerId !== null || author.visibility === input.wanted) return done(undefined);
  const email = address?.ok ? address.value : null;
  const tie = email ? await lightProof(tx, author, email) : null;
  // Colleagues have addresses at the same place: they may have a name shown less for the person who fears it, but not bring one back into the light.
  const isTied = tie !== null && isVisibility(author.visibility) && isLess(input.wanted, author.visibility);
  const isEnough = tie === 'printed_email' || (isTied && !(await wasStopped(tx, author.id)));
  const accountId = actor?.accountId ?? null;
  if (email && tie && isEnough) await sendLink(tx, author, { wanted: input.wanted, email, tie, accountId });
  else await putToReviewers(tx, author, input, { email, accountId });
  return done(undefined);
}

/** Whether people have stopped lately what an address at the institution had begun: they are asked before the next one begins it again. */
async function wasStopped(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state, decidedAt } = visibilityRequests;
  const since = later(now(), -daysMs(appealDays));
  const stopped = and(eq(visibilityRequests.authorId, authorId), eq(by, 'affiliation'), eq(state, 'rejected'), gt(decidedAt, since));
  return hasRow(tx, visibilityRequests, stopped);
}

/** Links that colleagues have in their mailboxes begin nothing any more. */
async function endColleaguesLinks(tx: Writer, authorId: string): Promise<void> {
  const { by, state } = visibilityRequests;
  const sent = and(eq(visibilityRequests.authorId, authorId), eq(by, 'affiliation'), eq(state, 'sent'));
  await tx.update(visibilityRequests).set({ state: 'expired', tokenHash: null, contact: null }).where(sent);
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
  // Each asker's own are counted: others cannot keep the person from being heard.
  const same = accountId ? eq(asker, accountId) : and(isNull(asker), email ? eq(address, email) : isNull(address));
  const open = and(eq(visibilityRequests.authorId, author.id), eq(state, 'open'), same);
  const [waiting] = await tx.select({ requests: count() }).from(visibilityRequests).where(open);
  if ((waiting?.requests ?? 0) >= maxOpen) return;
  const id = newId();
  // The answer goes to the account where there is one, else to the address.
  const contact = accountId === null ? email : null;
  const row = { id, authorId: author.id, wanted, by: 'unproven', state: 'open', reason: reason || null, requestedAt: now(), accountId };
  await tx.insert(visibilityRequests).values({ ...row, contact });
  await openReview(tx, { kind: 'suppression', subjectId: id, authorId: author.id, parties: await askersOf(tx, { email, accountId }) });
}

/** The accounts that may be the person who asked: none of them decides. */
async function askersOf(tx: Writer, { email, accountId }: Asker): Promise<string[]> {
  const named = email === null ? [] : await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  return [...(accountId ? [accountId] : []), ...named.map(({ id }) => id)];
}

/**
 * Uses the link of a mail, once: a conditional update, so that of two who use it one does. An address that a work prints is the
 * person's own, and is obeyed at once. One at the institution may be a colleague's: the name leaves lists and searches at once, and is
 * hidden after a wait in which people can stop it.
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
  // What another request has brought about that waits too is not what the name goes back to.
  const was = (await waitingAbout(tx, row.authorId))[0]?.was ?? shown;
  const first = stepAtOnce(row.by, row.wanted, shown);
  const waits = author?.ownerId === null && first !== row.wanted;
  await tx
    .update(visibilityRequests)
    .set(waits ? { was } : { was, contact: null })
    .where(eq(visibilityRequests.id, row.id));
  // It was claimed since: its owner decides.
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

/** The requests about a record that wait, the first of them first. */
const waitingAbout = (tx: Writer, authorId: string): Promise<RequestRow[]> =>
  rowsOf(
    tx,
    visibilityRequests,
    and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting')),
    visibilityRequests.requestedAt,
    visibilityRequests.id,
  );

/** What an owner or the operator sets, the person's own address or people decide ends what others' addresses have asked for. */
async function endWaits(tx: Writer, authorId: string): Promise<void> {
  const waits = and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting'));
  const over = { state: 'expired', contact: null, decidedAt: now() };
  const ended = await tx.update(visibilityRequests).set(over).where(waits).returning({ id: visibilityRequests.id });
  for (const { id } of ended) await closeReview(tx, 'suppression', id);
}

const waitOn = (tx: Writer, requestId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'end-visibility-wait', payload: { requestId }, onceKey: `end-visibility-wait:${requestId}`, runAt });

/** Nobody has stopped it within the wait: the name is hidden as it was asked. */
export async function endVisibilityWait(tx: Writer, { requestId }: { requestId: string }): Promise<void> {
  const waits = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'waiting'));
  const [found] = await tx.select().from(visibilityRequests).where(waits);
  if (!found?.expiresAt) return;
  // The clock was set back since: come again when it is time.
  if (found.expiresAt > now()) return waitOn(tx, requestId, found.expiresAt);
  const over = { state: 'applied', contact: null, decidedAt: now() };
  const [row] = await tx
    .update(visibilityRequests)
    .set(over)
    .where(and(waits, lte(visibilityRequests.expiresAt, now())))
    .returning();
  if (!row) return;
  await closeReview(tx, 'suppression', requestId);
  await endWaits(tx, row.authorId);
  await showUnowned(tx, row.authorId, row.wanted);
}

/** Shows a record as it was asked for; not one that was claimed since: its owner decides. True where it was done. */
async function showUnowned(tx: Writer, authorId: string, to: string): Promise<boolean> {
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
  if (author?.ownerId !== null || !isVisibility(to)) return false;
  await show(tx, authorId, to);
  return true;
}

/** What reviewers have decided on a request. Anyone who asked is told, by mail where they have no account, and how to appeal. */
export async function decideVisibility(
  tx: Writer,
  requestId: string,
  decision: 'approve' | 'reject',
  { reason, remedy }: { reason: string; remedy: string | null } = { reason: '', remedy: null },
): Promise<Outcome<void, 'unknown_request'>> {
  const [before] = await tx
    .select({ state: visibilityRequests.state })
    .from(visibilityRequests)
    .where(eq(visibilityRequests.id, requestId));
  const open = and(eq(visibilityRequests.id, requestId), inArray(visibilityRequests.state, ['open', 'waiting']));
  const state = decision === 'approve' ? 'applied' : 'rejected';
  const [row] = await tx.update(visibilityRequests).set({ state, expiresAt: null, decidedAt: now() }).where(open).returning();
  if (!row) return refused('unknown_request');
  if (decision === 'approve') {
    await endWaits(tx, row.authorId);
    await showUnowned(tx, row.authorId, row.wanted);
  } else if (before?.state === 'waiting') {
    await endColleaguesLinks(tx, row.authorId);
    if ((await waitingAbout(tx, row.authorId)).length === 0) await showUnowned(tx, row.authorId, row.was ?? 'visible');
  }
  await answer(tx, row, { done: decision === 'approve', reason, remedy: remedy ?? '' });
  return done(undefined);
}

async function answer(tx: Writer, row: RequestRow, told: { done: boolean; reason: string; remedy: string }): Promise<void> {
  if (row.accountId !== null) {
    const path = told.done ? '/visibility' : `/appeal/suppression/${row.id}`;
    const next: Record<string, string> = told.done ? {} : { until: dayOf(appealUntil(now())) };
    const facts = { path, decision: told.done ? 'approve' : 'reject', reason: told.reason, remedy: told.remedy, ...next };
    await notify(tx, { accountId: row.accountId, kind: 'visibility_decided', facts, onceKey: `visibility_decided:${row.id}` });
  } else if (row.contact !== null) await mailAnswer(tx, { id: row.id, contact: row.contact }, told, !told.done);
}

/** Does after all what was turned down. False where the record was claimed since: its owner decides. */
export async function showAfterAll(tx: Writer, requestId: string): Promise<boolean> {
  const turnedDown = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'rejected'));
  const [row] = await tx.update(visibilityRequests).set({ state: 'applied', decidedAt: now() }).where(turnedDown).returning();
  return row !== undefined && (await showUnowned(tx, row.authorId, row.wanted));
}

/** Mails the outcome of an appeal to the person who has no account, and forgets their address. */
export async function answerAppealByMail(
  tx: Writer,
  requestId: string,
  { state, reason, remedy }: { state: string; reason: string; remedy: string },
): Promise<void> {
  const [row] = await tx.select().from(visibilityRequests).where(eq(visibilityRequests.id, requestId));
  if (row?.contact) await mailAnswer(tx, { id: row.id, contact: row.contact }, { done: state === 'granted', reason, remedy }, false);
}

/** Forgets links that nobody has used, and addresses that no answer goes to any more. */
export async function forgetLinks(tx: Writer): Promise<void> {
  const text = `update visibility_requests set state = 'expired', token_hash = null, contact = null
    where state = 'sent' and expires_at <= ? returning id`;
  await tx.execute(text, [], [now()]);
  const answered = `update visibility_requests set token_hash = null, contact = null where state = 'rejected' and contact is not null
    and expires_at <= ? and not exists (select 1 from appeals where appeals.subject_id = visibility_requests.id and appeals.state = 'open')
    returning id`;
  await tx.execute(answered, [], [now()]);
}

/**
 * Uses the link of the answer to a rejected request, which works once and for thirty days. The address stays until the appeal is answered.
 * @returns false where the link is used, wrong or over
 */
export async function redeemAppealLink(tx: Writer, link: { request: string; code: string }): Promise<boolean> {
  return (
    (await tx.update(visibilityRequests).set({ tokenHash: null }).where(usableAppealLink(link)).returning({ id: visibilityRequests.id }))
      .length > 0
  );
}
