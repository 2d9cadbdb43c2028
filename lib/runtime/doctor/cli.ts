import { Command, InvalidArgumentError } from 'commander';
import { packageVersion, printLine, runCommand } from '#lib/platform/command-line.ts';
import { openExistingStore } from '#lib/platform/db/upgrade.ts';
import { type Env, readEnv } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { acceptSecret } from '#lib/platform/keys/secret-check.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import {
  checkBackup,
  checkCitationStyles,
  checkConnections,
  checkCopies,
  checkDatabase,
  checkDisk,
  checkLogins,
  checkMail,
  checkPublicAddress,
  checkSite,
  checkVersions,
  type Finding,
} from './checks.ts';
import { ownUnknownSettings } from './unknown-settings.ts';

const stateLabels = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

/** Turns a failed check into a finding, so that the other checks still run. */
const runCheck = async (about: string, check: Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
  try {
    return await check;
  } catch (error) {
    const text = explainFault(error) ?? (error instanceof Error ? error.message : String(error));
    return [{ about, state: 'fault', text, advice: 'See docs/operate.md.' }];
  }
};

function parseAddress(text: string): string {
  const address = emailAddress(text);
  if (!address.ok) throw new InvalidArgumentError('This is not one plain email address, such as name@university.edu.');
  return address.value;
}

async function runChecks(settings: Env, mailTo: string | undefined): Promise<Finding[]> {
  const checks = [
    runCheck('database', checkDatabase(settings)),
    runCheck('versions', checkVersions(settings)),
    runCheck('connections', checkConnections(settings)),
    runCheck('disk', checkDisk(settings)),
    runCheck('copies', checkCopies(settings)),
    runCheck('SITE_DIR', checkSite(settings)),
    runCheck('backup', checkBackup(settings)),
    runCheck('FEDERATED_LOGINS', checkLogins(settings)),
    runCheck('mail', checkMail(settings, mailTo)),
    runCheck('TLS', checkPublicAddress(settings)),
    runCheck('citation styles', checkCitationStyles()),
  ];
  return (await Promise.all(checks)).flat();
}

const program = new Command('npm run doctor --')
  .showHelpAfterError()
  .description(
    'Checks settings, database, versions, signing key, clock, disk, backups, email, TLS and citation styles, and says what to do.',
  )
  .option('--mail <address>', 'sends a test to this address', parseAddress)
  .action(async ({ mail }: { mail?: string }) => {
    printLine(`Peergraph ${packageVersion()} on Node ${process.versions.node}`);
    for (const text of ownUnknownSettings()) printLine(`${stateLabels.warning} settings: ${text}`);
    const settings = readEnv(process.env);
    printLine(
      `${stateLabels.ok} settings: ${settings.PUBLIC_URL}, ${settings.DATABASE_URL.replace(/\/\/[^@/]*@/, '//…@')}, ${settings.DATA_DIR}`,
    );
    const findings = await runChecks(settings, mail);
    for (const { about, state, text, advice } of findings) {
      printLine(`${stateLabels[state]} ${about}: ${text}`);
      if (advice) printLine(`        → ${advice}`);
    }
    if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
  });

program
  .command('accept-secret')
  .description('Accepts a new secret for the database, after the earlier one was lost or replaced (docs/operate.md, "A new secret").')
  .action(async () => {
    const settings = readEnv(process.env);
    const store = await openExistingStore(settings);
    try {
      await store.transact((tx) => acceptSecret(tx, loadSecret(settings.DATA_DIR, settings.SECRET)));
    } finally {
      await store.close();
    }
    printLine('The secret is accepted. What was sealed with the earlier one has ended: docs/operate.md, "A new secret".');
  });

await runCommand(() => program.parseAsync());
