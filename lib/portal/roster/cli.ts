import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { InputError, readWholeText } from '#lib/catalog/sources/reading.ts';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { openExistingStore } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { readRoster } from './commands/entries.ts';
import { type PreparedProfile, prepareProfile } from './commands/prepare.ts';

const countWhere = (prepared: readonly PreparedProfile[], predicate: (each: PreparedProfile) => boolean): number =>
  prepared.filter(predicate).length;

async function run(file: string, { invite = false }: { invite?: boolean }): Promise<void> {
  if (!existsSync(file)) throw new InputError(`There is no file ${file}. Check its name and place.`);
  const { entries, faults } = readRoster(await readWholeText(file));
  for (const fault of faults) printLine(fault);
  const { PUBLIC_URL } = env();
  const store = await openExistingStore(env());
  const prepared: PreparedProfile[] = [];
  try {
    for (const entry of entries)
      prepared.push(await store.transact((tx) => prepareProfile(tx, entry, { publicUrl: PUBLIC_URL, invites: invite })));
  } finally {
    await store.close();
  }
  const created = countWhere(prepared, ({ state }) => state === 'created');
  printLine(
    `${prepared.length} ${prepared.length === 1 ? 'person' : 'people'}: ${countWhere(prepared, ({ state }) => state === 'found')} had a profile, ${created} ${created === 1 ? 'profile is' : 'profiles are'} new.`,
  );
  if (invite) {
    const sent = countWhere(prepared, ({ invitation }) => invitation === 'sent');
    const sentBefore = countWhere(prepared, ({ invitation }) => invitation === 'sent_before');
    printLine(`Emails sent: ${sent}. Sent before: ${sentBefore}, and not sent again. The others have claimed or hidden their profiles.`);
  } else printLine('No email was sent. Run this again with --invite to ask each of them once to claim their profile.');
  if (faults.length > 0) process.exitCode = 1;
}

const program = new Command('npm run roster --')
  .showHelpAfterError()
  .description('Prepares the profiles of the staff of an institution')
  .argument('<file>', 'CSV in UTF-8: name, email, and if known orcid and ror (the unit)')
  .option('--invite', 'sends each of them one email that asks to claim the profile')
  .action(run);

await runCommand(() => program.parseAsync());
