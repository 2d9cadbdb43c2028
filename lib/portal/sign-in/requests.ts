import { notifySecurityChange } from '#lib/community/accounts/commands/security-changes.ts';
import { cookiesOf } from '#lib/platform/auth/cookies.ts';
import { describeDevice } from '#lib/platform/auth/devices.ts';
import { lockAccount, type SessionOrigin, type SignInMethod } from '#lib/platform/auth/sessions.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { type Env, env } from '#lib/platform/env.ts';
import { submittedFields } from '#lib/platform/form.ts';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/** Database and settings of the sign-in routes: those of the process, or given by tests. */
export interface AuthContext {
  store: Store;
  env: Env & { SECRET: string };
}

export const authContext = (): AuthContext => {
  const settings = env();
  return { store: store(), env: { ...settings, SECRET: loadSecret(settings.DATA_DIR, settings.SECRET) } };
};

/** Returns the origin of a session that this request opens. Of the network, only a keyed seal is stored. */
export function sessionOriginOf(
  request: Request,
  signInMethod: SignInMethod,
  { env: { SECRET } }: Pick<AuthContext, 'env'>,
): SessionOrigin {
  return { signInMethod, device: describeDevice(request.headers.get('user-agent')), network: sealedNetwork(request.headers, SECRET) };
}

/** Redirects the browser after a form (303, so that it continues with GET), and sets cookies. */
export function redirectAfterForm(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

interface RefusalOptions {
  /** Path to redirect to after a successful sign-in. */
  next?: string;
  /** Minutes until another attempt is allowed. */
  minutes?: number;
  cookies?: string[];
}

/** Redirects to a page that explains the refusal by its code, and logs the security event. */
const createRefuse =
  (event: 'sign_in_refused' | 'account_change_refused') =>
  (page: string, code: string, { next, minutes, cookies }: RefusalOptions = {}): Response => {
    logSecurityEvent(event, { code });
    const query = { problem: code, ...(next ? { next } : {}), ...(minutes ? { minutes: String(minutes) } : {}) };
    return redirectAfterForm(`${page}?${new URLSearchParams(query)}`, cookies);
  };

export const refuseSignIn = createRefuse('sign_in_refused');
/** Refuses to change an account's sign-in methods or proofs. */
export const refuseAccountChange = createRefuse('account_change_refused');

const crossSiteResponse = () =>
  new Response('This form was not sent by a page of this site. Open /sign-in and send it again from there.\n', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

interface FormRequest<Incoming extends Request> {
  request: Incoming;
  fields: Record<string, string>;
  cookies: Record<string, string>;
  context: AuthContext;
}

/** Creates the handler of a form. It rejects forms that were not sent by a page of this site. */
export const formRoute =
  <Incoming extends Request = Request>(respond: (form: FormRequest<Incoming>) => Promise<Response>) =>
  async (request: Incoming, context: AuthContext = authContext()): Promise<Response> => {
    if (!isFromThisSite(request.headers, context.env.PUBLIC_URL)) return crossSiteResponse();
    // Cloned, since next-auth may read the form too.
    const form = submittedFields(
      await request
        .clone()
        .formData()
        .catch(() => new FormData()),
    );
    const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
    return respond({ request, fields, cookies: cookiesOf(request.headers.get('cookie')), context });
  };

/** Notifies an account that requires passkeys of a sign-in without one, since somebody else may have access to its mailbox. */
export const notifyMissingPasskey = ({ store }: AuthContext, accountId: string): Promise<void> =>
  store.transact(async (tx) => {
    if (await lockAccount(tx, accountId)) await notifySecurityChange(tx, accountId, 'passkey_missing');
  });
