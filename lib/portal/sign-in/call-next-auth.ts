import { createHash, randomBytes } from 'node:crypto';
import type { NextApiRequest, NextApiResponse } from 'next';
import type { AuthOptions } from 'next-auth';
import * as nextAuth from 'next-auth';

/** One call of next-auth, as its own routes would get it. */
export interface AuthCall {
  action: 'signin' | 'callback';
  provider: 'email' | 'orcid';
  method: 'GET' | 'POST';
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: Record<string, string>;
}

export interface AuthAnswer {
  location: string | null;
  setCookies: string[];
}

type Handle = (request: NextApiRequest, response: NextApiResponse, options: AuthOptions) => Promise<unknown>;

/** A CommonJS default export arrives once or twice wrapped, depending on who loads it. */
const handle = ((): Handle => {
  let found: unknown = nextAuth;
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default;
  if (typeof found !== 'function') throw new Error('next-auth has no handler.');
  return found as Handle;
})();

/**
 * Calls next-auth from a plain request, so that forms work without script: its answer is a place to go and cookies to set.
 * The pair of token and cookie that next-auth asks of a POST is made here; the caller has checked that the form is ours.
 */
export async function throughNextAuth(call: AuthCall, options: AuthOptions & { secret: string }, publicUrl: string): Promise<AuthAnswer> {
  // next-auth reads its own address from nowhere else.
  process.env.NEXTAUTH_URL = publicUrl;
  const csrfToken = randomBytes(32).toString('hex');
  const csrfHash = createHash('sha256').update(`${csrfToken}${options.secret}`).digest('hex');
  const csrfCookie = options.cookies?.csrfToken?.name ?? 'next-auth.csrf-token';
  const request = {
    method: call.method,
    query: { ...call.query, nextauth: [call.action, call.provider] },
    body: { ...call.body, csrfToken },
    cookies: { ...call.cookies, [csrfCookie]: `${csrfToken}|${csrfHash}` },
    headers: { host: new URL(publicUrl).host },
  };
  const headers = new Map<string, string | string[]>();
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    json: () => undefined,
    send: () => undefined,
    end: () => undefined,
  };
  await handle(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  const location = headers.get('location');
  const cookies = headers.get('set-cookie') ?? [];
  return { location: typeof location === 'string' ? location : null, setCookies: Array.isArray(cookies) ? cookies : [cookies] };
}
