import { z } from 'zod';

/** An account as its own holder sees it. */
export interface AccountView {
  name: string | null;
  email: string | null;
  orcid: string | null;
  sample: boolean;
}

const spaced = z.string().transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim());

export const nameInput = z.object({ name: spaced.pipe(z.string().max(100, 'Keep it to 100 characters.')) });

/** More passkeys than anybody carries. */
export const maxPasskeys = 20;
/** Hours between the request of a recovery and its second link. */
export const recoveryWaitHours = 72;
/** Hours between the confirmation of a new address and the change of the account's own. */
export const addressWaitHours = 72;

const passkeyName = spaced.pipe(z.string().min(1, 'Give it a name.').max(60, 'Keep it to 60 characters.'));
export const passkeyNameInput = z.object({ name: passkeyName });
export const renamePasskeyInput = z.object({ passkeyId: z.string().min(1).max(1400), name: passkeyName });
export const passkeyIdInput = z.object({ passkeyId: z.string().min(1).max(1400) });
export const passkeyRequirementInput = z.object({ required: z.enum(['yes', 'no']).transform((word) => word === 'yes') });
export const federatedIdInput = z.object({ login: z.string().min(1).max(32) });
export const sessionIdInput = z.object({ sessionId: z.string().min(1).max(40) });

/** What an address is added for: to sign in with, instead of the one before if there is one, or for recovery. */
const addressPurposes = ['email', 'recovery'] as const;
export type AddressPurpose = (typeof addressPurposes)[number];
export const addressInput = z.object({
  purpose: z.enum(addressPurposes),
  address: z.string().max(254, 'This is too long for an address.'),
});

export interface PasskeyView {
  id: string;
  name: string;
  /** It is kept by a service that carries it to other devices. */
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
  /** When it ends unless it is used before. */
  endsAt: Date;
  current: boolean;
}

/** How near somebody is to an act that needs a passkey: signed in with one just now, able to, or without one. */
export type PasskeyState = 'fresh' | 'sign_in' | 'add';

/** What an account's own page of its sign-in methods shows. */
export interface SecurityView {
  email: string | null;
  passkeys: PasskeyView[];
  sessions: SessionView[];
  recovery: { email: string; confirmedAt: Date } | null;
  /** An address whose link waits to be opened. */
  waiting: { purpose: AddressPurpose; address: string }[];
  /** A recovery is pending, and opens then. */
  pendingRecovery: { opensAt: Date } | null;
  /** A confirmed address that becomes the account's own then. */
  pendingChange: { opensAt: Date; address: string } | null;
  /** Organisations whose login can be bound to the account, and those that are. */
  federated: { id: string; name: string; linkedAt: Date | null }[];
  /** The sign-in is recent enough to add a sign-in method. */
  fresh: boolean;
  /** A passkey alone signs in, besides the recovery contact. */
  passkeyRequired: boolean;
  /** What an act that needs a recent sign-in with a passkey still needs. */
  passkey: PasskeyState;
}
