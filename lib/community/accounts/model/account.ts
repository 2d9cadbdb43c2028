import { z } from 'zod';
import type { Limit } from '#lib/platform/limits.ts';

/** An account as its holder sees it. */
export interface AccountView {
  name: string | null;
  email: string | null;
  orcid: string | null;
  sample: boolean;
}

const singleSpacedText = z.string().transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim());

export const maxNameLength = 100;
export const nameInput = z.object({
  name: singleSpacedText.pipe(z.string().max(maxNameLength, `Keep it to ${maxNameLength} characters.`)),
});

/** Links that confirm addresses of one account. */
export const confirmationsLimit: Limit = { times: 5, minutes: 60 };

export const recoveryLimits = {
  network: { times: 10, minutes: 60 },
  /** Per network or known browser, and per address or iD. Requests by others do not count towards it. */
  requester: { times: 3, minutes: 24 * 60 },
  /** For all requesters together, so that nobody can fill a mailbox. Each email has a link that works as long as it counts here. */
  accountMail: { times: 10, minutes: 24 * 60 },
} as const satisfies Record<string, Limit>;

/** Upper bound on passkeys per account. */
export const maxPasskeys = 20;
/** Minutes for which a challenge for a passkey is valid. */
export const challengeMinutes = 5;

const passkeyName = singleSpacedText.pipe(z.string().min(1, 'Give it a name.').max(60));
export const passkeyNameInput = z.object({ name: passkeyName });
export const renamePasskeyInput = z.object({ passkeyId: z.string().min(1).max(1400), name: passkeyName });
export const passkeyIdInput = z.object({ passkeyId: z.string().min(1).max(1400) });
export const passkeyRequirementInput = z.object({ required: z.enum(['yes', 'no']).transform((word) => word === 'yes') });
export const federatedIdInput = z.object({ login: z.string().min(1).max(32) });
export const sessionIdInput = z.object({ sessionId: z.string().min(1).max(40) });

/** What an address is for: `email` signs in and replaces the current address, if any; `recovery` is the recovery contact. */
const addressPurposes = ['email', 'recovery'] as const;
export type AddressPurpose = (typeof addressPurposes)[number];
export const addressInput = z.object({
  purpose: z.enum(addressPurposes),
  address: z.string().max(254, 'This is too long for an address.'),
});

export interface PasskeyView {
  id: string;
  name: string;
  /** Whether a service syncs it to other devices. */
  backedUp: boolean;
  createdAt: Date;
  usedAt: Date | null;
}

export interface SessionView {
  id: string;
  device: string;
  by: string | null;
  since: Date | null;
  seenAt: Date | null;
  /** Expiry, unless the session is used before. */
  endsAt: Date;
  current: boolean;
}

/** What an action that needs a passkey still requires: nothing (`fresh`), a sign-in with it, or adding one. */
export type PasskeyState = 'fresh' | 'sign_in' | 'add';

/** The sign-in methods and sessions of an account, for its security page. */
export interface SecurityView {
  email: string | null;
  passkeys: PasskeyView[];
  sessions: SessionView[];
  recovery: { email: string; confirmedAt: Date } | null;
  /** Addresses with an unopened confirmation link. */
  waiting: { purpose: AddressPurpose; address: string }[];
  /** A pending recovery, and when its second link is sent. */
  pendingRecovery: { opensAt: Date } | null;
  /** A confirmed address, and when it becomes the account's address. */
  pendingChange: { opensAt: Date; address: string } | null;
  /** Organisations whose login can be linked to the account; `linkedAt` is null if it is not linked. */
  federated: { id: string; name: string; linkedAt: Date | null }[];
  /** Whether the sign-in is recent enough to add a sign-in method. */
  isRecentSignIn: boolean;
  /** Whether a passkey is the only sign-in method besides the recovery contact. */
  passkeyRequired: boolean;
  /** What an action that needs a recent sign-in with a passkey still requires. */
  passkey: PasskeyState;
}
