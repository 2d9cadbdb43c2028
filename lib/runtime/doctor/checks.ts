import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { eq } from 'drizzle-orm';
import { hasRorRegistry } from '#lib/catalog/contexts/queries/contexts.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { bibliographyOf, cslStyles } from '#lib/catalog/works/queries/bibliography.ts';
import { daysMs, now } from '#lib/platform/clock.ts';
import {
  connectionLimit,
  connectionsPerProcess,
  databaseFile,
  findDamage,
  migrationState,
  serverVersion,
  toolVersion,
} from '#lib/platform/db/copies.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { clockHeartbeat } from '#lib/platform/db/schema/jobs.ts';
import { openStore, type Reader } from '#lib/platform/db/store.ts';
import type { Env } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { compareSecret } from '#lib/platform/keys/secret-check.ts';
import { currentSigningKeyId } from '#lib/platform/keys/signing.ts';
import { inWords, maxTransientRetryDays } from '#lib/platform/limits.ts';
import { smtpTransport, testSmtpConnection } from '#lib/platform/mail/transport.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import { siteFolderFault } from '#lib/platform/site.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { minReviewers } from '#lib/portal/decisions/model/reviewers.ts';
import { countReviewers } from '#lib/portal/decisions/queries/reviewers.ts';
import { databaseClockAheadMs } from '#lib/portal/operations/queries/instance-state.ts';
import { readLastBackup } from '#lib/portal/operations/queries/last-backup.ts';
import { findMissingKey } from '#lib/runtime/backup/check.ts';

/** Result of a check. `advice` says what to do unless the state is 'ok'. */
export interface Finding {
  about: string;
  state: 'ok' | 'warning' | 'fault';
  text: string;
  advice?: string;
}

const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text });
const warning = (about: string, text: string, advice: string): Finding => ({ about, state: 'warning', text, advice });
const fault = (about: string, text: string, advice: string): Finding => ({ about, state: 'fault', text, advice });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const connectTimeoutMs = 10_000;

const migrationAdvice = {
  on: 'They run at the next start, after a copy of the database.',
  off: 'They run at the next start, without a copy: COPY_BEFORE_MIGRATIONS is off. Create a backup first.',
};

export async function checkDatabase({ DATABASE_URL, DATA_DIR, COPY_BEFORE_MIGRATIONS, PUBLIC_URL, SECRET }: Env): Promise<Finding[]> {
  const { applied, pending, unknown } = await migrationState(DATABASE_URL);
  if (unknown.length > 0) return [fault('database', 'It is of another version of Peergraph.', 'Install the version that it belongs to.')];
  if (applied.length === 0) return [warning('database', 'It is empty.', 'It is filled at the first start. Is DATABASE_URL right?')];
  const file = databaseFile(DATABASE_URL);
  const damage = file === null ? [] : findDamage(file, { quick: true });
  if (damage.length > 0) return [fault('database', `It is damaged: ${damage[0]}`, 'Restore a backup: npm run restore -- <file>')];
  if (pending.length > 0)
    return [warning('database', `${pending.length} migrations are pending.`, migrationAdvice[COPY_BEFORE_MIGRATIONS])];
  const store = openStore(DATABASE_URL);
  try {
    const missingKeyMessage = await findMissingKey(store.reader, DATA_DIR);
    const [beat] = await store.reader.select().from(clockHeartbeat);
    const reviewers = await countReviewers(store.reader);
    const registryFindings = findingsOfRegistry(await hasRorRegistry(store.reader));
    return [
      ok('database', `${applied.length} migrations, no damage.`),
      keyFinding(missingKeyMessage, currentSigningKeyId(DATA_DIR)),
      ...(await findingsOfSecret(store.reader, DATA_DIR, SECRET)),
      clockFinding(beat?.at ?? null),
      ...(file === null ? [compareClock('PostgreSQL', await databaseClockAheadMs(store.reader))] : []),
      ...registryFindings,
      ...(await findingsOfSample(store.reader, PUBLIC_URL)),
      ...findingsOfReviewers(reviewers),
    ];
  } finally {
    await store.close();
  }
}

