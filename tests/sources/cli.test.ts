import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { collection, createFolder } from './input-files.ts';

const folder = createFolder({
  'a.xml': collection('2021.x', '<paper id="1"><title>Lamps</title></paper>'),
  'a.bib': '@misc{a, title={Lamps}}',
  'problems.bib': '\n@misc{a, title={Lamps}, author={Anonymous}, date={2031-02-30}}',
  'list.yaml': 'a: [b: {',
  'prose.yaml': 'Lamps and shades',
  'staff.csv': 'name,email\nAda Byron,ada@lamp.example\n',
  'quotes.csv': 'name,email\n"Ada" Byron,ada@lamp.example\n',
  'no-database.db': 'A letter, not a database. '.repeat(50),
});
mkdirSync(join(folder.path, 'folder.yaml'));
afterAll(() => folder.drop());
const at = (name: string) => join(folder.path, name);

/** Runs `npm run import`. */
function runImport(args: string[], database = at('test.db')) {
  const env = { ...process.env, DATABASE_URL: `file:${database}`, NODE_NO_WARNINGS: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [databaseFlag(), 'lib/catalog/ingest/cli.ts', ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

beforeAll(() => {
  expect(runImport(['acl-anthology', at('a.xml')], at('read.db')).status).toBe(0);
});

test.each([
  ['is missing', 'none.yaml', 'is not there'],
  ['is a folder', 'folder.yaml', 'is a folder'],
  ['is not YAML', 'list.yaml', 'is not YAML'],
  ['is something else', 'prose.yaml', 'is neither'],
])('a list of names that %s is told of in one sentence, also where the files were read before', (_, name, reason) => {
  for (const database of ['test.db', 'read.db']) {
    const { status, stderr } = runImport(['acl-anthology', at('a.xml'), '--name-variants', at(name)], at(database));
    expect(status, database).toBe(1);
    expect(stderr).toContain(`The list of names ${at(name)}`);
    expect(stderr).toContain(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});

test('a file has the name that the operator gives it, and what could not be read is listed with file and line', () => {
  const database = at('named.db');
  const { status, stdout } = runImport(['bibtex', at('problems.bib'), '--name', 'Department bibliography'], database);
  expect([status, stdout.includes('2 values could not be read in full (npm run import -- problems bibtex lists them)')]).toEqual([0, true]);
  const listed = runImport(['problems', 'bibtex'], database);
  expect(listed.stdout.trim().split('\n')).toEqual([
    'problems.bib, line 2: author: “Anonymous” – It is in the place of a name, and names nobody. (left out)',
    'problems.bib, line 2: date: “2031-02-30” – This day or month does not exist. (kept in part)',
    '2 values could not be read in full.',
  ]);
});

test.each([
  ['in this process', ['lib/portal/accounts/cli.ts', 'list']],
  ['in one with flags of its own', ['--max-old-space-size=256', 'lib/catalog/ingest/cli.ts', 'bibtex', at('a.bib')]],
])('a command whose reader has gone ends quietly: %s', async (_, args) => {
  const env = { ...process.env, DATABASE_URL: `file:${at('read.db')}`, DATA_DIR: folder.path, NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, ['lib/runtime/server/runtime.mjs', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each<[string, string[], string, Record<string, string>?]>([
  [
    'a list of erasures that is another file',
    ['lib/portal/accounts/cli.ts', 'repeat-erasures', at('a.xml')],
    'holds no account id. Give the list that',
  ],
  ['a list of staff that is missing', ['lib/portal/roster/cli.ts', at('none.csv')], 'There is no file'],
  ['a list of staff that is no CSV', ['lib/portal/roster/cli.ts', at('quotes.csv')], 'The list is not CSV'],
  ['a list of staff without a column', ['lib/portal/roster/cli.ts', at('prose.yaml')], 'no column name and no column email'],
  ['an address that is none', ['lib/runtime/doctor/cli.ts', '--mail', 'notanaddress'], 'not one plain email address'],
  [
    'a setting that is wrong',
    ['lib/runtime/backup/cli.ts', 'create', at('x.backup')],
    'BACKUP_RECIPIENT',
    { BACKUP_RECIPIENT: 'age1nonsense' },
  ],
])('a command says what is wrong in a sentence, and fails: %s', (_, args, reason, settings = {}) => {
  const env = { ...process.env, DATABASE_URL: `file:${at('read.db')}`, DATA_DIR: folder.path, NODE_NO_WARNINGS: '1', ...settings };
  const { status, stderr } = spawnSync(process.execPath, [databaseFlag(), ...args], { env, encoding: 'utf8' });
  expect(stderr).toContain(reason);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(1);
});

test.each([
  ['start', 'lib/runtime/server/start.ts', ['-p', '4000']],
  ['build', 'lib/runtime/server/build-cli.ts', ['--fast']],
  ['upgrade-check', 'lib/runtime/doctor/upgrade-cli.ts', ['now']],
])('%s does nothing if it gets an argument that it does not have, and shows its usage', (name, script, args) => {
  const env = { ...process.env, DATABASE_URL: `file:${at('read.db')}`, DATA_DIR: folder.path, NODE_NO_WARNINGS: '1' };
  const run = (given: string[]) =>
    spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', script, ...given], { env, encoding: 'utf8', timeout: 60_000 });
  expect(run(args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^error: (unknown option|too many arguments)/) });
  expect(run(['--help'])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(new RegExp(`^Usage: npm (run )?${name} `)),
  });
});

test.each([
  ['backup', ['create']],
  ['restore', ['restore']],
  ['check', ['check']],
])('%s names itself as npm runs it', (name, args) => {
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const { stdout } = spawnSync(process.execPath, [databaseFlag(), 'lib/runtime/backup/cli.ts', ...args, '--help'], {
    env,
    encoding: 'utf8',
  });
  expect(stdout).toContain(`Usage: npm run ${name} -- [options]`);
});

test('a roster of one person is reported in the singular', () => {
  const env = { ...process.env, DATABASE_URL: `file:${at('read.db')}`, DATA_DIR: folder.path, NODE_NO_WARNINGS: '1' };
  const args = [databaseFlag(), 'lib/portal/roster/cli.ts', at('staff.csv')];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(stdout).toContain('1 person: 0 had a profile, 1 profile is new.');
});

test('a file that is not BibTeX ends with advice and a failure', () => {
  const { status, stdout } = runImport(['bibtex', at('prose.yaml')]);
  expect(status).toBe(1);
  expect(stdout).toContain('No entry was found in prose.yaml; is it BibTeX?');
});

test('a folder without a file of the source is refused with the endings that it needs', () => {
  const { status, stderr } = runImport(['openalex', at('folder.yaml')]);
  expect({ status, stderr: stderr.trim() }).toEqual({
    status: 1,
    stderr: `There is no .gz, .jsonl or .json file in ${at('folder.yaml')}.`,
  });
});

test('a missing path, and a database that cannot be opened, are reported without a stack', () => {
  const nowhere = runImport(['bibtex', at('none.bib')]);
  expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('none.bib is not there') });
  const bad = runImport(['bibtex', at('a.bib')], at('no-database.db'));
  expect(bad).toMatchObject({ status: 1, stderr: expect.stringContaining('is not an SQLite database') });
  for (const { stderr } of [nowhere, bad]) expect(stderr).not.toMatch(/^\s+at /m);
});
