import type { PathPerson, PathStep } from '#lib/catalog/graph/model/path.ts';
import type { OwnLimits } from '#lib/catalog/ownership/model.ts';
import type { WorkRef } from './invitation.ts';
import type { InviteRefusals } from './invitation-policy.ts';

/** What somebody sees before they write an invitation. */
export interface InvitePage {
  author: { id: string; slug: string; name: string };
  /** What the owner says; null where they are not open to invitations, or not from this reader. */
  conditions: ({ purposes: string[]; note: string | null } & OwnLimits) | null;
  refusals: InviteRefusals;
  /** The state of the sender; null without a claimed record. */
  senderStatus: { level: number; sentThisWeek: number; quota: number } | null;
  signedIn: boolean;
  /** The reader's claim that is still in its notice, where they own no record yet. */
  pending: { name: string; slug: string; until: Date } | null;
  /** The records that the reader can write for. */
  records: { id: string; name: string }[];
  context: SharedContext | null;
  /** Works to point to: the reader's own newest, and the newest of the other side. */
  works: { yours: WorkRef[]; theirs: WorkRef[] };
}

/** What two authors have in common, from what everybody can see. Lists are in the order of names. */
export interface SharedContext {
  /** From the one to the other, both named; null where none was found. */
  path: PathStep[] | null;
  /** False where the search ended at its bound: then a shorter path, or one at all, may exist. */
  searchedAll: boolean;
  /** One of the two hides co-authors: no path is looked for. */
  isHidden: boolean;
  collaborators: { shown: PathPerson[]; all: number };
  topics: { slug: string; name: string }[];
  venues: { slug: string; name: string }[];
}
