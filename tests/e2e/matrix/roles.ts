/** Who asks. Each is a real session, except for the person who has none. */
export const roles = ['anonymous', 'stranger', 'follower', 'sender', 'recipient', 'owner', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];

interface Named {
  id: string;
  slug: string;
}

/** The people and things that the rows speak of, as world.ts has made them. Names say whose a thing is, or what is done with it. */
export interface World {
  /** The Cookie header of each role; empty for nobody. */
  cookies: Record<Role, string>;
  /** Texts that only some may read. */
  canaries: { text: string; readers: Role[] }[];
  records: Record<
    | 'recipient'
    | 'sender'
    | 'owner'
    | 'reviewer'
    | 'unclaimed'
    | 'second'
    | 'wanted'
    | 'searchOnly'
    | 'suppressed'
    | 'merged'
    | 'frozen'
    | 'parted',
    Named
  >;
  works: { shown: string; hidden: string; correctable: string };
  /** Of a work that the sender alone owns a record of: one that is suggested, and two that are accepted, the first with the sender's agreement. */
  corrections: Record<'agree' | 'revert' | 'revertAccepted', string>;
  /** Suggested of the recipient's record, accepted of the sender's, and accepted of one that nobody owns. */
  recordCorrections: Record<'decide' | 'revert' | 'revertAccepted', string>;
  contexts: Record<'topic' | 'venue' | 'institution', Named>;
  /** From the sender to the recipient; `first` was accepted and opened the thread. */
  invitations: Record<'first' | 'accept' | 'decline' | 'withdraw', string>;
  thread: string;
  /** Of the owner, as everything down to `report`. */
  claims: Record<'held' | 'rejected', string>;
  proofs: Record<'dns' | 'forget' | 'mail' | 'stale', string>;
  passkeys: Record<'rename' | 'remove', string>;
  /** Of the follower, who has offered to decide without meeting a condition. */
  volunteer: string;
  keptBlock: string;
  session: string;
  dispute: string;
  copy: string;
  archiveImport: string;
  /** `say` and `decline` wait for the recipient, `unsay` was asked of the sender. */
  words: Record<'say' | 'decline' | 'unsay', string>;
  report: string;
  /** For the reviewer and the admin. */
  reviews: Record<'vote' | 'read', string>;
  /** Of the follower. */
  search: string;
  notice: string;
  change: string;
  request: string;
  announcement: string;
  job: string;
  mailToken: string;
}

/** An id that looks like ours and is nobody's. */
export const nobody = '0nobody0here';
