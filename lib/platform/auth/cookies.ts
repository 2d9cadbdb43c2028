import { z } from 'zod';
import { now } from '#lib/platform/clock.ts';
import { decodePercent } from '#lib/platform/form.ts';
import { signInIntent } from './sign-in-intent.ts';
import { signInLinkMinutes } from './sign-in-link.ts';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
/** The prefix binds a cookie to this host, over HTTPS (RFC 6265bis §4.1.3.2). */
const cookieName = (publicUrl: string, name: string): string => `${isSecure(publicUrl) ? '__Host-' : ''}peergraph-${name}`;

export const sessionCookie = (publicUrl: string): string => cookieName(publicUrl, 'session');
export const pendingSignInCookie = (publicUrl: string): string => cookieName(publicUrl, 'asked');
export const passkeyCookie = (publicUrl: string): string => cookieName(publicUrl, 'passkey');
export const federatedCookie = (publicUrl: string): string => cookieName(publicUrl, 'federated');
export const orcidCookie = (publicUrl: string): string => cookieName(publicUrl, 'orcid');
export const outboxCookie = (publicUrl: string): string => cookieName(publicUrl, 'outbox');
export const deviceCookie = (publicUrl: string): string => cookieName(publicUrl, 'device');

export const cookieOptions = (publicUrl: string) => ({ httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isSecure(publicUrl) });

/** The cookies that next-auth sets, with our names. */
export const authCookies = (publicUrl: string) => {
  const options = cookieOptions(publicUrl);
  const shortOptions = { ...options, maxAge: signInLinkMinutes * 60 };
  return {
    sessionToken: { name: sessionCookie(publicUrl), options },
    callbackUrl: { name: cookieName(publicUrl, 'next'), options },
    csrfToken: { name: cookieName(publicUrl, 'csrf'), options },
    pkceCodeVerifier: { name: cookieName(publicUrl, 'pkce'), options: shortOptions },
    state: { name: cookieName(publicUrl, 'state'), options: shortOptions },
    nonce: { name: cookieName(publicUrl, 'nonce'), options: shortOptions },
  };
};

/** Why a browser was redirected to ORCID, its path afterwards, and the account that links its iD. */
const orcidRedirectSchema = signInIntent.extend({
  purpose: z.enum(['sign-in', 'link']),
  next: z.string().max(512),
  accountId: z.string().optional(),
});
type OrcidRedirect = z.infer<typeof orcidRedirectSchema>;

const decodeCookie = <Value>(schema: z.ZodType<Value>, value: string | undefined): Value | null => {
  try {
    return schema.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString('utf8')));
  } catch {
    return null;
  }
};

export const readOrcidRedirect = (value: string | undefined): OrcidRedirect | null => decodeCookie(orcidRedirectSchema, value);
export const encodeOrcidRedirect = (value: OrcidRedirect): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const surroundingBlanks = /^[ \t]+|[ \t]+$/g;

/**
 * Returns the cookies of a request by name. Only spaces and tabs around a name are ignored: the browser checks the prefix of the name as it
 * was set, so that a sibling host can set one that begins with another blank.
 */
export function cookiesOf(header: string | null): Record<string, string> {
  const pairs = (header ?? '').split(';').map((pair): [string, string] => {
    const at = Math.max(pair.indexOf('='), 0);
    return [pair.slice(0, at).replace(surroundingBlanks, ''), decodePercent(pair.slice(at + 1).replace(surroundingBlanks, ''))];
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** Returns true if the request has a session cookie. Only the database knows whether that session is open. */
export const hasSession = (header: string | undefined, publicUrl: string): boolean =>
  Boolean(cookiesOf(header ?? null)[sessionCookie(publicUrl)]);

/**
 * Returns the Set-Cookie line (RFC 6265bis §4.1) of a cookie for this host that scripts cannot read.
 * @param maxAge in seconds; by default the lifetime of a sign-in link
 */
export const serializeCookie = (publicUrl: string, name: string, value: string, maxAge = signInLinkMinutes * 60): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure(publicUrl) ? '; Secure' : ''}`;

/** Returns the Set-Cookie line that removes a cookie. */
export const clearCookie = (publicUrl: string, name: string): string => serializeCookie(publicUrl, name, '', 0);

/** Returns the Set-Cookie line of an open session. */
export const openSessionCookie = (publicUrl: string, { token, expires }: { token: string; expires: Date }): string =>
  serializeCookie(publicUrl, sessionCookie(publicUrl), token, Math.round((expires.getTime() - now().getTime()) / 1000));
