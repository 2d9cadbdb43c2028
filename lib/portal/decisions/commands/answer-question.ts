import { findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { type NotOwned, proveOwnership, refuseOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import type { PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { powerRefusalOf } from '#lib/catalog/powers/queries.ts';
import { storeAnswer } from '#lib/governance/identity/commands/questions.ts';
import type { AnswerInput } from '#lib/governance/identity/model/questions.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isCloseTo } from '../queries/conflicts-of-interest.ts';
import { reviewerOf } from '../queries/reviewers.ts';

type AnswerErrorCode = 'unknown_author' | 'passkey_sign_in_needed' | 'too_close_to_decide' | PowerErrorCode | NotOwned;

/**
 * Answers that two records are two people, or that a record is one person. The answer changes neither record; nobody is asked again. An
 * owner answers about their own record with proved control of it; a reviewer about records of others.
 */
export async function answerQuestion(
  tx: Writer,
  actor: Actor,
  { authorId, otherId }: AnswerInput,
): Promise<Outcome<{ slug: string; by: 'owner' | 'reviewer' }, AnswerErrorCode>> {
  const record = await findPublicRecord(tx, authorId);
  if (!record) return refused('unknown_author');
  const other = otherId === undefined ? record : await findPublicRecord(tx, otherId);
  if (!other || (otherId !== undefined && other.key === record.key)) return refused('unknown_author');
  const isOwner = (await proveOwnership(tx, actor, record.id)) !== null;
  const isReviewer = !isOwner && (await reviewerOf(tx, actor)) !== null;
  if (!isOwner && !isReviewer) return refuseOwnership(tx, actor, record.id);
  const code = isOwner ? await powerRefusalOf(tx, record.id, 'split') : passkeyRefusal(actor);
  if (code) return refused(code);
  if (isReviewer) {
    for (const { id } of [record, other]) if (await isCloseTo(tx, actor.accountId, id)) return refused('too_close_to_decide');
    const facts = { other: otherId ?? '' };
    await writeAuditEntry(tx, { accountId: actor.accountId, action: 'question.answered', subject: 'author', subjectId: record.id, facts });
  }
  const by = isOwner ? 'owner' : 'reviewer';
  await storeAnswer(tx, [record.key, other.key], { state: otherId === undefined ? 'whole' : 'apart', decidedBy: by });
  return done({ slug: record.slug, by });
}
