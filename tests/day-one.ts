import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { freePort, startPostgres } from './postgres.ts';
import { startCaddy } from './servers/caddy.ts';
import { startSmtp } from './servers/smtp.ts';
import { removeFolder } from './temporary-files.ts';

/**
 * `npm run day-one`: follows "Day one" of docs/operate.md from an empty folder to a service with PostgreSQL, mail, TLS, backup and metrics,
 * and prints the duration of each step. It uses the last commit, without uncommitted changes.
 */
const home = mkdtempSync(join(tmpdir(), 'peergraph-day-one-'));
const [app, settings] = [join(home, 'peergraph'), join(home, 'peergraph.env')];
const operator = 'operator@example.org';
const host = hostname();

/** The environment of an operator's shell, without the settings of this process. */
const shell = (file = settings): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|NODE_EXTRA_CA_CERTS)$|proxy|npm_config/i.test(name)),
  ),
  NODE_ENV: 'production',
  PEERGRAPH_ENV: file,
});

const execute = promisify(execFile);
async function run(command: string, args: readonly string[], env = shell()): Promise<string> {
  const { stdout, stderr } = await execute(command, args, { cwd: app, env, maxBuffer: 64 * 1024 ** 2 });
  return `${stdout}${stderr}`;
}
const npm = (script: string, args: readonly string[] = [], env = shell()) => run('npm', ['run', '--silent', script, '--', ...args], env);

const times: [step: string, seconds: number][] = [];
async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  times.push([name, (performance.now() - startedAt) / 1000]);
  console.log(`${times.at(-1)?.[1].toFixed(1).padStart(8)} s  ${name}`);
  return value;
}

function expect(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence);
}

/** Writes the example of the settings with other values; settings that it does not contain are appended. */
function writeSettings(file: string, values: Readonly<Record<string, string>>): void {
  let text = readFileSync(join(app, 'deploy', 'peergraph.env.example'), 'utf8');
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, () => `${name}=${value}`) : `${text}${name}=${value}\n`;
  }
  writeFileSync(file, text, { mode: 0o600 });
}

async function waitUntil(what: string, isSo: () => Promise<boolean> | boolean, withinMs = 120_000): Promise<void> {
  for (const endsAt = performance.now() + withinMs; performance.now() < endsAt; await wait(100)) if (await isSo()) return;
  throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
}
const isHealthy = async (url: string) => (await fetch(url).catch(() => null))?.ok ?? false;

