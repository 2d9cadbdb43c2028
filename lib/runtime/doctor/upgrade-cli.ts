import { Command } from 'commander';
import { packageVersion, printLine, runCommand } from '#lib/platform/command-line.ts';
import { readEnv } from '#lib/platform/env.ts';
import { checkUpgrade } from './check-upgrade.ts';

const program = new Command('npm run upgrade-check')
  .showHelpAfterError()
  .description('Reports whether an upgrade to this version can start.')
  .action(async () => {
    const { isReady, messages } = await checkUpgrade(readEnv(process.env), packageVersion());
    for (const line of messages) printLine(line);
    if (!isReady) process.exitCode = 1;
  });

await runCommand(() => program.parseAsync());
