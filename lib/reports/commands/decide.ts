import { and, eq } from 'drizzle-orm';
import { markStale } from '../../authors/commands.ts';
import { reports } from '../../db/schema/reports.ts';
import type { Writer } from '../../db/store.ts';
import { enqueue } from '../../jobs/queue.ts';
import { notify } from '../../notifications/commands.ts';
import type { Subject } from '../model.ts';
import { subjectNamed } from '../queries.ts';

export interface ReportDecision {
  reportId: string;
  decision: 'uphold' | 'dismiss';
  reason: string;
  remedy: string | null;
}

/**
 * Ends a report with what a review decided. A doubt that several people share the record stays on it while it is upheld and not split,
 * and goes when it is dismissed. The reporter is told, where there is one.
 */
export async function decideReport(tx: Writer, { reportId, decision, reason, remedy }: ReportDecision): Promise<void> {
  const open = and(eq(reports.id, reportId), eq(reports.state, 'open'));
  const [before] = await tx.select({ facts: reports.facts }).from(reports).where(open);
  const facts = { ...before?.facts, decidedReason: reason, decidedRemedy: remedy ?? '' };
  const state = decision === 'uphold' ? 'upheld' : 'dismissed';
  const [report] = await tx.update(reports).set({ state, facts }).where(open).returning();
  if (!report) throw new Error('The report of an open review is closed.');
  const subject = await subjectNamed(tx, report.subject as Subject, report.subjectId);
  if (report.reporterId) {
    const told = { name: subject?.name ?? 'a page that is gone', path: '/me#reports', decision, reason, remedy: remedy ?? '' };
    await notify(tx, { accountId: report.reporterId, kind: 'report_decided', facts: told, onceKey: `report_decided:${report.id}` });
  }
  if (!subject || report.kind !== 'not_same_person') return;
  await markStale(tx, [subject.key]);
  await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
}
