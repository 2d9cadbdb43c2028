import type { OwnLimits } from '#lib/catalog/ownership/model.ts';
import type { WorkRef } from './invitation.ts';
import type { InviteRefusals } from './invitation-policy.ts';
import type { SharedContext } from './shared-context.ts';

/** What somebody sees before they write an invitation. */
export interface InvitePage {
  author: { id: string; slug: string; name: string };
  /** What the owner says; null where they are not open to invitations, or not from this reader. */
  conditions: ({ purposes: string[]; note: string | null } & OwnLimits) | null;
  refusals: InviteRefusals;
  /** How the sender stands; null without a claimed record. */
  standing: { level: number; sentThisWeek: number; quota: number } | null;
  signedIn: boolean;
  /** The records that the reader can write for. */
  records: { id: string; name: string }[];
  context: SharedContext | null;
  /** Works to point to: the reader's own newest, and the newest of the other side. */
  works: { yours: WorkRef[]; theirs: WorkRef[] };
}
