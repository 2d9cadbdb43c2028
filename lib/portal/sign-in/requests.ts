import { notifySecurityChange } from '#lib/community/accounts/commands/security-events.ts';
import { describeDevice } from '#lib/platform/auth/devices.ts';
import { lockAccount, type SessionOrigin, type SignInMethod } from '#lib/platform/auth/sessions.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { type Env, env } from '#lib/platform/env.ts';
import { typedIn } from '#lib/platform/form.ts';
import { isFromThisSite } from '#lib/platform/http.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/** What the sign-in routes stand on: given by tests, and by the process itself otherwise. */
export interface AuthContext {
  store: Store;
  env: Env & { SECRET: string };
}

export const authContext = (): AuthContext => {
  const set = env();
  return { store: store(), env: { ...set, SECRET: loadSecret(set.DATA_DIR, set.SECRET) } };
};

/** Returns what a session that this request opens is told of itself. Of the network a keyed seal alone is stored. */
export function originOf(request: Request, by: SignInMethod, { env: { SECRET } }: Pick<AuthContext, 'env'>): SessionOrigin {
  return { by, device: describeDevice(request.headers.get('user-agent')), network: sealedNetwork(request.headers, SECRET) };
}

/** Leads the browser on after a form (303, so that it asks with GET), and sets cookies. A path with a problem is a refusal. */
export function goTo(path: string, cookies: string[] = []): Response {
  const problem = new URLSearchParams(path.split('?', 2)[1]).get('problem');
  if (problem !== null) logSecurityEvent('sign_in_refused', { code: problem });
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** A page of the sign-in, with what went wrong by its code. */
export const withProblem = (path: string, problem: string, next?: string, minutes?: number): string =>
  `${path}?${new URLSearchParams({ problem, ...(next ? { next } : {}), ...(minutes ? { minutes: String(minutes) } : {}) })}`;

const foreign = () =>
  new Response('This form was not sent by a page of this site. Open /sign-in and send it again from there.\n', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

/** The fields of a form that a page of this site has sent, or the answer to give instead. */
export async function formOf(request: Request, publicUrl: string): Promise<{ fields: Record<string, string> } | { answer: Response }> {
  if (!isFromThisSite(request.headers, publicUrl)) return { answer: foreign() };
  const typed = typedIn(await request.formData().catch(() => new FormData()));
  const fields = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
  return { fields };
}

/** Tells an account that requires its passkey of a sign-in without it: somebody else may read its mailbox. */
export const notifyMissingPasskey = ({ store }: AuthContext, accountId: string): Promise<void> =>
  store.transact(async (tx) => {
    if (await lockAccount(tx, accountId)) await notifySecurityChange(tx, accountId, 'passkey_missing');
  });
