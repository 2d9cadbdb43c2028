import { and, eq, inArray, ne, notInArray, type SQL } from 'drizzle-orm';
import { setAuthorVisibility } from '#lib/catalog/authors/commands/fields.ts';
import { enqueueRecomputation, enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { reindexWorks } from '#lib/catalog/ingest/commands/works.ts';
import { mayUse } from '#lib/catalog/powers/queries.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import {
  fullVisibility,
  isFullyVisible,
  isHiding,
  isLessVisible,
  isReduced,
  isSuppressed,
  isUnsourcedProfile,
  isVisibilityChoice,
  reducedVisibility,
  sharedTies,
  type Visibility,
  type VisibilityChoice,
} from '#lib/catalog/visibility/model.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { worksOfAuthor } from '../queries/records.ts';
import { isDecidedByOwner, isOperator, isOwner, lastHidingRequest } from '../queries/visibility.ts';

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

/** What an actor may do with a record's visibility at once. */
interface Permission {
  by: 'owner' | 'operator';
  /** The visibility that is set at once; null if the choice waits for a decision only. */
  to: VisibilityChoice | null;
}

/**
 * Returns what the owner of a record may set at once. Showing less is never refused: without proved control the name is found by its full
 * name only until somebody decides. A created profile is nobody else's record, and is hidden at once. What somebody else has hidden is shown
 * again only by an owner who has proved control.
 */
async function ownerPermission(
  tx: Writer,
  actor: Actor,
  author: HiddenAuthor,
  wanted: VisibilityChoice,
): Promise<Permission | 'not_listed_yet' | null> {
  const current = isVisibilityChoice(author.visibility) ? author.visibility : null;
  if (current === null) return isHiding(wanted) ? { by: 'owner', to: wanted } : 'not_listed_yet';
  const isLower = isLessVisible(wanted, current);
  if (current === wanted || isUnsourcedProfile(author) || (await mayUse(tx, author.id, isLower ? 'hide' : 'show')))
    return { by: 'owner', to: wanted };
  if (isLower) return { by: 'owner', to: isFullyVisible(author) ? reducedVisibility : null };
  return (await lastHidingRequest(tx, author.id))?.accountId === actor.accountId ? { by: 'owner', to: wanted } : null;
}

/** Returns what an admin may set alone: less visibility, and more if admins have lowered it. */
async function operatorPermission(tx: Writer, author: HiddenAuthor, wanted: VisibilityChoice): Promise<Permission | null> {
  const isLower = !isVisibilityChoice(author.visibility) || author.visibility === wanted || isLessVisible(wanted, author.visibility);
  return isLower || (await lastHidingRequest(tx, author.id))?.by === 'operator' ? { by: 'operator', to: wanted } : null;
}

type HiddenAuthor = Pick<typeof authors.$inferSelect, 'id' | 'visibility' | 'listedAs'>;

/**
 * Sets the visibility immediately, for the owner of a record, or for the operator after a recent sign-in with a passkey. Opens a review if
 * the owner asks for more than their level allows.
 * @returns the visibility that was set
 */
export async function setVisibility(
  tx: Writer,
  actor: Actor,
  { authorId, wanted }: { authorId: string; wanted: VisibilityChoice },
): Promise<Outcome<{ to: VisibilityChoice }, 'not_your_record' | 'passkey_sign_in_needed' | 'not_listed_yet'>> {
  const author = await firstOf(tx, authors, eq(authors.id, authorId));
  const isOwned = author !== undefined && (await isOwner(tx, actor, authorId));
  const isByOperator = !isOwned && (await isOperator(tx, actor));
  if (!author || !(isOwned || isByOperator)) return refused('not_your_record');
  const permission = isOwned ? await ownerPermission(tx, actor, author, wanted) : await operatorPermission(tx, author, wanted);
  if (permission === 'not_listed_yet') return refused(permission);
  if (!permission) return refused('not_your_record');
  const code = isByOperator ? passkeyRefusal(actor) : null;
  if (code) return refused(code);
  const { by, to } = permission;
  const at = now();
  const row = { id: newId(), authorId, by, accountId: actor.accountId, requestedAt: at };
  await closePendingRequests(tx, authorId, isByOperator || (await isDecidedByOwner(tx, authorId)));
  if (to !== null) await tx.insert(visibilityRequests).values({ ...row, wanted: to, state: 'applied', decidedAt: at });
  if (to !== wanted) {
    const isAsked = and(
      eq(visibilityRequests.authorId, authorId),
      eq(visibilityRequests.by, 'owner'),
      eq(visibilityRequests.state, 'open'),
    );
    if (await hasRow(tx, visibilityRequests, isAsked)) return done({ to: to ?? reducedVisibility });
    const id = newId();
    await tx.insert(visibilityRequests).values({ ...row, id, wanted, state: 'open' });
    await openReview(tx, { kind: 'suppression', subjectId: id, authorId, parties: [actor.accountId] });
  }
  if (by === 'operator') {
    const entry = { accountId: actor.accountId, action: 'visibility.set', subject: 'author', subjectId: authorId, facts: { wanted } };
    await writeAuditEntry(tx, entry, 'admin_act');
  }
  if (to !== null) await applyVisibility(tx, authorId, to);
  return done({ to: to ?? reducedVisibility });
}

