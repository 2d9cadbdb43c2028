import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { InputError, readWholeText } from '#lib/catalog/sources/reading.ts';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { openExistingStore } from '#lib/platform/db/upgrade.ts';
import { env } from '#lib/platform/env.ts';
import { readRoster } from './commands/entries.ts';
import { type PreparedProfile, prepareProfile } from './commands/prepare.ts';
import type { RosterEntry } from './model.ts';
import { type MatchEvidence, matchRoster, type RosterMatch, type RosterRecord } from './queries.ts';

interface Options {
  invite?: boolean;
  dryRun?: boolean;
}

const evidenceTexts: Record<MatchEvidence, string> = {
  file: 'named in the list',
  earlier_list: 'an earlier list',
  orcid: 'the ORCID iD',
  address: 'the name, and the address beside it on a work',
  institution: 'the name, and the institution of its works',
  colleague: 'the only profile of the name, and joint works or co-authors with others of the list',
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const profileOf = ({ slug, worksCount }: RosterRecord): string => `/authors/${slug} (${plural(worksCount, 'work', 'works')})`;

/** Describes the match of a person on lines of their own: the profile and its evidence, or the candidates and what to add to the list. */
function linesOf({ name }: RosterEntry, match: RosterMatch): string[] {
  if (match.kind === 'certain') return [`${name}: ${profileOf(match.record)}, by ${evidenceTexts[match.by]}.`];
  if (match.kind === 'new') return [`${name}: a new profile. No profile with works has the name.`];
  if (match.kind === 'unknown_profile')
    return [`${name}: excluded. There is no profile of a person at the address in the column profile. Correct it.`];
  if (match.kind === 'shared')
    return [
      `${name}: excluded. Other lines of the list have ${profileOf(match.record)} too, and a profile is of one person. Correct them.`,
    ];
  return [
    `${name}: excluded. It is not certain whose profile this is. Add to the line, in a column profile, one of:`,
    ...match.candidates.map((record) => `  ${record.slug.padEnd(30)} ${profileOf(record)}`),
    `  ${'new'.padEnd(30)} a new profile`,
  ];
}

async function prepareAll(store: Store, entries: readonly RosterEntry[], { invite = false, dryRun = false }: Options): Promise<boolean> {
  const matches = await matchRoster(store.reader, entries);
  const prepared: PreparedProfile[] = [];
  let excluded = 0;
  for (const [at, entry] of entries.entries()) {
    const match = matches[at] ?? { kind: 'new' };
    for (const line of linesOf(entry, match)) printLine(line);
    const record = match.kind === 'certain' ? match.record : null;
    if (record === null && match.kind !== 'new') excluded += 1;
    else if (!dryRun) {
      prepared.push(await store.transact((tx) => prepareProfile(tx, entry, record, { publicUrl: env().PUBLIC_URL, invites: invite })));
    }
  }
  if (dryRun) printLine('Nothing was changed. Run this again without --dry-run.');
  else printSummary(prepared, excluded, invite);
  return excluded === 0;
}

function printSummary(prepared: readonly PreparedProfile[], excluded: number, invite: boolean): void {
  const count = (predicate: (each: PreparedProfile) => boolean): number => prepared.filter(predicate).length;
  const created = count(({ state }) => state === 'created');
  printLine(
    `${plural(prepared.length, 'person', 'people')}: ${prepared.length - created} had a profile, ${plural(created, 'profile is', 'profiles are')} new. Excluded: ${excluded}.`,
  );
  if (invite) {
    const sent = count(({ invitation }) => invitation === 'sent');
    const sentBefore = count(({ invitation }) => invitation === 'sent_before');
    printLine(`Emails sent: ${sent}. Sent before: ${sentBefore}, and not sent again. The others have claimed or hidden their profiles.`);
  } else printLine('No email was sent. Run this again with --invite to ask each of them once to claim their profile.');
}

async function run(file: string, options: Options): Promise<void> {
  if (options.invite && !options.dryRun && !process.env.PUBLIC_URL)
    printLine(`PUBLIC_URL is not set: the emails link to ${env().PUBLIC_URL}, which only this machine reaches.`);
  if (!existsSync(file)) throw new InputError(`There is no file ${file}. Check its name and place.`);
  const { entries, faults } = readRoster(await readWholeText(file));
  for (const fault of faults) printLine(fault);
  const store = await openExistingStore(env());
  try {
    const isComplete = await prepareAll(store, entries, options);
    if (!isComplete || faults.length > 0) process.exitCode = 1;
  } finally {
    await store.close();
  }
}

const program = new Command('npm run roster --')
  .showHelpAfterError()
  .description('Prepares the profiles of the staff of an institution')
  .argument('<file>', 'CSV in UTF-8: name, email, and if known orcid, ror (the unit) and profile (its address, or "new")')
  .option('--dry-run', 'shows the profile of each person and how it was found, and changes nothing')
  .option('--invite', 'sends each of them one email that asks to claim the profile')
  .action(run);

await runCommand(() => program.parseAsync());
