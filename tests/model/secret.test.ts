import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peergraph-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates secret and signing key with a file size limit of 0, which simulates a full disk. @returns the exit code: 0 if both fail */
function createKeysOnFullDisk(): number | null {
  const script = `
    import { loadSecret } from '#lib/platform/keys/secret.ts';
    import { signingKey } from '#lib/platform/keys/signing.ts';
    const faults = [() => loadSecret(${JSON.stringify(folder)}), () => signingKey(${JSON.stringify(folder)})].filter((make) => {
      try {
        make();
      } catch (error) {
        return error.code === 'EFBIG';
      }
    });
    process.exit(faults.length === 2 ? 0 : 1);`;
  const words = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  return spawnSync('/bin/sh', words, { stdio: 'ignore' }).status;
}

test.skipIf(process.platform === 'win32')('a full disk leaves no empty secret and no empty key', () => {
  expect(createKeysOnFullDisk()).toBe(0);
  expect(readdirSync(folder)).toEqual(['keys']);
  expect(readdirSync(join(folder, 'keys'))).toEqual([]);
  const secret = loadSecret(folder, undefined);
  expect(secret.length).toBeGreaterThan(32);
  expect([loadSecret(folder, undefined), signingKey(folder).id]).toEqual([secret, signingKey(folder).id]);
  expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
});

test('an empty secret is replaced, and one that is too short is reported', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, '');
  expect(loadSecret(folder, undefined).length).toBeGreaterThan(32);
  writeFileSync(file, 'short');
  expect(() => loadSecret(folder, undefined)).toThrow('holds no usable secret');
});
