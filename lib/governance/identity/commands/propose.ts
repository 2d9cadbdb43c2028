import { and, eq } from 'drizzle-orm';
import { type AuthorRow, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import {
  type MergeInput,
  type MergeRefusal,
  orderForMerge,
  type PreviewedSplitInput,
  proposalsLimit,
  type SplitInput,
  type SplitRefusal,
  splitRefusal,
  votesNeeded,
} from '../model/changes.ts';
import { decodeSelection } from '../model/selection-bitmap.ts';
import { hashOfWorks, mergePreview } from '../queries/preview.ts';
import { mayChangeImmediately, refuseMerge, worksOfAuthor } from '../queries/records.ts';
import { isSuspendedOwner, worksBoundByRivals } from '../queries/suspended-owner.ts';
import { type ApplyErrorCode, applyChange } from './changes.ts';
import { areDecidedApart } from './questions.ts';

type ProposeErrorCode =
  | 'needs_confirmed_email'
  | 'too_many_proposals'
  | 'unknown_author'
  | 'unknown_other'
  | 'already_proposed'
  | 'decided_apart'
  | 'works_proved_by_another'
  | MergeRefusal
  | SplitRefusal;

/** The result of a proposal: applied immediately for the owner of the records, or sent to reviewers. */
export interface ProposalResult {
  changeId: string;
  applied: boolean;
  /** The slug of the record that stays. */
  slug: string;
}

type ProposalOutcome = Outcome<ProposalResult, ProposeErrorCode | ApplyErrorCode>;

/**
 * Proposes that two records become one. It is applied immediately if the actor owns both and has shown control of each; otherwise it needs
 * a confirmed address and goes to reviewers. An owner of one of the two must have claimed or proved the other before (`refuseMerge`). Records
 * are never merged automatically.
 */
export async function proposeMerge(tx: Writer, actor: Actor, input: MergeInput): Promise<ProposalOutcome> {
  const record = await findPublicRecord(tx, input.authorId);
  if (!record) return refused('unknown_author');
  const other = await findPublicRecord(tx, input.otherId);
  if (!other) return refused('unknown_other');
  const [into, from] = orderForMerge(record, other);
  const code = await refuseMerge(tx, into, from);
  if (code && code !== 'claim_other_first') return refused(code);
  if (input.seen !== undefined && input.seen !== (await mergePreview(tx, into, from)).seen) return refused('works_changed');
  const isTheirs = await mayChangeImmediately(tx, actor, [into, from], 'merge');
  if (!isTheirs && (await areDecidedApart(tx, into.key, from.key))) return refused('decided_apart');
  if (code) return refused(code);
  const merge = { kind: 'merge', authorId: into.id, otherId: from.id, reason: input.reason };
  return propose(tx, actor, merge, { isTheirs, records: [into, from] });
}

/**
 * Proposes that some works leave a record and become a new one. It is applied immediately for an owner who has shown control; otherwise it
 * goes to reviewers. An owner whose claim is suspended by a strong proof, perhaps that of a namesake, says so which works are theirs: those
 * that the proof does not bind go to reviewers once the claim has ended.
 */
export async function proposeSplit(tx: Writer, actor: Actor, input: SplitInput): Promise<ProposalOutcome> {
  const author = await findPublicRecord(tx, input.authorId);
  if (!author) return refused('unknown_author');
  const ownWorkIds = new Set((await worksOfAuthor(tx, author.key)).map(({ id }) => id));
  const isSuspended = await isSuspendedOwner(tx, actor.accountId, author.id);
  const bound = isSuspended ? await worksBoundByRivals(tx, author.id, input.workIds) : new Set<string>();
  const workIds = input.workIds.filter((id) => !bound.has(id));
  if (bound.size > 0 && workIds.length === 0) return refused('works_proved_by_another');
  const code = splitRefusal(author, ownWorkIds, workIds);
  if (code && !(isSuspended && code === 'claim_waits')) return refused(code);
  const isTheirs = await mayChangeImmediately(tx, actor, [author]);
  const { otherName, reason } = input;
  const split = { kind: 'split', authorId: author.id, workIds, otherName, reason };
  return propose(tx, actor, split, { isTheirs, records: [author], isReviewedNow: !isSuspended });
}

/** Opens the reviews of splits that an owner has proposed whose claim was suspended then, and has ended since. */
export async function reviewWaitingSplits(tx: Writer, { authorId }: { authorId: string }): Promise<void> {
  const [record] = await tx.select().from(authors).where(eq(authors.id, authorId));
  const isWaiting = and(eq(identityChanges.authorId, authorId), eq(identityChanges.kind, 'split'), eq(identityChanges.state, 'proposed'));
  if (!record) return;
  for (const change of await rowsOf(tx, identityChanges, isWaiting))
    if (!(await hasRow(tx, reviews, and(eq(reviews.kind, 'merge'), eq(reviews.subjectId, change.id)))))
      await openChangeReview(tx, change, [record]);
}

/** Proposes a split after its preview, with exactly the works that the preview showed. */
export async function proposePreviewedSplit(
  tx: Writer,
  actor: Actor,
  { leave, seen, ...input }: PreviewedSplitInput,
): Promise<ProposalOutcome> {
  const author = await findPublicRecord(tx, input.authorId);
  if (!author) return refused('unknown_author');
  const ids = (await worksOfAuthor(tx, author.key)).map(({ id }) => id);
  if (hashOfWorks(author.id, ids) !== seen) return refused('works_changed');
  return proposeSplit(tx, actor, { ...input, workIds: decodeSelection(ids, leave) });
}

type ProposedChange = Pick<typeof identityChanges.$inferInsert, 'kind' | 'authorId' | 'otherId' | 'workIds' | 'otherName' | 'reason'>;

async function propose(
  tx: Writer,
  actor: Actor,
  proposal: ProposedChange,
  { isTheirs, records, isReviewedNow = true }: { isTheirs: boolean; records: readonly AuthorRow[]; isReviewedNow?: boolean },
): Promise<ProposalOutcome> {
  if (!isTheirs && !actor.emailConfirmed) return refused('needs_confirmed_email');
  if (!(await withinLimit(tx, 'identity-change', actor.accountId, proposalsLimit))) return refused('too_many_proposals');
  const id = newId();
  const row = { id, ...proposal, state: 'proposed', accountId: actor.accountId, proposedAt: now() };
  const [stored] = await tx.insert(identityChanges).values(row).onConflictDoNothing().returning({ id: identityChanges.id });
  if (!stored) return refused('already_proposed');
  const slug = records[0]?.slug ?? '';
  if (isTheirs) {
    const result = await applyChange(tx, id);
    if (result.ok) return done({ changeId: id, applied: true, slug });
    await tx.delete(identityChanges).where(eq(identityChanges.id, id));
    return result;
  }
  if (isReviewedNow) await openChangeReview(tx, row, records);
  return done({ changeId: id, applied: false, slug });
}

async function openChangeReview(
  tx: Writer,
  { id, authorId, accountId }: { id: string; authorId: string; accountId: string | null },
  records: readonly AuthorRow[],
): Promise<void> {
  const parties = [accountId, ...records.map(({ ownerId }) => ownerId)].filter((each) => each !== null);
  await openReview(tx, { kind: 'merge', subjectId: id, authorId, parties, votesNeeded: votesNeeded(records) });
}