export type VisibilityRequestRow = typeof visibilityRequests.$inferSelect;

/** Whether a waiting request lowers the visibility of a record. One about a person at risk does not: it takes affiliations off the page. */
function isLoweredByRequest(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state } = visibilityRequests;
  return hasRow(tx, visibilityRequests, and(eq(visibilityRequests.authorId, authorId), eq(state, 'waiting'), inArray(by, [...sharedTies])));
}

/**
 * Ends the effect of a request that lowered the visibility for a limited time. What was lowered further, or by somebody who may, stays so;
 * and so does what another request of this kind has lowered.
 */
export async function revertLowering(tx: Writer, { authorId, by, was, requestedAt }: VisibilityRequestRow): Promise<void> {
  if (!sharedTies.some((tie) => tie === by) || was === null || !isVisibilityChoice(was)) return;
  const author = await firstOf(tx, authors, eq(authors.id, authorId));
  const lowered = await lastHidingRequest(tx, authorId);
  const isLoweredSince = lowered?.decidedAt != null && lowered.decidedAt >= requestedAt;
  if (!author || !isReduced(author) || isLoweredSince || (await isLoweredByRequest(tx, authorId))) return;
  await applyRequestedVisibility(tx, authorId, was);
}

/** Shows a record again that a former owner had hidden without a strong proof, unless it has an owner or somebody else has hidden it. */
export async function returnVisibility(tx: Writer, { authorId, accountId }: { authorId: string; accountId: string }): Promise<void> {
  const author = await firstOf(tx, authors, eq(authors.id, authorId));
  const lowered = await lastHidingRequest(tx, authorId);
  if (author?.ownerId !== null || lowered?.by !== 'owner' || lowered.accountId !== accountId) return;
  await applyVisibility(tx, authorId, fullVisibility);
}

/**
 * Ends the waiting requests about a record, because its owner, the operator, the person's own address or reviewers have decided.
 * @param endsRisk false if who decides has not proved control: what protects a person at risk stays for its time
 */
export async function closePendingRequests(tx: Writer, authorId: string, endsRisk = true): Promise<void> {
  const { by, state } = visibilityRequests;
  await endRequests(tx, authorId, and(eq(state, 'waiting'), endsRisk ? undefined : ne(by, 'at_risk')));
}

/** Ends what others have asked about a record, because its owner, who has proved control, objects. @returns false if there was nothing */
export async function endRequestsOfOthers(tx: Writer, authorId: string): Promise<boolean> {
  const { by, state } = visibilityRequests;
  return (await endRequests(tx, authorId, and(inArray(state, ['waiting', 'open']), notInArray(by, ['owner', 'operator'])))) > 0;
}

async function endRequests(tx: Writer, authorId: string, condition: SQL | undefined): Promise<number> {
  const { id, by } = visibilityRequests;
  const changes = { state: 'expired', contact: null, decidedAt: now() };
  const isOfRecord = and(eq(visibilityRequests.authorId, authorId), condition);
  const endedRows = await tx.update(visibilityRequests).set(changes).where(isOfRecord).returning({ id, by });
  for (const row of endedRows) await closeReview(tx, 'suppression', row.id);
  // The affiliations are shown again.
  if (endedRows.some((row) => row.by === 'at_risk')) await enqueueRecomputation(tx, [authorId]);
  return endedRows.length;
}

/** Sets the visibility of a record as requested, unless it has an owner who has proved control, and decides. Returns whether it was done. */
export async function applyRequestedVisibility(tx: Writer, authorId: string, to: Visibility): Promise<boolean> {
  if ((await isDecidedByOwner(tx, authorId)) || !isVisibilityChoice(to)) return false;
  await applyVisibility(tx, authorId, to);
  return true;
}
