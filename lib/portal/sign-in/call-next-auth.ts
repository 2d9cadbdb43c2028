import { hash, randomBytes } from 'node:crypto';
import type { NextApiRequest, NextApiResponse } from 'next';
import type { NextRequest } from 'next/server';
import type { AuthOptions } from 'next-auth';
import * as nextAuth from 'next-auth';

type AuthProvider = 'email' | 'orcid';

interface AuthResponse {
  location: string | null;
  setCookies: string[];
}

/** next-auth's two handlers in one function: for a route of `app/`, and for a Node.js request and response. */
interface AuthHandler {
  (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }, options: AuthOptions): Promise<Response>;
  (request: NextApiRequest, response: NextApiResponse, options: AuthOptions): Promise<unknown>;
}

/** Depending on the loader, a CommonJS default export is wrapped once or twice. */
const handle = ((): AuthHandler => {
  let handler: unknown = nextAuth;
  while (typeof handler === 'object' && handler !== null && 'default' in handler) handler = handler.default;
  if (typeof handler !== 'function') throw new Error('next-auth has no handler.');
  return handler as AuthHandler;
})();

/**
 * Serves next-auth's callback of a provider with the browser's own request. Callable only in a route of `app/`, since next-auth reads
 * cookies and headers from Next.js.
 * @param query parameters added to those that the browser has sent
 */
export async function serveCallback(
  request: NextRequest,
  provider: AuthProvider,
  options: AuthOptions,
  publicUrl: string,
  query: Readonly<Record<string, string>> = {},
): Promise<AuthResponse> {
  // next-auth reads its own URL only from this variable.
  process.env.NEXTAUTH_URL = publicUrl;
  for (const [name, value] of Object.entries(query)) request.nextUrl.searchParams.set(name, value);
  const { headers } = await handle(request, { params: Promise.resolve({ nextauth: ['callback', provider] }) }, options);
  // The CSRF cookie of next-auth is dropped, since no page contains the matching token.
  const unused = `${options.cookies?.csrfToken?.name}=`;
  return { location: headers.get('location'), setCookies: headers.getSetCookie().filter((line) => !line.startsWith(unused)) };
}

/**
 * Starts a sign-in with a synthetic request. next-auth requires a form with its CSRF token, which our pages cannot contain
 * (docs/decisions/0038-next-auth.md). The pair of token and cookie is created here; the caller has checked the form's origin.
 */
export async function startSignIn(
  provider: AuthProvider,
  body: Readonly<Record<string, string>>,
  options: AuthOptions & { secret: string },
  publicUrl: string,
): Promise<AuthResponse> {
  process.env.NEXTAUTH_URL = publicUrl;
  const csrfToken = randomBytes(32).toString('hex');
  const csrfHash = hash('sha256', `${csrfToken}${options.secret}`, 'hex');
  const csrfCookie = options.cookies?.csrfToken?.name ?? 'next-auth.csrf-token';
  const request = {
    method: 'POST',
    query: { nextauth: ['signin', provider] },
    body: { ...body, csrfToken },
    cookies: { [csrfCookie]: `${csrfToken}|${csrfHash}` },
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
