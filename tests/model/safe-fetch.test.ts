import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readEnv } from '#lib/platform/env.ts';
import { fetchPublic, fetchTxtRecords, guardedRequestOptions, probeUrl } from '#lib/platform/safe-fetch.ts';
import { startDns, type TestDns } from '../servers/dns.ts';
import { startWeb, type TestWeb } from '../servers/web.ts';

/** Queue of DNS lookup results; the system resolver is used when it is empty. */
const answers: (LookupAddress[] | Promise<LookupAddress[]>)[] = [];
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof import('node:dns/promises')>();
  return { ...real, lookup: async (host: string, options: object) => answers.shift() ?? real.lookup(host, options) };
});

const folder = mkdtempSync(join(tmpdir(), 'peergraph-fetch-'));
const canMakeCertificate = spawnSync('openssl', ['version']).status === 0;
let web: TestWeb;
let dns: TestDns;
beforeAll(async () => {
  dns = await startDns();
  web = await startWeb(dns);
});
afterAll(async () => {
  await web.stop();
  await dns.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => answers.splice(0));

const options = { userAgent: 'Peergraph tests', types: ['text/html'], timeoutMs: 1500 };
const loopbackOptions = { ...options, allowLoopback: true };
const mockLookup = (...addresses: string[]) =>
  answers.push(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

describe('a host whose name server does not answer', () => {
  const one = { ...options, timeoutMs: 300 };
  const stallLookup = () => {
    const { promise, resolve } = Promise.withResolvers<LookupAddress[]>();
    answers.push(promise);
    return () => resolve([{ address: '127.0.0.1', family: 4 }]);
  };

  test('takes one thread of lookups only, however many of its zone are asked', async () => {
    const finish = stallLookup();
    mockLookup('127.0.0.1');
    mockLookup('127.0.0.1');
    expect(await Promise.all(['a', 'b'].map((name) => fetchPublic(`http://${name}.slow.example`, one)))).toEqual([
      { ok: false, code: 'no_answer' },
      { ok: false, code: 'no_answer' },
    ]);
    expect(answers).toHaveLength(2);
    finish();
    expect(await fetchPublic('http://c.slow.example', one)).toEqual({ ok: false, code: 'not_allowed' });
    expect(answers).toHaveLength(0);
  });

  test('delays no other hosts, as long as fewer than three such hosts are asked', async () => {
    const finished = [stallLookup(), stallLookup()];
    const stalled = ['a', 'b'].map((name) => fetchPublic(`http://${name}.example`, options));
    await vi.waitFor(() => expect(answers).toHaveLength(0));
    mockLookup('127.0.0.1');
    expect(await fetchPublic('http://quick.example', one)).toEqual({ ok: false, code: 'not_allowed' });
    for (const finish of finished) finish();
    await Promise.all(stalled);
  });

  test('leaves no lookups behind that nobody waits for', async () => {
    const finish = stallLookup();
    mockLookup('127.0.0.1');
    const asked = [fetchPublic('http://a.slow.example', options), fetchPublic('http://b.slow.example', options)];
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
    finish();
    expect(await Promise.all(asked)).toEqual([
      { ok: false, code: 'not_allowed' },
      { ok: false, code: 'no_answer' },
    ]);
    expect(answers).toHaveLength(1);
    vi.restoreAllMocks();
  });

  test('does not delay the organisations whose logins the operator has set', async () => {
    const finish = stallLookup();
    const asked = fetchPublic('http://a.example', options);
    await vi.waitFor(() => expect(answers).toHaveLength(0));
    mockLookup('127.0.0.1');
    expect(await fetchPublic('http://login.example', { ...one, isOfOperator: true })).toEqual({ ok: false, code: 'not_allowed' });
    mockLookup('93.184.215.14');
    const address = Promise.withResolvers<unknown>();
    guardedRequestOptions(new URL('https://login.example'), {}).lookup('login.example', {}, (_error, found) => address.resolve(found));
    expect(await address.promise).toBe('93.184.215.14');
    finish();
    expect(await asked).toEqual({ ok: false, code: 'not_allowed' });
  });
});

describe('a page whose URL somebody has typed', () => {
  test('is read up to a size limit', async () => {
    web.setPage('/page', { body: '<p>Ada</p>' });
    expect(await fetchPublic(`${web.url}/page`, loopbackOptions)).toEqual({
      ok: true,
      value: { text: '<p>Ada</p>', url: `${web.url}/page` },
    });
    web.setPage('/big', { body: 'x'.repeat(300 * 1024) });
    expect(await fetchPublic(`${web.url}/big`, loopbackOptions)).toEqual({ ok: false, code: 'too_large' });
    web.setPage('/endless', { body: 'x'.repeat(400 * 1024), headers: { 'transfer-encoding': 'chunked' } });
    expect(await fetchPublic(`${web.url}/endless`, loopbackOptions)).toEqual({ ok: false, code: 'too_large' });
    expect(await fetchPublic(`${web.url}/nothing`, loopbackOptions)).toEqual({ ok: false, code: 'not_found' });
  });

  test('is not decompressed, and needs an accepted media type', async () => {
    web.setPage('/bomb', { body: gzipSync('x'.repeat(5_000_000)).toString('latin1'), headers: { 'content-encoding': 'gzip' } });
    expect(await fetchPublic(`${web.url}/bomb`, loopbackOptions)).toEqual({ ok: false, code: 'wrong_type' });
    web.setPage('/picture', { body: 'x', headers: { 'content-type': 'image/png' } });
    expect(await fetchPublic(`${web.url}/picture`, loopbackOptions)).toEqual({ ok: false, code: 'wrong_type' });
  });

  test('is abandoned when it is too slow', async () => {
    web.setPage('/slow', { body: 'x'.repeat(100), drips: 200 });
    const begun = performance.now();
    expect(await fetchPublic(`${web.url}/slow`, loopbackOptions)).toEqual({ ok: false, code: 'no_answer' });
    // The complete response takes 20 seconds.
    expect(performance.now() - begun).toBeLessThan(12_000);
  });

  test.each([
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://172.16.3.4/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://168.63.129.16/',
    'http://[::ffff:168.63.129.16]/',
    'http://192.0.0.192/',
    'http://0.0.0.0/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2::1]/',
    'http://[2002:7f00:1::]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://example.org:8080/',
    'http://user:secret@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'not an address',
  ])('%s is not asked', async (address) => {
    if (address.includes('example.org:8080')) mockLookup('93.184.216.34');
    expect(await fetchPublic(address, options)).toEqual({ ok: false, code: 'not_allowed' });
  });

  test('is not requested if the host, or one of its addresses, is in this network', async () => {
    mockLookup('192.168.0.7');
    expect(await fetchPublic('http://inside.example/', options)).toEqual({ ok: false, code: 'not_allowed' });
    mockLookup('93.184.216.34', '127.0.0.1');
    expect(await fetchPublic('http://both.example/', options)).toEqual({ ok: false, code: 'not_allowed' });
  });

  test('is requested at the address that was checked, even if the name resolves differently a moment later', async () => {
    const port = new URL(web.url).port;
    web.setPage('/rebound', { body: 'found' });
    mockLookup('127.0.0.1');
    mockLookup('10.0.0.1');
    expect(await fetchPublic(`http://rebind.example:${port}/rebound`, loopbackOptions)).toMatchObject({
      ok: true,
      value: { text: 'found' },
    });
    expect(answers).toHaveLength(1);
  });

  test('follows at most three redirects, each checked like the first URL', async () => {
    const elsewhere = (location: string) => ({ status: 302, headers: { location } });
    web.setPage('/once', elsewhere('/page'));
    expect(await fetchPublic(`${web.url}/once`, loopbackOptions)).toMatchObject({ ok: true, value: { url: `${web.url}/page` } });
    web.setPage('/inside', elsewhere('http://169.254.169.254/'));
    expect(await fetchPublic(`${web.url}/inside`, loopbackOptions)).toEqual({ ok: false, code: 'not_allowed' });
    web.setPage('/file', elsewhere('file:///etc/passwd'));
    expect(await fetchPublic(`${web.url}/file`, loopbackOptions)).toEqual({ ok: false, code: 'not_allowed' });
    web.setPage('/round', elsewhere('/round'));
    expect(await fetchPublic(`${web.url}/round`, loopbackOptions)).toEqual({ ok: false, code: 'no_answer' });
  });

  test.runIf(canMakeCertificate)('does not follow a redirect from https to http', async () => {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject], { stdio: 'ignore' });
    const cert = readFileSync(certFile, 'utf8');
    const known = getCACertificates('default');
    const secure = createServer({ key: readFileSync(keyFile), cert }, ({ url }, response) => {
      if (url === '/page') response.setHeader('content-type', 'text/html').end('secure');
      else response.writeHead(302, { location: url === '/down' ? `${web.url}/page` : '/page' }).end();
    });
    await new Promise<void>((ready) => secure.listen(0, '127.0.0.1', ready));
    const at = `https://localhost:${(secure.address() as AddressInfo).port}`;
    web.setPage('/page', { body: 'plain' });
    try {
      expect(await fetchPublic(`${at}/page`, loopbackOptions)).toEqual({ ok: false, code: 'no_answer' });
      setDefaultCACertificates([cert]);
      expect(await fetchPublic(`${at}/along`, loopbackOptions)).toMatchObject({ ok: true, value: { text: 'secure', url: `${at}/page` } });
      expect(await fetchPublic(`${at}/down`, loopbackOptions)).toEqual({ ok: false, code: 'not_allowed' });
      expect(await probeUrl(`${at}/along`, loopbackOptions)).toEqual({ ok: true, value: { status: 200 } });
      expect(await probeUrl(`${at}/down`, loopbackOptions)).toEqual({ ok: false, code: 'not_allowed' });
    } finally {
      setDefaultCACertificates(known);
      secure.close();
    }
  });
});

