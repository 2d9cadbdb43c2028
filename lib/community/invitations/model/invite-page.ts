import type { PathPerson, PathStep } from '#lib/catalog/graph/model/path.ts';
import type { InvitationLimits } from '#lib/catalog/ownership/model.ts';
import type { WorkRef } from './invitation.ts';
import type { InviteRefusals } from './invitation-policy.ts';

/** The data of the invitation form. */
export interface InvitePage {
  author: { id: string; slug: string; name: string };
  /** The owner's conditions; null if they are not open to invitations, or not to this viewer. */
  conditions: ({ purposes: string[]; note: string | null } & InvitationLimits) | null;
  refusals: InviteRefusals;
  /** The quota of the sender; null without a claimed record. */
  senderStatus: { level: number; sentThisWeek: number; quota: number } | null;
  signedIn: boolean;
  /** The viewer's claim in public notice, if they own no record yet. */
  pending: { name: string; slug: string; until: Date } | null;
  /** The records that the viewer can write for. */
  records: { id: string; name: string }[];
  context: SharedContext | null;
  /** Works to refer to: the viewer's newest, and the recipient's newest. */
  works: { yours: WorkRef[]; theirs: WorkRef[] };
}

/** What two authors have in common, from public data. */
export interface SharedContext {
  /** The path between the two, both included; null if none was found. */
  path: PathStep[] | null;
  /** False if the search reached its bound: a path, or a shorter one, may exist. */
  searchedAll: boolean;
  /** Whether one of the two hides co-authors; then no path is searched for. */
  isHidden: boolean;
  collaborators: { shown: PathPerson[]; all: number };
  topics: { slug: string; name: string }[];
  venues: { slug: string; name: string }[];
}
