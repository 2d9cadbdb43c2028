import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { readEnv } from '#lib/platform/env.ts';
import { checkUpgrade } from './check-upgrade.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const program = new Command('npm run upgrade-check')
  .showHelpAfterError()
  .description('Reports whether an upgrade to this version can start.')
  .action(async () => {
    const { isReady, messages } = await checkUpgrade(readEnv(process.env), version);
    for (const line of messages) printLine(line);
    if (!isReady) process.exitCode = 1;
  });

await runCommand(() => program.parseAsync());
