import { confirmAddress } from '#lib/community/accounts/commands/addresses.ts';
import { beginRecovery, completeRecovery, requestRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { openSessionCookie, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { knownDeviceFor, rememberDevice } from '#lib/platform/auth/known-device.ts';
import { confirmedAddress, endSession, openSession } from '#lib/platform/auth/sessions.ts';
import { isUniqueViolation } from '#lib/platform/db/errors.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { formRoute, redirectAfterForm, refuseAccountChange, refuseSignIn, sessionOriginOf } from './requests.ts';

const recoverPage = '/sign-in/recover';

/** POST: requests the first link of a recovery. The response does not depend on whether the account or a recovery contact exists. */
export const requestRecoveryLink = formRoute(async ({ request, fields, context }) => {
  const account = (fields.account ?? '').slice(0, 254);
  const network = networkOf(request.headers);
  const email = emailAddress(account);
  const device = email.ok ? knownDeviceFor(request, context, email.value) : null;
  await context.store.transact((tx) => requestRecovery(tx, { account, network, device }));
  return redirectAfterForm(`${recoverPage}?sent=1`);
});

/** POST: starts the waiting period, by the link sent to the recovery contact. It needs a form, since mail scanners open links. */
export const startRecovery = formRoute(async ({ fields, context }) => {
  const outcome = await context.store.transact((tx) => beginRecovery(tx, { token: fields.token ?? '' }));
  if (!outcome.ok) return refuseSignIn(recoverPage, outcome.code);
  return redirectAfterForm(`${recoverPage}?${new URLSearchParams({ opens: outcome.value.opensAt.toISOString() })}`);
});

/** POST: signs in by the link that is sent after the waiting period. */
export const finishRecovery = formRoute(async ({ request, fields, cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const oldToken = cookies[sessionCookie(PUBLIC_URL)];
  const origin = sessionOriginOf(request, 'recovery', context);
  const outcome = await context.store.transact(async (tx) => {
    const result = await completeRecovery(tx, { token: fields.token ?? '', origin });
    // A new sign-in ends the browser's earlier session, which prevents session fixation.
    if (result.ok && oldToken) await endSession(tx, oldToken);
    return result;
  });
  if (!outcome.ok) return refuseSignIn(recoverPage, outcome.code);
  const email = await confirmedAddress(context.store.reader, outcome.value.token);
  return redirectAfterForm('/me/security?saved=came-back', [
    openSessionCookie(PUBLIC_URL, outcome.value),
    rememberDevice(request, context, email),
  ]);
});

/** POST: confirms an email address of the signed-in account, by the link sent to that address. */
export const confirmOwnAddress = formRoute(async ({ fields, cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const token = fields.token ?? '';
  const session = await openSession(context.store.reader, cookies[sessionCookie(PUBLIC_URL)]);
  if (!session) return refuseAccountChange('/sign-in', 'not_signed_in', { next: `/sign-in/address?token=${token}` });
  try {
    const outcome = await context.store.transact((tx) => confirmAddress(tx, session.actor, { token, sessionId: session.id ?? '' }));
    return outcome.ok ? redirectAfterForm(`/me/security?saved=${outcome.value}`) : refuseAccountChange('/me/security', outcome.code);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return refuseAccountChange('/me/security', 'address_taken');
  }
});
