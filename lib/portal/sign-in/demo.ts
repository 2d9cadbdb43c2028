import { randomBytes } from 'node:crypto';
import type { NextRequest } from 'next/server';
import { cookiesOf, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { endSession } from '#lib/platform/auth/sessions.ts';
import { signInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { demoPeople, demoPersonInput } from '#lib/portal/demo/model.ts';
import { isSampleAccount, mayUseDemo } from '#lib/portal/demo/queries.ts';
import { createAdapter } from './adapter.ts';
import { serveCallback, startSignIn } from './call-next-auth.ts';
import { completeIntent } from './complete-intent.ts';
import { authOptions } from './options.ts';
import { formRoute, redirectAfterForm, refuseSignIn, sessionOriginOf } from './requests.ts';

/**
 * POST: signs in as one of the two invented people of a local demo. next-auth opens the session as for a mailed link, but no email is sent.
 * Refused if the outbox is closed to this request.
 */
export const signInAsDemoPerson = formRoute<NextRequest>(async ({ request, fields, cookies, context }) => {
  const { PUBLIC_URL } = context.env;
  const next = safePath(fields.next);
  const requested = demoPersonInput.safeParse(fields.person);
  const person = requested.success ? demoPeople[requested.data] : null;
  const { reader } = context.store;
  if (!person || !(await mayUseDemo(reader, request.headers, context.env)) || !(await isSampleAccount(reader, person)))
    return refuseSignIn('/sign-in', 'demo_unavailable', { next });

  const { email } = person;
  const token = randomBytes(32).toString('base64url');
  const oldToken = cookies[sessionCookie(PUBLIC_URL)];
  const adapter = createAdapter(context.store, { session: sessionOriginOf(request, 'email', context), knowsSession: false });
  const options = authOptions(context.env, adapter, { email: { token: () => token } });
  await startSignIn('email', { email }, options, PUBLIC_URL);
  const response = await serveCallback(request, 'email', options, PUBLIC_URL, { email, token });
  const session = response.setCookies.find((cookie) => cookie.startsWith(`${sessionCookie(PUBLIC_URL)}=`));
  if (!session) return refuseSignIn('/sign-in', 'demo_unavailable', { next });
  if (oldToken) await context.store.transact((tx) => endSession(tx, oldToken));
  await completeIntent(context, cookiesOf(session.split(';')[0] ?? '')[sessionCookie(PUBLIC_URL)], signInIntent.parse(fields), next);
  return redirectAfterForm(next, [session]);
});
