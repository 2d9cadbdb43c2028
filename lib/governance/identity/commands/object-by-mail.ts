import { eq } from 'drizzle-orm';
import { decideAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { fileReport } from '#lib/governance/reports/commands/file-report.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { actorById } from '#lib/platform/auth/actor-by-id.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { isObjectionCode } from '#lib/platform/mail/objection-link.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { ObjectionLinkInput } from '../model/visibility.ts';
import { isDecidedByOwner, isOwner } from '../queries/visibility.ts';
import { endRequestsOfOthers } from './visibility.ts';

/** What an objection does, by the kind of the notification in whose mail its button is. Returns whether it was possible. */
const objections: Readonly<Record<string, (tx: Writer, actor: Actor, notification: NotificationRow, network: string) => Promise<boolean>>> =
  {
    // Reviewers decide.
    async correction_agreed(tx, actor, { onceKey }) {
      const [, correctionId = ''] = onceKey.split(':');
      return (await decideAsOwner(tx, actor, { correctionId, accepts: 'no' })).ok;
    },
    // Reviewers look at the claim.
    async coauthor_claimed(tx, actor, { facts }, network) {
      const note = 'A co-author objects to the claim, by the button in the mail about it.';
      const report = {
        subject: 'author' as const,
        subjectId: facts.author ?? '',
        kind: 'impersonation' as const,
        reason: 'not_them',
        note,
      };
      return (await fileReport(tx, { actor, network }, report)).ok;
    },
    // An owner who has proved control decides alone; otherwise reviewers look at it.
    async hiding_requested(tx, actor, { facts }, network) {
      const authorId = facts.author ?? '';
      if ((await isOwner(tx, actor, authorId)) && (await isDecidedByOwner(tx, authorId))) return endRequestsOfOthers(tx, authorId);
      const note = 'The owner objects to a request to show the profile less, by the button in the mail about it.';
      const right = 'The profile is shown as before.';
      const report = { subject: 'author' as const, subjectId: authorId, kind: 'wrong_fact' as const, reason: 'other', right, note };
      return (await fileReport(tx, { actor, network }, report)).ok;
    },
  };
type NotificationRow = typeof notifications.$inferSelect;

/**
 * Objects to what a mail is about, by its button: for this one objection, and without a sign-in. The objection is one of the account that got
 * the mail.
 */
export async function objectByMail(
  tx: Writer,
  network: string,
  { notification: id, code }: ObjectionLinkInput,
): Promise<Outcome<void, 'objection_link_used'>> {
  const notification = isObjectionCode(id, code) ? await firstOf(tx, notifications, eq(notifications.id, id)) : undefined;
  const actor = notification && (await actorById(tx, notification.accountId));
  const object = notification && objections[notification.kind];
  return actor && object && (await object(tx, actor, notification, network)) ? done(undefined) : refused('objection_link_used');
}
