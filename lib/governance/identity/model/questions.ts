import { z } from 'zod';
import { idField } from '#lib/platform/form.ts';
import { nameSimilarityReason } from '#lib/platform/names/name-similarity.ts';

/** What connects two records that may be one person. */
export interface PairEvidence {
  name: 'same' | 'one_letter';
  /** Whether sources state one iD for both. */
  sameOrcid: boolean;
  /** People who have signed with both. */
  sharedCoauthors: number;
  sharedInstitution: boolean;
  /** Whether nobody else here has the name. */
  isOnlyPair: boolean;
}

/** Shared co-authors that raise the score; more say no more. */
const maxCountedCoauthors = 5;

/** Returns how strong the evidence is, for the order of the queue; 0 if it is none. A rare name alone is a question, a common one is not. */
export function pairScore({ name, sameOrcid, sharedCoauthors, sharedInstitution, isOnlyPair }: PairEvidence): number {
  const ties =
    (sameOrcid ? 100 : 0) +
    (sharedCoauthors > 0 ? 20 + 10 * Math.min(sharedCoauthors, maxCountedCoauthors) : 0) +
    (sharedInstitution && name === 'same' ? 10 : 0);
  if (name === 'one_letter' && sharedCoauthors === 0 && !sameOrcid) return 0;
  return ties + (name === 'same' && isOnlyPair ? 5 : 0);
}

/** How common the parts of a name are, among all listed people. */
export interface NameCommonness {
  sameFamily: number;
  sameGiven: number;
}

/**
 * Returns the place of a doubt in the queue, from the number of people whom chance gives this name: of common family and given names, many
 * people have both. Records of many works come first, since more of their works are another person's. `npm run bench -- queue` measures it.
 */
export const doubtScore = ({ flags, works, name }: { flags: number; works: number; name: NameCommonness | null }): number =>
  Math.round(10 * Math.log10(Math.max(1, (name?.sameFamily ?? 1) * (name?.sameGiven ?? 1))) + 6 * Math.log10(Math.max(1, works))) +
  5 * flags;

/** Score from which both pages ask: one iD, or somebody who has signed with both. Below, only owners and reviewers are asked. */
export const minPublicScore = 30;

/** Returns the question in words that complete "They may be one person: …". */
export function pairReason({ name, sameOrcid, sharedCoauthors, sharedInstitution, isOnlyPair }: PairEvidence): string {
  if (name === 'one_letter' && !sameOrcid) return nameSimilarityReason(sharedCoauthors);
  const ties = [
    sameOrcid && 'sources state one ORCID iD for both',
    sharedCoauthors > 0 && `${sharedCoauthors === 1 ? 'one person has' : `${sharedCoauthors} people have`} signed with both`,
    sharedInstitution && 'both have an institution in common',
    isOnlyPair && 'nobody else here has the name',
  ].filter((tie) => tie !== false);
  return [name === 'same' ? 'the names are the same' : 'the names differ by one letter', ...ties.slice(0, 2)].join(', and ');
}

/** A question of the queue about one or two records. */
export interface QueuedQuestion {
  kind: 'same_person' | 'which_works';
  reason: string;
  score: number;
  records: QueuedRecord[];
}

/** A page of the queue: the number of all open questions, and the cursor of the next page; null on the last. */
export interface QuestionPage {
  questions: QueuedQuestion[];
  count: number;
  next: string | null;
}

/** A record as the queue shows it, beside the other. */
export interface QueuedRecord {
  id: string;
  slug: string;
  name: string;
  works: number;
  years: { from: number; to: number } | null;
  affiliation: string | null;
  orcid: string | null;
  sources: string[];
}

/** An answer: two records are two people, or without `otherId`, a record is one person. */
export const answerInput = z.object({ authorId: idField, otherId: idField.optional() });
export type AnswerInput = z.infer<typeof answerInput>;
