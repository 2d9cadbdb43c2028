import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from './write-once.ts';

/**
 * The secret that sessions and links are signed with: SECRET where it is set, else one made on first start and kept in the
 * data folder, readable by its owner alone. Two processes that start at once agree on one.
 */
export function loadSecret(dataDir: string, given: string | undefined): string {
  if (given) return given;
  const path = join(dataDir, 'secret');
  // A disk that was full has left it empty: nothing was ever signed with it.
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
  writeOnce(path, `${randomBytes(32).toString('base64url')}\n`);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} holds no usable secret. Remove the file to have a new one made; everybody then signs in again.`);
  return secret;
}
