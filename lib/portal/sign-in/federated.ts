import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { showFederated } from '#lib/governance/claims/commands/federated.ts';
import { clearCookie, cookiesOf, federatedCookie, serializeCookie, sessionCookie } from '#lib/platform/auth/cookies.ts';
import { type Limit, withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { freshRefusal, lockAccount, openSession, tokenHash } from '#lib/platform/auth/sessions.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { refused } from '#lib/platform/outcome.ts';
import type { FederatedLogin } from '#lib/platform/settings/federated-logins.ts';
import { assertionFrom, authorizationUrl, newBonds } from './openid-connect.ts';
import { type AuthContext, authContext, formOf, redirectAfterForm, refuseAccountChange } from './requests.ts';

const security = '/me/security';
const perAccount: Limit = { times: 20, minutes: 60 };

/** State of a federated login while the browser is at the organisation. It is stored in a signed cookie and bound to the session. */
const journey = z.object({
  login: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  session: z.string(),
  authorId: z.string().nullable(),
});
type Journey = z.infer<typeof journey>;

const signatureOf = (text: string, secret: string): Buffer => createHmac('sha256', `federated ${secret}`).update(text).digest();

function packed(value: Journey, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

function journeyIn(cookie: string | undefined, secret: string): Journey | null {
  const [text = '', signature = ''] = (cookie ?? '').split('.');
  const [presented, own] = [Buffer.from(signature, 'base64url'), signatureOf(text, secret)];
  if (presented.length !== own.length || !timingSafeEqual(presented, own)) return null;
  const read = journey.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return read.success ? read.data : null;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Redirects to another site after a form by a page with a meta refresh. Browsers apply the form-action policy to redirects of forms, and
 * the policy cannot list every organisation's login. It works without script.
 */
function leadOn({ name }: FederatedLogin, url: string, cookie: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>On to ${escaped(name)}</title><meta http-equiv="refresh" content="0;url=${escaped(url)}"></head><body><main><h1>On to ${escaped(name)}</h1><p><a href="${escaped(url)}" rel="noreferrer">Go on</a></p></main></body></html>`;
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
export async function redirectToOrganisation(request: Request, context: AuthContext = authContext()): Promise<Response> {
  const { PUBLIC_URL, FEDERATED_LOGINS, SECRET } = context.env;
  const form = await formOf(request, PUBLIC_URL);
  if ('answer' in form) return form.answer;
  const authorId = form.fields.authorId?.slice(0, 40) || null;
  const next = safePath(form.fields.next, security);
  const token = cookiesOf(request.headers.get('cookie'))[sessionCookie(PUBLIC_URL)];
  const session = await openSession(context.store.reader, token);
  const refusal = freshRefusal(session);
  if (refusal || !session || !token) return refuseAccountChange('/sign-in', refusal ?? 'not_signed_in', { next });
  const login = FEDERATED_LOGINS.find(({ id }) => id === form.fields.login);
  if (!login) return refuseAccountChange(security, 'federated_not_set_up');
  const { accountId } = session.actor;
  if (!(await context.store.transact((tx) => withinLimit(tx, 'federated', accountId, perAccount))))
    return refuseAccountChange(security, 'too_many_proofs');
  const bonds = newBonds();
  const url = await authorizationUrl(login, bonds, context.env);
  if (!url.ok) return refuseAccountChange(security, url.code);
  const left = packed({ ...bonds, login: login.id, session: tokenHash(token), authorId }, SECRET);
  return leadOn(login, url.value, serializeCookie(PUBLIC_URL, federatedCookie(PUBLIC_URL), left));
}

/**
 * GET: callback of a federated login. State, nonce and PKCE bind it to the request, the cookie binds it to the session, and the URL binds
 * it to the issuer. It does not sign anybody in: the proof is added to the account whose session started the login.
 */
export async function finishFederated(request: Request, id: string, context: AuthContext = authContext()): Promise<Response> {
  const { PUBLIC_URL, FEDERATED_LOGINS, SECRET } = context.env;
  const cookies = cookiesOf(request.headers.get('cookie'));
  const over = [clearCookie(PUBLIC_URL, federatedCookie(PUBLIC_URL))];
  const refuse = (code: string) => refuseAccountChange(security, code, { cookies: over });
  const left = journeyIn(cookies[federatedCookie(PUBLIC_URL)], SECRET);
  const login = FEDERATED_LOGINS.find((each) => each.id === id);
  if (!left || !login || left.login !== id) return refuse('federated_failed');
  const token = cookies[sessionCookie(PUBLIC_URL)];
  const session = await openSession(context.store.reader, token);
  if (!session || !token) return refuseAccountChange('/sign-in', 'not_signed_in', { next: security, cookies: over });
  if (tokenHash(token) !== left.session) return refuse('federated_failed');
  const query = Object.fromEntries(new URL(request.url).searchParams);
  // A response with a foreign state is reported as invalid, even if it says that access was denied.
  if (query.error) return refuse(query.state === left.state ? 'federated_declined' : 'federated_failed');
  const assertion = await assertionFrom(login, query, left, context.env);
  if (!assertion.ok) return refuse(assertion.code);
  const { actor } = session;
  const { authorId } = left;
  // The account is locked: a concurrent erasure comes either before or after this transaction.
  const shown = await context.store.transact(async (tx) => {
    const isThere = await lockAccount(tx, actor.accountId);
    return isThere ? showFederated(tx, actor, { assertion: assertion.value, authorId }) : refused('not_signed_in');
  });
  if (!authorId) return shown.ok ? redirectAfterForm(`${security}?saved=federated#federated`, over) : refuse(shown.code);
  const claim = `/claim/${await recordSlug(context.store.reader, authorId)}`;
  if (!shown.ok) return refuseAccountChange(claim, shown.code, { cookies: over });
  return redirectAfterForm(shown.value.proofId ? `${claim}?shown=${shown.value.proofId}` : claim, over);
}
