import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { env, readEnv } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { clientAddress, createProxyCheck, isForwarded, isFromThisMachine, setPeerHeaders } from '#lib/runtime/server/http/trusted-peer.ts';

const trusted = createProxyCheck(['loopback', '10.0.0.0/8', '2001:db8::1']);

test.each([
  ['a peer that is no proxy is the client, whatever it claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy on this machine names the client', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the same through an IPv6 socket', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['what the client wrote before the proxy is ignored', '127.0.0.1', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
  ['several trusted hops are passed', '10.0.0.2', '198.51.100.1, 10.1.1.1, 2001:db8::1', '198.51.100.1'],
  ['a proxy without the header is the client', '10.0.0.2', '', '10.0.0.2'],
  ['a hop that is no address ends the list', '10.0.0.2', 'unknown', '10.0.0.2'],
])('%s', (_, peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor, trusted)).toBe(address);
});

test.each([
  ['one proxy: who it names is the client', ['1'], '203.0.113.9', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
  ['two proxies: who the outer one names', ['2'], '203.0.113.9', '192.0.2.7, 198.51.100.1, 203.0.113.44', '198.51.100.1'],
  ['fewer than there should be: the first that is named', ['3'], '203.0.113.9', '198.51.100.1', '198.51.100.1'],
  ['no header: who has connected', ['2'], '203.0.113.9', '', '203.0.113.9'],
])('a number of proxies whose addresses change: %s', (_, proxies, peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor, createProxyCheck(proxies))).toBe(address);
});

test('reads TRUSTED_PROXIES and rejects an invalid range', () => {
  expect(readEnv({ TRUSTED_PROXIES: '2' }).TRUSTED_PROXIES).toEqual(['2']);
  expect(readEnv({}).TRUSTED_PROXIES).toEqual(['loopback']);
  expect(readEnv({ TRUSTED_PROXIES: '10.0.0.0/8  fd00::/8' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', 'fd00::/8']);
  for (const wrong of ['0', '10', '2 10.0.0.0/8', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '1.2.3'])
    expect(() => readEnv({ TRUSTED_PROXIES: wrong }), wrong).toThrow('TRUSTED_PROXIES');
  for (const anyAddress of ['0.0.0.0/0', '10.0.0.0/8 ::/0'])
    expect(() => readEnv({ TRUSTED_PROXIES: anyAddress }), anyAddress).toThrow(/everybody could choose the address/);
});

test('warns once of a proxy that is not in TRUSTED_PROXIES, and not of one that is', () => {
  const warning = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const from = (remoteAddress: string, headers: Record<string, string>) => {
    const request = { socket: { remoteAddress }, headers: { host: 'localhost', ...headers } } as unknown as IncomingMessage;
    setPeerHeaders(request);
    return request.headers['x-peergraph-address'];
  };
  const named = { 'x-forwarded-for': '198.51.100.1' };
  expect([from('127.0.0.1', named), from('203.0.113.9', {})]).toEqual(['198.51.100.1', '203.0.113.9']);
  expect(warning).not.toHaveBeenCalled();
  expect([from('203.0.113.9', named), from('203.0.113.9', named)]).toEqual(['203.0.113.9', '203.0.113.9']);
  expect(warning.mock.calls).toEqual([[{ peer: '203.0.113.9' }, expect.stringContaining('TRUSTED_PROXIES')]]);
});

test('warns once of a trusted proxy that does not name who sends a form to a public instance', async () => {
  vi.resetModules();
  const { log } = await import('#lib/platform/log/log.ts');
  const { env } = await import('#lib/platform/env.ts');
  const { setPeerHeaders } = await import('#lib/runtime/server/http/trusted-peer.ts');
  const warning = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const send = (method: string, forwardedFor: string) =>
    setPeerHeaders({
      method,
      socket: { remoteAddress: '127.0.0.1' },
      headers: { host: 'localhost', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
    } as unknown as IncomingMessage);
  send('POST', '');
  Object.assign(env(), { PUBLIC_URL: 'https://peergraph.example.org' });
  send('GET', '');
  send('POST', '198.51.100.1');
  expect(warning).not.toHaveBeenCalled();
  send('POST', '198.51.100.1:4711');
  send('POST', '');
  expect(warning.mock.calls).toEqual([[expect.stringContaining('names no valid address')]]);
});

test('a form of this site keeps its host behind a proxy that forwards none, and a form of another site does not', () => {
  const hosts = (method: string, origin: string) => {
    const headers = { host: 'backend:3000', 'x-forwarded-host': 'backend', origin };
    const request = { method, socket: { remoteAddress: '127.0.0.1' }, headers } as unknown as IncomingMessage;
    setPeerHeaders(request);
    return [request.headers.host, request.headers['x-forwarded-host']];
  };
  const { origin, host } = new URL(env().PUBLIC_URL);
  expect(hosts('POST', origin)).toEqual([host, undefined]);
  for (const [method, other] of [
    ['POST', 'https://evil.example'],
    ['POST', 'null'],
    ['GET', origin],
  ] as const)
    expect(hosts(method, other)).toEqual(['backend:3000', 'backend']);
});

describe('a request', () => {
  const from = (headers: Record<string, string>, localPort = 3000) => ({ headers, socket: { localPort } as Socket });
  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])(
    'comes from this machine where it asks for %s',
    (host) => {
      expect(isFromThisMachine(from({ host }))).toBe(true);
    },
  );

  test.each(['peergraph.example', 'localhost.evil.example:3000', 'localhost', 'localhost:80', 'localhost:30000', ''])(
    'does not come from this machine where it asks for "%s"',
    (host) => {
      expect(isFromThisMachine(from({ host }))).toBe(false);
    },
  );

  test.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-prefix',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-visitor',
    'cdn-loop',
    'fastly-client-ip',
    'x-envoy-external-address',
  ])('was forwarded where it has the header %s', (name) => {
    expect(isForwarded(from({ host: 'localhost:3000', [name]: '127.0.0.1' }))).toBe(true);
  });

  test('was not forwarded if it has only the headers that browsers send', () => {
    const headers = { host: 'localhost:3000', accept: '*/*', cookie: 'a=b', 'sec-fetch-site': 'none', 'upgrade-insecure-requests': '1' };
    expect(isForwarded(from(headers))).toBe(false);
  });
});
