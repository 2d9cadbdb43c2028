import { changesPerAccount, formatLimit, recentSignInMinutes, signInLinkLimits } from '#lib/platform/limits.ts';
/** The text about a refused operation: what happened, why, and what to do next. */
export interface Refusal {
  /** HTTP status, if the refusal is the response itself; 409 by default. */
  status?: 400 | 401 | 403 | 404 | 410 | 413 | 429 | 500 | 502 | 503;
  /** What happened. */
  title: string;
  /** Why it happened. */
  detail: string;
  /** What to do next. */
  action: string;
  /** The page for the action. */
  link?: { href: string; label: string };
}

/** Returns the HTTP status of a refusal that is the response itself. */
export const statusOf = ({ status }: Refusal): number => status ?? 409;

/** Pages that several refusals link to. */
export const refusalLinks = {
  signIn: { href: '/sign-in', label: 'Sign in' },
  passkeySignIn: { href: '/sign-in?problem=passkey_sign_in_needed', label: 'Sign in with your passkey' },
  dashboard: { href: '/me', label: 'Go to your dashboard' },
  security: { href: '/me/security', label: 'Go to your security settings' },
  search: { href: '/search', label: 'Search' },
} as const;

/** The error codes that any module may return. The codes of one module are in its own `refusals.ts`. */
export const platformRefusals = {
  invalid: {
    status: 400,
    title: 'The form is incomplete',
    detail: 'At least one field is empty or invalid.',
    action: 'Correct the fields marked below.',
  },
  invalid_request: {
    status: 400,
    title: 'The request is invalid',
    detail: 'A parameter is missing or has the wrong form.',
    action: 'Correct the address and send the request again.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'Nothing is available at this address.',
    action: 'Search for the work or profile, and follow its links.',
  },
  not_signed_in: {
    status: 401,
    title: 'Sign in to continue',
    detail: 'This needs an account.',
    action: 'Sign in with one of the methods that this instance offers. You then return here.',
    link: refusalLinks.signIn,
  },
  rate_limited: {
    status: 429,
    title: 'Too many changes in a short time',
    detail: `An account can make ${formatLimit(changesPerAccount, 'changes')}. This change was not saved.`,
    action: 'Wait a minute, then try again.',
  },
  overloaded: {
    status: 503,
    title: 'The site is too busy at this moment',
    detail: 'The request could not be answered in time.',
    action: 'Try again in a few seconds.',
  },
  outcome_unknown: {
    status: 503,
    title: 'It is unknown whether this was saved',
    detail: 'The connection to the database broke at the last moment.',
    action: 'Open the page again and look whether your change is there, before you send it again.',
  },
  cannot_store: {
    status: 503,
    title: 'This instance cannot save changes at this moment',
    detail: 'Its disk is full or read-only. Nothing was changed, and everything can still be read.',
    action: 'Try again later. If it happens again, tell the operator.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    detail: 'This is an error of this instance.',
    action: 'Try again in a moment. If it happens again, tell the operator.',
  },
  reauthentication_required: {
    status: 401,
    title: 'Sign in again first',
    detail: `Changes to sign-in, sessions or the account itself need a sign-in within the last ${recentSignInMinutes} minutes.`,
    action: 'Sign in again below, then continue.',
  },
  passkey_sign_in_needed: {
    status: 401,
    title: 'Sign in with your passkey first',
    detail: `This needs a sign-in with a passkey within the last ${recentSignInMinutes} minutes.`,
    action: 'Sign in with your passkey, then try again. If you have no passkey, add one in your security settings.',
    link: refusalLinks.passkeySignIn,
  },
  bad_address: {
    status: 400,
    title: 'This email address is invalid',
    detail: 'An address such as name@university.edu is needed.',
    action: 'Check it for spaces, commas and a missing part after the @.',
  },
  mail_just_sent: {
    status: 429,
    title: 'We just sent an email to this address',
    detail: 'An address receives at most one email a minute.',
    action: 'Open the email that was already sent, or request another in a minute. A passkey works at once.',
  },
  too_many_links: {
    status: 429,
    title: 'Too many emails were requested for this address',
    detail: 'Many were sent. A link works only in the browser that requested it.',
    action: 'Open the latest email. You can also use your passkey, or a browser in which you signed in with this address before.',
  },
  too_many_links_from_network: {
    status: 429,
    title: 'Too many sign-in links were requested from your network',
    detail: `People on your network requested many links within ${signInLinkLimits.network.minutes} minutes. Your address is not the cause.`,
    action: 'Use your passkey, a browser in which you signed in before, or another network.',
  },
} as const satisfies Record<string, Refusal>;
