import { addressWaitHours, erasureDays } from '#lib/community/limits.ts';
import { signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import { inWords } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { codesPerNetwork, orcidStepsPerNetwork } from './limits.ts';

export const signInRefusals = {
  wrong_code: {
    status: 400,
    title: 'This code does not work',
    detail: `It is wrong, was used, or is older than ${signInLinkMinutes} minutes.`,
    action: 'Enter the code of the latest email, or request a new link.',
    link: { href: '/sign-in', label: 'Request a new link' },
  },
  too_many_codes: {
    status: 429,
    title: 'Too many wrong codes',
    detail: 'The link was disabled after several wrong codes.',
    action: 'Request a new link here.',
  },
  too_many_codes_from_network: {
    status: 429,
    title: 'Too many codes were tried from your network',
    detail: `People on your network entered many codes within ${codesPerNetwork.minutes} minutes. Your link is still valid.`,
    action: `Try again in a few minutes, or from another network. Request a new link if yours is older than ${signInLinkMinutes} minutes.`,
  },
  mail_sign_in_off: {
    status: 403,
    title: 'This instance has no sign-in by email',
    detail: 'Its operator has turned it off.',
    action: 'Sign in with ORCID, or with a passkey that you added before.',
  },
  passkey_required: {
    status: 403,
    title: 'This account requires its passkey',
    detail: 'Its owner has disabled all other sign-in methods.',
    action: 'Sign in with the passkey below. If it is lost, use the recovery contact at the end of this page.',
  },
  passkey_refused: {
    status: 403,
    title: 'This passkey does not work here',
    detail: 'It is unknown or was removed, or its answer came too late.',
    action: 'Try again. If it still does not work, use another sign-in method.',
  },
  orcid_not_set_up: {
    status: 503,
    title: 'ORCID is not available here',
    detail: 'The operator has not connected this instance to ORCID.',
    action: 'Sign in with your email address.',
  },
  orcid_failed: {
    status: 400,
    title: 'The sign-in with ORCID failed',
    detail: 'The answer from ORCID does not match this browser, or is invalid.',
    action: 'Start again here.',
  },
  too_many_orcid_sign_ins: {
    status: 429,
    title: 'Too many sign-ins with ORCID from your network',
    detail: `People on your network started many sign-ins with ORCID within ${orcidStepsPerNetwork.minutes} minutes.`,
    action: 'Try again in a few minutes, or sign in with your email address or a passkey.',
  },
  orcid_declined: {
    status: 403,
    title: 'You did not grant access at ORCID',
    detail: 'ORCID shares your iD only if you allow it.',
    action: 'Start again, or sign in with your email address.',
  },
  orcid_of_another_account: {
    title: 'This ORCID iD belongs to another account',
    detail: 'It is the sign-in of another account here, which may also be yours.',
    action: 'To use that account, sign out and sign in with ORCID.',
  },
  another_orcid_linked: {
    title: 'Your account has another ORCID iD',
    detail: 'An account can be connected to one iD.',
    action: 'Sign in at ORCID with the iD that your dashboard shows.',
    link: refusalLinks.dashboard,
  },
  federated_not_set_up: {
    status: 503,
    title: 'This instance is not connected to this organisation',
    detail: 'The operator has not set up its login.',
    action: 'Choose another method.',
    link: refusalLinks.security,
  },
  federated_unreachable: {
    status: 502,
    title: 'The organisation’s login does not respond',
    detail: 'Its server cannot be reached, or its answer is invalid.',
    action: 'Try again in a few minutes. If the problem persists, contact the operator.',
    link: refusalLinks.security,
  },
  federated_declined: {
    status: 403,
    title: 'The organisation did not confirm you',
    detail: 'You cancelled the login there, or it denied access. Nothing was changed.',
    action: 'Try again, or choose another method.',
    link: refusalLinks.security,
  },
  federated_failed: {
    status: 403,
    title: 'The organisation’s answer is invalid',
    detail: 'It does not match the request, is too old, or has no valid signature.',
    action: 'Start again from your security settings, in one browser and one tab.',
    link: refusalLinks.security,
  },
  address_reserved: {
    status: 403,
    title: 'This address does not sign in yet',
    detail: `An account has confirmed it as its new address, and has it ${addressWaitHours} hours after that.`,
    action: 'Until then, sign in with the address that the account has now.',
  },
  address_to_confirm: {
    status: 403,
    title: 'Sign in as before, not with this address',
    detail: 'You opened a link that confirms this address for an account. A sign-in with it would create a second account.',
    action: 'Sign in with the address, iD or passkey that the account has now. You then return to the link.',
  },
  address_taken: {
    title: 'This address belongs to another account',
    detail: 'An address can belong to one account.',
    action: `Sign in with it to use that account, or to erase it, which frees the address after ${inWords(erasureDays)} days. Or enter another address here.`,
    link: refusalLinks.security,
  },
} as const satisfies Record<string, Refusal>;
