import { randomBytes } from 'node:crypto';
import type { NextRequest } from 'next/server';
import { isAddressReserved, isConfirmationLinkFor } from '#lib/community/accounts/queries/pending-change.ts';
import { clearCookie, cookiesOf, pendingSignInCookie, serializeCookie, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { knownDeviceFor, rememberDevice } from '#lib/platform/auth/known-device.ts';
import { signInLinkRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { readPendingSignIn, sealPendingSignIn } from '#lib/platform/auth/pending-sign-in.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { endSession } from '#lib/platform/auth/sessions.ts';
import { signInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { signInCodeLength, signInLinkMinutes } from '#lib/platform/auth/sign-in-link.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { newCode } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { signInMessage } from '#lib/platform/mail/messages.ts';
import { createAdapter } from './adapter.ts';
import { serveCallback, startSignIn } from './call-next-auth.ts';
import { completeIntent } from './complete-intent.ts';
import { codesPerLink, codesPerNetwork } from './limits.ts';
import { authOptions } from './options.ts';
import { formRoute, notifyMissingPasskey, redirectAfterForm, refuseSignIn, sessionOriginOf } from './requests.ts';

/** Normalizes an entered code: removes spaces and hyphens, ignores case, and maps letters that look like digits. */
const normalizeCode = (input = ''): string =>
  input
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

/**
 * POST: requests a sign-in link. The response, and the work for it, are the same whether an account has the address or not. The link works
 * only in the browser that requested it: half of its token is in a cookie, the other half is the code in the email.
 */
export const requestSignInLink = formRoute(async ({ request, fields, cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const next = safePath(fields.next);
  if (context.env.MAIL_SIGN_IN === 'off') return refuseSignIn('/sign-in', 'mail_sign_in_off', { next });
  const address = emailAddress(fields.email);
  if (!address.ok) return refuseSignIn('/sign-in', address.code, { next });
  const email = address.value;
  const linkRequest = { email, network: networkOf(request.headers), device: knownDeviceFor(request, context, email) };
  const refusal = await context.store.transact((tx) => signInLinkRefusal(tx, linkRequest, context.env.MAIL_INTERVAL_SECONDS));
  const pending = await readPendingSignIn(cookies[pendingSignInCookie(PUBLIC_URL)], context.env.SECRET);
  if (refusal) {
    // A browser that has already requested a link for this address returns to the page where the code is entered.
    const page = pending?.email === email ? '/sign-in/check-mail' : '/sign-in';
    return refuseSignIn(page, refusal.code, { next, minutes: refusal.minutes });
  }

  // A repeated request for the same address reuses the browser's nonce, so that either email works.
  const nonce = pending?.email === email ? pending.nonce : randomBytes(32).toString('base64url');
  const code = newCode(signInCodeLength);
  const message = signInMessage({ code, link: `${PUBLIC_URL}/sign-in/confirm?code=${code}`, minutes: signInLinkMinutes });
  const adapter = createAdapter(context.store, { onToken: (tx) => enqueue(tx, { kind: 'send-mail', payload: { to: email, ...message } }) });
  const options = authOptions(context.env, adapter, { email: { token: () => `${code}.${nonce}` } });
  const response = await startSignIn('email', { email }, options, PUBLIC_URL);
  if (!response.location?.includes('/verify-request')) throw new Error('The sign-in link could not be made.');
  return redirectAfterForm(`/sign-in/check-mail?${new URLSearchParams({ next })}`, [
    serializeCookie(
      PUBLIC_URL,
      pendingSignInCookie(PUBLIC_URL),
      await sealPendingSignIn({ nonce, email, next, ...signInIntent.parse(fields) }, context.env.SECRET),
    ),
  ]);
});

/** POST: signs in with the code of the email, in the browser that requested it. Only this uses the token up. */
export const confirmSignInLink = formRoute<NextRequest>(async ({ request, fields, cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const pending = await readPendingSignIn(cookies[pendingSignInCookie(PUBLIC_URL)], context.env.SECRET);
  // If the cookie has expired, the redirect path is taken from the form.
  const next = safePath(pending?.next ?? fields.next);
  if (context.env.MAIL_SIGN_IN === 'off') return refuseSignIn('/sign-in', 'mail_sign_in_off', { next });
  if (!pending) return refuseSignIn('/sign-in', 'link_expired', { next });
  // A known browser is not counted with its network.
  const network = knownDeviceFor(request, context, pending.email) ? null : networkOf(request.headers);
  const refusal = await context.store.transact((tx) => codeRefusal(tx, pending.nonce, network));
  // The network's limit does not invalidate this link. It works again after the limit, or from another network.
  if (refusal === 'too_many_codes_from_network') return refuseSignIn('/sign-in/check-mail', refusal, { next });
  if (refusal) return refuseSignIn('/sign-in', refusal, { next, cookies: [clearCookie(PUBLIC_URL, pendingSignInCookie(PUBLIC_URL))] });

  const token = `${normalizeCode(fields.code)}.${pending.nonce}`;
  const oldToken = cookies[sessionCookie(PUBLIC_URL)];
  const refusedSessions: { accountId: string; code: 'passkey_required' | 'account_suspended' }[] = [];
  const refusedCreations: string[] = [];
  const adapter = createAdapter(context.store, {
    session: sessionOriginOf(request, 'email', context),
    onRefused: (accountId, code) => void refusedSessions.push({ accountId, code }),
    address: pending.email,
    mayCreate: async (tx, email) => {
      const code = await creationRefusal(tx, email, next);
      if (code) refusedCreations.push(code);
      return code === null;
    },
    knowsSession: false,
  });
  const options = authOptions(context.env, adapter, { email: { token: () => token } });
  const response = await serveCallback(request, 'email', options, PUBLIC_URL, { email: pending.email, token });
  const session = response.setCookies.find((cookie) => cookie.startsWith(`${sessionCookie(PUBLIC_URL)}=`));
  const [refusedSession] = refusedSessions;
  if (refusedSession) {
    if (refusedSession.code === 'passkey_required') await notifyMissingPasskey(context, refusedSession.accountId);
    return refuseSignIn('/sign-in', refusedSession.code, { next, cookies: [clearCookie(PUBLIC_URL, pendingSignInCookie(PUBLIC_URL))] });
  }
  if (refusedCreations[0])
    return refuseSignIn('/sign-in', refusedCreations[0], { next, cookies: [clearCookie(PUBLIC_URL, pendingSignInCookie(PUBLIC_URL))] });
  if (!session) return refuseSignIn('/sign-in/check-mail', 'wrong_code', { next });
  // A new sign-in ends the browser's earlier session, which prevents session fixation.
  if (oldToken) await context.store.transact((tx) => endSession(tx, oldToken));
  await completeIntent(context, cookiesOf(session.split(';')[0] ?? '')[sessionCookie(PUBLIC_URL)], pending, next);
  return redirectAfterForm(next, [
    session,
    clearCookie(PUBLIC_URL, pendingSignInCookie(PUBLIC_URL)),
    rememberDevice(request, context, pending.email),
  ]);
});

/** Returns why no account may be created for an address, or null. The address may be about to become that of an existing account. */
async function creationRefusal(reader: Reader, email: string, next: string): Promise<'address_reserved' | 'address_to_confirm' | null> {
  const { pathname, searchParams } = new URL(next, 'http://nowhere.invalid');
  const token = pathname === '/sign-in/address' ? searchParams.get('token') : null;
  if (token && (await isConfirmationLinkFor(reader, token, email))) return 'address_to_confirm';
  return (await isAddressReserved(reader, email)) ? 'address_reserved' : null;
}

async function codeRefusal(
  tx: Writer,
  nonce: string,
  network: string | null,
): Promise<'too_many_codes' | 'too_many_codes_from_network' | null> {
  if (network && !(await withinLimit(tx, 'code-network', network, codesPerNetwork))) return 'too_many_codes_from_network';
  return (await withinLimit(tx, 'code', nonce, codesPerLink)) ? null : 'too_many_codes';
}

/** POST: ends the session, also in the database. */
export const signOut = formRoute(async ({ cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const token = cookies[sessionCookie(PUBLIC_URL)];
  if (token) await context.store.transact((tx) => endSession(tx, token));
  if (token) logSecurityEvent('sign_out');
  return redirectAfterForm('/', [clearCookie(PUBLIC_URL, sessionCookie(PUBLIC_URL))]);
});
