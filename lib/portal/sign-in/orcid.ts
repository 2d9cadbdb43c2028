import { and, eq, ne } from 'drizzle-orm';
import type { NextRequest } from 'next/server';
import { notifySecurityChange } from '#lib/community/accounts/commands/security-changes.ts';
import {
  clearCookie,
  cookiesOf,
  encodeOrcidRedirect,
  orcidCookie,
  readOrcidRedirect,
  serializeCookie,
  sessionCookie,
} from '#lib/platform/auth/cookies.ts';
import { deviceIdOf, rememberDevice } from '#lib/platform/auth/known-device.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { recentSignInRefusal } from '#lib/platform/auth/reauthentication.ts';
import { confirmedAddress, endSession, type OpenSession, openSession } from '#lib/platform/auth/sessions.ts';
import { signInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { createAdapter } from './adapter.ts';
import { serveCallback, startSignIn } from './call-next-auth.ts';
import { completeIntent } from './complete-intent.ts';
import { orcidStepsPerBrowser, orcidStepsPerNetwork } from './limits.ts';
import { authOptions } from './options.ts';
import {
  type AuthContext,
  authContext,
  formRoute,
  notifyMissingPasskey,
  redirectAfterForm,
  refuseAccountChange,
  refuseSignIn,
  sessionOriginOf,
} from './requests.ts';

const refusalFor = (purpose: 'sign-in' | 'link') => (purpose === 'link' ? refuseAccountChange : refuseSignIn);

/**
 * Counts a step of a sign-in. Each sends requests to ORCID, which limits those of this instance. An account or known browser is not counted
 * with its network.
 */
async function isWithinLimit(request: Request, session: OpenSession | null, context: AuthContext): Promise<boolean> {
  const subject = session?.actor.accountId ?? deviceIdOf(request, context);
  return context.store.transact((tx) =>
    subject
      ? withinLimit(tx, 'orcid-browser', subject, orcidStepsPerBrowser)
      : withinLimit(tx, 'orcid-network', networkOf(request.headers), orcidStepsPerNetwork),
  );
}

/** POST: redirects to ORCID, to sign in or, after a recent sign-in, to link the iD to the account. */
export const redirectToOrcid = formRoute(async ({ request, fields, cookies, context }) => {
  const { PUBLIC_URL, ORCID_CLIENT_ID } = context.env;
  const next = safePath(fields.next);
  const purpose = fields.purpose === 'link' ? 'link' : 'sign-in';
  const refuse = refusalFor(purpose);
  if (!ORCID_CLIENT_ID) return refuse('/sign-in', 'orcid_not_set_up', { next });
  const session = await openSession(context.store.reader, cookies[sessionCookie(PUBLIC_URL)]);
  const refusal = purpose === 'link' ? recentSignInRefusal(session) : null;
  if (refusal) return refuse('/sign-in', refusal, { next });
  if (!(await isWithinLimit(request, session, context))) return refuse('/sign-in', 'too_many_orcid_sign_ins', { next });
  const accountId = purpose === 'link' ? session?.actor.accountId : undefined;

  const response = await startSignIn('orcid', {}, authOptions(context.env, createAdapter(context.store), {}), PUBLIC_URL);
  if (!response.location || response.location.startsWith(`${PUBLIC_URL}/api/auth/`))
    return refuse('/sign-in', 'orcid_unreachable', { next });
  return redirectAfterForm(response.location, [
    ...response.setCookies,
    serializeCookie(PUBLIC_URL, orcidCookie(PUBLIC_URL), encodeOrcidRedirect({ purpose, next, accountId, ...signInIntent.parse(fields) })),
  ]);
});

/**
 * GET: callback of ORCID. State, nonce and PKCE bind it to the request. Only a request to link sees the open session; any other request
 * signs in independently, so that accounts are never joined unintentionally.
 */
export async function finishOrcidLogin(request: NextRequest, context: AuthContext = authContext()): Promise<Response> {
  const { PUBLIC_URL, ORCID_CLIENT_ID } = context.env;
  const cookies = cookiesOf(request.headers.get('cookie'));
  const journey = readOrcidRedirect(cookies[orcidCookie(PUBLIC_URL)]);
  const clearedCookie = clearCookie(PUBLIC_URL, orcidCookie(PUBLIC_URL));
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (!ORCID_CLIENT_ID || !journey) return refuseSignIn('/sign-in', 'orcid_failed', { cookies: [clearedCookie] });
  const { purpose } = journey;
  const refuse = refusalFor(purpose);
  const next = safePath(journey.next);
  if (query.error) return refuse('/sign-in', 'orcid_declined', { next, cookies: [clearedCookie] });

  const token = cookies[sessionCookie(PUBLIC_URL)];
  const session = await openSession(context.store.reader, token);
  const refusal = purpose === 'link' ? recentSignInRefusal(session) : null;
  if (refusal) return refuse('/sign-in', refusal, { next, cookies: [clearedCookie] });
  // Somebody else has signed in in this browser since.
  if (purpose === 'link' && session?.actor.accountId !== journey.accountId)
    return refuse('/sign-in', 'orcid_failed', { next, cookies: [clearedCookie] });
  if (!(await isWithinLimit(request, session, context)))
    return refuse('/sign-in', 'too_many_orcid_sign_ins', { next, cookies: [clearedCookie] });

  let problem: string | null = null;
  const refusedSessions: { accountId: string; code: 'passkey_required' | 'account_suspended' }[] = [];
  const onRefused = (accountId: string, code: 'passkey_required' | 'account_suspended') => void refusedSessions.push({ accountId, code });
  // A new account is not notified of its own first login.
  const onLink = purpose === 'link' ? (tx: Writer, accountId: string) => notifySecurityChange(tx, accountId, 'orcid_linked') : undefined;
  const hooks = {
    session: sessionOriginOf(request, 'orcid', context),
    onRefused,
    knowsSession: purpose === 'link',
    ...(onLink && { onLink }),
  };
  const response = await serveCallback(
    request,
    'orcid',
    authOptions(context.env, createAdapter(context.store, hooks), {
      async signIn({ account }) {
        if (purpose === 'link' && session && (await hasOtherOrcid(context, session.actor.accountId, account?.providerAccountId ?? ''))) {
          problem = 'another_orcid_linked';
        }
        return problem === null;
      },
    }),
    PUBLIC_URL,
  );
  const [refusedSession] = refusedSessions;
  if (refusedSession) {
    problem = refusedSession.code;
    if (problem === 'passkey_required') await notifyMissingPasskey(context, refusedSession.accountId);
  }
  problem ??= problemOf(response.location, PUBLIC_URL);
  if (problem) return refuse('/sign-in', problem, { next, cookies: [clearedCookie] });
  if (purpose === 'sign-in' && token) await context.store.transact((tx) => endSession(tx, token));
  const newToken = tokenIn(response.setCookies, PUBLIC_URL);
  if (purpose === 'sign-in') await completeIntent(context, newToken, journey, next);
  return redirectAfterForm(next, [...response.setCookies, clearedCookie, ...(await knownBrowserCookies(request, context, newToken))]);
}

/** Returns the session token that Set-Cookie headers contain. */
function tokenIn(setCookies: readonly string[], publicUrl: string): string | undefined {
  const name = `${sessionCookie(publicUrl)}=`;
  return setCookies
    .find((each) => each.startsWith(name))
    ?.slice(name.length)
    .split(';', 1)[0];
}

/** Returns the cookie that makes the browser known, for the email address of the account that has signed in. */
async function knownBrowserCookies(request: Request, context: AuthContext, token: string | undefined): Promise<string[]> {
  return token ? [rememberDevice(request, context, await confirmedAddress(context.store.reader, token))] : [];
}

async function hasOtherOrcid(context: AuthContext, accountId: string, orcid: string): Promise<boolean> {
  const isOtherOrcid = and(eq(logins.userId, accountId), eq(logins.provider, 'orcid'), ne(logins.providerAccountId, orcid));
  const rows = await context.store.reader.select({ id: logins.providerAccountId }).from(logins).where(isOtherOrcid).limit(1);
  return rows.length > 0;
}

/** Returns the error code if next-auth redirects to its error page, or null. */
function problemOf(location: string | null, publicUrl: string): string | null {
  const url = new URL(location ?? '/api/auth/error', publicUrl);
  if (!url.pathname.startsWith('/api/auth/')) return null;
  return url.searchParams.get('error') === 'OAuthAccountNotLinked' ? 'orcid_of_another_account' : 'orcid_failed';
}
