import { join } from 'node:path';
import { Encrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { readEnv } from '#lib/platform/env.ts';
import { isAgeRecipient } from '#lib/platform/settings/age-recipient.ts';

test('one folder has everything, unless the database is elsewhere', () => {
  expect(readEnv({}).DATABASE_URL).toBe(`file:${join('data', 'peergraph.db')}`);
  expect(readEnv({ DATA_DIR: '/srv/peergraph', DATABASE_URL: '' }).DATABASE_URL).toBe('file:/srv/peergraph/peergraph.db');
  expect(readEnv({ DATA_DIR: '/srv/peergraph', DATABASE_URL: 'file:/srv/other.db' }).DATABASE_URL).toBe('file:/srv/other.db');
});

test.each([
  ['PORT', '70000', 'must be a whole number from 0 to 65535'],
  ['MAX_CONNECTIONS', '5', 'must be a whole number from 10 to 100000'],
  ['PAGE_CACHE_MB', 'much', 'must be a whole number from 0 to 4096'],
  ['SHUTDOWN_GRACE_SECONDS', '1.5', 'must be a whole number from 1 to 600'],
  ['NOTIFICATION_RETENTION_DAYS', '7', 'must be 0, or from 30 to 3650'],
  ['INVITATION_RETENTION_DAYS', '90', 'must be 0, or from 365 to 3650'],
  ['SESSION_DAYS', '91', 'must be a whole number from 1 to 90'],
  ['LOG_LEVEL', 'loud', 'must be one of these: trace, debug, info, warn, error, silent'],
  ['SAMPLE', 'yes', 'must be one of these: on, off'],
  ['ORCID_ISSUER', 'orcid.org', 'must be an address such as https://orcid.org'],
  ['PUBLIC_URL', 'peergraph.example.org', 'must be an address such as https://peergraph.example.org'],
  ['PUBLIC_URL', 'http://localhost/peergraph', 'must have no path: https://peergraph.example.org'],
  ['SECRET', 'too short', 'must have at least 32 characters, without surrounding spaces'],
  ['SECRET', `  ${' '.repeat(40)}`, 'must have at least 32 characters, without surrounding spaces'],
  ['SMTP_URL', 'mail.example.org', 'must be smtp://user:password@host:587'],
  ['SMTP_URL', 'smtp://user:p#word@mail.example.org', 'must be smtp://user:password@host:587'],
  ['DATABASE_URL', 'mysql://localhost/peergraph', 'must be file:<path> or postgres://'],
  ['DATABASE_URL', 'postgres://user:p#word@localhost/peergraph', 'Signs such as # / @ in a password are written %23 %2F %40'],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1', 'must be a public age key: the whole line age1… that age-keygen prints'],
  ['BACKUP_RECIPIENT', 'age1xyz', 'must be a public age key: the whole line age1… that age-keygen prints'],
  ['METRICS_ADDRESS', '127.0.0.1:99999', 'must be an address and a port: 127.0.0.1:9464'],
  ['PROOF_DNS_SERVER', '999.1.1.1', 'must be an IP address with or without a port'],
  ['PROOF_DNS_SERVER', '2001:db8::1', 'must be an IP address with or without a port'],
  ['TRUSTED_PROXIES', 'proxy.example.org', 'must hold addresses or ranges such as 10.0.0.0/8'],
])('refuses %s=%s in one sentence, which says what it must be', (name, value, sentence) => {
  const refusal = /^Peergraph cannot start, because of its settings:\n {2}(.*)\nSee "Configure" in README.md\.$/;
  try {
    readEnv({ [name]: value });
    expect.unreachable();
  } catch (error) {
    const [, line = ''] = refusal.exec((error as Error).message) ?? [];
    expect(line.startsWith(`${name} `) && line.includes(sentence), `${(error as Error).message}`).toBe(true);
  }
});

test('accepts a DNS server of either family, with or without a port', () => {
  for (const server of ['192.0.2.53', '192.0.2.53:5353', '[2001:db8::1]', '[2001:db8::1]:53'])
    expect(readEnv({ PROOF_DNS_SERVER: server }).PROOF_DNS_SERVER).toBe(server);
});

test('accepts a PostgreSQL of this machine without a host', () => {
  for (const url of [
    'postgres://user:secret@/peergraph?host=/run/postgresql',
    'postgres:///peergraph',
    'postgresql://%2Frun%2Fpostgresql/c',
  ])
    expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
});

test('accepts the public age keys that the age library accepts, and none with a wrong letter', async () => {
  const isUsable = (key: string): boolean => {
    try {
      new Encrypter().addRecipient(key);
      return true;
    } catch {
      return false;
    }
  };
  for (const identity of [await generateX25519Identity(), await generateHybridIdentity()]) {
    const key = await identityToRecipient(identity);
    expect(readEnv({ BACKUP_RECIPIENT: key }).BACKUP_RECIPIENT).toBe(key);
    const wrong = [key.slice(0, -1), `${key}q`, key.toUpperCase(), key.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))];
    for (const each of [...wrong, key.replace(/^age1(.)(.)/, 'age1$2$1'), key.replace('age1', 'bge1')]) {
      expect(isAgeRecipient(each) && each !== key, each).toBe(false);
      expect(isAgeRecipient(each), each).toBe(isUsable(each));
    }
  }
});

test('leaves the sample out of a public instance unless it is asked for', () => {
  const settings = { PUBLIC_URL: 'https://peergraph.example', SECRET: 's'.repeat(32), SMTP_URL: 'smtp://mail.example' };
  expect(readEnv({}).SAMPLE).toBe('on');
  expect(readEnv(settings).SAMPLE).toBe('off');
  expect(readEnv({ ...settings, SAMPLE: 'on' }).SAMPLE).toBe('on');
});
