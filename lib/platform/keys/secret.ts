import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from './write-once.ts';

/**
 * Returns the secret that signs sessions and links: SECRET if set, otherwise a secret generated on first start and stored in DATA_DIR with
 * mode 0600. Concurrent starts agree on one.
 */
export function loadSecret(dataDir: string, configured: string | undefined): string {
  if (configured) return configured;
  const path = join(dataDir, 'secret');
  // Left empty by a full disk; it has never signed anything.
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
  writeOnce(path, `${randomBytes(32).toString('base64url')}\n`);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(
      `${path} holds no usable secret. Restore it from a backup. Without a backup, remove the file: the next start creates a new secret, which invalidates links in emails and seals.`,
    );
  return secret;
}
