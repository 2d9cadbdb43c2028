import { Command } from 'commander';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { openExistingStore } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { activateSigningKey, signingKey } from '#lib/platform/keys/signing.ts';
import { rejectRootForService } from '#lib/platform/processes/service-user.ts';
import { changeSigningKey, lastNamedSigningKey } from './commands/heads.ts';

/** Changes to a new key. The key file is replaced only after the log names the new key. */
async function runKeyChange(): Promise<void> {
  rejectRootForService(env().DATA_DIR);
  const store = await openExistingStore(env());
  try {
    const announcedKey = await lastNamedSigningKey(store.reader);
    if (announcedKey && announcedKey !== signingKey(env().DATA_DIR).id && activateSigningKey(env().DATA_DIR, announcedKey)) {
      printLine(`An earlier change was interrupted and is now completed: the log continues with the announced key ${announcedKey}.`);
      return;
    }
    const { from, to } = await store.transact(changeSigningKey);
    activateSigningKey(env().DATA_DIR, to);
    printLine(
      `The log continues with the key ${to}. The former key ${from} has signed this change and is retired; it stays in ${env().DATA_DIR}/keys.`,
    );
    printLine('Copy the folder to every machine that serves this instance. Running processes load the new key by themselves.');
  } finally {
    await store.close();
  }
}

const program = new Command('npm run trust --').showHelpAfterError().description('The key of the evidence log');
program.command('change-key').description('Retires the signing key and continues with a new one').action(runKeyChange);

await runCommand(() => program.parseAsync());