describe('TXT records', () => {
  test('are read from the configured resolver, long ones joined', async () => {
    dns.setTxtRecords('ada.example', ['peergraph-proof=abc', 'v'.repeat(400)]);
    expect(await fetchTxtRecords('ada.example', dns.server)).toEqual({ ok: true, value: ['peergraph-proof=abc', 'v'.repeat(400)] });
    expect(await fetchTxtRecords('nobody.example', dns.server)).toEqual({ ok: false, code: 'no_record_found' });
  });

  test('of a resolver that does not answer are given up in time', async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound));
    const startedAt = performance.now();
    expect(await fetchTxtRecords('ada.example', `127.0.0.1:${silent.address().port}`, 200)).toEqual({ ok: false, code: 'no_answer' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    silent.close();
  });
});

test('probing this machine is refused on an instance that others can reach', () => {
  const set = { PUBLIC_URL: 'https://peergraph.example', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example' };
  expect(() => readEnv({ ...set, PROOFS_LOOPBACK: 'on' })).toThrow(/PROOFS_LOOPBACK is for tests on this machine/);
  expect(() => readEnv({ ...set, PROOF_DNS_SERVER: 'resolver.example' })).toThrow(/PROOF_DNS_SERVER must be an IP address/);
  expect(readEnv(set).PROOFS_LOOPBACK).toBe('off');
});