function keyFinding(missingKeyMessage: string | null, currentId: string | null): Finding {
  if (missingKeyMessage !== null) return fault('signing key', missingKeyMessage, 'Restore the folder "keys".');
  return ok('signing key', currentId === null ? 'There is none yet: it is made at first use.' : `Its id is ${currentId}.`);
}

/** The secret may be generated at the first start; without its file there is none to compare. */
async function findingsOfSecret(reader: Reader, dataDir: string, configured: string | undefined): Promise<Finding[]> {
  if (!configured && !existsSync(join(dataDir, 'secret')))
    return [fault('secret', 'There is none.', 'Set SECRET, or restore the file "secret" of DATA_DIR. The next start creates a new one.')];
  const result = await compareSecret(reader, loadSecret(dataDir, configured));
  const advice = 'Restore it from a backup, or accept the new one: npm run doctor -- accept-secret. See docs/operate.md, "A new secret".';
  return [
    result === 'other'
      ? fault('secret', 'It is not the one with which this database was used.', advice)
      : ok('secret', result === 'same' ? 'It is the one with which this database is used.' : 'It is noted at the next start.'),
  ];
}

const findingsOfRegistry = (isImported: boolean): Finding[] =>
  isImported
    ? []
    : [
        warning(
          'institutions',
          'The ROR registry is not imported: nobody can claim with an address at their institution.',
          'npm run import -- ror <file>: see README.md',
        ),
      ];

/** Invented people are listed and found like others. */
async function findingsOfSample(reader: Reader, publicUrl: string): Promise<Finding[]> {
  if (isLoopbackHost(new URL(publicUrl).hostname)) return [];
  const [sample] = await reader.select({ id: imports.id }).from(imports).where(eq(imports.id, 'sample'));
  const advice = 'Begin with an empty database where you can: new public instances have no sample.';
  return sample ? [warning('sample', 'The invented people of the sample are public.', advice)] : [];
}

const findingsOfReviewers = (count: number): Finding[] =>
  count >= minReviewers
    ? []
    : [
        warning(
          'reviewers',
          `${count === 0 ? 'Nobody can decide cases' : 'No two independent people can decide cases'}; whose a profile is takes two votes.`,
          'Make a person of another institution an admin (npm run accounts -- grant-admin <email>), or appoint reviewers at /admin.',
        ),
      ];

const minPostgresVersion = 15;

/** Checks that PostgreSQL is recent enough and its client tools match: older tools cannot read a newer server. */
export async function checkVersions({ DATABASE_URL, COPY_BEFORE_MIGRATIONS }: Env): Promise<Finding[]> {
  if (databaseFile(DATABASE_URL) !== null) return [];
  const server = await serverVersion(DATABASE_URL);
  const serverFinding =
    server < minPostgresVersion
      ? fault('PostgreSQL', `It is version ${server}.`, `Upgrade it to ${minPostgresVersion} or newer.`)
      : ok('PostgreSQL', `It is version ${server}.`);
  const createFinding = COPY_BEFORE_MIGRATIONS === 'on' ? fault : warning;
  const advice =
    COPY_BEFORE_MIGRATIONS === 'on'
      ? `Install the client tools of PostgreSQL ${server}: backups, restoring and the copy before migrations need them.`
      : `npm run backup and npm run restore need the client tools of PostgreSQL ${server}. COPY_BEFORE_MIGRATIONS is off, so migrations need none.`;
  const toolFindings = (['pg_dump', 'pg_restore', 'psql'] as const).flatMap((tool) => {
    const version = toolVersion(tool);
    if (version === null) return [createFinding(tool, 'It is not installed here.', advice)];
    return version < server ? [createFinding(tool, `It is version ${version}, and the server is ${server}.`, advice)] : [];
  });
  return [serverFinding, ...toolFindings];
}

