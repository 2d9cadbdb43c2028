import { and, eq } from 'drizzle-orm';
import { setAuthorVisibility } from '#lib/catalog/authors/commands/fields.ts';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { reindexWorks } from '#lib/catalog/ingest/commands/works.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import {
  isFullyVisible,
  isSuppressed,
  isUnlisted,
  isVisibilityChoice,
  type Visibility,
  type VisibilityChoice,
} from '#lib/catalog/visibility/model.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { keysOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { worksOfAuthor } from '../queries/records.ts';
import { isOperator, isOwner } from '../queries/visibility.ts';

/** Sets the visibility of a record, and updates the data derived from it. The log does not identify the requester. */
export async function applyVisibility(tx: Writer, authorId: string, to: VisibilityChoice): Promise<void> {
  const [author] = await tx.select({ key: authors.key, visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  if (!author || author.visibility === to) return;
  await setAuthorVisibility(tx, authorId, to);
  // The name was removed from the index documents of its works, so they are rebuilt.
  if (isSuppressed(author)) await reindexWorks(tx, keysOf(await worksOfAuthor(tx, author.key)));
  await logVisibility(tx, authorId);
  await enqueueRefresh(tx);
}

const logIntervalMs = daysMs(1);

/**
 * Logs the visibility of a record, at most once a day: the log is permanent, and what changes back within a day is not its business. A later
 * change is logged at the end of the day, by a job.
 */
export async function logVisibility(tx: Writer, authorId: string): Promise<void> {
  const [author] = await tx.select({ visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  const last = ((await eventsOf(tx, [authorId])).get(authorId) ?? []).findLast(({ kind }) => kind === 'visibility_changed');
  if (!author || (last ? (last.facts as { to?: unknown }).to === author.visibility : isFullyVisible(author))) return;
  const nextAt = last ? addMs(new Date(last.at), logIntervalMs) : now();
  if (nextAt > now()) {
    const onceKey = `log-visibility:${authorId}`;
    return enqueue(tx, { kind: 'log-visibility', payload: { authorId }, onceKey, runAt: nextAt });
  }
  await logEvent(tx, { authorId, kind: 'visibility_changed', facts: { to: author.visibility } });
  await enqueueRefresh(tx);
}

/** Whether a record is unlisted. A created profile becomes listed by evidence, not by its owner's choice. */
async function isUnlistedRecord(tx: Writer, authorId: string): Promise<boolean> {
  const [author] = await tx.select({ visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  return author !== undefined && isUnlisted(author);
}

/** Sets the visibility immediately, for the owner of a record, or for the operator after a recent sign-in with a passkey. */
export async function setVisibility(
  tx: Writer,
  actor: Actor,
  { authorId, wanted }: { authorId: string; wanted: VisibilityChoice },
): Promise<Outcome<void, 'not_your_record' | 'passkey_sign_in_needed' | 'not_listed_yet'>> {
  const by = (await isOwner(tx, actor, authorId)) ? 'owner' : (await isOperator(tx, actor)) ? 'operator' : null;
  if (!by) return refused('not_your_record');
  if (by === 'owner' && (await isUnlistedRecord(tx, authorId))) return refused('not_listed_yet');
  const code = by === 'operator' ? passkeyRefusal(actor) : null;
  if (code) return refused(code);
  const at = now();
  const row = { id: newId(), authorId, wanted, by, accountId: actor.accountId, state: 'applied', requestedAt: at, decidedAt: at };
  await tx.insert(visibilityRequests).values(row);
  if (by === 'operator') {
    const entry = { accountId: actor.accountId, action: 'visibility.set', subject: 'author', subjectId: authorId, facts: { wanted } };
    await writeAuditEntry(tx, entry, 'admin_act');
  }
  await closePendingRequests(tx, authorId);
  await applyVisibility(tx, authorId, wanted);
  return done(undefined);
}

export type VisibilityRequestRow = typeof visibilityRequests.$inferSelect;

/** Returns the waiting requests about a record, earliest first. */
export const pendingVisibilityRequests = (tx: Writer, authorId: string): Promise<VisibilityRequestRow[]> =>
  rowsOf(
    tx,
    visibilityRequests,
    and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting')),
    visibilityRequests.requestedAt,
    visibilityRequests.id,
  );

/** Ends the waiting requests about a record, because its owner, the operator, the person's own address or reviewers have decided. */
export async function closePendingRequests(tx: Writer, authorId: string): Promise<void> {
  const isWaiting = and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting'));
  const changes = { state: 'expired', contact: null, decidedAt: now() };
  const endedRows = await tx.update(visibilityRequests).set(changes).where(isWaiting).returning({ id: visibilityRequests.id });
  for (const { id } of endedRows) await closeReview(tx, 'suppression', id);
}

/** Sets the visibility of a record as requested, unless it has an owner, who decides. Returns whether it was done. */
export async function applyVisibilityIfUnowned(tx: Writer, authorId: string, to: Visibility): Promise<boolean> {
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
  if (author?.ownerId !== null || !isVisibilityChoice(to)) return false;
  await applyVisibility(tx, authorId, to);
  return true;
}
