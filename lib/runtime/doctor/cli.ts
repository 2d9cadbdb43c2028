import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { printLine, runCommand } from '#lib/platform/command-line.ts';
import { type Env, readEnv } from '#lib/platform/env.ts';
import { explain } from '#lib/platform/log/faults.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import {
  checkBackup,
  checkCitationStyles,
  checkCopies,
  checkDatabase,
  checkDisk,
  checkMail,
  checkPublicAddress,
  checkSite,
  checkVersions,
  type Finding,
} from './checks.ts';
import { ownUnknownSettings } from './unknown-settings.ts';

const signs = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Turns a failed check into a finding, so that the other checks still run. */
const guarded = async (about: string, check: Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
  try {
    return await check;
  } catch (error) {
    const text = explain(error) ?? (error instanceof Error ? error.message : String(error));
    return [{ about, state: 'fault', text, advice: 'See docs/operate.md.' }];
  }
};

function addressIn(typed: string): string {
  const address = emailAddress(typed);
  if (!address.ok) throw new InvalidArgumentError('This is not one plain email address, such as name@university.edu.');
  return address.value;
}

async function examine(set: Env, mailTo: string | undefined): Promise<Finding[]> {
  const found = [
    guarded('database', checkDatabase(set)),
    guarded('versions', checkVersions(set)),
    guarded('disk', checkDisk(set)),
    guarded('copies', checkCopies(set)),
    guarded('SITE_DIR', checkSite(set)),
    guarded('backup', checkBackup(set)),
    guarded('mail', checkMail(set, mailTo)),
    guarded('TLS', checkPublicAddress(set)),
    guarded('citation styles', checkCitationStyles()),
  ];
  return (await Promise.all(found)).flat();
}

const program = new Command('doctor')
  .showHelpAfterError()
  .description(
    'Checks settings, database, versions, signing key, clock, disk, backups, email, TLS and citation styles, and says what to do.',
  )
  .option('--mail <address>', 'sends a test to this address', addressIn)
  .action(async ({ mail }: { mail?: string }) => {
    printLine(`Peergraph ${version} on Node ${process.versions.node}`);
    for (const text of ownUnknownSettings()) printLine(`${signs.warning} settings: ${text}`);
    const set = readEnv(process.env);
    printLine(`${signs.ok} settings: ${set.PUBLIC_URL}, ${set.DATABASE_URL.replace(/\/\/[^@/]*@/, '//…@')}, ${set.DATA_DIR}`);
    const findings = await examine(set, mail);
    for (const { about, state, text, advice } of findings) {
      printLine(`${signs[state]} ${about}: ${text}`);
      if (advice) printLine(`        → ${advice}`);
    }
    if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
  });

await runCommand(() => program.parseAsync());