/** Checks that one server can open all its connections. Otherwise its processes take them from each other, and forms fail under load. */
export async function checkConnections({ DATABASE_URL, RENDER_PROCESSES }: Env): Promise<Finding[]> {
  if (databaseFile(DATABASE_URL) !== null) return [];
  const most = await connectionLimit(DATABASE_URL);
  const needed = connectionsPerProcess * (2 + RENDER_PROCESSES);
  const text = `PostgreSQL lets this user open ${most} connections; a server opens up to ${needed}.`;
  return [
    most < needed
      ? warning('connections', text, 'Raise max_connections, or the limit of the role or database: docs/scale.md.')
      : ok('connections', text),
  ];
}

/** Checks that no login may speak for any organisation. */
export const checkLogins = ({ FEDERATED_LOGINS }: Env): Finding[] =>
  FEDERATED_LOGINS.flatMap(({ id, domains }) =>
    domains.length > 0
      ? []
      : [
          warning(
            `login "${id}"`,
            'It may name any organisation, so it proves at most fair.',
            'Add "domains" to it in FEDERATED_LOGINS: the domains for which it may speak.',
          ),
        ],
  );

/** Formats a work in each citation style, since operators can add style files of any origin. */
export async function checkCitationStyles(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const style of cslStyles())
    try {
      await bibliographyOf([exampleWork], style);
    } catch (error) {
      const advice = `Replace ${style.id}.csl in the folder "citation-styles", or remove it.`;
      findings.push(fault('citation style', `${style.title} cannot be used: ${messageOf(error)}`, advice));
    }
  return findings.length > 0 ? findings : [ok('citation styles', `${cslStyles().length} can be used.`)];
}

const exampleWork: CitedWork = {
  ...{ id: 'example', type: 'article', title: ['A title'], year: 2026, date: '2026-05-12', venue: 'A journal' },
  ...{ details: { volume: '3', pages: '1-2' }, language: null, doi: '10.1000/1', arxiv: null, acl: null, isbn: [], url: null },
  ...{ retracted: false, authorsComplete: true, unplaced: [], contributors: [], isVolume: false, volume: null, revision: 1 },
  ...{ authors: [{ name: 'Ada Byron', organisation: false }], updatedAt: new Date(0) },
};

const maxClockBehindMs = 60_000;
/** Codes, proofs and signatures of identity providers tolerate less than a minute. */
const maxClockDifferenceMs = 5_000;

const clockFinding = (heartbeatAt: Date | null): Finding =>
  heartbeatAt !== null && heartbeatAt.getTime() - now().getTime() > maxClockBehindMs
    ? fault(
        'clock',
        `The clock is behind: the worker recorded ${heartbeatAt.toISOString()}.`,
        'Set the clock, and synchronise it with NTP.',
      )
    : ok('clock', `It is ${now().toISOString()}.`);

/**
 * Compares the clock with that of another machine.
 * @param aheadMs how far the other clock is ahead, in milliseconds
 */
const compareClock = (other: string, aheadMs: number): Finding => {
  const text = `It differs from that of ${other} by ${(aheadMs / 1000).toFixed(1)} s.`;
  return Math.abs(aheadMs) > maxClockDifferenceMs ? warning('clock', text, 'Keep both with NTP.') : ok('clock', text);
};

const minFreeBytes = 2 * 1024 ** 3;

/** Returns the path itself, or its nearest existing parent folder. */
const nearestExistingFolder = (path: string): string => (existsSync(path) ? path : nearestExistingFolder(dirname(path)));

