import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { cookieOptions, cookiesOf, outboxCookie } from '#lib/platform/auth/cookies.ts';
import { type Env, env } from '#lib/platform/env.ts';
import { isOnThisMachine, type ReadableHeaders } from '#lib/platform/http/network.ts';
import { writeOnce } from '#lib/platform/keys/write-once.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';

/**
 * The outbox holds links that sign people in. So it opens to the operator alone: on an instance that sends no mail and that only this
 * machine is meant to reach, for a request that no proxy passed on, in a browser that was given the token of the start.
 */
const path = '/outbox';

/** True where mail is kept in a folder, and nobody but this machine is meant to reach the instance. */
export const hasOutbox = (set: Env = env()): boolean => !set.SMTP_URL && isLoopbackHost(new URL(set.PUBLIC_URL).hostname);

/** Returns the token that opens the outbox: made on first start, and kept where the operator's user alone can read it. */
export function outboxToken(dataDir: string): string {
  const file = join(dataDir, 'outbox-token');
  writeOnce(file, `${randomBytes(24).toString('base64url')}\n`);
  const token = readFileSync(file, 'utf8').trim();
  if (token.length < 32) throw new Error(`${file} holds no usable token. Remove the file to have a new one made.`);
  return token;
}

/** Compares in constant time, whatever the lengths. */
export function isOutboxToken(given: string | null | undefined, dataDir: string): boolean {
  const hashed = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashed(given ?? ''), hashed(outboxToken(dataDir)));
}

/** The address that `npm start` prints. */
export const outboxAddress = (site: string): string => `${site}${path}?token=${outboxToken(env().DATA_DIR)}`;

/**
 * Answers the address with the token: the browser gets a cookie, and goes on to an address without it, so that it stays in no history.
 * @returns false where the request is none of that
 */
export function openOutbox(request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? '/', 'http://nowhere.invalid');
  if (request.method !== 'GET' || url.pathname !== path || !url.searchParams.has('token')) return false;
  const { DATA_DIR, PUBLIC_URL } = env();
  const mayOpen = hasOutbox() && request.headers['x-peergraph-peer'] === 'loopback';
  const token = url.searchParams.get('token') ?? '';
  if (!mayOpen || !isOutboxToken(token, DATA_DIR)) return false;
  const { secure } = cookieOptions(PUBLIC_URL);
  response.writeHead(303, {
    Location: path,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Set-Cookie': `${outboxCookie(PUBLIC_URL)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  });
  response.end();
  return true;
}

/** True for a browser that was given the token, wherever its request has come through: to show what only `isOperatorHere` may do. */
export const isOperatorBrowser = (headers: ReadableHeaders, set: Env = env()): boolean =>
  hasOutbox(set) && isOutboxToken(cookiesOf(headers.get('cookie'))[outboxCookie(set.PUBLIC_URL)], set.DATA_DIR);

/** True for the operator's browser, on the machine itself: the one that was given the token of the start. */
export const isOperatorHere = (headers: ReadableHeaders, set: Env = env()): boolean =>
  isOnThisMachine(headers) && isOperatorBrowser(headers, set);
