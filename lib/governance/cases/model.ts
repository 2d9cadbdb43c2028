import { z } from 'zod';
import { isReportKind, type ReportKind } from '#lib/governance/reports/model.ts';
import type { Tie } from '#lib/portal/decisions/model/distance.ts';

/** What a person can be asked to decide on. */
export const reviewKinds = ['claim', 'dispute', 'appeal', 'report', 'merge', 'suppression'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const isReviewKind = (word: string | undefined): word is ReviewKind => reviewKinds.some((kind) => kind === word);

export const kindWords: Record<ReviewKind, { one: string; many: string }> = {
  claim: { one: 'Claim', many: 'Claims' },
  dispute: { one: 'Objection', many: 'Objections' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  report: { one: 'Report', many: 'Reports' },
  merge: { one: 'Merge or split', many: 'Merges and splits' },
  suppression: { one: 'How a name is shown', many: 'How names are shown' },
};

/** What was decided on and can be looked at again, once (`appeals` in the schema). */
export const appealKinds = ['claim', 'dispute', 'report', 'merge', 'suppression'] as const;
export type AppealOf = (typeof appealKinds)[number];

export const isAppealOf = (word: string | undefined): word is AppealOf => appealKinds.some((kind) => kind === word);

/** The two ways to decide: in favour of what was asked, or not. */
export const decisions = ['approve', 'reject', 'uphold', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

/** Why it was decided so. Each sentence is read by the people concerned: it says what was found, and blames nobody. */
export const reasons = {
  proof_holds: 'What was shown ties the account to this record.',
  objection_fails: 'The objection rests on something that is not about this record.',
  not_tied: 'Nothing shown so far ties the account to these works.',
  rival_proof: 'Somebody else has shown stronger proof for the same works.',
  owner_proof: 'The owner has shown the stronger proof.',
  other_person: 'What was shown is about another person of this name.',
  several_people: 'The record holds works of several people, so nobody can own the whole of it.',
  impersonation: 'What was shown was made to look like another person’s.',
  new_facts: 'The appeal shows something that was not known before.',
  overlooked: 'The first decision had overlooked something.',
  nothing_new: 'The appeal shows nothing that was not weighed before.',
  changed_since: 'What it was about has changed since, so nothing is left to decide.',
  mixed_works: 'Some of the works are by somebody else of this name.',
  one_person: 'The works fit one person: co-authors, places or subjects tie them together.',
  fact_wrong: 'What was shown here was wrong.',
  work_missing: 'The work exists and was missing here.',
  same: 'Both are the same.',
  not_same: 'They are two, not one.',
  source_agrees: 'The sources say what is shown here.',
  put_right: 'It has been put right meanwhile.',
  cannot_check: 'Nothing that could be checked bears it out.',
  misuse_found: 'What was written was not meant for working together.',
  fair_invitation: 'What was written is an invitation or a conversation like others.',
  theirs_to_ask: 'Whoever asked has shown that the record is theirs.',
  not_theirs: 'Whoever asked has not shown that the record is theirs.',
} as const satisfies Record<string, string>;
export type Reason = keyof typeof reasons;

/** What mends it, or what happens next: told with the reason. */
export const remedies = {
  nothing_to_do: 'There is nothing more to do.',
  show_strong_proof:
    'Show a strong proof: an ORCID iD to which a publisher or Crossref has added one of these works, or an address at the institution that is made of your name.',
  ask_coauthors: 'Ask two co-authors who have claimed their records to confirm you.',
  claim_other: 'Look for the record with your own works, and claim that one.',
  split_first: 'Ask for the works to be split (“Fix this record” on its page), then claim the part that is yours.',
  flag_stays: 'The doubt stays on the record until the works are split.',
  corrected: 'It is corrected here.',
  source_told: 'The source was told; the page follows once it is mended there.',
  tell_source: 'Tell the source itself: this site shows what it says.',
  work_added: 'The work is listed now.',
  work_with_import: 'It is listed with the next import of its source.',
  merge_follows: 'The two will be put together.',
  report_again: 'If you know where it can be checked, report it again with that address.',
  record_frozen: 'The record is frozen until it is known whose it is.',
  undo_30_days: 'It can be undone for 30 days.',
  show_works: 'Propose it again with what tells the people apart: co-authors, affiliations, years.',
  show_link: 'Propose it again with a work or an identifier that both share.',
  writer_paused: 'Whoever wrote it can send no invitations for 90 days.',
  block_them: 'You can hear no more from somebody at any time, without giving a reason.',
  other_proof: 'Ask again with another proof: an ORCID iD, or an address that a work of the record prints.',
} as const satisfies Record<string, string>;
export type Remedy = keyof typeof remedies;

const isIn = <Words extends object>(words: Words, word: string | null | undefined): word is keyof Words & string =>
  typeof word === 'string' && Object.hasOwn(words, word);

/** The sentence of a stored reason; of an unknown one (an older list) nothing. */
export const reasonSentence = (word: string | null | undefined): string => (isIn(reasons, word) ? reasons[word] : '');
/** The sentence of a stored remedy; of an unknown one (an older list) nothing. */
export const remedySentence = (word: string | null | undefined): string => (isIn(remedies, word) ? remedies[word] : '');

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

export type ReviewBecause =
  | 'not_a_reviewer'
  | 'passkey_sign_in_needed'
  | 'unknown_review'
  | 'review_decided'
  | 'already_voted'
  | `reviewer_too_close_${Tie}`
  | 'record_merged'
  | 'rivals_changed'
  | 'invalid';

declare const minted: unique symbol;
/** Proof that an account may decide on what waits: an admin, or a reviewer whom an admin has appointed, while the conditions are met. */
export interface Reviewer {
  readonly accountId: string;
  readonly role: 'admin' | 'reviewer';
  readonly [minted]: true;
}

/** For lib/governance/cases alone. */
export const mintReviewer = (accountId: string, role: Reviewer['role']): Reviewer => ({ accountId, role }) as Reviewer;

/** The level from which the owner of a record may volunteer. */
export const volunteerLevel = 4;
/** Fewer decisions than this say nothing of how long people wait, and could tell of one of them. */
export const fewestTimes = 5;
