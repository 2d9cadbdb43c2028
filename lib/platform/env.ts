import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { proxyRanges } from '#lib/platform/settings/addresses.ts';
import { contrastWithPaper, minContrast } from './settings/accent-contrast.ts';
import { isElsewhere, isLoopbackHost, isOrigin, isPostgres, splitList } from './settings/addresses.ts';
import { isAgeRecipient } from './settings/age-recipient.ts';
import { federatedLogins } from './settings/federated-logins.ts';
import { logWitnesses, witnessedOrigins } from './settings/log-witnesses.ts';

const usualDataDir = 'data';

/** What is most often wrong with an address that holds a password. */
const encoded = '. Signs such as # / @ in a password are written %23 %2F %40';

/** A whole number within limits, both included. */
function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
}

/** Days after which something is deleted, or 0 where it is kept. */
const daysOrAlways = (min: number) => wholeNumber(0, 3650).refine((days) => days === 0 || days >= min, `must be 0, or from ${min} to 3650`);

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of these: ${values.join(', ')}`);

/** An http or https address. @param example is named where it is none */
const webAddress = (example: string) => z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` });

/** The address of a service that this instance asks, and its usual one. */
const service = (usual: string) => webAddress(usual).default(usual);

const settings = z
  .object({
    /** file:<path> for the embedded SQLite database, or postgres://…; `peergraph.db` in DATA_DIR unless set. */
    DATABASE_URL: z
      .string()
      .refine((url) => /^file:.+/.test(url) || isPostgres(url), `must be file:<path> or postgres://user:password@host/database${encoded}`),
    /** Streaming replicas of the PostgreSQL of DATABASE_URL, with spaces between; pages for everybody are read from them. */
    DATABASE_REPLICA_URL: z
      .string()
      .default('')
      .transform(splitList)
      .refine((urls) => urls.every(isPostgres), `must hold postgres://user:password@host/database, with spaces between${encoded}`),
    /** The folder of everything that this instance stores: the SQLite database, keys, secrets, uploads and the mail outbox. */
    DATA_DIR: z.string().min(1).default(usualDataDir),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    /** What this instance is called: in its header, titles and feeds. */
    SITE_NAME: z.string().trim().min(1).max(60).default('Peergraph'),
    /** Who answers questions about it: an email address or a page. */
    SITE_CONTACT: z
      .union([z.email(), z.url({ protocol: /^https?$/ })], {
        error: 'must be an email address, or an address such as https://example.org/contact',
      })
      .optional(),
    /** The colour of links and buttons, in the light theme; the dark theme's is made from it. */
    SITE_ACCENT: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f5c66')
      .refine(
        (colour) => contrastWithPaper(colour) >= minContrast,
        `must be darker: text in it needs a contrast of ${minContrast}:1 with the page`,
      )
      .optional(),
    /** The licence of the data in feeds and files: its name and its address, such as "CC0 1.0 https://creativecommons.org/publicdomain/zero/1.0/". */
    SITE_LICENCE: z
      .string()
      .regex(/^\S.*\s+https?:\/\/\S+$/, 'must be a name and an address: CC BY 4.0 https://creativecommons.org/licenses/by/4.0/')
      .optional(),
    /** The folder of the operator's own texts and logo (docs/operate.md); DATA_DIR/site unless set. */
    SITE_DIR: z.string().min(1).optional(),
    /** Where people reach the instance; links in mails start with it. */
    PUBLIC_URL: webAddress('https://peergraph.example.org')
      .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), 'must have no path: https://peergraph.example.org')
      .optional(),
    /** At least 32 characters; made on first start into DATA_DIR/secret unless set. */
    SECRET: z
      .string()
      .refine((text) => text.trim().length >= 32, 'must have at least 32 characters, blanks around them not counted')
      .optional(),
    /** 'on' fills an empty database with the sample instance on first start. */
    SAMPLE: oneOf('on', 'off').default('on'),
    SMTP_URL: z
      .string()
      .refine(
        (url) => /^smtps?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '',
        `must be smtp://user:password@host:587 or smtps://user:password@host${encoded}`,
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^<>\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, or a name and an address: Peergraph <mail@example.org>')
      .default('Peergraph <peergraph@localhost>'),
    /** 'off' lets nobody sign in by a mailed link: people sign in with ORCID or a passkey, and mail confirms addresses alone. */
    MAIL_SIGN_IN: oneOf('on', 'off').default('on'),
    ORCID_CLIENT_ID: z.string().min(1).optional(),
    ORCID_CLIENT_SECRET: z.string().min(1).optional(),
    ORCID_ISSUER: service('https://orcid.org'),
    /** The public record API, with its version: works of an iD are read from <this>/<iD>/works. */
    ORCID_API_URL: service('https://pub.orcid.org/v3.0'),
    /** Where works are looked up by their DOI or arXiv id. */
    CROSSREF_API_URL: service('https://api.crossref.org'),
    DATACITE_API_URL: service('https://api.datacite.org'),
    /**
     * Organisations, or proxies of a federation, whose login people can show: a JSON list of
     * {"id", "name", "issuer", "clientId", "clientSecret"}, and where needed "scope" and the only "domains" that it may speak for.
     */
    FEDERATED_LOGINS: federatedLogins.default([]),
    /** 'off' keeps this instance from looking whether links to code answer. */
    CODE_CHECKS: oneOf('on', 'off').default('on'),
    /** For tests alone: 'on' lets those looks go to this machine. */
    CODE_CHECKS_LOOPBACK: oneOf('on', 'off').default('off'),
    /** Address and port of the resolver that is asked for TXT records; the system's own unless set. */
    PROOF_DNS_SERVER: z
      .string()
      .refine((server) => {
        const [, host = '', port = '53'] = /^\[?([\d.]+|(?<=\[)[0-9a-f:]+(?=\]))\]?(?::(\d{1,5}))?$/i.exec(server) ?? [];
        return isIP(host) > 0 && Number(port) <= 65_535;
      }, 'must be an IP address with or without a port: 192.0.2.53:53')
      .optional(),
    /** Where the files of repositories are read: "host=address" pairs, {path} for owner and name, {file} for the file. */
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
    /** Where hosts of code answer about repositories and their commits (GitHub REST API): "host=address" pairs. */
    REPOSITORY_APIS: z
      .string()
      .regex(/^[a-z0-9.:-]+=https?:\/\/\S+(\s+[a-z0-9.:-]+=https?:\/\/\S+)*$/i, 'must be pairs such as github.com=https://api.github.com')
      .default('github.com=https://api.github.com'),
    /** Where the registration of a domain is asked for (RDAP, RFC 9082): <this>/domain/<name>. */
    RDAP_URL: service('https://rdap.org'),
    /** For tests alone: 'on' lets proofs be looked for on this machine. */
    PROOFS_LOOPBACK: oneOf('on', 'off').default('off'),
    /** Seconds between two mails that strangers ask for to one address; 0 for tests that sign in many times a minute. */
    MAIL_INTERVAL_SECONDS: wholeNumber(0, 3600).default(60),
    /** Where each published head of the evidence log goes: mailto:…, git+https://…, or the origin of another instance. */
    LOG_WITNESSES: logWitnesses.default([]),
    /** The instances whose heads this one witnesses, by their origins. */
    WITNESS_FOR: witnessedOrigins.default([]),
    /** Seconds that the clock must be consistent after a jump before sweeping, erasures, expiry and heads go on; 0 trusts any clock. */
    CLOCK_SETTLING_SECONDS: wholeNumber(0, 86_400).default(900),
    /** Memory for whole public pages, in megabytes; 0 makes each again. */
    PAGE_CACHE_MB: wholeNumber(0, 4096).default(32),
    /** Files of public pages in DATA_DIR/cache, in megabytes; 0 writes none. */
    PAGE_CACHE_DISK_MB: wholeNumber(0, 65_536).default(128),
    /**
     * Processes that render pages beside the one that answers, each with some 350 MB. 0 renders in that one, as replicas of the
     * database have it too.
     */
    RENDER_PROCESSES: wholeNumber(0, 16).default(availableParallelism() > 1 ? 1 : 0),
    /** Seconds after which PostgreSQL ends a statement of a page, or a transaction that does nothing; 0 waits for ever. */
    DATABASE_TIMEOUT_SECONDS: wholeNumber(0, 3600).default(15),
    /**
     * Proxies whose X-Forwarded-For is believed: addresses and ranges with spaces between; `loopback` means this machine. Or how many proxies
     * each request passes, from 1 to 9, where their addresses change.
     */
    TRUSTED_PROXIES: proxyRanges.default(['loopback']),
    /** Strict-Transport-Security where PUBLIC_URL is https: for this host, for all hosts below it too, or not at all. */
    HSTS: oneOf('on', 'subdomains', 'off').default('on'),
    /** Connections that are open at the same time; more are closed at once. */
    MAX_CONNECTIONS: wholeNumber(10, 100_000).default(1000),
    /** Of these, from one address or one /64 of IPv6; trusted proxies have no limit of their own. */
    MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(4, 100_000).default(100),
    /** Seconds from the signal to stop, during which /readyz already says 503 and everything is still answered: a load balancer's time to notice. */
    SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).default(1),
    /** Seconds after that in which open requests and the job in hand may end. */
    SHUTDOWN_GRACE_SECONDS: wholeNumber(1, 600).default(20),
    /** The public age key that backups are encrypted for. */
    BACKUP_RECIPIENT: z
      .string()
      .refine(isAgeRecipient, 'must be a public age key: all of the line age1… that age-keygen prints')
      .optional(),
    /** 'off' migrates without a copy of the database: the operator has one. */
    COPY_BEFORE_MIGRATIONS: oneOf('on', 'off').default('on'),
    /** Days after which a notification is deleted, read or not; 0 keeps all. Nobody is notified of one event twice within a month. */
    NOTIFICATION_RETENTION_DAYS: daysOrAlways(30).default(365),
    /** Days after which finished jobs, and mails that could not be sent, are deleted. */
    JOB_RETENTION_DAYS: wholeNumber(1, 365).default(7),
    /** Days after which jobs that have failed for good are deleted, if no admin has tried them again; 0 keeps all. */
    FAILED_JOB_RETENTION_DAYS: daysOrAlways(7).default(90),
    /** Days after which a session ends, and days without use. Of admins and reviewers 7 days without use are the most. */
    SESSION_DAYS: wholeNumber(1, 90).default(90),
    SESSION_IDLE_DAYS: wholeNumber(1, 90).default(30),
    /** Days for which an archive of an account can be downloaded. */
    ARCHIVE_RETENTION_DAYS: wholeNumber(1, 30).default(7),
    /** Days after which an invitation that was declined, withdrawn or not answered is deleted; 0 keeps all. Pauses of senders look back less. */
    INVITATION_RETENTION_DAYS: daysOrAlways(365).default(0),
    /** Days after which an entry of the audit log is deleted; 0 keeps all. The evidence log is another one, and whole. */
    AUDIT_RETENTION_DAYS: daysOrAlways(365).default(0),
    /** Address and port of /metrics, apart from the site: 127.0.0.1:9464. */
    METRICS_ADDRESS: z
      .string()
      .refine(
        (at) => /^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(at) && Number(at.slice(at.lastIndexOf(':') + 1)) <= 65_535,
        'must be an address and a port: 127.0.0.1:9464',
      )
      .optional(),
    /** Who gets a mail when something needs the operator. */
    ALERT_MAIL: z.email('must be an email address').optional(),
    /** Where the same is posted as JSON. */
    ALERT_WEBHOOK: webAddress('https://alerts.example.org/hook').optional(),
    /** The collector that traces are sent to, by OTLP over HTTP: http://127.0.0.1:4318. */
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318').optional(),
    /** The name of this instance in traces. */
    OTEL_SERVICE_NAME: z.string().max(100).default('peergraph'),
    /** The level of the line that each request writes. */
    REQUEST_LOG_LEVEL: oneOf('debug', 'info').default('debug'),
    LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  })
  .superRefine((set, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (set.DATABASE_REPLICA_URL.length > 0 && set.DATABASE_URL.startsWith('file:'))
      fault('DATABASE_REPLICA_URL', 'needs a DATABASE_URL that starts with postgres://');
    if (set.ORCID_CLIENT_SECRET && !set.ORCID_CLIENT_ID) fault('ORCID_CLIENT_ID', 'is needed once ORCID_CLIENT_SECRET is set');
    if (set.MAIL_SIGN_IN === 'off' && !set.ORCID_CLIENT_ID)
      fault('MAIL_SIGN_IN', 'can be off only once ORCID_CLIENT_ID is set: nobody could sign in');
    if (set.ORCID_CLIENT_ID && !set.ORCID_CLIENT_SECRET) fault('ORCID_CLIENT_SECRET', 'is needed once ORCID_CLIENT_ID is set');
    const isTest = set.PROOFS_LOOPBACK === 'on';
    const isSecure = (address: string) => address.startsWith('https:') || (isTest && isLoopbackHost(new URL(address).hostname));
    for (const witness of set.LOG_WITNESSES) {
      const address = witness.kind === 'git' ? witness.url : witness.kind === 'instance' ? witness.origin : 'https:';
      if (!isSecure(address)) fault('LOG_WITNESSES', `must use https: ${witness.name}`);
    }
    const isPublic = set.PUBLIC_URL && URL.canParse(set.PUBLIC_URL) && !isLoopbackHost(new URL(set.PUBLIC_URL).hostname);
    for (const [name, address] of isPublic ? askedServers(set) : [])
      if (!address.startsWith('https:') && !isLoopbackHost(new URL(address).hostname))
        fault(name, `must use https: ${new URL(address).origin}`);
    for (const url of isPublic ? [set.DATABASE_URL, ...set.DATABASE_REPLICA_URL] : [])
      if (isElsewhere(url) && !/[?&]sslmode=(verify-full|disable)(&|$)/.test(url))
        fault(
          url === set.DATABASE_URL ? 'DATABASE_URL' : 'DATABASE_REPLICA_URL',
          'must end in ?sslmode=verify-full where PostgreSQL is not this machine, or in ?sslmode=disable in a network of your own',
        );
    for (const { origin } of set.WITNESS_FOR) if (!isSecure(origin)) fault('WITNESS_FOR', `must use https: ${origin}`);
    if (set.PUBLIC_URL && URL.canParse(set.PUBLIC_URL) && !isLoopbackHost(new URL(set.PUBLIC_URL).hostname)) {
      if (!set.PUBLIC_URL.startsWith('https:')) fault('PUBLIC_URL', 'must start with https:// once it is not this machine');
      if (set.CODE_CHECKS_LOOPBACK === 'on') fault('CODE_CHECKS_LOOPBACK', 'is for tests on this machine: leave it out');
      if (set.PROOFS_LOOPBACK === 'on') fault('PROOFS_LOOPBACK', 'is for tests on this machine: leave it out');
      if (!set.SMTP_URL && set.MAIL_SIGN_IN === 'on')
        fault(
          'SMTP_URL',
          'must be set once PUBLIC_URL is not this machine: without email nobody can sign in. smtp://user:password@host:587',
        );
      if (!set.SECRET) fault('SECRET', 'must be set once PUBLIC_URL is not this machine: openssl rand -base64 32');
    }
  });

type Settings = z.infer<typeof settings>;

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** Addresses that this instance asks, by the names of their settings. */
const askedServers = (set: Omit<Settings, 'PUBLIC_URL'>): [name: string, address: string][] => [
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

/** Settings that the operator must fix: the message names each of them. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type Env = Omit<z.infer<typeof settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/**
 * Reads and checks the settings of this instance. Throws an Error whose message names each bad setting and what to do.
 * @param source environment variables; an empty string counts as not set
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = settings.safeParse({ DATABASE_URL: `file:${join(given.DATA_DIR ?? usualDataDir, 'peergraph.db')}`, ...given });
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new SettingsError(`Peergraph cannot start, because of its settings:\n${lines.join('\n')}\nSee "Configure" in README.md.`);
  }
  const set = result.data;
  return { ...set, DATA_DIR: resolve(set.DATA_DIR), PUBLIC_URL: (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '') };
}

let read: Env | undefined;

/** The settings of this process, read once. */
export const env = (): Env => {
  read ??= readEnv(process.env);
  return read;
};
