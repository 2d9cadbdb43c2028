import type { ContextFollow } from '#lib/community/follows/model.ts';
import type { InvitationView } from '#lib/community/invitations/model/invitation.ts';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';
import type { SaveShown, SaveState } from '#lib/community/saved-works/model.ts';
import type { AuthorViewerState, SlotAuthor } from '#lib/portal/pages/model/author-record.ts';

/** What a new account does first: a name, a profile, and what it follows. */
export interface FirstSteps {
  name: string | null;
  /** At most `followsToBegin`. */
  follows: number;
  /** Unclaimed profiles under the account's name. */
  profiles: { slug: string; name: string; works: number }[];
}

/** So many people and topics make a feed. */
export const followsToBegin = 5;

/** The cookie of a browser in which the first steps were skipped. It holds nothing but that. */
export const skippedCookie = 'peergraph-first-steps-skipped';

/** What waits for an account beside its feed. */
export interface ToDoView {
  /** Received and without an answer. */
  invitations: InvitationView[];
  /** With new messages. */
  threads: ThreadCard[];
  /** The profiles that are the account's own. */
  records: { slug: string; name: string }[];
}

/** What the header shows of an account. */
export interface HeaderAccount {
  name: string;
  /** Unread notifications. */
  unread: number;
  /** The first profile that the account owns. */
  profile: string | null;
  isReviewer: boolean;
  isAdmin: boolean;
}

/** The parts of public pages that differ by reader, each with what it shows besides. */
export interface SlotShows {
  account: object;
  'profile-actions': SlotAuthor;
  'profile-claim': SlotAuthor;
  'context-follow': Omit<ContextFollow, 'state'>;
  'work-save': SaveShown;
}
export type SlotName = keyof SlotShows;

/** A slot with what it shows to one reader. */
export type FilledSlot =
  | { name: 'account'; account: HeaderAccount }
  | { name: 'profile-actions' | 'profile-claim'; author: SlotAuthor; viewer: AuthorViewerState }
  | { name: 'context-follow'; follow: ContextFollow }
  | { name: 'work-save'; save: SaveState };
