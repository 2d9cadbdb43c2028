import { z } from 'zod';

/** A change that was applied can be undone for so many days. */
export const revertDays = 30;

type ChangeKind = 'merge' | 'split';

/** The level from which an owner changes their own records at once (trust.md). */
export const levelAtOnce = 3;

const id = z.string().min(1).max(40);
const reason = z.string().trim().min(1, 'Say in a sentence how you know.').max(1000, 'Up to 1000 characters.');
/** Works ticked in a form: one or many. */
const chosen = z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(id).max(5000));

export const mergeInput = z.object({
  /** The record that stays. */
  authorId: id,
  /** The record that is taken in: its id. */
  otherId: id,
  reason,
  /** The mark of the preview that was read (`ChangePreview.seen`). */
  seen: z.string().max(40).optional(),
});
export type MergeInput = z.infer<typeof mergeInput>;

const splitInput = z.object({
  authorId: id,
  /** Public ids of the works that leave. */
  workIds: chosen,
  /** What the new record is called. */
  otherName: z.string().trim().min(1, 'Give the new profile a name.').max(200, 'Up to 200 characters.'),
  reason,
});
export type SplitInput = z.infer<typeof splitInput>;

/** Works that were ticked in the workbench. */
export const choiceInput = z.object({ authorId: id, workIds: chosen });

/** The same split after its preview: the works that leave as `packed` tells them, of the list that `seen` marks. */
export const previewedSplitInput = splitInput.omit({ workIds: true }).extend({ leave: z.string().max(20_000), seen: z.string().max(40) });
export type PreviewedSplitInput = z.infer<typeof previewedSplitInput>;

export const changeIdInput = z.object({ changeId: id });

/** An authorship as it was before it was moved; it is found again by its work and place, for an import may have written it again. */
export interface MovedAuthorship {
  work: number;
  position: number | null;
  state: string;
  resolvedBy: string;
}

/**
 * What a change has moved from one record to the other, row by row, so that an undo moves exactly that back. What both records had
 * (a follow, a listing of one work) is not moved: it rests on the record that was taken in, and is there again after an undo.
 */
export interface Moved {
  /** Changes of either record that were in force when this one was made: it builds on them. */
  buildsOn: string[];
  authorships: MovedAuthorship[];
  /** Source mappings to the record. */
  mappings: { source: string; recordId: string }[];
  /** Accounts whose follow was moved. */
  follows: string[];
  /** The ORCID iD that the record which stays has taken over. */
  orcid: { id: string; authenticated: boolean } | null;
  /** Suggestions of either record as they were: what was found since is found again. */
  suggestions: string[];
  /** Rows of other tables, by the name of their move (`Move` in lib/platform/db/table-lifecycle.ts). */
  [move: string]: unknown;
}

export const nothingMoved = (): Moved => ({ buildsOn: [], authorships: [], mappings: [], follows: [], orcid: null, suggestions: [] });

/** A record as a change is decided from it. */
interface ChangedRecord {
  id: string;
  kind: string;
  orcid: string | null;
  claimState: string;
  ownerId: string | null;
}

export type MergeRefusal = 'same_subject' | 'different_kinds' | 'two_person_ids' | 'claim_waits';

/**
 * Why two records cannot become one, or null. Two ORCID iDs are two people, no matter who says otherwise; a claim that waits is decided
 * first, because it is a claim to one of the two.
 * @param orcids every iD that a source gives either record
 */
export function mergeRefusal(into: ChangedRecord, from: ChangedRecord, orcids: readonly string[]): MergeRefusal | null {
  if (into.id === from.id) return 'same_subject';
  if (into.kind !== from.kind) return 'different_kinds';
  const known = new Set([...orcids, into.orcid, from.orcid].filter((iD) => iD !== null));
  if (known.size > 1) return 'two_person_ids';
  return [into, from].some(isWaiting) ? 'claim_waits' : null;
}

const isWaiting = ({ claimState }: ChangedRecord): boolean => claimState === 'pending' || claimState === 'disputed';

/** Which of two records stays: the one that somebody owns, where the other has no owner; else the one that was named first. */
export const staying = <Row extends ChangedRecord>(named: Row, other: Row): [into: Row, from: Row] =>
  named.ownerId === null && other.ownerId !== null ? [other, named] : [named, other];

export type SplitRefusal = 'no_works_chosen' | 'all_works_chosen' | 'works_changed' | 'claim_waits';

/** Why works cannot leave a record, or null. `own` are the works of the record. */
export function splitRefusal(author: ChangedRecord, own: ReadonlySet<string>, leaving: readonly string[]): SplitRefusal | null {
  if (leaving.length === 0) return 'no_works_chosen';
  if (leaving.some((work) => !own.has(work))) return 'works_changed';
  if (new Set(leaving).size === own.size) return 'all_works_chosen';
  return isWaiting(author) ? 'claim_waits' : null;
}

/** How many reviewers decide on a proposal: two where somebody owns a record that it changes. */
export const votesNeeded = (records: readonly Pick<ChangedRecord, 'ownerId'>[]): 1 | 2 => (records.some(({ ownerId }) => ownerId) ? 2 : 1);

/** One change as the public history of a record tells it: never who asked for it, nor why. */
export interface ChangeView {
  id: string;
  kind: ChangeKind;
  state: 'applied' | 'undone' | 'settled';
  /** What it did, seen from the record whose history this is. */
  role: 'took_in' | 'was_taken_in' | 'gave_away' | 'was_made';
  /** The other record; null where its name is not shown. */
  other: { slug: string; name: string } | null;
  works: number;
  appliedAt: Date;
  undoUntil: Date | null;
  endedAt: Date | null;
}

/** A record as a preview shows it, before or after. */
export interface Figures {
  works: number;
  firstYear: number | null;
  lastYear: number | null;
  /** Null where the owner keeps them back, as with the followers. */
  coauthors: number | null;
  followers: number | null;
  names: string[];
}

export interface PreviewedRecord {
  id: string;
  slug: string | null;
  name: string;
  owned: boolean;
  before: Figures | null;
  after: Figures | null;
}

/** What a person reads before they decide: what moves, and what is then where. */
export interface ChangePreview {
  kind: ChangeKind;
  /** The record that stays, and the one that is taken in or made. */
  surviving: PreviewedRecord;
  other: PreviewedRecord;
  moving: { id: string; title: string; year: number | null; as: string }[];
  /** Works that both records sign: two signers of one work are two people. */
  bothSign: number;
  /** Source mappings to the record that is taken in, and addresses that will redirect. */
  nameVariants: string[];
  redirects: string[];
  /** Stands for what was shown, so that nobody applies what they have not seen. */
  seen: string;
}
