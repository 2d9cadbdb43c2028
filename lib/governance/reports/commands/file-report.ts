import { hash } from 'node:crypto';
import { and, eq, notExists, sql } from 'drizzle-orm';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { continueNotice, pauseNotice } from '#lib/governance/claims/commands/pause-notice.ts';
import { ownsCoauthor } from '#lib/governance/claims/queries/notice.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinSubmissionLimits } from '#lib/platform/auth/submission-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, hasRow } from '#lib/platform/db/rows.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { parseSubjectName, type ReportErrorCode, type ReportInput } from '../model/report.ts';
import { findHiddenSubject, findReportSubject } from '../queries.ts';

/**
 * Stores a report for reviewers. It changes nothing public before a decision; an upheld doubt that a record is one person then becomes an
 * identity flag (trust.md). A repeated report is refused as a duplicate.
 */
export async function fileReport(
  tx: Writer,
  sender: Sender,
  input: ReportInput,
): Promise<Outcome<{ reportId: string; path: string; isShown: boolean }, ReportErrorCode>> {
  const { actor, network } = sender;
  const shownSubject = await findReportSubject(tx, input.subject, input.subjectId);
  if (!shownSubject && input.subject === 'work') return refused('unknown_subject');
  const subject = shownSubject ?? (await findHiddenSubject(tx, input.subjectId));
  const path = shownSubject?.path ?? `/claim/${encodeURIComponent(input.subjectId)}`;
  const isShown = shownSubject !== null;
  if (!subject) {
    // The same answer as for a hidden record.
    if (!(await withinSubmissionLimits(tx, 'report', sender, input.subjectId))) return refused('too_many_reports');
    return done({ reportId: newId(), path, isShown });
  }
  const other =
    input.kind === 'merge_with' ? await findReportSubject(tx, input.subject, parseSubjectName(input.other ?? '', input.subject)) : null;
  if (input.kind === 'merge_with' && !other) return refused('unknown_other');
  if (other?.id === subject.id) return refused('same_subject');
  if (isShown && input.kind === 'impersonation' && !subject.claimed) return refused('unclaimed_record');
  if (!(await withinSubmissionLimits(tx, 'report', sender, subject.id))) return refused('too_many_reports');
  const { works, right, seen, note } = input;
  const details = Object.entries({ works, right, seen, other: other?.id }).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const reporter = actor?.accountId ?? `from ${network}`;
  const onceKey = hash('sha256', JSON.stringify([reporter, subject.id, input.kind, input.reason, details, note ?? '']), 'base64url');
  const statement = { kind: input.kind, reason: input.reason, facts: Object.fromEntries(details), note: note || null };
  const origin = { reporterId: actor?.accountId ?? null, state: 'open', onceKey, createdAt: now() };
  const row = { id: newId(), subject: input.subject, subjectId: subject.id, ...statement, ...origin };
  const [stored] = await tx.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  if (!stored) return isShown ? refused('already_reported') : done({ reportId: newId(), path, isShown });
  const authorId = input.subject === 'author' ? subject.id : null;
  await openReview(tx, { kind: 'report', subjectId: stored.id, authorId, parties: actor ? [actor.accountId] : [] });
  if (actor && input.kind === 'impersonation' && (await ownsCoauthor(tx, actor.accountId, subject.key))) await pauseNotice(tx, subject.id);
  return done({ reportId: stored.id, path, isShown });
}

/** Withdraws a report of the account that is not decided yet. */
export async function withdrawReport(
  tx: Writer,
  actor: Actor,
  { reportId }: { reportId: string },
): Promise<Outcome<void, 'unknown_report'>> {
  const isOwnOpen = and(eq(reports.id, reportId), eq(reports.reporterId, actor.accountId), eq(reports.state, 'open'));
  const [report] = await tx.update(reports).set({ state: 'withdrawn' }).where(isOwnOpen).returning();
  if (!report) return refused('unknown_report');
  await closeReview(tx, 'report', report.id);
  await endPauseOfNotice(tx, report);
  return done(undefined);
}

/** Lets the notice of a claim continue whose objection has ended, if no other one is open. */
export async function endPauseOfNotice(tx: Writer, { subjectId }: { subjectId: string }): Promise<void> {
  const isOpen = and(eq(reports.subjectId, subjectId), eq(reports.kind, 'impersonation'), eq(reports.state, 'open'));
  if (!(await hasRow(tx, reports, isOpen))) await continueNotice(tx, subjectId);
}

const batchSize = 500;

/** Opens a review for each open report that has none, which were filed before the review queue existed. */
export async function openMissingCases(tx: Writer): Promise<void> {
  const isOpenReview = and(eq(reviews.kind, 'report'), eq(reviews.subjectId, reports.id), sql`${reviews.state} = 'open'`);
  const openReviews = tx.select({ id: reviews.id }).from(reviews).where(isOpenReview);
  const rows = await tx
    .select(columnsOf(reports, 'id', 'subject', 'subjectId', 'reporterId'))
    .from(reports)
    .where(and(eq(reports.state, 'open'), notExists(openReviews)))
    .limit(batchSize);
  for (const { id, subject, subjectId, reporterId } of rows) {
    const authorId = subject === 'author' ? subjectId : null;
    await openReview(tx, { kind: 'report', subjectId: id, authorId, parties: reporterId ? [reporterId] : [] });
  }
}
