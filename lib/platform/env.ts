import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { proxyRanges } from '#lib/platform/settings/addresses.ts';
import { contrastWithPaper, minContrast } from './settings/accent-contrast.ts';
import { isLoopbackHost, isOrigin, isPostgresUrl, isRemotePostgres, splitList } from './settings/addresses.ts';
import { isAgeRecipient } from './settings/age-recipient.ts';
import { federatedLogins } from './settings/federated-logins.ts';
import { logWitnesses, witnessedOrigins } from './settings/log-witnesses.ts';

const defaultDataDir = 'data';

/** A hint about the most common mistake in a URL that contains a password. */
const encodingHint = '. Signs such as # / @ in a password are written %23 %2F %40';

/** Accepts a whole number between two bounds, both included. */
function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
}

const minSecretCharacters = 32;
const maxRetentionDays = 3650;

/** Days after which rows are deleted; 0 keeps them. */
const retentionDays = (min: number) =>
  wholeNumber(0, maxRetentionDays).refine((days) => days === 0 || days >= min, `must be 0, or from ${min} to ${maxRetentionDays}`);

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of these: ${values.join(', ')}`);

/** Accepts an http or https URL. @param example a valid URL for the error message */
const webAddress = (example: string) => z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` });

/** The URL of a service that this instance queries. @param defaultUrl its default */
const serviceUrl = (defaultUrl: string) => webAddress(defaultUrl).default(defaultUrl);

