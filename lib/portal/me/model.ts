import type { ContextFollow, FollowablePerson } from '#lib/community/follows/model.ts';
import type { InvitationView } from '#lib/community/invitations/model/invitation.ts';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';
import type { SaveButtonProps, SaveState } from '#lib/community/saved-works/model.ts';
import type { AuthorViewerState, SlotAuthor } from '#lib/portal/pages/model/author-record.ts';

/** First steps of a new account: a name, a profile and follows. */
export interface FirstSteps {
  name: string | null;
  /** At most `recommendedFollows`. */
  follows: number;
  /** Unclaimed profiles under the account's name. */
  profiles: { slug: string; name: string; works: number }[];
  /** Whether the account has chosen a digest, or none. */
  hasDigestChoice: boolean;
}

/** Number of people and topics that make a useful feed. */
export const recommendedFollows = 5;

/** Cookie of a browser in which the first steps were skipped. It stores nothing else. */
export const firstStepsSkippedCookie = 'peergraph-first-steps-skipped';

/** Tasks of an account, shown beside its feed. */
export interface ToDoView {
  /** Received invitations without an answer. */
  invitations: InvitationView[];
  /** Threads with new messages. */
  threads: ThreadCard[];
  /** The account's own profiles. */
  records: { slug: string; name: string }[];
  /** The claim in public notice of an account without a profile. */
  pending: { name: string; slug: string; until: Date } | null;
}

export interface HeaderAccount {
  name: string;
  /** Number of unread notifications. */
  unread: number;
  /** Number of conversations with unread messages. */
  unreadThreads: number;
  /** Slug of the account's first profile. */
  profile: string | null;
  /** Slug of the record that the account has claimed, if it has no profile and the claim is in public notice. */
  claimed: string | null;
  isReviewer: boolean;
  isAdmin: boolean;
  /** Whether the account is asked if it wants a digest. */
  asksDigest: boolean;
}

/** Slots of public pages, each with the facts that it shows to everybody. */
export interface SlotFacts {
  account: object;
  /** The navigation at the bottom of small screens. */
  'bottom-bar': object;
  /** The question whether the account wants a digest. */
  'digest-question': object;
  'profile-actions': SlotAuthor;
  'profile-claim': SlotAuthor;
  'context-follow': Omit<ContextFollow, 'state'>;
  'work-save': SaveButtonProps;
  /** The people in lists of the page, each with a follow button in a slot of its own. */
  'list-follows': { people: readonly FollowablePerson[] };
}
/** Slots that a page has once. */
export type SlotName = Exclude<keyof SlotFacts, 'list-follows'>;

/** The name of the slots of a listed person, of which a page can have several. */
export const personSlotName = (slug: string) => `person-${slug}` as const;
export type PersonSlotName = ReturnType<typeof personSlotName>;

/** A slot with its content for one viewer. */
export type FilledSlot =
  | { name: 'account'; account: HeaderAccount }
  | { name: 'digest-question'; asked: boolean }
  | { name: 'bottom-bar'; account: Pick<HeaderAccount, 'unreadThreads'>; path: string }
  | { name: 'profile-actions' | 'profile-claim'; author: SlotAuthor; viewer: AuthorViewerState }
  | { name: 'context-follow'; follow: ContextFollow }
  | { name: 'work-save'; save: SaveState }
  | { name: PersonSlotName; person: FollowablePerson; state: 'following' | 'own' };
