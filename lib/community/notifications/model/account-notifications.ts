import type { NotificationKinds } from './notification-text.ts';

/** What an account is told of its erasure before it is done. */
const erasureChanged = {
  asked: {
    title: 'Your account will be erased in three days',
    text: 'Somebody who is signed in to it has asked so. Until then nothing changes. If you want to keep it, or if it was not you, sign in and call it off.',
  },
  called_off: { title: 'Your account is kept', text: 'Its erasure is called off. Everything is as it was.' },
  held: {
    title: 'Your account is not erased',
    text: 'You are the only admin left, and nobody could run this instance without you. Make somebody else an admin, then ask again.',
  },
} as const;

export type ErasureChange = keyof typeof erasureChanged;

const isErasureChange = (word: string | undefined): word is ErasureChange => word !== undefined && Object.hasOwn(erasureChanged, word);

/** What can change in the ways to sign in: told to the account at once. */
const securityChanges = {
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  passkey_required: 'Your account now requires its passkey. No other way signs in to it, except the recovery contact.',
  passkey_not_required: 'Your account no longer requires its passkey.',
  recovery_set: 'A recovery contact was confirmed.',
  recovery_gone: 'The recovery contact was removed.',
  recovery_asked: 'Somebody asked for the way back in by the recovery contact. Unless you stop it, they are let in after 72 hours.',
  recovery_used: 'Somebody signed in by the recovery contact.',
  email_added: 'An e-mail address was added.',
  orcid_linked: 'An ORCID iD was connected. It signs in to your account from now on.',
  passkey_missing:
    'Somebody opened a sign-in link of yours, or signed in with your ORCID iD, and was refused: your account requires its passkey.',
  federated_linked: 'The login of an organisation was bound to your account.',
  federated_gone: 'The login of an organisation is no longer bound to your account.',
} as const;

export type SecurityChange = keyof typeof securityChanges;

/** The sentence of a stored change. */
const securitySentence = (word: string | undefined): string =>
  word !== undefined && Object.hasOwn(securityChanges, word) ? securityChanges[word as SecurityChange] : '';

export const accountNotifications = {
  archive_ready: {
    group: 'Account',
    label: 'A copy of your data is ready',
    mail: 'now',
    always: true,
    text: () => ({
      title: 'The copy of your data is ready',
      text: 'You can download it for seven days. If you did not ask for it, end the sessions that you do not know: your page lists them.',
      says: 'Go to your data',
    }),
  },
  erasure_changed: {
    group: 'Account',
    label: 'Your account is to be erased, or is kept',
    mail: 'now',
    always: true,
    text: ({ change }) => ({ ...erasureChanged[isErasureChange(change) ? change : 'asked'], says: 'See how it stands' }),
  },
  security_changed: {
    group: 'Account',
    label: 'A way to sign in to your account has changed',
    mail: 'now',
    always: true,
    text: (facts) => ({
      title: 'A way to sign in to your account has changed',
      text: `${securitySentence(facts.change)} If it was not you, look at your sessions and ways to sign in, and end what you do not know.`,
      says: 'Look at your ways to sign in',
    }),
  },
} as const satisfies NotificationKinds;
