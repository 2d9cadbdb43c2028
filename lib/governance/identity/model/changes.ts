import { z } from 'zod';
import { checkedValues, idField } from '#lib/platform/form.ts';
import type { Limit } from '#lib/platform/limits.ts';

export const proposalsLimit: Limit = { times: 20, minutes: 24 * 60 };

type ChangeKind = 'merge' | 'split';

const reason = z.string().trim().min(1, 'Say in a sentence how you know.').max(1000);
/** Works selected in a form: one or several. */
const workIdList = checkedValues(idField, 5000);

export const mergeInput = z.object({
  /** The record that stays. */
  authorId: idField,
  /** The id of the record that is merged. */
  otherId: idField,
  reason,
  /** The hash of the preview (`ChangePreview.seen`). */
  seen: z.string().max(40).optional(),
});
export type MergeInput = z.infer<typeof mergeInput>;

const splitInput = z.object({
  authorId: idField,
  /** Public ids of the works that leave. */
  workIds: workIdList,
  /** The name of the new record. */
  otherName: z.string().trim().min(1, 'Give the new profile a name.').max(200),
  reason,
});
export type SplitInput = z.infer<typeof splitInput>;

/** Works selected in the workbench. */
export const workSelectionInput = z.object({ authorId: idField, workIds: workIdList });

/** A split after its preview: the works that leave in the encoding of `encodeSelection`, for the list that `seen` identifies. */
export const previewedSplitInput = splitInput.omit({ workIds: true }).extend({ leave: z.string().max(20_000), seen: z.string().max(40) });
export type PreviewedSplitInput = z.infer<typeof previewedSplitInput>;

export const changeIdInput = z.object({ changeId: idField });

/** An authorship before it was moved. It is identified by work and position, because an import may have rewritten its row. */
export interface MovedAuthorship {
  work: number;
  position: number | null;
  state: string;
  resolvedBy: string;
}

/**
 * The rows that a change has moved between records, so that a revert moves exactly these back. Duplicates, such as a follow of both
 * records, are not moved: they stay on the merged record and are effective again after a revert.
 */
export interface MovedRows {
  /** Changes of either record that were in effect at the time: this one builds on them. */
  buildsOn: string[];
  authorships: MovedAuthorship[];
  /** Source mappings to the record. */
  mappings: { source: string; recordId: string }[];
  /** Accounts whose follow was moved. */
  follows: string[];
  /** The ORCID iD that the remaining record has taken over. */
  orcid: { id: string; authenticated: boolean } | null;
  /** The suggestions of either record before the change. Later ones are found again. */
  suggestions: string[];
  /** Rows of other tables, by the name of their move (`Move` in lib/platform/db/table-lifecycle.ts). */
  [move: string]: unknown;
}

export const noMovedRows = (): MovedRows => ({ buildsOn: [], authorships: [], mappings: [], follows: [], orcid: null, suggestions: [] });

/** The fields of a record that decide about a change. */
interface ChangedRecord {
  id: string;
  kind: string;
  orcid: string | null;
  claimState: string;
  ownerId: string | null;
}

export type MergeRefusal = 'same_subject' | 'different_kinds' | 'two_person_ids' | 'claim_waits' | 'claim_other_first';

/**
 * Returns why two records cannot be merged, or null. Two ORCID iDs always mean two people. A pending claim must be decided first, because
 * it concerns one of the two.
 * @param orcids all iDs that a source states for either record
 */
export function mergeRefusal(
  into: ChangedRecord,
  from: ChangedRecord,
  orcids: readonly string[],
): Exclude<MergeRefusal, 'claim_other_first'> | null {
  if (into.id === from.id) return 'same_subject';
  if (into.kind !== from.kind) return 'different_kinds';
  const knownOrcids = new Set([...orcids, into.orcid, from.orcid].filter((iD) => iD !== null));
  if (knownOrcids.size > 1) return 'two_person_ids';
  return [into, from].some(isWaiting) ? 'claim_waits' : null;
}

const isWaiting = ({ claimState }: ChangedRecord): boolean => claimState === 'pending' || claimState === 'disputed';

/** Returns which of two records stays: the owned one if only the second has an owner, otherwise the first. */
export const orderForMerge = <Row extends ChangedRecord>(first: Row, other: Row): [into: Row, from: Row] =>
  first.ownerId === null && other.ownerId !== null ? [other, first] : [first, other];

