import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isSignedBy, signingKey } from '#lib/platform/keys/signing.ts';

const made: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'peergraph-keys-'));
  made.push(path);
  return path;
};
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

describe('the key of the log', () => {
  test('is created once, alone in its folder, and read again afterwards', () => {
    const data = folder();
    const [first, again] = [signingKey(data), signingKey(data)];
    expect(again.id).toBe(first.id);
    expect(readdirSync(join(data, 'keys'))).toEqual(['current.pem']);
    expect(isSignedBy(first.publicKey, 'a text', again.sign('a text'))).toBe(true);
    expect(isSignedBy(first.publicKey, 'a text.', again.sign('a text'))).toBe(false);
  });

  for (const [what, text] of [
    ['an empty file', ''],
    ['half a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAw'],
  ] as const) {
    test(`${what} in its place is reported, and never replaced by another key`, () => {
      const data = folder();
      mkdirSync(join(data, 'keys'));
      writeFileSync(join(data, 'keys', 'current.pem'), text);
      expect(() => signingKey(data)).toThrow('holds no Ed25519 key');
      expect(readdirSync(join(data, 'keys'))).toEqual(['current.pem']);
    });
  }

  test('has an error code for an unusable folder, which gives the operator’s message', () => {
    const data = folder();
    writeFileSync(join(data, 'keys'), 'not a folder');
    expect(() => signingKey(data)).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    mkdirSync(join(folder(), 'keys'));
    const other = folder();
    mkdirSync(join(other, 'keys', 'current.pem'), { recursive: true });
    expect(() => signingKey(other)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });
});
