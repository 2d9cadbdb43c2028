import { readFileSync } from 'node:fs';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { readEnv } from '#lib/platform/env.ts';
import { checkUpgrade } from './check-upgrade.ts';

/** `npm run upgrade-check`: reports whether an upgrade to this version can start. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

await runCommand(async () => {
  const { isReady, messages } = await checkUpgrade(readEnv(process.env), version);
  for (const line of messages) printLine(line);
  if (!isReady) process.exitCode = 1;
});
