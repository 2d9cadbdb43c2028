import { expect, test } from 'vitest';
import {
  authCookies,
  clearCookie,
  cookiesOf,
  hasSession,
  openSessionCookie,
  serializeCookie,
  sessionCookie,
} from '#lib/platform/auth/cookies.ts';
import { readPendingSignIn, sealPendingSignIn } from '#lib/platform/auth/pending-sign-in.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';

test.each(['peergraph-session=a', 'theme=dark; peergraph-session=a', 'theme=dark;peergraph-session=a'])(
  'finds the session in %j',
  (header) => {
    expect(hasSession(header, 'http://localhost:3000')).toBe(true);
  },
);

test.each([
  'xpeergraph-session=a',
  '__Host-peergraph-session=a',
  'note=peergraph-session=a',
  'peergraph-session',
  'peergraph-session=',
  'peergraph-sessions=a',
  '',
  undefined,
])('finds no session in %j', (header) => {
  expect(hasSession(header, 'http://localhost:3000')).toBe(false);
});

test('reads only the host-bound cookie name over HTTPS', () => {
  expect(hasSession('peergraph-session=a', 'https://peergraph.example.org')).toBe(false);
  expect(hasSession('__Host-peergraph-session=a', 'https://peergraph.example.org')).toBe(true);
});

test.each(['\u00a0', '\u000b', '\u000c', '\ufeff'])(
  'finds no session in a cookie whose name a sibling host has prefixed with %j',
  (blank) => {
    const site = 'https://peergraph.example.org';
    const header = `__Host-peergraph-session=own; ${blank}__Host-peergraph-session=foreign`;
    expect(cookiesOf(header)[sessionCookie(site)]).toBe('own');
    expect(hasSession(`${blank}__Host-peergraph-session=foreign`, site)).toBe(false);
    expect(hasSession('__Host-peergraph-sessionX', site)).toBe(false);
  },
);

test('every cookie is bound to this host over HTTPS, and hidden from scripts', () => {
  const site = 'https://peergraph.example.org';
  const name = sessionCookie(site);
  const bound = (value: string, maxAge: number) => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}; Secure`;
  expect(openSessionCookie(site, { token: 'a', expires: addMs(now(), daysMs(1)) })).toBe(bound('a', 86_400));
  expect([serializeCookie(site, name, 'a'), serializeCookie(site, name, 'a', 60)]).toEqual([bound('a', 600), bound('a', 60)]);
  expect(clearCookie(site, name)).toBe(bound('', 0));
  for (const cookie of Object.values(authCookies(site))) {
    expect(cookie.name).toMatch(/^__Host-peergraph-/);
    expect(cookie.options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure: true });
  }
});

test('a pending sign-in is read only with the secret that sealed it', async () => {
  const pending = { nonce: 'n'.repeat(43), email: 'noor@example.org', next: '/me' };
  const cookieValue = await sealPendingSignIn(pending, 'x'.repeat(32));
  expect(await readPendingSignIn(cookieValue, 'x'.repeat(32))).toEqual(pending);
  expect(await readPendingSignIn(cookieValue, 'y'.repeat(32))).toBeNull();
  expect(Buffer.from(cookieValue.replaceAll('.', ''), 'base64url').toString('latin1')).not.toContain('noor');
  for (const value of [undefined, '', 'a.b', `${cookieValue.slice(0, -4)}AAAA`])
    expect(await readPendingSignIn(value, 'x'.repeat(32))).toBeNull();
});
