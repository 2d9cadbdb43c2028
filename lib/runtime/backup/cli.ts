import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { formatCount, printLine, runCommand } from '#lib/platform/command-line.ts';
import { databaseFile, findDamage } from '#lib/platform/db/copies.ts';
import { env } from '#lib/platform/env.ts';
import { rejectRootForService } from '#lib/platform/processes/service-user.ts';
import { checkInstance } from './check.ts';
import { convertDatabase } from './convert.ts';
import { createBackup, type Instance } from './create.ts';
import { withTemporaryFolder } from './folder.ts';
import type { Manifest } from './manifest.ts';
import { engineOfCopy, restoreBackup, restoreCopy, verifyBackup } from './restore.ts';

const instance = (): Instance => ({ databaseUrl: env().DATABASE_URL, dataDir: env().DATA_DIR, secret: env().SECRET });
const startedMs = performance.now();
const elapsed = (): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
const summaryOf = ({ createdAt, version, engine, files, log }: Manifest): string =>
  `made ${createdAt} by version ${version}, ${engine}, ${files.length} files, ${log.number} events in the log`;

/** The name of a subcommand in `npm run`. */
const scriptName = (subcommand: string): string => (subcommand === 'create' ? 'backup' : subcommand);

const program = new Command('backup')
  .showHelpAfterError()
  .configureHelp({ commandUsage: (command) => `npm run ${scriptName(command.name())} -- ${command.usage()}` })
  .description('Backups of a whole instance: database, signing keys, secret and files.');
program
  .command('create')
  .description('Writes a backup; the instance may run')
  .argument('<file>', 'a file that does not exist yet, for example backup.tar.gz')
  .option('--recipient <key>', 'encrypts it for the holder of this age key (age1…); BACKUP_RECIPIENT unless given')
  .action(async (file: string, { recipient = env().BACKUP_RECIPIENT }: { recipient?: string }) => {
    const manifest = await createBackup(instance(), file, recipient, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`The backup could not be recorded in ${env().DATA_DIR}, so doctor and alerts do not count it: ${reason}\n`);
    });
    printLine(`${file} is written in ${elapsed()}: ${summaryOf(manifest)}${recipient ? ', encrypted' : ''}.`);
    if (!recipient) printLine('It contains secrets and personal data, unencrypted. Set BACKUP_RECIPIENT to encrypt backups.');
  });
program
  .command('restore')
  .description('Restores a backup over a stopped instance')
  .argument('<file>', 'the backup, or a copy of the database from before-migrations')
  .option('--identity <file>', 'the file with the age key (AGE-SECRET-KEY-…), for an encrypted backup')
  .option('--replace', 'moves the present database, keys and secret aside')
  .action(async (file: string, { identity, replace }: { identity?: string; replace?: boolean }) => {
    rejectRootForService(env().DATA_DIR);
    const copyEngine = engineOfCopy(file);
    if (copyEngine !== null) {
      await restoreCopy(instance(), file, copyEngine, { replace: replace ?? false });
      return printLine(
        `The database is restored in ${elapsed()}; keys and files are unchanged. Start the version that the database belongs to.`,
      );
    }
    const { manifest, isSecretOther } = await restoreBackup(instance(), file, { identityFile: identity, replace: replace ?? false });
    printLine(`Restored in ${elapsed()}: ${summaryOf(manifest)}. Start with: npm start`);
    if (isSecretOther)
      printLine('SECRET differs from the one in the backup, so sessions and sealed data are invalid. DATA_DIR/secret has the former one.');
    printLine('Repeat the erasures that were done after this backup: see docs/operate.md.');
  });
program
  .command('check')
  .description('Checks this instance (database, evidence log, key), or a backup')
  .argument('[file]', 'a backup; this instance unless given')
  .option('--identity <file>', 'the file with the age key, for an encrypted backup')
  .option('--quick', 'only looks for damaged pages of the database')
  .action(async (file: string | undefined, { identity, quick }: { identity?: string; quick?: boolean }) => {
    if (file !== undefined) return checkFile(file, identity);
    const faults = quick ? findPageDamage() : await checkInstance(instance());
    for (const fault of faults) printLine(fault);
    if (faults.length === 0) printLine(`Database, evidence log and signing key are intact (${elapsed()}).`);
    else process.exitCode = 1;
  });

program
  .command('convert')
  .description('Copies the SQLite database of a stopped instance to the empty PostgreSQL database in DATABASE_URL')
  .argument('<file>', 'the SQLite database, for example data/peergraph.db')
  .action(async (file: string) => {
    let total = 0;
    const faults = await convertDatabase(file, instance(), (table, rows) => {
      total += rows;
      if (rows > 0) printLine(`${table}: ${formatCount(rows, 'row')}`);
    });
    printLine(`${formatCount(total, 'row')} copied in ${elapsed()}. ${file} is unchanged.`);
    for (const fault of faults) printLine(fault);
    if (faults.length > 0) process.exitCode = 1;
    else printLine('Database, evidence log and signing key are intact. Set DATABASE_URL in the settings of the instance, then start it.');
  });

function findPageDamage(): string[] {
  const file = databaseFile(env().DATABASE_URL);
  return file === null ? [] : findDamage(file, { quick: true });
}

async function checkFile(file: string, identity: string | undefined): Promise<void> {
  await withTemporaryFolder(join(tmpdir(), 'peergraph-check-'), async (folder) =>
    printLine(`${file} is whole: ${summaryOf(await verifyBackup(file, folder, identity))} (${elapsed()}).`),
  );
}

// Temporary files are removed when the process exits (folder.ts).
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    process.stderr.write('Stopped before the end. Run it again.\n');
    process.exit(code);
  });

await runCommand(() => program.parseAsync());
