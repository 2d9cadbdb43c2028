import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { settingNames } from '#lib/platform/env.ts';
import { parseSettings } from '#lib/platform/settings/settings-file.ts';
import { unknownSettings } from '#lib/runtime/doctor/unknown-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ofFile = (text: string, environment: string[] = []) =>
  unknownSettings({ path: 'peergraph.env', text, values: parseSettings(text) }, environment);

test.each([
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['public_url', 'PUBLIC_URL'],
  ['PROT', 'PORT'],
  ['OTEL_SERVICE_NAMES', 'OTEL_SERVICE_NAME'],
])('names what %s in the file most likely means', (name, meant) => {
  const sentence = `${name} in peergraph.env is not a setting of Peergraph and has no effect. Did you mean ${meant}?`;
  expect(ofFile(`HOST=127.0.0.1\n${name}=x\n`)).toEqual([sentence]);
});

test('reports a name in the file that resembles no setting, and a skipped line', () => {
  expect(ofFile('WALLPAPER=blue\nSMTP_URL smtp://mail.example.org\n# PORT: 3000\n')).toEqual([
    'WALLPAPER in peergraph.env is not a setting of Peergraph and has no effect. docs/operate.md lists all settings.',
    'Line 2 of peergraph.env has no effect. Write SMTP_URL=<value>.',
  ]);
});

test('accepts every setting, the example, and settings of other programs', () => {
  expect(ofFile(settingNames.map((name) => `${name}=x`).join('\n'), [...settingNames])).toEqual([]);
  expect(ofFile(readFileSync('deploy/peergraph.env.example', 'utf8'))).toEqual([]);
  expect(ofFile('NODE_EXTRA_CA_CERTS=/a\nPGHOST=a\nhttps_proxy=a\nTZ=UTC\nOTEL_EXPORTER_OTLP_HEADERS=a')).toEqual([]);
});

test('reports of the environment only names that differ from a setting by two letters', () => {
  const others = [
    'HOME',
    'PATH',
    'LDAP_URL',
    'SITE_URL',
    'POST',
    'HOSTNAME',
    'LOGNAME',
    'DATABASE_PASSWORD',
    'TRUSTED_PROXY',
    'npm_config_x',
  ];
  expect(unknownSettings(null, others)).toEqual([]);
  expect(unknownSettings(null, ['TRUSTED_PROXYS', 'MAIL_FORM'])).toEqual([
    expect.stringMatching(/^TRUSTED_PROXYS in the environment .* TRUSTED_PROXIES\?$/),
    expect.stringMatching(/^MAIL_FORM in the environment .* MAIL_FROM\?$/),
  ]);
  // runtime.mjs copies the settings of the file into the environment.
  expect(ofFile('TRUSTED_PROXYS=x', ['TRUSTED_PROXYS'])).toHaveLength(1);
});

test('a # is a part of a value unless a space precedes it', () => {
  const text = [
    '\uFEFFSITE_ACCENT=#0f5c66',
    'WITNESS_FOR=https://other.example#0123456789abcdef # their key',
    "MAIL_FROM='A # B <a@b.example>' # a comment",
    'SITE_NAME=Lamp # a comment',
    '# HOST=a#b',
    ' export PORT = 3001\r',
    `SECRET=it's#"so"`,
  ];
  expect({ ...parseSettings(text.join('\n')) }).toEqual({
    SITE_ACCENT: '#0f5c66',
    WITNESS_FOR: 'https://other.example#0123456789abcdef',
    MAIL_FROM: 'A # B <a@b.example>',
    SITE_NAME: 'Lamp',
    PORT: '3001',
    SECRET: `it's#"so"`,
  });
});

test.each(['lib/runtime/server/start.ts', 'lib/runtime/doctor/cli.ts'])('%s reports them before it rejects other settings', (script) => {
  const file = join(folder, 'peergraph.env');
  writeFileSync(file, 'TRUSTED_PROXYS=10.0.0.1\nPORT=x\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', script], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, PEERGRAPH_ENV: file, DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toMatch(/TRUSTED_PROXYS in \S+ is not a setting[\s\S]+PORT must be a whole number/);
  expect(status).toBe(1);
});

test('the start reports a SITE_DIR that is not a folder, and continues', () => {
  // The invalid database stops the start after the warning.
  const database = join(folder, 'no-database.db');
  writeFileSync(database, 'This is a text, and longer than the head of a database.'.repeat(10));
  const settings = { DATA_DIR: folder, SITE_DIR: join(folder, 'texts'), DATABASE_URL: `file:${database}`, PORT: '0' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toMatch(/^Warning: SITE_DIR names no folder: \S+texts\.[\s\S]+DATABASE_URL/m);
  expect(status).toBe(1);
});

test('a settings file in UTF-16 stops the start', () => {
  const file = join(folder, 'utf16.env');
  writeFileSync(file, '\uFEFFPORT=3001\nSAMPLE=off\n', 'utf16le');
  const { status, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/doctor/cli.ts'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, PEERGRAPH_ENV: file, DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('utf16.env are not UTF-8. Save the file as UTF-8.')]);
});
