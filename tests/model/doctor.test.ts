import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { addMs, daysMs, setClock } from '#lib/platform/clock.ts';
import { readEnv } from '#lib/platform/env.ts';
import { checkCopies, checkDisk, checkLogins, checkMail, checkPublicAddress, checkSite } from '#lib/runtime/doctor/checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-doctor-'));
const defaultCertificates = getCACertificates('default');
const servers: Server[] = [];
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

afterEach(() => {
  setClock(() => new Date());
  setDefaultCACertificates(defaultCertificates);
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts an HTTPS server whose certificate is for `name` and expires after `days`. @returns its port */
async function startHttps(name: string, days: number, status = 200): Promise<number> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-keyout', keyFile, '-out', certFile];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)];
  execFileSync('openssl', ['req', '-x509', ...kind, ...made], { stdio: 'ignore' });
  const cert = readFileSync(certFile, 'utf8');
  setDefaultCACertificates([cert]);
  const server = createServer({ key: readFileSync(keyFile), cert }, (_, response) => response.writeHead(status).end());
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  return (server.address() as AddressInfo).port;
}

const runChecks = async (port: number) =>
  (await checkPublicAddress(readEnv({ PUBLIC_URL: `https://localhost:${port}` }))).map(({ about, state, text }) => [about, state, text]);

test.runIf(hasOpenssl)('reports how many days the certificate is valid, and whether the site is ready', async () => {
  const found = await runChecks(await startHttps('localhost', 90));
  expect(found.slice(0, 2)).toEqual([
    ['TLS', 'ok', expect.stringMatching(/valid for (?:89|90) more days/)],
    ['site', 'ok', expect.stringContaining('is ready')],
  ]);
});

test.runIf(hasOpenssl)('warns of a certificate that expires soon, and of a site that is not ready', async () => {
  const port = await startHttps('localhost', 90, 503);
  setClock(() => addMs(new Date(), daysMs(85)));
  expect((await runChecks(port)).slice(0, 2)).toEqual([
    ['TLS', 'warning', expect.stringMatching(/valid for [45] more days/)],
    ['site', 'fault', expect.stringContaining('503')],
  ]);
});

test.runIf(hasOpenssl)('does not warn of a certificate with a short lifetime', async () => {
  expect(await runChecks(await startHttps('localhost', 6))).toMatchObject([
    ['TLS', 'ok', expect.stringMatching(/valid for [56] more days/)],
    ['site', 'ok', expect.anything()],
    ['clock', 'ok', expect.anything()],
  ]);
});

test.runIf(hasOpenssl)('names a certificate of another host or an unknown authority, and an address without an answer', async () => {
  expect(await runChecks(await startHttps('other.example', 90))).toEqual([['TLS', 'fault', expect.stringContaining('other.example')]]);
  const port = await startHttps('localhost', 90);
  setDefaultCACertificates(defaultCertificates);
  expect(await runChecks(port)).toEqual([['TLS', 'fault', expect.stringMatching(/self-signed/)]]);
  servers.pop()?.close();
  expect(await runChecks(port)).toEqual([['TLS', 'fault', expect.stringContaining('localhost')]]);
});

describe('the check of a mail server', () => {
  const runChecks = async (url: string, to?: string) =>
    (await checkMail(readEnv({ SMTP_URL: url }), to)).map(({ text, advice }) => [text, advice]);
  const smtpAt = async (options: ConstructorParameters<typeof SMTPServer>[0], host = 'localhost') => {
    const server = new SMTPServer({ disableReverseLookup: true, ...options });
    server.on('error', () => undefined);
    await new Promise<void>((ready) => server.listen(0, host, ready));
    after.push(() => new Promise<void>((closed) => server.close(closed)));
    return (server.server.address() as AddressInfo).port;
  };
  const after: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of after.splice(0)) await close();
  });

  test('advises about an untrusted certificate', async () => {
    const port = await smtpAt({ secure: true });
    expect(await runChecks(`smtps://localhost:${port}`)).toEqual([
      [expect.stringMatching(/certificate/), expect.stringMatching(/^Renew its certificate/)],
    ]);
  });

  test('reports a rejected password or recipient, and a server that takes no email now', async () => {
    const port = await smtpAt({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, callback) => callback(new Error('no'), undefined),
    });
    expect(await runChecks(`smtp://user:wrong@localhost:${port}`)).toEqual([
      [expect.stringMatching(/Invalid login/), 'Check user and password in SMTP_URL.'],
    ]);
    const refusing = await smtpAt({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('relaying denied'), { responseCode: 550 })),
    });
    expect(await runChecks(`smtp://localhost:${refusing}`, 'you@example.org')).toEqual([
      [expect.stringMatching(/relaying denied/), expect.stringMatching(/^It rejects this email/)],
    ]);
    const greylisting = await smtpAt({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('greylisted'), { responseCode: 451 })),
    });
    expect(await runChecks(`smtp://localhost:${greylisting}`, 'you@example.org')).toEqual([
      [expect.stringMatching(/greylisted/), expect.stringMatching(/run this again in some minutes/)],
    ]);
  });

  test('advises about a port that begins without TLS', async () => {
    const port = await smtpAt({ authOptional: true });
    expect(await runChecks(`smtps://localhost:${port}`)).toEqual([
      [expect.stringMatching(/wrong version number/), expect.stringMatching(/^This port begins without TLS/)],
    ]);
  });

  test('rejects a remote server without TLS', async () => {
    const port = await smtpAt({ authOptional: true, disabledCommands: ['STARTTLS'] }, '127.0.0.1');
    // An IPv4-mapped loopback address, which counts as remote.
    expect(await runChecks(`smtp://[::ffff:127.0.0.1]:${port}`)).toEqual([
      [expect.stringMatching(/STARTTLS/), expect.stringMatching(/^It does not offer TLS/)],
    ]);
  });

  test('sends no test if none is configured', async () => {
    expect(await checkMail(readEnv({}), undefined)).toMatchObject([{ state: 'ok' }]);
    expect(await checkMail(readEnv({}), 'you@example.org')).toMatchObject([
      {
        state: 'warning',
        text: expect.stringContaining('No test was sent to you@example.org'),
        advice: expect.stringContaining('SMTP_URL'),
      },
    ]);
  });

  test('reports a server that does not answer', async () => {
    expect(await runChecks('smtp://localhost:1')).toEqual([
      [expect.stringMatching(/ECONNREFUSED/), expect.stringMatching(/^Check host and port in SMTP_URL.*five days/)],
    ]);
  });
});