export async function checkDisk({ DATA_DIR, DATABASE_URL }: Env): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(nearestExistingFolder(DATA_DIR));
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / 1024 ** 3).toFixed(1)} GB are free where DATA_DIR is.`;
  const findings = [freeBytes < minFreeBytes ? warning('disk', text, 'Free some space: writes fail on a full disk.') : ok('disk', text)];
  if (!existsSync(DATA_DIR))
    findings.push(warning('DATA_DIR', `${DATA_DIR} does not exist yet.`, 'It is created at the first start. Is DATA_DIR right?'));
  for (const path of [DATA_DIR, databaseFile(DATABASE_URL)]) {
    const mode = path === null ? undefined : statSync(path, { throwIfNoEntry: false })?.mode;
    if (path !== null && mode !== undefined && (mode & 0o077) !== 0)
      findings.push(warning('permissions', `Others on this machine can reach ${path}.`, `chmod go= ${path}`));
  }
  const reason = existsSync(DATA_DIR) ? readOnlyReason(DATA_DIR) : null;
  if (reason !== null) findings.push(fault('DATA_DIR', `${DATA_DIR} cannot be written: ${reason}.`, readOnlyAdvice));
  return findings;
}

const readOnlyAdvice = 'Run this as the user of the service. Give that user the folder (chown), on a writable disk with free space.';

/** Returns why no file can be created in a folder; null if it can. */
function readOnlyReason(folder: string): string | null {
  const trialFile = join(folder, `doctor-${process.pid}.part`);
  try {
    writeFileSync(trialFile, '', { flag: 'wx', mode: 0o600 });
    rmSync(trialFile);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

const maxCopyAgeDays = 30;

/** Warns of old copies from before migrations, which contain data that was erased since. */
export function checkCopies({ DATA_DIR }: Env): Finding[] {
  const folder = join(DATA_DIR, 'before-migrations');
  const oldestAllowedMs = now().getTime() - daysMs(maxCopyAgeDays);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const oldCopies = names.filter(
    (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? oldestAllowedMs) < oldestAllowedMs,
  );
  if (oldCopies.length === 0) return [];
  const text = `${oldCopies.length} in ${folder} are older than ${maxCopyAgeDays} days, and hold what was erased since.`;
  return [warning('copies', text, 'Delete them unless you may go back to that version.')];
}

export function checkSite(settings: Env): Finding[] {
  const text = siteFolderFault(settings);
  return text === null ? [] : [fault('SITE_DIR', text, 'Create the folder, or correct SITE_DIR, and start again.')];
}

export function checkBackup({ DATA_DIR, BACKUP_RECIPIENT }: Env): Finding[] {
  const lastBackup = readLastBackup(DATA_DIR);
  if (lastBackup === null) return [warning('backup', 'None is known.', 'npm run backup -- <file>, daily: see docs/operate.md')];
  const ageDays = Math.floor((now().getTime() - new Date(lastBackup.at).getTime()) / daysMs(1));
  const encryptionFindings = BACKUP_RECIPIENT
    ? []
    : [warning('backup', 'Backups are not encrypted.', 'Set BACKUP_RECIPIENT to a public age key.')];
  return [
    ageDays > 2
      ? warning('backup', `The last one is ${ageDays} days old.`, 'Is the timer running?')
      : ok('backup', `Made ${lastBackup.at}.`),
    ...encryptionFindings,
  ];
}

/** Returns advice for a mail server that does not send, from the errors of nodemailer and TLS. */
function mailAdvice(error: unknown): string {
  const { code = '', responseCode = 0 } = (error instanceof TransientError ? error.cause : error) as {
    code?: string;
    responseCode?: number;
  };
  const text = messageOf(error);
  if (/certificate|altnames/i.test(text))
    return 'Renew its certificate, or use the host name of the certificate in SMTP_URL. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its file.';
  if (code === 'ETLS')
    return 'It does not offer TLS: use smtps://, or another server. A relay in your own network needs ?requireTLS=false at the end of SMTP_URL.';
  if (/wrong version number/i.test(text))
    return 'This port begins without TLS: use smtp:// in SMTP_URL, or the port for smtps://, mostly 465.';
  if (responseCode >= 400 && responseCode < 500)
    return `It takes no email at the moment (greylisting, or a limit): run this again in some minutes. Emails are retried for ${inWords(maxTransientRetryDays)} days.`;
  if (code === 'EAUTH') return 'Check user and password in SMTP_URL.';
  if (code === 'EENVELOPE' || responseCode >= 500)
    return 'It rejects this email: check MAIL_FROM, and whether the server may send for this instance.';
  return `Check host and port in SMTP_URL, and whether a firewall blocks the connection. Emails are retried for ${inWords(maxTransientRetryDays)} days.`;
}

/** Signs in to the mail server, and sends a test message if an address is given. */
export async function checkMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Env, to: string | undefined): Promise<Finding[]> {
  if (!SMTP_URL) {
    const isLocal = isLoopbackHost(new URL(PUBLIC_URL).hostname);
    if (!isLocal) return [fault('mail', 'SMTP_URL is not set.', 'Set it: no email is delivered without it.')];
    const outboxText = 'Mail goes to the outbox of this machine.';
    if (to === undefined) return [ok('mail', outboxText)];
    return [warning('mail', `${outboxText} No test was sent to ${to}.`, 'Set SMTP_URL to test email.')];
  }
  try {
    await testSmtpConnection(SMTP_URL);
    if (to === undefined) return [ok('mail', 'The server accepts the sign-in. Give --mail <address> to send a test.')];
    const host = new URL(PUBLIC_URL).hostname;
    const text = `This is a test of ${PUBLIC_URL}. Mail works.\n`;
    const mail = { id: `doctor-${now().getTime()}`, to, subject: `Test of ${host}`, text, html: `<p>${text}</p>` };
    await smtpTransport(SMTP_URL, MAIL_FROM, host).deliver(mail);
    return [ok('mail', `A test was sent to ${to}. Check that it arrives, and not as spam (SPF, DKIM, DMARC).`)];
  } catch (error) {
    return [fault('mail', messageOf(error).trim(), mailAdvice(error))];
  }
}

/** Returns the latest remaining time for a renewal: 14 days, or a quarter of the certificate's lifetime if that is less. */
const renewalPeriodMs = ({ from, to }: Validity): number => Math.min(daysMs(14), (to.getTime() - from.getTime()) / 4);

interface Validity {
  from: Date;
  to: Date;
}

/** Returns the validity of a host's certificate, as presented to this machine. */
function certificateOf(host: string, port: number): Promise<Validity> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: connectTimeoutMs }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      socket.end();
      resolve({ from: new Date(valid_from), to: new Date(valid_to) });
    });
    socket.once('timeout', () => socket.destroy(new Error(`No answer within ${connectTimeoutMs / 1000} s.`)));
    socket.once('error', reject);
  });
}

export async function checkPublicAddress({ PUBLIC_URL }: Env): Promise<Finding[]> {
  const url = new URL(PUBLIC_URL);
  if (url.protocol !== 'https:') return [ok('TLS', 'PUBLIC_URL is on this machine: TLS is not needed.')];
  try {
    const certificate = await certificateOf(url.hostname, Number(url.port || 443));
    const remainingMs = certificate.to.getTime() - now().getTime();
    const text = `The certificate is valid for ${Math.floor(remainingMs / daysMs(1))} more days.`;
    const tlsFinding =
      remainingMs < renewalPeriodMs(certificate)
        ? warning('TLS', text, 'Renew it, and check why it is not renewed automatically.')
        : ok('TLS', text);
    const response = await fetch(`${PUBLIC_URL}/readyz`, { signal: AbortSignal.timeout(connectTimeoutMs) });
    const readyFinding = response.ok
      ? ok('site', `${PUBLIC_URL} is ready.`)
      : fault('site', `${PUBLIC_URL}/readyz answers ${response.status}.`, 'Check the logs of the instance and of the proxy.');
    // Adds half a second, since the header has whole seconds.
    const date = Date.parse(response.headers.get('date') ?? '');
    const clockFindings = Number.isNaN(date) ? [] : [compareClock(url.host, date + 500 - now().getTime())];
    return [tlsFinding, readyFinding, ...clockFindings];
  } catch (error) {
    return [fault('TLS', `${url.host}: ${messageOf(error)}`, 'Check DNS, the proxy and its certificate.')];
  }
}
