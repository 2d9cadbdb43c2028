import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { linkFederatedLogin } from '#lib/governance/claims/commands/federated.ts';
import { clearCookie, cookiesOf, federatedCookie, serializeCookie, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { recentSignInRefusal } from '#lib/platform/auth/reauthentication.ts';
import { lockAccount, openSession, tokenHash } from '#lib/platform/auth/sessions.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { refused } from '#lib/platform/outcome.ts';
import type { FederatedLogin } from '#lib/platform/settings/federated-logins.ts';
import { federatedLoginsPerAccount } from './limits.ts';
import { authorizationUrl, createRequestBinding, validateCallback } from './openid-connect.ts';
import { type AuthContext, authContext, formRoute, redirectAfterForm, refuseAccountChange } from './requests.ts';

const securityPath = '/me/security';

/** State of a federated login while the browser is at the organisation. It is stored in a signed cookie and bound to the session. */
const journeyForm = z.object({
  login: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  session: z.string(),
  authorId: z.string().nullable(),
});
type Journey = z.infer<typeof journeyForm>;

const signatureOf = (text: string, secret: string): Buffer => createHmac('sha256', `federated ${secret}`).update(text).digest();

function signJourney(value: Journey, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

function readJourney(cookie: string | undefined, secret: string): Journey | null {
  const [text = '', signature = ''] = (cookie ?? '').split('.');
  const [presented, own] = [Buffer.from(signature, 'base64url'), signatureOf(text, secret)];
  if (presented.length !== own.length || !timingSafeEqual(presented, own)) return null;
  const parsed = journeyForm.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return parsed.success ? parsed.data : null;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Redirects to another site after a form by a page with a meta refresh. Browsers apply the form-action policy to redirects of forms, and
 * the policy cannot list every organisation's login. It works without script.
 */
function redirectByPage({ name }: FederatedLogin, url: string, cookie: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>On to ${escapeHtml(name)}</title><meta http-equiv="refresh" content="0;url=${escapeHtml(url)}"></head><body><main><h1>On to ${escapeHtml(name)}</h1><p><a href="${escapeHtml(url)}" rel="noreferrer">Go on</a></p></main></body></html>`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Set-Cookie': cookie,
    },
  });
}

/** POST: redirects to an organisation's login, as a proof for one record or for all records of the account. Requires a recent sign-in. */
export const redirectToOrganisation = formRoute(async ({ fields, cookies, context }) => {
  const { PUBLIC_URL, FEDERATED_LOGINS, SECRET } = context.env;
  const authorId = fields.authorId?.slice(0, 40) || null;
  const next = safePath(fields.next, securityPath);
  const token = cookies[sessionCookie(PUBLIC_URL)];
  const session = await openSession(context.store.reader, token);
  const refusal = recentSignInRefusal(session);
  if (refusal || !session || !token) return refuseAccountChange('/sign-in', refusal ?? 'not_signed_in', { next });
  const login = FEDERATED_LOGINS.find(({ id }) => id === fields.login);
  if (!login) return refuseAccountChange(securityPath, 'federated_not_set_up');
  const { accountId } = session.actor;
  if (!(await context.store.transact((tx) => withinLimit(tx, 'federated', accountId, federatedLoginsPerAccount))))
    return refuseAccountChange(securityPath, 'too_many_proofs');
  const bonds = createRequestBinding();
  const url = await authorizationUrl(login, bonds, context.env);
  if (!url.ok) return refuseAccountChange(securityPath, url.code);
  const signedJourney = signJourney({ ...bonds, login: login.id, session: tokenHash(token), authorId }, SECRET);
  return redirectByPage(login, url.value, serializeCookie(PUBLIC_URL, federatedCookie(PUBLIC_URL), signedJourney));
});

/**
 * GET: callback of a federated login. State, nonce and PKCE bind it to the request, the cookie binds it to the session, and the URL binds
 * it to the issuer. It does not sign anybody in: the proof is added to the account whose session started the login.
 */
export async function finishFederatedLogin(request: Request, id: string, context: AuthContext = authContext()): Promise<Response> {
  const { PUBLIC_URL, FEDERATED_LOGINS, SECRET } = context.env;
  const cookies = cookiesOf(request.headers.get('cookie'));
  const clearedCookies = [clearCookie(PUBLIC_URL, federatedCookie(PUBLIC_URL))];
  const refuse = (code: string) => refuseAccountChange(securityPath, code, { cookies: clearedCookies });
  const journey = readJourney(cookies[federatedCookie(PUBLIC_URL)], SECRET);
  const login = FEDERATED_LOGINS.find((each) => each.id === id);
  if (!journey || !login || journey.login !== id) return refuse('federated_failed');
  const token = cookies[sessionCookie(PUBLIC_URL)];
  const session = await openSession(context.store.reader, token);
  if (!session || !token) return refuseAccountChange('/sign-in', 'not_signed_in', { next: securityPath, cookies: clearedCookies });
  if (tokenHash(token) !== journey.session) return refuse('federated_failed');
  const query = Object.fromEntries(new URL(request.url).searchParams);
  // A response with a foreign state is reported as invalid, even if it says that access was denied.
  if (query.error) return refuse(query.state === journey.state ? 'federated_declined' : 'federated_failed');
  const assertion = await validateCallback(login, query, journey, context.env);
  if (!assertion.ok) return refuse(assertion.code);
  const { actor } = session;
  const { authorId } = journey;
  // The account is locked: a concurrent erasure comes either before or after this transaction.
  const outcome = await context.store.transact(async (tx) => {
    const hasAccount = await lockAccount(tx, actor.accountId);
    return hasAccount ? linkFederatedLogin(tx, actor, { assertion: assertion.value, authorId }) : refused('not_signed_in');
  });
  if (!authorId) return outcome.ok ? redirectAfterForm(`${securityPath}?saved=federated#federated`, clearedCookies) : refuse(outcome.code);
  const claimPath = `/claim/${await recordSlug(context.store.reader, authorId)}`;
  if (!outcome.ok) return refuseAccountChange(claimPath, outcome.code, { cookies: clearedCookies });
  return redirectAfterForm(outcome.value.proofId ? `${claimPath}?shown=${outcome.value.proofId}` : claimPath, clearedCookies);
}
