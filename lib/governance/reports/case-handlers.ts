import { and, eq, inArray } from 'drizzle-orm';
import { findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import type { DecisionReason, Remedy } from '#lib/community/decision-reasons.ts';
import { freezeDays, reportCooldownDays } from '#lib/community/limits.ts';
import type { CaseHandler, Review } from '#lib/governance/cases/case-handlers.ts';
import { appealChoices, mayAppeal } from '#lib/governance/cases/model/appeals.ts';
import { type CaseSubmission, factLines } from '#lib/governance/cases/model/evidence.ts';
import type { DecisionChoice } from '#lib/governance/cases/model/review-case.ts';
import { revokeHolder } from '#lib/governance/claims/commands/end.ts';
import { freezeIfUnowned, freezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import { isCorrectedSince } from '#lib/governance/corrections/queries/corrections.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { decideReport, reverseReport } from './commands/decide.ts';
import { isReportKind, type ReportKind, type ReportSubject, reportKindLabels, reportReasons } from './model/report.ts';
import { findMissingWork, findReportSubject, matchReportedWorks } from './queries.ts';

const dismissChoice = (...reasonCodes: DecisionReason[]): DecisionChoice => ({
  decision: 'dismiss',
  label: 'The report does not hold',
  effects: ['Nothing changes.', mayAppeal],
  reasons: [...reasonCodes, 'put_right', 'cannot_check'],
  remedies: ['report_again', 'tell_source', 'nothing_to_do'],
});

const upholdChoice = (effect: string, reasonCodes: readonly DecisionReason[], ...remedyCodes: Remedy[]): DecisionChoice => ({
  decision: 'uphold',
  label: 'The report holds',
  effects: [effect, mayAppeal],
  reasons: reasonCodes,
  remedies: remedyCodes,
});

const noCorrection = 'The report ends. This vote corrects nothing: a correction or the source does.';

const choices: Record<ReportKind | 'uncorrected' | 'unknown_work', readonly DecisionChoice[]> = {
  not_same_person: [
    upholdChoice(
      'The profile says that some works may belong to a namesake, until they are split off. No work moves.',
      ['mixed_works'],
      'flag_stays',
    ),
    dismissChoice('one_person'),
  ],
  wrong_fact: [upholdChoice(noCorrection, ['fact_wrong'], 'corrected', 'source_told'), dismissChoice('source_agrees')],
  // Offers no remedy that states a correction, because none has been made.
  uncorrected: [upholdChoice(noCorrection, ['fact_wrong'], 'suggest_correction', 'source_told'), dismissChoice('source_agrees')],
  missing_work: [
    upholdChoice(
      'With the remedy “The work is listed now”, the work is added to the profile.',
      ['work_missing'],
      'work_added',
      'work_with_import',
      'source_told',
    ),
    dismissChoice('source_agrees'),
  ],
  // Offers no remedy that adds the work, because neither this site nor a registry knows it by what was reported.
  unknown_work: [
    upholdChoice(
      'The report ends. No work is added: neither this site nor a registry knows it.',
      ['work_missing'],
      'work_with_import',
      'source_told',
    ),
    dismissChoice('source_agrees'),
  ],
  merge_with: [
    upholdChoice(
      'The report ends. Nothing is merged yet: propose the merge on the page of the profile.',
      ['same'],
      'merge_follows',
      'source_told',
    ),
    dismissChoice('not_same'),
  ],
  impersonation: [
    upholdChoice(`The claim of the owner ends, and the profile is frozen for ${freezeDays} days.`, ['impersonation'], 'record_frozen'),
    dismissChoice('owner_proof'),
  ],
  misuse: [
    upholdChoice(`Who wrote it can send no invitations for ${reportCooldownDays} days.`, ['misuse_found'], 'writer_paused'),
    {
      decision: 'dismiss',
      label: 'The report does not hold',
      effects: ['Nothing changes.', mayAppeal],
      reasons: ['fair_invitation'],
      remedies: ['block_them', 'nothing_to_do'],
    },
  ],
};

export const reportCase: CaseHandler = {
  decisions: ['uphold', 'dismiss'],
  choices,
  async variantOf(reader, reportId) {
    const report = await reportOf(reader, reportId);
    if (report?.kind === 'missing_work') return (await findMissingWork(reader, report.facts.works)) ? 'missing_work' : 'unknown_work';
    if (report?.kind !== 'wrong_fact') return report?.kind;
    return (await isCorrectedSince(reader, report.subjectId, report.createdAt)) ? 'wrong_fact' : 'uncorrected';
  },
  isAskerSecret: true,
  // An appeal about it changes the ownership of the record.
  approvalTakesTwo: async (reader, reportId, isClaimed) => isClaimed && (await reportOf(reader, reportId))?.kind === 'impersonation',
  async casesAboutOwner(reader, reportIds) {
    const isImpersonation = and(inArray(reports.id, [...reportIds]), eq(reports.kind, 'impersonation'));
    const rows = await reader.select({ id: reports.id }).from(reports).where(isImpersonation);
    return new Set(rows.map(({ id }) => id));
  },
  lock: (tx, id) => tx.update(reports).set({ id }).where(eq(reports.id, id)),
  async evidence(reader, reportId) {
    const report = await reportOf(reader, reportId);
    const reported = report?.subject === 'author' ? await matchReportedWorks(reader, report.facts.works, report.subjectId) : [];
    return { submission: await statementOf(reader, reportId), reported };
  },
  async namesOf(reader, reportIds) {
    const rows = await reader
      .select({ id: reports.id, kind: reports.kind, subject: reports.subject, work: works.title })
      .from(reports)
      .leftJoin(works, eq(works.id, reports.subjectId))
      .where(inArray(reports.id, [...reportIds]));
    const knownRows = rows.filter(({ kind }) => isReportKind(kind));
    return new Map(
      knownRows.map(({ id, kind, subject, work }) => [
        id,
        { title: reportKindLabels[kind as ReportKind][subject as ReportSubject].title, name: work },
      ]),
    );
  },
  askedBy: async (reader, reportId) => [(await reportOf(reader, reportId))?.reporterId ?? null],
  async decide(tx, { review, inFavour, reason, remedy, by }) {
    // The record after merges: an owner must not keep it by merging it into another one.
    const authorId = review.authorId && ((await findAnyRecord(tx, review.authorId))?.id ?? review.authorId);
    if (inFavour && reason === 'impersonation' && authorId) await revokeHolder(tx, authorId, { reason, remedy, by });
    await decideReport(tx, { reportId: review.subjectId, decision: inFavour ? 'uphold' : 'dismiss', reason, remedy });
    if (reason === 'impersonation') await freezeIfUnowned(tx, authorId);
  },
  appeal: {
    choices: appealChoices({
      granted: ['nothing_to_do', 'corrected', 'source_told'],
      found: ['cannot_check', 'put_right'],
      refused: ['report_again', 'tell_source', 'nothing_to_do'],
    }),
    isOther,
    async subjectOfDecision(reader, reportId) {
      const report = await reportOf(reader, reportId);
      const subject = report && (await findReportSubject(reader, report.subject as ReportSubject, report.subjectId));
      return subject ? { name: subject.name, path: subject.path } : null;
    },
    async grant(tx, { review, reason, remedy, until, by }) {
      const report = await reverseReport(tx, review.subjectId, { reason, remedy, until, once: review.id });
      const currentId = (await findAnyRecord(tx, review.authorId ?? ''))?.id;
      if (report?.kind === 'impersonation' && report.state === 'upheld' && currentId) {
        await revokeHolder(tx, currentId, { reason: 'impersonation', remedy: 'show_strong_proof', by });
        await freezeRecord(tx, currentId);
      }
      return report !== null;
    },
  },
};

const reportOf = async (reader: Reader, reportId: string): Promise<typeof reports.$inferSelect | undefined> =>
  (await reader.select().from(reports).where(eq(reports.id, reportId)))[0];

/** Excludes impersonation, because its losing owner appeals the decision about their claim. */
async function isOther(reader: Reader, accountId: string, review: Pick<Review, 'subjectId' | 'authorId' | 'parties'>): Promise<boolean> {
  const { kind } = (await reportOf(reader, review.subjectId)) ?? {};
  if (!kind || kind === 'impersonation') return false;
  if (review.parties.includes(accountId)) return true;
  // Misuse concerns the author of the messages; the record may have another owner since.
  const isSubject = eq(authors.id, review.authorId ?? '');
  const [author] = await reader.select({ by: authors.ownerId }).from(authors).where(isSubject);
  return kind !== 'misuse' && author?.by === accountId;
}

async function statementOf(reader: Reader, reportId: string): Promise<CaseSubmission | null> {
  const report = await reportOf(reader, reportId);
  if (!report || !isReportKind(report.kind)) return null;
  const subject = await findReportSubject(reader, report.subject as ReportSubject, report.subjectId);
  const reasonTexts: Record<string, string> = reportReasons[report.kind];
  const { decidedReason: _reason, decidedRemedy: _remedy, works: _works, ...facts } = report.facts;
  return {
    title: reportKindLabels[report.kind].author.title,
    reason: reasonTexts[report.reason] ?? report.reason,
    facts: factLines(facts),
    note: report.note,
    byAccount: report.reporterId !== null,
    at: report.createdAt,
    about: subject && { name: subject.name, path: subject.path },
  };
}
