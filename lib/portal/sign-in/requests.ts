import { notifySecurityChange } from '#lib/community/accounts/commands/security-changes.ts';
import { describeDevice } from '#lib/platform/auth/devices.ts';
import { lockAccount, type SessionOrigin, type SignInMethod } from '#lib/platform/auth/sessions.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { type Env, env } from '#lib/platform/env.ts';
import { typedIn } from '#lib/platform/form.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/** The database and settings of the sign-in routes: given by tests, and by the process itself otherwise. */
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

/** Leads the browser on after a form (303, so that it asks with GET), and sets cookies. */
export function goTo(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

interface RefusalOptions {
  /** Where the browser goes once the person has signed in. */
  next?: string;
  /** After how many minutes another try is allowed. */
  minutes?: number;
  cookies?: string[];
}

/** Leads the browser to a page that tells what was refused, by its code, and logs the security event. */
const refuseAs =
  (event: 'sign_in_refused' | 'account_change_refused') =>
  (page: string, code: string, { next, minutes, cookies }: RefusalOptions = {}): Response => {
    logSecurityEvent(event, { code });
    const query = { problem: code, ...(next ? { next } : {}), ...(minutes ? { minutes: String(minutes) } : {}) };
    return goTo(`${page}?${new URLSearchParams(query)}`, cookies);
  };

/** Refuses to sign somebody in. */
export const refuseSignIn = refuseAs('sign_in_refused');
/** Refuses to change how an account signs in, or what it has proved. */
export const refuseAccountChange = refuseAs('account_change_refused');

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
