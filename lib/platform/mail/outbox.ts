import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { cookieOptions, cookiesOf, outboxCookie } from '#lib/platform/auth/cookies.ts';
import { type Env, env } from '#lib/platform/env.ts';
import { isOnThisMachine, type ReadableHeaders } from '#lib/platform/http/network.ts';
import { writeOnce } from '#lib/platform/keys/write-once.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';

/**
 * The outbox contains sign-in links, so only the operator can open it. The instance must have no mail server, and a PUBLIC_URL on this
 * machine. The request must come without a proxy, from a browser that has opened the URL with the token.
 */
const outboxPath = '/outbox';

/** Returns true if emails are stored in a folder, and PUBLIC_URL is this machine. */
export const hasOutbox = (settings: Env = env()): boolean => !settings.SMTP_URL && isLoopbackHost(new URL(settings.PUBLIC_URL).hostname);

/** Returns the token that opens the outbox, created on first start and readable only by the operator's user. */
export function outboxToken(dataDir: string): string {
  const file = join(dataDir, 'outbox-token');
  writeOnce(file, `${randomBytes(24).toString('base64url')}\n`);
  const token = readFileSync(file, 'utf8').trim();
  if (token.length < 32) throw new Error(`${file} holds no usable token. Remove the file to have a new one made.`);
  return token;
}

/** Compares tokens in constant time, independently of their lengths. */
export function isOutboxToken(presented: string | null | undefined, dataDir: string): boolean {
  const hashText = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashText(presented ?? ''), hashText(outboxToken(dataDir)));
}

/** Returns the URL of the outbox that `npm start` prints. */
export const outboxUrl = (site: string): string => `${site}${outboxPath}?token=${outboxToken(env().DATA_DIR)}`;

/**
 * Returns the response to the URL with the token: it sets a cookie and redirects to the URL without it, so that the token stays out of the
 * history. Null if the request does not match or is not permitted.
 */
export function openOutbox({ method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) {
  const { pathname, searchParams } = new URL(url, 'http://nowhere.invalid');
  if (method !== 'GET' || pathname !== outboxPath || !searchParams.has('token')) return null;
  const { DATA_DIR, PUBLIC_URL } = env();
  const mayOpen = hasOutbox() && headers['x-peergraph-peer'] === 'loopback';
  const token = searchParams.get('token') ?? '';
  if (!mayOpen || !isOutboxToken(token, DATA_DIR)) return null;
  const { secure } = cookieOptions(PUBLIC_URL);
  return {
    status: 303,
    headers: {
      location: outboxPath,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'set-cookie': `${outboxCookie(PUBLIC_URL)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    },
  };
}

/**
 * Returns true for a browser that has opened the URL with the token, also through a proxy. For showing links that only `isLocalOperator`
 * permits.
 */
export const isOperatorBrowser = (headers: ReadableHeaders, settings: Env = env()): boolean =>
  hasOutbox(settings) && isOutboxToken(cookiesOf(headers.get('cookie'))[outboxCookie(settings.PUBLIC_URL)], settings.DATA_DIR);

/** Returns true for the operator's browser on this machine, which has opened the URL that the start printed. */
export const isLocalOperator = (headers: ReadableHeaders, settings: Env = env()): boolean =>
  isOnThisMachine(headers) && isOperatorBrowser(headers, settings);