const settingsSchema = z
  .object({
    /** file:<path> for the embedded SQLite database, or postgres://…; by default `peergraph.db` in DATA_DIR. */
    DATABASE_URL: z
      .string()
      .refine(
        (url) => /^file:.+/.test(url) || isPostgresUrl(url),
        `must be file:<path> or postgres://user:password@host/database${encodingHint}`,
      ),
    /** Streaming replicas of the PostgreSQL in DATABASE_URL, separated by spaces. Public pages are read from them. */
    DATABASE_REPLICA_URL: z
      .string()
      .default('')
      .transform(splitList)
      .refine((urls) => urls.every(isPostgresUrl), `must be postgres://user:password@host/database, separated by spaces${encodingHint}`),
    /** The folder of everything that this instance stores: SQLite database, keys, secrets, uploads and the mail outbox. */
    DATA_DIR: z.string().min(1).default(defaultDataDir),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    /** The name of this instance in its header, titles and feeds. */
    SITE_NAME: z.string().trim().min(1).max(60).default('Peergraph'),
    /** The contact for questions about the instance: an email address or a page. */
    SITE_CONTACT: z
      .union([z.email(), z.url({ protocol: /^https?$/ })], {
        error: 'must be an email address, or an address such as https://example.org/contact',
      })
      .optional(),
    /** The heading of the home page, the sentence below it, and the profile beside them, by the end of its address. */
    SITE_HEADING: z.string().trim().min(1).max(80).optional(),
    SITE_LEAD: z.string().trim().min(1).max(300).optional(),
    SITE_EXAMPLE: z
      .string()
      .regex(/^[\p{L}\p{N}-]{1,200}$/u, 'must be the end of the address of a profile: ada-lovelace')
      .optional(),
    /** The colour of links and buttons in the light theme; the colour in the dark theme is derived from it. */
    SITE_ACCENT: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f5c66')
      .refine(
        (colour) => contrastWithPaper(colour) >= minContrast,
        `must be darker: text in it needs a contrast of ${minContrast}:1 with the page`,
      )
      .optional(),
    /** The licence of the data in feeds and files: name and URL, such as "CC0 1.0 https://creativecommons.org/publicdomain/zero/1.0/". */
    SITE_LICENCE: z
      .string()
      .regex(/^\S.*\s+https?:\/\/\S+$/, 'must be a name and an address: CC BY 4.0 https://creativecommons.org/licenses/by/4.0/')
      .optional(),
    /** The folder of the operator's own texts and logo (docs/operate.md); by default DATA_DIR/site. */
    SITE_DIR: z.string().min(1).optional(),
    /** The public origin of the instance; links in emails start with it. */
    PUBLIC_URL: webAddress('https://peergraph.example.org')
      .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), 'must have no path: https://peergraph.example.org')
      .optional(),
    /** At least 32 characters; by default generated on first start, in DATA_DIR/secret. */
    SECRET: z
      .string()
      .refine(
        (text) => text.trim().length >= minSecretCharacters,
        `must have at least ${minSecretCharacters} characters, without surrounding spaces`,
      )
      .optional(),
    /** 'on' fills an empty database with the sample instance on first start; the default is 'off' where PUBLIC_URL is public. */
    SAMPLE: oneOf('on', 'off').optional(),
    SMTP_URL: z
      .string()
      .refine(
        (url) => /^smtps?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '',
        `must be smtp://user:password@host:587 or smtps://user:password@host${encodingHint}`,
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^<>\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, or a name and an address: Peergraph <mail@example.org>')
      .default('Peergraph <peergraph@localhost>'),
    /** 'off' disables sign-in by emailed links: people sign in with ORCID or a passkey, and email only confirms addresses. */
    MAIL_SIGN_IN: oneOf('on', 'off').default('on'),
    ORCID_CLIENT_ID: z.string().min(1).optional(),
    ORCID_CLIENT_SECRET: z.string().min(1).optional(),
    ORCID_ISSUER: serviceUrl('https://orcid.org'),
    /** The public record API, including its version: the works of an iD are read from <this>/<iD>/works. */
    ORCID_API_URL: serviceUrl('https://pub.orcid.org/v3.0'),
    /** The APIs that look up works by DOI or arXiv id. */
    CROSSREF_API_URL: serviceUrl('https://api.crossref.org'),
    DATACITE_API_URL: serviceUrl('https://api.datacite.org'),
    /** Repositories (DataCite client ids such as "ethz.ub") whose entries prove an iD, separated by spaces. */
    TRUSTED_REPOSITORIES: z
      .string()
      .default('')
      .transform((text) => splitList(text.toLowerCase())),
    /** Hosts at which institutions give addresses to their staff, besides the domains of the ROR registry, separated by spaces. */
    STAFF_MAIL_HOSTS: z
      .string()
      .default('')
      .transform((text) => splitList(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)),
        'must be hosts such as cs.example.edu, separated by spaces',
      ),
    /**
     * Organisations, or proxies of a federation, whose login can prove a fact for a claim: a JSON list of {"id", "name", "issuer",
     * "clientId", "clientSecret"}. Optional: "scope"; "domains", the only domains that the issuer may assert, without which no login is a
     * strong proof; "staffClaim" and "staffValues", by which it tells staff from students.
     */
    FEDERATED_LOGINS: federatedLogins.default([]),
    /** Weak and fair claims a day of one network, and of one mail domain; the next one waits for an admin (docs/specifications/limits.md). */
    CLAIMS_PER_NETWORK: wholeNumber(1, 10_000).default(10),
    CLAIMS_PER_MAIL_DOMAIN: wholeNumber(1, 10_000).default(10),
    /** Claims within an hour from which the operator is alerted. */
    CLAIM_ALERT_PER_HOUR: wholeNumber(1, 10_000).default(20),
    /** Days of public notice where nobody can be told who knows the person; 7 elsewhere. */
    CLAIM_LONG_NOTICE_DAYS: wholeNumber(7, 60).default(14),
    /** 'off' disables the check whether links to code respond. */
    CODE_CHECKS: oneOf('on', 'off').default('on'),
    /** For tests only: 'on' allows these checks to connect to this machine. */
    CODE_CHECKS_LOOPBACK: oneOf('on', 'off').default('off'),
    /** Address and port of the DNS resolver for TXT records; by default the resolver of the system. */
    PROOF_DNS_SERVER: z
      .string()
      .refine((server) => {
        const [, host = '', port = '53'] = /^\[?([\d.]+|(?<=\[)[0-9a-f:]+(?=\]))\]?(?::(\d{1,5}))?$/i.exec(server) ?? [];
        return isIP(host) > 0 && Number(port) <= 65_535;
      }, 'must be an IP address with or without a port: 192.0.2.53:53')
      .optional(),
    /** URLs from which files of repositories are read: "host=URL" pairs; {path} is replaced by owner and name, {file} by the file. */
    REPOSITORY_FILES: z
      .string()
      .regex(
        /^[a-z0-9.:-]+=https?:\/\/\S+(\s+[a-z0-9.:-]+=https?:\/\/\S+)*$/i,
        'must be pairs such as github.com=https://host/{path}/{file}',
      )
      .default(
        [
          'github.com=https://raw.githubusercontent.com/{path}/HEAD/{file}',
          'gitlab.com=https://gitlab.com/{path}/-/raw/HEAD/{file}',
          'codeberg.org=https://codeberg.org/api/v1/repos/{path}/raw/{file}',
        ].join(' '),
      ),
    /** APIs of code hosts for repositories and commits (GitHub REST API): "host=URL" pairs. */
    REPOSITORY_APIS: z
      .string()
      .regex(/^[a-z0-9.:-]+=https?:\/\/\S+(\s+[a-z0-9.:-]+=https?:\/\/\S+)*$/i, 'must be pairs such as github.com=https://api.github.com')
      .default('github.com=https://api.github.com'),
    /** The service for domain registrations (RDAP, RFC 9082): <this>/domain/<name>. */
    RDAP_URL: serviceUrl('https://rdap.org'),
    /** For tests only: 'on' allows proofs to be fetched from this machine. */
    PROOFS_LOOPBACK: oneOf('on', 'off').default('off'),
    /**
     * Minimum seconds between two emails that unauthenticated requests send to one address; 0 for tests that sign in many times a minute.
     */
    MAIL_INTERVAL_SECONDS: wholeNumber(0, 3600).default(60),
    /** The origins of the instances that get each published head of the evidence log. */
    LOG_WITNESSES: logWitnesses.default([]),
    /** The origins of the instances whose heads this instance witnesses. */
    WITNESS_FOR: witnessedOrigins.default([]),
    /**
     * Seconds for which the clock must be consistent after a jump before retention, erasures, expiry and heads resume; 0 trusts any clock.
     */
    CLOCK_SETTLING_SECONDS: wholeNumber(0, 86_400).default(900),
    /** Memory of the page cache, in megabytes; 0 disables it. */
    PAGE_CACHE_MB: wholeNumber(0, 4096).default(32),
    /** Disk space of the page cache in DATA_DIR/cache, in megabytes; 0 writes no files. By default a tenth of the free disk space. */
    PAGE_CACHE_DISK_MB: wholeNumber(0, 1_048_576).optional(),
    /** Whether pages that are not in these files are rendered while nobody waits for a page. */
    PAGE_CACHE_FILL: oneOf('on', 'off').default('on'),
    /**
     * Renderer processes beside the HTTP server, about 350 MB each. 0 renders in the server process, which is also the case with database
     * replicas.
     */
    RENDER_PROCESSES: wholeNumber(0, 16).default(availableParallelism() > 1 ? 1 : 0),
    /** Seconds after which PostgreSQL ends a statement of a page, or an idle transaction; 0 sets no limit. */
    DATABASE_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(15),
    /**
     * Proxies whose X-Forwarded-For is trusted: addresses and ranges separated by spaces; `loopback` means this machine. If the addresses
     * of the proxies change: the number of proxies that each request passes, from 1 to 9.
     */
    TRUSTED_PROXIES: proxyRanges.default(['loopback']),
    /** Strict-Transport-Security if PUBLIC_URL is https: for this host, also for its subdomains, or off. */
    HSTS: oneOf('on', 'subdomains', 'off').default('on'),
    /** Upper bound on open connections; further connections are closed immediately. */
    MAX_CONNECTIONS: wholeNumber(10, 100_000).default(1000),
    /** Upper bound on open connections from one IPv4 address or one IPv6 /64; trusted proxies are exempt. */
    MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(4, 100_000).default(100),
    /** Seconds after the stop signal during which /readyz returns 503 and requests are still answered, so that load balancers notice. */
    SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).default(1),
    /** Seconds after that for open requests and the running job to finish. */
    SHUTDOWN_GRACE_SECONDS: wholeNumber(1, 600).default(20),
    /** The public age key for which backups are encrypted. */
    BACKUP_RECIPIENT: z.string().refine(isAgeRecipient, 'must be a public age key: the whole line age1… that age-keygen prints').optional(),
    /** 'off' migrates without copying the database first, for operators who have their own backup. */
    COPY_BEFORE_MIGRATIONS: oneOf('on', 'off').default('on'),
    /**
     * Days after which a notification is deleted, read or not; 0 keeps all. The minimum is 30, because a stored notification prevents a
     * second one for the same event.
     */
    NOTIFICATION_RETENTION_DAYS: retentionDays(30).default(365),
    /** Days after which finished jobs, and emails that could not be sent, are deleted. */
    JOB_RETENTION_DAYS: wholeNumber(1, 365).default(7),
    /** Days after which dead letters are deleted, unless an admin has retried them; 0 keeps all. */
    FAILED_JOB_RETENTION_DAYS: retentionDays(7).default(90),
    /** Days after which a session expires, and days without use. For admins and reviewers, at most 7 days without use. */
    SESSION_DAYS: wholeNumber(1, 90).default(90),
    SESSION_IDLE_DAYS: wholeNumber(1, 90).default(30),
    /** Days for which an archive of an account can be downloaded. */
    ARCHIVE_RETENTION_DAYS: wholeNumber(1, 30).default(7),
    /**
     * Days after which a declined, withdrawn or unanswered invitation is deleted; 0 keeps all. Sender cooldowns look back for a shorter
     * time.
     */
    INVITATION_RETENTION_DAYS: retentionDays(365).default(0),
    /** Days after which an entry of the audit log is deleted; 0 keeps all. The evidence log is separate and always complete. */
    AUDIT_RETENTION_DAYS: retentionDays(365).default(0),
    /** Address and port of /metrics, separate from the site: 127.0.0.1:9464. */
    METRICS_ADDRESS: z
      .string()
      .refine(
        (at) => /^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(at) && Number(at.slice(at.lastIndexOf(':') + 1)) <= 65_535,
        'must be an address and a port: 127.0.0.1:9464',
      )
      .optional(),
    /** The email address for alerts to the operator. */
    ALERT_MAIL: z.email('must be an email address').optional(),
    /** The URL to which the same alerts are posted as JSON. */
    ALERT_WEBHOOK: webAddress('https://alerts.example.org/hook').optional(),
    /** The collector for traces, by OTLP over HTTP: http://127.0.0.1:4318. */
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318').optional(),
    /** The name of this instance in traces. */
    OTEL_SERVICE_NAME: z.string().max(100).default('peergraph'),
    /** The level of the log line of each request. */
    REQUEST_LOG_LEVEL: oneOf('debug', 'info').default('debug'),
    LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  })
  .superRefine((values, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (values.DATABASE_REPLICA_URL.length > 0 && values.DATABASE_URL.startsWith('file:'))
      addIssue('DATABASE_REPLICA_URL', 'needs a DATABASE_URL that starts with postgres://');
    if (values.ORCID_CLIENT_SECRET && !values.ORCID_CLIENT_ID) addIssue('ORCID_CLIENT_ID', 'is required if ORCID_CLIENT_SECRET is set');
    if (values.MAIL_SIGN_IN === 'off' && !values.ORCID_CLIENT_ID)
      addIssue('MAIL_SIGN_IN', 'can be off only if ORCID_CLIENT_ID is set: otherwise nobody could sign in');
    if (values.ORCID_CLIENT_ID && !values.ORCID_CLIENT_SECRET) addIssue('ORCID_CLIENT_SECRET', 'is needed once ORCID_CLIENT_ID is set');
    const isTest = values.PROOFS_LOOPBACK === 'on';
    const isSecure = (address: string) => address.startsWith('https:') || (isTest && isLoopbackHost(new URL(address).hostname));
    for (const witness of values.LOG_WITNESSES) if (!isSecure(witness)) addIssue('LOG_WITNESSES', `must use https: ${witness}`);
    const isPublic = values.PUBLIC_URL && URL.canParse(values.PUBLIC_URL) && !isLoopbackHost(new URL(values.PUBLIC_URL).hostname);
    for (const [name, address] of isPublic ? queriedServers(values) : [])
      if (!address.startsWith('https:') && !isLoopbackHost(new URL(address).hostname))
        addIssue(name, `must use https: ${new URL(address).origin}`);
    for (const url of isPublic ? [values.DATABASE_URL, ...values.DATABASE_REPLICA_URL] : [])
      if (isRemotePostgres(url) && !/[?&]sslmode=(verify-full|disable)(&|$)/.test(url))
        addIssue(
          url === values.DATABASE_URL ? 'DATABASE_URL' : 'DATABASE_REPLICA_URL',
          'must end in ?sslmode=verify-full where PostgreSQL is not this machine, or in ?sslmode=disable in a network of your own',
        );
    for (const { origin } of values.WITNESS_FOR) if (!isSecure(origin)) addIssue('WITNESS_FOR', `must use https: ${origin}`);
    if (values.PUBLIC_URL && URL.canParse(values.PUBLIC_URL) && !isLoopbackHost(new URL(values.PUBLIC_URL).hostname)) {
      if (!values.PUBLIC_URL.startsWith('https:')) addIssue('PUBLIC_URL', 'must start with https:// once it is not this machine');
      if (values.CODE_CHECKS_LOOPBACK === 'on') addIssue('CODE_CHECKS_LOOPBACK', 'is for tests on this machine: leave it out');
      if (values.PROOFS_LOOPBACK === 'on') addIssue('PROOFS_LOOPBACK', 'is for tests on this machine: leave it out');
      if (!values.SMTP_URL && values.MAIL_SIGN_IN === 'on')
        addIssue(
          'SMTP_URL',
          'must be set once PUBLIC_URL is not this machine: without email nobody can sign in. smtp://user:password@host:587',
        );
      if (!values.SECRET) addIssue('SECRET', 'must be set once PUBLIC_URL is not this machine: openssl rand -base64 32');
    }
  });

