import { and, eq } from 'drizzle-orm';
import { setAuthorVisibility } from '#lib/catalog/authors/commands/fields.ts';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { reindexWorks } from '#lib/catalog/ingest/commands/works.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { audit } from '#lib/platform/audit/roles.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isVisibility, type Visibility } from '../model/visibility.ts';
import { worksOn } from '../queries/records.ts';
import { isOperator, isOwner } from '../queries/visibility.ts';

/** Shows a record's name, or shows it less: the record and all that is derived of it follow. Who asked is not in the log. */
export async function show(tx: Writer, authorId: string, to: Visibility): Promise<void> {
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

export type RequestRow = typeof visibilityRequests.$inferSelect;

/** The requests about a record that wait, the first of them first. */
export const waitingAbout = (tx: Writer, authorId: string): Promise<RequestRow[]> =>
  rowsOf(
    tx,
    visibilityRequests,
    and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting')),
    visibilityRequests.requestedAt,
    visibilityRequests.id,
  );

/** What an owner or the operator sets, the person's own address or people decide ends what others' addresses have asked for. */
export async function endWaits(tx: Writer, authorId: string): Promise<void> {
  const waits = and(eq(visibilityRequests.authorId, authorId), eq(visibilityRequests.state, 'waiting'));
  const over = { state: 'expired', contact: null, decidedAt: now() };
  const ended = await tx.update(visibilityRequests).set(over).where(waits).returning({ id: visibilityRequests.id });
  for (const { id } of ended) await closeReview(tx, 'suppression', id);
}

/** Shows a record as it was asked for; not one that was claimed since: its owner decides. True where it was done. */
export async function showUnowned(tx: Writer, authorId: string, to: string): Promise<boolean> {
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, authorId));
  if (author?.ownerId !== null || !isVisibility(to)) return false;
  await show(tx, authorId, to);
  return true;
}
