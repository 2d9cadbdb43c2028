/** Who sends a request. Each role has a session, except anonymous. */
export const roles = ['anonymous', 'stranger', 'follower', 'sender', 'recipient', 'owner', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];

interface SeedRecord {
  id: string;
  slug: string;
}

/** The accounts and objects that the rows refer to, as created by seed.ts. A name states the owner of an object, or what is done with it. */
export interface SeedData {
  /** Cookie header of each role; empty for anonymous. */
  cookies: Record<Role, string>;
  /** Texts that only the given roles may read. */
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
    | 'split',
    SeedRecord
  >;
  works: { shown: string; hidden: string; correctable: string };
  /** Of a work whose only owner is the sender: one suggested, and two accepted, the first of them with the sender's agreement. */
  corrections: Record<'agree' | 'revert' | 'revertAccepted', string>;
  /** Suggested for the recipient's record, accepted for the sender's, and accepted for an unclaimed record. */
  recordCorrections: Record<'decide' | 'revert' | 'revertAccepted', string>;
  contexts: Record<'topic' | 'venue' | 'institution', SeedRecord>;
  /** From the sender to the recipient; `first` was accepted and started the thread. */
  invitations: Record<'first' | 'accept' | 'decline' | 'withdraw', string>;
  thread: string;
  /** Of the owner, like all entries down to `report` that do not state another account. */
  claims: Record<'held' | 'rejected', string>;
  proofs: Record<'dns' | 'forget' | 'mail' | 'stale', string>;
  passkeys: Record<'rename' | 'remove', string>;
  /** Account of the follower, who volunteered as a reviewer without being eligible. */
  volunteer: string;
  /** Of nobody: one to suspend and to end the sessions of, and one that is suspended. */
  idleAccounts: Record<'active' | 'suspended', string>;
  retainedBlock: string;
  session: string;
  dispute: string;
  dataExport: string;
  /** `give` and `decline` are requested from the recipient, `revoke` from the sender. */
  attestations: Record<'give' | 'decline' | 'revoke', string>;
  report: string;
  /** Readable by the reviewer and the admin. */
  reviews: Record<'vote' | 'read', string>;
  /** Of the follower. */
  savedSearch: string;
  notification: string;
  identityChange: string;
  /** Of the owner. */
  proposal: string;
  visibilityRequest: string;
  announcement: string;
  failedJob: string;
  mailToken: string;
}

/** A well-formed id of no object. */
export const unknownId = '0nobody0here';
