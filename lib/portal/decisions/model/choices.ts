import { z } from 'zod';
import type { Reason, Remedy } from '#lib/community/decision-reasons.ts';
import { type AppealOf, appealKinds, type Decision, decisions, type ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import { isReportKind, type ReportKind } from '#lib/governance/reports/model/report.ts';

/** One way to decide a kind of question: what the button says, and which reasons and remedies go with it. */
export interface Choice {
  decision: Decision;
  says: string;
  reasons: readonly Reason[];
  remedies: readonly Remedy[];
}

const toClaimant: readonly Remedy[] = ['show_strong_proof', 'ask_coauthors', 'claim_other', 'split_first'];

const granted = (...then: Remedy[]): Choice => ({
  decision: 'approve',
  says: 'The appeal holds',
  reasons: ['new_facts', 'overlooked'],
  remedies: then,
});

const stands = (found: readonly Reason[], then: readonly Remedy[]): Choice => ({
  decision: 'reject',
  says: 'The first decision stands',
  reasons: ['nothing_new', ...found, 'changed_since'],
  remedies: then,
});

const toReporter: readonly Remedy[] = ['report_again', 'tell_source', 'nothing_to_do'];

/** An appeal is decided by what it is about. */
const appealChoices: Record<AppealOf, readonly Choice[]> = {
  claim: [granted('nothing_to_do'), stands(['not_tied', 'rival_proof', 'other_person'], toClaimant)],
  dispute: [granted('nothing_to_do'), stands(['owner_proof', 'objection_fails', 'other_person'], [...toClaimant, 'nothing_to_do'])],
  report: [granted('nothing_to_do', 'corrected', 'source_told'), stands(['cannot_check', 'put_right'], toReporter)],
  merge: [granted('undo_30_days', 'nothing_to_do'), stands(['cannot_check'], ['show_link', 'show_works', 'nothing_to_do'])],
  suppression: [granted('nothing_to_do'), stands(['not_theirs', 'cannot_check'], ['other_proof'])],
};

const choices: Record<Exclude<ReviewKind, 'report' | 'appeal'>, readonly Choice[]> = {
  claim: [
    { decision: 'approve', says: 'Accept the claim', reasons: ['proof_holds', 'objection_fails'], remedies: ['nothing_to_do'] },
    {
      decision: 'reject',
      says: 'Reject the claim',
      reasons: ['not_tied', 'rival_proof', 'other_person', 'several_people', 'impersonation'],
      remedies: toClaimant,
    },
  ],
  dispute: [
    {
      decision: 'uphold',
      says: 'The objection holds: the owner’s claim ends',
      reasons: ['rival_proof', 'other_person', 'several_people', 'impersonation'],
      remedies: toClaimant,
    },
    {
      decision: 'dismiss',
      says: 'The objection does not hold: the owner stays',
      reasons: ['owner_proof', 'objection_fails', 'other_person'],
      remedies: [...toClaimant, 'nothing_to_do'],
    },
  ],
  merge: [
    { decision: 'approve', says: 'Put the two together', reasons: ['same'], remedies: ['undo_30_days'] },
    { decision: 'reject', says: 'Keep them apart', reasons: ['not_same', 'cannot_check'], remedies: ['show_link'] },
  ],
  suppression: [
    { decision: 'approve', says: 'Do as was asked', reasons: ['theirs_to_ask'], remedies: ['nothing_to_do'] },
    { decision: 'reject', says: 'Leave the name as it is', reasons: ['not_theirs', 'cannot_check'], remedies: ['other_proof'] },
  ],
};

const dismissed = (...found: Reason[]): Choice => ({
  decision: 'dismiss',
  says: 'The report does not hold',
  reasons: [...found, 'put_right', 'cannot_check'],
  remedies: ['report_again', 'tell_source', 'nothing_to_do'],
});

const upheld = (found: readonly Reason[], ...then: Remedy[]): Choice => ({
  decision: 'uphold',
  says: 'The report holds',
  reasons: found,
  remedies: then,
});

const reportChoices: Record<ReportKind, readonly Choice[]> = {
  not_same_person: [upheld(['mixed_works'], 'flag_stays'), dismissed('one_person')],
  wrong_fact: [upheld(['fact_wrong'], 'corrected', 'source_told'), dismissed('source_agrees')],
  missing_work: [upheld(['work_missing'], 'work_added', 'work_with_import', 'source_told'), dismissed('source_agrees')],
  merge_with: [upheld(['same'], 'merge_follows', 'source_told'), dismissed('not_same')],
  impersonation: [upheld(['impersonation'], 'record_frozen'), dismissed('owner_proof')],
  misuse: [
    upheld(['misuse_found'], 'writer_paused'),
    { decision: 'dismiss', says: 'The report does not hold', reasons: ['fair_invitation'], remedies: ['block_them', 'nothing_to_do'] },
  ],
};

const splitChoices: readonly Choice[] = [
  { decision: 'approve', says: 'Split the works off', reasons: ['mixed_works'], remedies: ['undo_30_days'] },
  { decision: 'reject', says: 'Leave the record whole', reasons: ['one_person', 'cannot_check'], remedies: ['show_works'] },
];

/** What a question is besides its kind: the kind of a report, that a change to records is a split, what an appeal is about. */
export type Variant = ReportKind | 'split' | `of_${AppealOf}` | null;

/** The ways to decide a question, in the order in which a page offers them. */
export function choicesFor(kind: ReviewKind, variant: Variant): readonly Choice[] {
  if (kind === 'appeal') return appealChoices[appealKinds.find((of) => variant === `of_${of}`) ?? 'claim'];
  if (kind === 'report') return isReportKind(variant ?? undefined) ? reportChoices[variant as ReportKind] : [];
  return kind === 'merge' && variant === 'split' ? splitChoices : choices[kind];
}

/** True where a decision's reason and remedy belong to one of the choices. */
export const fits = (offered: readonly Choice[], vote: { decision: Decision; reason: string; remedy: string }): boolean =>
  offered.some(
    (choice) =>
      choice.decision === vote.decision &&
      choice.reasons.some((each) => each === vote.reason) &&
      choice.remedies.some((each) => each === vote.remedy),
  );

export const voteInput = z.object({
  reviewId: z.string().min(1).max(40),
  decision: z.enum(decisions),
  reason: z.string().min(1, 'Choose what fits best.').max(40),
  remedy: z.string().min(1, 'Choose what fits best.').max(40),
  note: z.string().trim().max(2000, 'Up to 2000 characters.').optional(),
  /** Of several rivals the one who is right: the id of their dispute. */
  favours: z.string().max(40).optional(),
});

export type VoteInput = z.infer<typeof voteInput>;
