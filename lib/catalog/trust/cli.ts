import { Command } from 'commander';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { openExisting } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { adoptKey, signingKey } from '#lib/platform/keys/signing.ts';
import { changeKey, namedKey } from './commands/heads.ts';

/** Changes to a new key. The key file is replaced only after the log names the new key. */
async function change(): Promise<void> {
  const store = await openExisting(env());
  try {
    const named = await namedKey(store.reader);
    if (named && named !== signingKey(env().DATA_DIR).id && adoptKey(env().DATA_DIR, named)) {
      printLine(`An earlier change was cut off. It is finished now: the log goes on with the key ${named}, which it had named.`);
      return;
    }
    const { from, to } = await store.transact(changeKey);
    adoptKey(env().DATA_DIR, to);
    printLine(`The log goes on with the key ${to}. ${from} signed that, is retired, and stays in ${env().DATA_DIR}/keys.`);
    printLine('Copy the folder to every machine that serves this instance. Processes that run take the new key up by themselves.');
  } finally {
    await store.close();
  }
}

const program = new Command('npm run trust --').showHelpAfterError().description('The key of the evidence log');
program.command('change-key').description('retire the signing key and go on with a new one').action(change);

await runCommand(() => program.parseAsync());
