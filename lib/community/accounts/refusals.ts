import { recoveryWaitHours } from '#lib/community/limits.ts';
import { signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { maxPasskeys } from './model/account.ts';

/** The error codes of this module. */
export const accountRefusals = {
  account_suspended: {
    status: 403,
    title: 'This account is suspended',
    detail: 'An admin of this instance has suspended it, and has told its owner why.',
    action: 'Write to the people who run this instance if this is wrong.',
    link: { href: '/about#corrections', label: 'Contact' },
  },
  account_not_suspended: {
    title: 'This account is not suspended',
    detail: 'Somebody has lifted the suspension in the meantime.',
    action: 'Reload the page.',
  },
  account_of_admin: {
    title: 'Admins are not suspended here',
    detail: 'Who has the role can be changed on the command line only.',
    action: 'Take the role away with npm run accounts -- revoke-admin, then suspend the account.',
  },
  unknown_account: {
    status: 404,
    title: 'There is no such account',
    detail: 'It was erased, or the address of this page is incomplete.',
    action: 'Look for it in the list.',
    link: { href: '/admin/accounts', label: 'Accounts' },
  },
  link_expired: {
    status: 410,
    title: 'This link has expired',
    detail: `It was used, is older than ${signInLinkMinutes} minutes, or was requested in another browser.`,
    action: 'Request a new link here.',
  },
  address_link_expired: {
    status: 410,
    title: 'This link does not work',
    detail: 'It is incomplete, was used, stopped or replaced, is older than an hour, or is for another account.',
    action: 'Sign in to the account that asked for it, and ask for a new link in its security settings.',
    link: refusalLinks.security,
  },
  needs_a_passkey: {
    title: 'Your account has no passkey yet',
    detail: 'An account can require a passkey only if it has one.',
    action: 'Add a passkey, sign in with it, then turn this on.',
    link: { href: '/me/security#passkeys', label: 'Go to your passkeys' },
  },
  passkey_known: {
    title: 'This passkey is already registered',
    detail: 'It was added to this or another account before.',
    action: 'Create a new passkey on your device.',
  },
  too_many_passkeys: {
    title: `Your account has ${maxPasskeys} passkeys`,
    detail: `An account can have ${maxPasskeys} passkeys.`,
    action: 'Remove one that you no longer use.',
  },
  unknown_passkey: {
    status: 404,
    title: 'This passkey does not exist',
    detail: 'It was removed, or it does not belong to your account.',
    action: 'Check the passkeys in your security settings.',
    link: refusalLinks.security,
  },
  unknown_session: {
    status: 404,
    title: 'This session has ended',
    detail: 'It was ended before, or it expired.',
    action: 'Check the open sessions in your security settings.',
    link: refusalLinks.security,
  },
  same_address: {
    status: 400,
    title: 'You already sign in with this address',
    detail: 'It is the address of your account, or will be soon. A recovery contact helps when you lose access to it.',
    action: 'Enter another address. For a recovery contact, use another provider if possible.',
  },
  is_recovery_contact: {
    title: 'This address is your recovery contact',
    detail: 'The recovery contact helps when you lose access to your address, so they must differ.',
    action: 'Enter another address, or remove the recovery contact first.',
    link: refusalLinks.security,
  },
  no_address_change: {
    title: 'No change of your address is in progress',
    detail: 'It was stopped or completed before.',
    action: 'Check your address and your open sessions, and end those that you do not recognise.',
    link: refusalLinks.security,
  },
  no_recovery_contact: {
    title: 'There is no recovery contact',
    detail: 'It was removed before.',
    action: 'Check your security settings.',
    link: refusalLinks.security,
  },
  no_recovery: {
    title: 'No recovery is in progress',
    detail: 'It was stopped or completed before.',
    action: 'Check your open sessions, and end those that you do not recognise.',
    link: refusalLinks.security,
  },
  too_early: {
    status: 403,
    title: 'The waiting period is not over',
    detail: `Recovery takes ${recoveryWaitHours} hours. During this time the owner of the account can stop it.`,
    action: 'Open the link again after that time.',
  },
} as const satisfies Record<string, Refusal>;
