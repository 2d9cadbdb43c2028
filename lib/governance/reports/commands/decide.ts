import { and, eq } from 'drizzle-orm';
import { enqueueAuthorRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import type { ReportSubject } from '../model/report.ts';
import { findReportSubject } from '../queries.ts';
import { endPauseOfNotice } from './file-report.ts';

interface ReportDecision {
  reportId: string;
  decision: 'uphold' | 'dismiss';
  reason: string;
  remedy: string | null;
}

/**
 * Closes a report with the decision of a review, and notifies the reporter if there is one. The identity flag of the record is there while
 * the report is upheld and the record is not split.
 */
export async function decideReport(tx: Writer, { reportId, decision, reason, remedy }: ReportDecision): Promise<void> {
  const isOpenReport = and(eq(reports.id, reportId), eq(reports.state, 'open'));
  const [reportBefore] = await tx.select({ facts: reports.facts }).from(reports).where(isOpenReport);
  const facts = { ...reportBefore?.facts, decidedReason: reason, decidedRemedy: remedy ?? '' };
  const state = decision === 'uphold' ? 'upheld' : 'dismissed';
  const [report] = await tx.update(reports).set({ state, facts }).where(isOpenReport).returning();
  if (!report) throw new Error('The report of an open review is closed.');
  const subject = await findReportSubject(tx, report.subject as ReportSubject, report.subjectId);
  const until = dayOf(appealUntil(now()));
  if (report.reporterId) {
    const path = decision === 'dismiss' ? `/appeal/report/${report.id}` : '/me/network#reports';
    const appealFacts: Record<string, string> = decision === 'dismiss' ? { until } : {};
    const about: Record<string, string> =
      report.subject === 'author' && subject ? { author: subject.id } : { name: subject?.name ?? 'a page that is gone' };
    const noticeFacts = { ...about, path, decision, reason, remedy: remedy ?? '', ...appealFacts };
    await notify(tx, { accountId: report.reporterId, kind: 'report_decided', facts: noticeFacts, onceKey: `report_decided:${report.id}` });
  }
  if (decision === 'dismiss') return endPauseOfNotice(tx, report);
  if (remedy === 'work_added')
    await enqueue(tx, { kind: 'add-missing-work', payload: { reportId }, onceKey: `add-missing-work:${reportId}` });
  await notifyOwner(tx, report, { reason, remedy, until });
  await refreshRecord(tx, report, subject?.key ?? null);
}

type Report = typeof reports.$inferSelect;

interface DecisionDetails {
  reason: string;
  remedy: string | null;
  /** The last day on which the losing side can appeal; null if the decision is final. */
  until: string | null;
  /** Distinguishes repeated decisions on the same report. */
  once?: string;
}

/** Returns the author of the messages that a misuse report is about. The record may have another owner since. */
async function writerOf(tx: Writer, { id, reporterId }: Report): Promise<string | null> {
  const isReportReview = and(eq(reviews.subjectId, id), eq(reviews.kind, 'report'));
  const [review] = await tx.select({ parties: reviews.parties }).from(reviews).where(isReportReview);
  return review?.parties.find((accountId) => accountId !== reporterId) ?? null;
}

async function ownerOf(tx: Writer, { subjectId }: Report): Promise<string | null> {
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, subjectId));
  return author?.ownerId ?? null;
}

/**
 * Notifies the owner of the record, or for misuse the author of the messages, that a report was upheld, and that they can appeal. The
 * reporter is never named.
 */
async function notifyOwner(tx: Writer, report: Report, { reason, remedy, until, once = '' }: DecisionDetails): Promise<void> {
  // For impersonation the owner is notified about their claim instead, and of a work that is added when it is.
  if (report.subject !== 'author' || report.kind === 'impersonation' || remedy === 'work_added') return;
  const accountId = report.kind === 'misuse' ? await writerOf(tx, report) : await ownerOf(tx, report);
  if (!accountId || accountId === report.reporterId) return;
  const appealFacts: Record<string, string> = until === null ? { final: 'yes' } : { until };
  const facts = { author: report.subjectId, path: `/appeal/report/${report.id}`, reason, remedy: remedy ?? '', ...appealFacts };
  await notify(tx, { accountId, kind: 'report_about_you', facts, onceKey: `report_about_you:${report.id}${once}` });
}

async function refreshRecord(tx: Writer, { kind }: Report, authorKey: number | null): Promise<void> {
  if (authorKey === null || kind !== 'not_same_person') return;
  await enqueueAuthorRefresh(tx, authorKey);
}

/** Reverses a decided report after a granted appeal. Null if it is no longer decided. */
export async function reverseReport(tx: Writer, reportId: string, details: DecisionDetails & { once: string }): Promise<Report | null> {
  const { reason, remedy } = details;
  const [reportBefore] = await tx.select().from(reports).where(eq(reports.id, reportId));
  if (reportBefore?.state !== 'upheld' && reportBefore?.state !== 'dismissed') return null;
  const state = reportBefore.state === 'upheld' ? 'dismissed' : 'upheld';
  const facts = { ...reportBefore.facts, decidedReason: reason, decidedRemedy: remedy ?? '' };
  const isUnchanged = and(eq(reports.id, reportId), eq(reports.state, reportBefore.state));
  const [report] = await tx.update(reports).set({ state, facts }).where(isUnchanged).returning();
  if (!report) return null;
  const subject = await findReportSubject(tx, report.subject as ReportSubject, report.subjectId);
  if (state === 'upheld') await notifyOwner(tx, report, details);
  await refreshRecord(tx, report, subject?.key ?? null);
  return report;
}
