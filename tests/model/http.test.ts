import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFromThisSite } from '#lib/platform/http/csrf.ts';
import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { safePath } from '#lib/platform/http/safe-path.ts';
import { isOutboxToken, outboxToken } from '#lib/platform/mail/outbox.ts';

describe('the target after signing in', () => {
  test.each(['/', '/me', '/authors/ada-brandt?order=bzpeer#works', '/claim/ada%20b'])('%s is a path of this site', (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/me',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/%0a/../..//evil.example',
    ' //evil.example',
    'me',
    '',
    '/api/auth/callback/orcid?code=1',
    '/API/auth',
    `/${'a'.repeat(600)}`,
    undefined,
    ['/me'],
  ])('%j leads home', (path) => {
    expect(safePath(path)).toBe('/me');
  });

  test('an encoded slash stays part of the path', () => {
    expect(new URL(safePath('/%2f%2fevil.example'), 'https://peergraph.example').host).toBe('peergraph.example');
  });
});

describe('a form post', () => {
  const here = 'https://peergraph.example';
  const from = (headers: Record<string, string>) => isFromThisSite(new Headers(headers), here);
  test('is same-site only if the browser states it', () => {
    expect(from({ origin: here, 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(from({ origin: here })).toBe(true);
    expect(from({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(from({})).toBe(false);
    expect(from({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(from({ origin: 'null' })).toBe(false);
    expect(from({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(false);
    expect(from({ origin: 'https://evil.example', host: 'evil.example' })).toBe(false);
    expect(from({ origin: here, 'sec-fetch-site': 'same-site' })).toBe(false);
    expect(from({ origin: here, 'sec-fetch-site': 'cross-site' })).toBe(false);
  });

  test('is accepted from either loopback name on this machine, if it is the requested one', () => {
    const local = (origin: string, host: string) => isFromThisSite(new Headers({ origin, host }), 'http://localhost:3000');
    expect(local('http://127.0.0.1:3000', '127.0.0.1:3000')).toBe(true);
    expect(local('http://127.0.0.1:4000', '127.0.0.1:3000')).toBe(false);
    expect(local('http://evil.example', 'evil.example')).toBe(false);
  });
});

describe('the outbox', () => {
  test('opens only with the token of its data folder, which only its owner can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-token-'));
    const token = outboxToken(folder);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(outboxToken(folder)).toBe(token);
    expect(statSync(join(folder, 'outbox-token')).mode & 0o777).toBe(0o600);
    expect([token, '', `${token}x`, token.slice(1), null].map((given) => isOutboxToken(given, folder))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    rmSync(folder, { recursive: true });
  });
});

test('limits are counted by network: /24 and /48', () => {
  const network = (address: string) => networkOf(new Headers({ 'x-peergraph-address': address }));
  expect(network('203.0.113.77')).toBe('203.0.113.0/24');
  expect(network('::ffff:203.0.113.9')).toBe('203.0.113.0/24');
  expect(network('2001:db8:7:1::5')).toBe('2001:db8:7::/48');
  expect(network('2001:db8::1')).toBe('2001:db8:0::/48');
  expect(network('::1')).toBe('0:0:0::/48');
  expect(network('not an address')).toBe('unknown');
});

describe('a generated file', () => {
  const respond = (text: string, headers: Record<string, string> = {}) =>
    textFileResponse({ headers: new Headers(headers) }, text, 'text/plain');

  test('is not sent again to a client with the same entity tag, in any form', async () => {
    const tag = respond('one').headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const ifNoneMatch of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const answer = respond('one', { 'if-none-match': ifNoneMatch });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', tag]);
    }
  });

  test('is sent completely once a letter has changed, or if only a date is sent', () => {
    const tag = respond('one').headers.get('etag') ?? '';
    expect(respond('two', { 'if-none-match': tag }).status).toBe(200);
    expect(respond('one', { 'if-modified-since': new Date().toUTCString() }).status).toBe(200);
    expect(respond('one', { 'if-none-match': '"' }).status).toBe(200);
  });

  test('asks search engines to exclude it, unless it is for them', () => {
    expect(respond('one').headers.get('x-robots-tag')).toBe('noindex');
    expect(textFileResponse({ headers: new Headers() }, '', 'text/xml', { forRobots: true }).headers.get('x-robots-tag')).toBeNull();
  });
});
