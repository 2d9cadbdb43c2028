import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { databaseFlag, ownScript } from '#lib/platform/processes/child-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
const script = join('lib', 'platform', 'processes', 'commonjs-drizzle.ts');
const drizzleOf = (...args: string[]): string => execFileSync(process.execPath, args, { encoding: 'utf8' });

test.each([
  ['a process that opens the database', [databaseFlag()]],
  ['a script of ours', ownScript().flags],
])('%s loads drizzle-orm without its package.json for each module', (_, flags) => {
  const program = "import { sql } from 'drizzle-orm'; console.log(typeof sql, import.meta.resolve('drizzle-orm'))";
  expect(drizzleOf(...flags, '--input-type=module', '-e', program)).toMatch(/^function .*\/drizzle-orm\/index\.cjs\n$/);
});

test.each([[[]], [['--max-old-space-size=256']]])('so does every command, with %j', (flags) => {
  const program = join(folder, 'resolves.mjs');
  writeFileSync(program, "console.log(import.meta.resolve('drizzle-orm'))");
  expect(drizzleOf('lib/runtime/server/runtime.mjs', ...flags, program)).toMatch(/index\.cjs\n$/);
});

test('commands keep compiled code in a DATA_DIR that is there, and make none', () => {
  const [there, missing, noFolder] = [join(folder, 'there'), join(folder, 'missing'), join(folder, 'resolves.mjs', 'data')];
  mkdirSync(there);
  for (const DATA_DIR of [there, missing, noFolder])
    execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', script], {
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, DATA_DIR },
    });
  expect(readdirSync(join(there, 'cache', 'compiled')).length).toBeGreaterThan(0);
  expect(existsSync(missing)).toBe(false);
});

test('trusts an authority that the file of settings names', () => {
  const [file, program] = [join(folder, 'peergraph.env'), join(folder, 'trusts.mjs')];
  const [authority = ''] = getCACertificates('bundled');
  writeFileSync(join(folder, 'authority.pem'), authority);
  writeFileSync(file, `NODE_EXTRA_CA_CERTS=${join(folder, 'authority.pem')}\n`);
  writeFileSync(
    program,
    "import { getCACertificates } from 'node:tls';\nconsole.log(getCACertificates('extra').length, process.argv.slice(2));",
  );
  const args = [`lib/../${relative('.', program)}`, 'an argument'];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, PEERGRAPH_ENV: file };
  expect(execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', ...args], { encoding: 'utf8', env })).toBe(
    "1 [ 'an argument' ]\n",
  );
});
