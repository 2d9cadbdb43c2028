import { addressWaitHours, erasureDays, recoveryWaitHours } from '#lib/community/limits.ts';
import { inWords } from '#lib/platform/limits.ts';
import { defineNotificationGroup, type NotificationFacts } from './notification-text.ts';

/** Notifications about a pending erasure. */
const erasureTexts = {
  asked: {
    title: `Your account will be erased in ${inWords(erasureDays)} days`,
    text: 'The erasure was requested from your account. Until then nothing changes. To keep your account, or if it was not you, sign in and cancel it.',
  },
  called_off: { title: 'The erasure is cancelled', text: 'Your account is unchanged.' },
  held: {
    title: 'Your account is not erased',
    text: 'You are the only admin of this instance. Make another account an admin, then ask again.',
  },
} as const;

export type ErasureChange = keyof typeof erasureTexts;

const erasureText = ({ change = '' }: NotificationFacts) =>
  erasureTexts[Object.hasOwn(erasureTexts, change) ? (change as ErasureChange) : 'asked'];

/** Changes of sign-in methods, of which the account is notified immediately. */
const securitySentences = {
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  passkey_required: 'Your account now requires its passkey. Only the recovery contact can replace it.',
  passkey_not_required: 'Your account no longer requires its passkey.',
  recovery_set: 'A recovery contact was confirmed.',
  recovery_gone: 'The recovery contact was removed.',
  recovery_asked: `Account recovery was requested with the recovery contact. Unless you stop it, it completes after ${recoveryWaitHours} hours.`,
  recovery_used: 'Somebody signed in with the recovery contact.',
  email_added: 'An email address was added.',
  email_change_asked: `A new email address was confirmed for your account. It signs in after ${addressWaitHours} hours, and replaces the present one if there is one. If you do not want this, sign in and stop the change.`,
  email_change_again: `The change of your email address waits another ${addressWaitHours} hours, because this site was out of service or was restored from a backup. Unless you stop it, your account has the new address then.`,
  email_change_stopped: 'The change of your email address was stopped. Nothing has changed.',
  email_changed: 'Your account has its new email address. The one before no longer signs in, and other sessions have ended.',
  email_set:
    'The operator of this site has set this email address for your account. All sessions and passkeys have ended. The recovery contact and a connected ORCID iD stay: check them.',
  email_not_changed: 'Your account does not get the new email address, which belongs to another account now. Nothing has changed.',
  orcid_linked: 'An ORCID iD was connected. You can sign in with it.',
  passkey_missing:
    'Somebody opened your sign-in link, or signed in with your ORCID iD, and was refused: your account requires its passkey.',
  federated_linked: 'The login of an organisation was connected to your account.',
  federated_gone: 'The login of an organisation is no longer connected to your account.',
} as const;

export type SecurityChange = keyof typeof securitySentences;

/** Returns the sentence of a stored change, or an empty string for an unknown one. */
const securitySentence = (word: string | undefined): string =>
  word !== undefined && Object.hasOwn(securitySentences, word) ? securitySentences[word as SecurityChange] : '';

const changedMethodsTitle = 'Your sign-in methods have changed';
/** Titles of what waits, was stopped or was rejected: no sign-in method has changed. */
const otherTitles: Partial<Record<SecurityChange, string>> = {
  email_change_asked: 'Your email address will change',
  email_change_again: 'Your email address will change',
  email_change_stopped: 'Your email address does not change',
  email_not_changed: 'Your email address does not change',
  recovery_asked: 'Account recovery was requested',
  passkey_missing: 'A sign-in without your passkey was refused',
};

export const accountNotifications = defineNotificationGroup('Account', {
  archive_ready: {
    label: 'Your archive is ready',
    always: true,
    text: 'You can download it until the day that is shown there. If you did not ask for it, end the sessions that you do not recognise.',
    link: 'Download it',
  },
  erasure_changed: {
    label: 'Your account will be erased, or the erasure is cancelled',
    always: true,
    title: (facts) => erasureText(facts).title,
    text: (facts) => erasureText(facts).text,
    link: 'See the status',
  },
  security_changed: {
    label: changedMethodsTitle,
    always: true,
    title: (facts) => otherTitles[facts.change as SecurityChange] ?? changedMethodsTitle,
    text: (facts) =>
      `${securitySentence(facts.change)} If it was not you, review your sessions and sign-in methods, and end those you do not recognise.`,
    link: 'Review your sign-in methods',
  },
});