type Settings = z.infer<typeof settingsSchema>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

/** The URLs that this instance queries, with the names of their settings. */
const queriedServers = (set: Omit<Settings, 'PUBLIC_URL' | 'SAMPLE'>): [name: string, address: string][] => [
  ['ORCID_ISSUER', set.ORCID_ISSUER],
  ['ORCID_API_URL', set.ORCID_API_URL],
  ['CROSSREF_API_URL', set.CROSSREF_API_URL],
  ['DATACITE_API_URL', set.DATACITE_API_URL],
  ['RDAP_URL', set.RDAP_URL],
  ...(['ALERT_WEBHOOK', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const).flatMap((name): [string, string][] => {
    const address = set[name];
    return address ? [[name, address]] : [];
  }),
  ...(['REPOSITORY_FILES', 'REPOSITORY_APIS'] as const).flatMap((name) =>
    splitList(set[name]).map((pair): [string, string] => [name, pair.slice(pair.indexOf('=') + 1)]),
  ),
];

/** Invalid settings; the message names each of them. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type Env = Omit<z.infer<typeof settingsSchema>, 'PUBLIC_URL' | 'SAMPLE'> & { PUBLIC_URL: string; SAMPLE: 'on' | 'off' };

/**
 * Reads and checks the settings of this instance.
 * @param source environment variables; an empty string counts as not set
 * @throws SettingsError whose message names each invalid setting and how to fix it
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = settingsSchema.safeParse({
    DATABASE_URL: `file:${join(nonEmpty.DATA_DIR ?? defaultDataDir, 'peergraph.db')}`,
    ...nonEmpty,
  });
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new SettingsError(`Peergraph cannot start, because of its settings:\n${lines.join('\n')}\nSee "Configure" in README.md.`);
  }
  const values = result.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: publicUrl,
    // Invented people must not be public by default.
    SAMPLE: values.SAMPLE ?? (isLoopbackHost(new URL(publicUrl).hostname) ? 'on' : 'off'),
  };
}

let cachedEnv: Env | undefined;

/** Returns the settings of this process, read once. */
export const env = (): Env => {
  cachedEnv ??= readEnv(process.env);
  return cachedEnv;
};
