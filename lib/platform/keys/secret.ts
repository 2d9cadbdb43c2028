import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that sessions and links are signed with: SECRET where it is set, else one made on first start and kept in the
 * data folder, readable by its owner alone. Two processes that start at once agree on one.
 */
export function loadSecret(dataDir: string, given: string | undefined): string {
  if (given) return given;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secret');
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} holds no usable secret. Remove the file to have a new one made; everybody then signs in again.`);
  return secret;
}