test('never looks up names without encryption on a public instance', () => {
  const set = { PUBLIC_URL: 'https://peergraph.example.org', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example.org' };
  for (const [name, value] of Object.entries({
    PUBLIC_URL: 'http://peergraph.example.org',
    ORCID_API_URL: 'http://pub.orcid.org',
    RDAP_URL: 'http://rdap.example.org',
    ALERT_WEBHOOK: 'http://hook.example.org',
    REPOSITORY_FILES: 'github.com=http://raw.example.org/{path}/{file}',
    DATABASE_URL: 'postgres://a:b@database.example.org/c?sslmode=require',
    DATABASE_REPLICA_URL: 'postgres://a:b@127.0.0.1/c postgres://a:b@replica.example.org/c',
  }))
    expect(() => readEnv({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c', ...set, [name]: value }), name).toThrow(name);
  for (const url of ['a.example/c?sslmode=verify-full', 'a.example/c?sslmode=disable', 'localhost/c', '%2Frun%2Fpostgresql/c'])
    expect(readEnv({ ...set, DATABASE_URL: `postgres://a:b@${url}`, ALERT_WEBHOOK: 'http://127.0.0.1:9/x' }).PUBLIC_URL).toBe(
      set.PUBLIC_URL,
    );
});

test('states before the first start that DATA_DIR will be created, and later whether it is writable', async () => {
  const set = readEnv({ DATA_DIR: join(folder, 'not', 'yet') });
  expect(await checkDisk(set)).toMatchObject([
    { about: 'disk', text: expect.stringContaining('are free') },
    {
      about: 'DATA_DIR',
      state: 'warning',
      text: `${set.DATA_DIR} does not exist yet.`,
      advice: expect.stringContaining('at the first start'),
    },
  ]);
  expect((await checkDisk(readEnv({ DATA_DIR: folder }))).map(({ about }) => about)).not.toContain('DATA_DIR');
  // A folder in which no user can create a file.
  const found = await checkDisk(readEnv({ DATA_DIR: '/proc' }));
  expect(found).toContainEqual(
    expect.objectContaining({ about: 'DATA_DIR', state: 'fault', text: expect.stringContaining('cannot be written') }),
  );
});

test('reports a SITE_DIR that is not a folder', () => {
  expect(checkSite(readEnv({}))).toEqual([]);
  expect(checkSite(readEnv({ SITE_DIR: folder }))).toEqual([]);
  expect(checkSite(readEnv({ SITE_DIR: join(folder, 'texts') }))).toMatchObject([{ about: 'SITE_DIR', state: 'fault' }]);
});

test('lists old copies from before migrations', () => {
  const dataDir = join(folder, 'copies');
  const found = () => checkCopies(readEnv({ DATA_DIR: dataDir })).map(({ state, text }) => `${state}: ${text}`);
  expect(found()).toEqual([]);
  const copies = join(dataDir, 'before-migrations');
  mkdirSync(copies, { recursive: true });
  for (const [name, days] of [
    ['old.db', 31],
    ['new.db', 29],
  ] as const) {
    writeFileSync(join(copies, name), '');
    const at = addMs(new Date(), -daysMs(days));
    utimesSync(join(copies, name), at, at);
  }
  expect(found()).toEqual([`warning: 1 in ${copies} are older than 30 days, and hold what was erased since.`]);
});

test('names logins that may speak for any institution', () => {
  const login = { id: 'lamp', name: 'Lamp', issuer: 'https://login.lamp.example', clientId: 'c', clientSecret: 's' };
  const found = (more: object) => checkLogins(readEnv({ FEDERATED_LOGINS: JSON.stringify([{ ...login, ...more }]) }));
  expect(found({})).toMatchObject([{ about: 'login "lamp"', state: 'warning' }]);
  expect(found({ domains: ['lamp.example'] })).toEqual([]);
});