export type SplitRefusal = 'no_works_chosen' | 'all_works_chosen' | 'works_changed' | 'claim_waits';

/** Returns why works cannot leave a record, or null. `own` are the works of the record. */
export function splitRefusal(author: ChangedRecord, ownWorkIds: ReadonlySet<string>, leaving: readonly string[]): SplitRefusal | null {
  if (leaving.length === 0) return 'no_works_chosen';
  if (leaving.some((work) => !ownWorkIds.has(work))) return 'works_changed';
  if (new Set(leaving).size === ownWorkIds.size) return 'all_works_chosen';
  return isWaiting(author) ? 'claim_waits' : null;
}

/** Returns the quorum for a proposal: two if it changes an owned record. */
export const votesNeeded = (records: readonly Pick<ChangedRecord, 'ownerId'>[]): 1 | 2 => (records.some(({ ownerId }) => ownerId) ? 2 : 1);

/** A change in the public history of a record, without its proposer and reason. */
export interface ChangeView {
  id: string;
  kind: ChangeKind;
  state: 'applied' | 'undone' | 'settled';
  /** Its effect, from the perspective of the record whose history this is. */
  role: 'took_in' | 'was_taken_in' | 'gave_away' | 'was_made';
  /** The other record; null if its name is hidden. */
  other: { slug: string; name: string } | null;
  works: number;
  appliedAt: Date;
  undoUntil: Date | null;
  endedAt: Date | null;
}

/** 'proposed' is under review; 'settled' is applied for good. */
export type ProposalState = 'proposed' | 'applied' | 'undone' | 'settled' | 'rejected' | 'withdrawn';

/** The decision of reviewers on a proposal. */
export interface StoredDecision {
  decision: string | null;
  reason: string | null;
  remedy: string | null;
}

interface ProposalOutcome {
  /** 'outdated': it could no longer be applied when it was decided. */
  state: ProposalState | 'outdated';
  /** Reason and remedy of the decision, as keys of lib/community/decision-reasons.ts; null if the state does not follow from it. */
  decided: { reason: string; remedy: string } | null;
}

/** A proposed merge or split as its proposer sees it. */
export interface ProposalView extends ProposalOutcome {
  id: string;
  kind: ChangeKind;
  /** The record that remains; null if its name is hidden. The same applies to `other`. */
  record: { name: string; path: string } | null;
  /** The record that is merged or created. A record that a split has not created yet has no path. */
  other: { name: string; path: string | null } | null;
  /** Number of works that leave in a split. */
  works: number;
  reason: string;
  proposedAt: Date;
}

/** Returns what has become of a proposal. A decision that an appeal has changed since does not explain the state. */
export function proposalOutcome(state: ProposalState, review: StoredDecision | null): ProposalOutcome {
  if (state === 'rejected' && review?.decision === 'approve') return { state: 'outdated', decided: null };
  const isExplained = review !== null && (state === 'rejected' ? 'reject' : 'approve') === review.decision;
  return { state, decided: isExplained ? { reason: review.reason ?? '', remedy: review.remedy ?? '' } : null };
}

/** The figures of a record in a preview, before or after a change. */
export interface RecordFigures {
  works: number;
  firstYear: number | null;
  lastYear: number | null;
  /** Null if the owner hides them; the same applies to followers. */
  coauthors: number | null;
  followers: number | null;
  names: string[];
}

export interface PreviewedRecord {
  id: string;
  slug: string | null;
  name: string;
  owned: boolean;
  before: RecordFigures | null;
  after: RecordFigures | null;
}

/** The preview of a change: what moves, and the result. */
export interface ChangePreview {
  kind: ChangeKind;
  /** The record that stays, and the one that is merged or created. */
  surviving: PreviewedRecord;
  other: PreviewedRecord;
  moving: { id: string; title: string; year: number | null; as: string }[];
  /** Number of works that both records sign. Two authors of one work are two people. */
  sharedWorks: number;
  /** Source mappings to the merged record, and URLs that will redirect. */
  nameVariants: string[];
  redirects: string[];
  /** Identifies the shown state, so that nobody applies what they have not seen. */
  seen: string;
}
