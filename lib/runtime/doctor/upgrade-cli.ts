import { readFileSync } from 'node:fs';
import { readEnv } from '#lib/platform/env.ts';
import { explain } from '#lib/platform/log/faults.ts';
import { checkUpgrade } from './check-upgrade.ts';

/** `npm run upgrade-check`: says whether an upgrade to this version can begin. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

try {
  const { isReady, says } = await checkUpgrade(readEnv(process.env), version);
  for (const line of says) process.stdout.write(`${line}\n`);
  if (!isReady) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  const reason = explain(error);
  if (reason === null) throw error;
  process.stderr.write(`${reason}\n`);
}
