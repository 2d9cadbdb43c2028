import { Command } from 'commander';
import { openExisting } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { adoptKey, signingKey } from '#lib/platform/keys/signing.ts';
import { explain } from '#lib/platform/log/faults.ts';
import { changeKey, namedKey } from './commands/heads.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Goes on with a new key; the file is changed only once the log names it. */
async function change(): Promise<void> {
  const store = await openExisting(env());
  try {
    const named = await namedKey(store.reader);
    if (named && named !== signingKey(env().DATA_DIR).id && adoptKey(env().DATA_DIR, named)) {
      say(`An earlier change was cut off. It is finished now: the log goes on with the key ${named}, which it had named.`);
      return;
    }
    const { from, to } = await store.transact(changeKey);
    adoptKey(env().DATA_DIR, to);
    say(`The log goes on with the key ${to}. ${from} signed that, is retired, and stays in ${env().DATA_DIR}/keys.`);
    say('Copy the folder to every machine that serves this instance. Processes that run take the new key up by themselves.');
  } finally {
    await store.close();
  }
}

const program = new Command('npm run trust --').description('The key of the evidence log');
program.command('change-key').description('retire the signing key and go on with a new one').action(change);

program.parseAsync().catch((error: unknown) => {
  say(explain(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
});