/** Starts the service as its systemd unit does. */
function startService(env: NodeJS.ProcessEnv) {
  const child = spawn('node', ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    cwd: app,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const postgres = await startPostgres({ isDurable: true, isSystem: true });
const smtp = await startSmtp();
const [port, metricsPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
const site = `https://${host}:${httpsPort}`;
const database = (name: string) => Object.assign(new URL(postgres.url), { username: 'app', password: 'secret', pathname: `/${name}` }).href;
const begun: { stop(): Promise<unknown> }[] = [postgres, smtp];
try {
  await step('get the code', () => execute('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, app]));
  await step('npm ci --omit=dev', () => run('npm', ['ci', '--omit=dev'], shell('')));
  await step('npm run build', () => npm('build', [], shell('')));
  await step('make role and database', async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("create role app login password 'secret'");
    for (const name of ['peergraph', 'restored']) await client.query(`create database ${name} owner app`);
    await client.end();
  });
  const identity = await generateX25519Identity();
  const identityFile = join(home, 'identity.txt');
  writeFileSync(identityFile, `${identity}\n`, { mode: 0o600 });
  const values = {
    ...{ PUBLIC_URL: site, PORT: String(port), SECRET: randomBytes(32).toString('base64'), SMTP_URL: smtp.url, ALERT_MAIL: operator },
    ...{ DATA_DIR: join(home, 'data'), DATABASE_URL: database('peergraph'), METRICS_ADDRESS: `127.0.0.1:${metricsPort}` },
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  };
  writeSettings(settings, values);

  const service = startService(shell());
  begun.push(service);
  await step('start the service', () => waitUntil('/readyz', () => isHealthy(`http://127.0.0.1:${port}/readyz`)));
  await step('Caddy with its certificate', async () => {
    const caddy = await startCaddy({
      folder: join(home, 'caddy'),
      caddyfile: join(app, 'deploy', 'Caddyfile'),
      host,
      httpsPort,
      upstream: `127.0.0.1:${port}`,
    });
    begun.push(caddy);
    setDefaultCACertificates([caddy.root]);
    await waitUntil(site, () => isHealthy(`${site}/readyz`));
  });
  const { headers } = await fetch(site);
  expect(headers.get('strict-transport-security')?.startsWith('max-age=63072000') ?? false, 'no HSTS');
  await step('npm run doctor', async () => {
    const found = await npm('doctor', ['--mail', operator], { ...shell(), NODE_EXTRA_CA_CERTS: join(home, 'caddy', 'root.crt') });
    expect(/TLS: The certificate is valid/.test(found) && /ok +mail/.test(found) && /ok +site/.test(found), found);
    await waitUntil('the test mail', () => smtp.arrived.some(({ mail }) => mail.subject?.startsWith('Test of') ?? false));
  });
  await step('sign in by mail, become admin', async () => {
    // A header that the client sends must not determine its network.
    const asks = { origin: site, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '8.8.8.8' };
    const post = (path: string, fields: Record<string, string>, cookie = '') =>
      fetch(`${site}${path}`, { method: 'POST', redirect: 'manual', headers: { ...asks, cookie }, body: new URLSearchParams(fields) });
    const asked = await post('/api/auth/ask', { email: operator, next: '/me' });
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    let code = '';
    await waitUntil('the mail with the link', () => {
      code = smtp.arrived.map(({ mail }) => /code=(\w+)/.exec(mail.text ?? '')?.[1]).find(Boolean) ?? '';
      return code !== '';
    });
    const entered = await post('/api/auth/confirm', { code, next: '/me' }, cookie);
    const session = entered.headers.getSetCookie().find((line) => line.startsWith('__Host-')) ?? '';
    expect(entered.status === 303 && /; ?secure/i.test(session), `no session: ${entered.status} ${entered.headers.getSetCookie()}`);
    const client = new pg.Client({ connectionString: values.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('select network from sessions');
    await client.end();
    // Loopback has no network; the network of the header would be stored as a seal.
    expect(rows.length === 1 && rows[0].network === null, 'the header of the client decided its network');
    await npm('accounts', ['grant-admin', operator]);
  });
  await step('import works and staff', async () => {
    const [works, staff] = [join(home, 'works.bib'), join(home, 'staff.csv')];
    writeFileSync(works, '@article{a, title = {On Lamps}, author = {Brandt, Ada}, year = {2020}, doi = {10.5555/lamps}}\n');
    writeFileSync(staff, 'name,email,orcid\nBea Noor,bea@example.org,0000-0002-1825-0097\n');
    await npm('import', ['bibtex', works]);
    await npm('roster', [staff]);
    for (const slug of ['ada-brandt', 'bea-noor']) await waitUntil(slug, () => isHealthy(`${site}/authors/${slug}`), 30_000);
  });
  await step('read the metrics', async () => {
    const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const used = new Set(readFileSync(join(app, 'deploy', 'grafana-dashboard.json'), 'utf8').match(/peergraph_\w+/g));
    const missing = [...used].filter((name) => !scraped.includes(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} `));
    expect(missing.length === 0, `the dashboard shows what nobody measures: ${missing.join(', ')}`);
  });
  const backup = join(home, 'first.backup');
  await step('back up, encrypted', () => npm('backup', [backup]));
  await step('restore elsewhere, check, open', async () => {
    const other = join(home, 'other.env');
    const otherPort = await freePort();
    mkdirSync(join(home, 'other'), { mode: 0o700 });
    writeSettings(other, {
      ...values,
      DATA_DIR: join(home, 'other'),
      DATABASE_URL: database('restored'),
      PORT: String(otherPort),
      METRICS_ADDRESS: '',
    });
    await npm('restore', [backup, '--identity', identityFile], shell(other));
    await npm('check', [], shell(other));
    const restored = startService(shell(other));
    begun.push(restored);
    await waitUntil('the record', () => isHealthy(`http://127.0.0.1:${otherPort}/authors/ada-brandt`));
    await restored.stop();
  });
  expect((await service.stop()) === 0, 'the service did not end in order');
  console.log(
    `${times
      .reduce((sum, [, seconds]) => sum + seconds, 0)
      .toFixed(1)
      .padStart(8)} s  in all`,
  );
} finally {
  for (const each of begun.reverse()) await each.stop();
  removeFolder(home);
}
