import { rejectUnfinishedRestore } from '#lib/platform/db/upgrade.ts';
import type { Env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';

/** Sets the variables that this process and its child processes read besides the settings. */
export function prepareEnvironment({ DATA_DIR, SECRET, PUBLIC_URL }: Env): void {
  // Checked before a secret is created in place of one that was moved aside.
  rejectUnfinishedRestore(DATA_DIR);
  // Half of the threads can look up hosts: three for untrusted ones (lib/platform/safe-fetch.ts), the others for the operator's.
  process.env.UV_THREADPOOL_SIZE ??= '12';
  process.env.SECRET = loadSecret(DATA_DIR, SECRET);
  process.env.NEXTAUTH_URL = PUBLIC_URL;
  process.env.NEXTAUTH_SECRET = process.env.SECRET;
}
