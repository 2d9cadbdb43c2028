import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { databaseFlag, scriptLaunchOptions } from '#lib/platform/processes/child-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
const script = join('lib', 'platform', 'processes', 'resolve-modules.ts');
const modules = Array.from({ length: 200 }, (_, each) => join(folder, `module-${each}.mjs`));
for (const module of modules) writeFileSync(module, "import 'drizzle-orm/pg-core'; import 'drizzle-orm/sqlite-core';");
// Takes 100 MB, or 400 MB if package.json is read again for each module.
const loadsDrizzle = `for (const module of ${JSON.stringify(modules)}) await import(module); console.log(process.memoryUsage.rss() / 1e6);`;
const maxMb = 200;
const runNode = (...args: string[]): string => execFileSync(process.execPath, args, { encoding: 'utf8' });

test.each([
  ['a process that opens the database', [databaseFlag()]],
  ['a script of ours', scriptLaunchOptions().flags],
])('%s loads drizzle-orm without its package.json for each module', (_, flags) => {
  expect(Number(runNode(...flags, '--input-type=module', '-e', loadsDrizzle))).toBeLessThan(maxMb);
});

test.each([[[]], [['--max-old-space-size=256']]])('every command does so, with %j', (flags) => {
  const program = join(folder, 'loads.mjs');
  writeFileSync(program, loadsDrizzle);
  expect(Number(runNode('lib/runtime/server/runtime.mjs', ...flags, program))).toBeLessThan(maxMb);
});

test('commands store compiled code in an existing DATA_DIR, and create none', () => {
  const [there, missing, noFolder] = [join(folder, 'there'), join(folder, 'missing'), join(folder, 'loads.mjs', 'data')];
  mkdirSync(there);
  for (const DATA_DIR of [there, missing, noFolder])
    execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', script], {
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, DATA_DIR },
    });
  expect(readdirSync(join(there, 'cache', 'compiled')).length).toBeGreaterThan(0);
  expect(existsSync(missing)).toBe(false);
});

test('trusts a certificate authority that the settings file names', () => {
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
