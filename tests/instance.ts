import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '#lib/runtime/server/pages/build.ts';
import { clockSettings, followClock, setAhead } from './clock.ts';
import { freePort } from './postgres.ts';
import { startDns } from './servers/dns.ts';
import { startFederation } from './servers/federation.ts';
import { startOrcid } from './servers/orcid.ts';
import { startWeb } from './servers/web.ts';
import { removeFolder } from './temporary-files.ts';

/**
 * The product as `npm start` runs it, on a free port, with an empty data folder, and with test servers for ORCID, a university, DNS and the
 * web on loopback.
 */
export interface Instance {
  url: string;
  dataDir: string;
  /** Id of the server process. */
  pid: number;
  /** Environment of the browser tests. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const startsWithinMs = 420_000;

/**
 * @param settings additional settings; `{url}` in them is replaced by the URL of the instance
 * @param clock if true, the instance and the test servers in this process get a clock that a test can move (tests/clock.ts)
 */
export async function startInstance(settings: Record<string, string> = {}, { clock = false } = {}): Promise<Instance> {
  // A build works with the real clock only, so it comes before the clock is changed.
  if (clock) await buildIfNeeded(console.log);
  const dataDir = mkdtempSync(join(tmpdir(), 'peergraph-instance-'));
  writeSite(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const database = `file:${join(dataDir, 'peergraph.db')}`;
  const orcid = await startOrcid({ redirectUri: `${url}/api/auth/callback/orcid` });
  const domains = ['lamp.example', 'lamp-north.example', 'lantern-institute.example'];
  const federation = await startFederation({ site: url, domains });
  const dns = await startDns();
  const web = await startWeb(dns);
  const clockFile = join(dataDir, 'clock');
  if (clock) setAhead(clockFile, 0);
  const leaveClock = clock ? followClock(clockFile) : () => undefined;
  // As in the deploy files.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      DATABASE_URL: database,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      // Tests send no requests to servers outside.
      CODE_CHECKS: 'off',
      PAGE_CACHE_FILL: 'off',
      PROOFS_LOOPBACK: 'on',
      // Tests request many sign-in mails within a minute. tests/store/mail-limits.test.ts covers the interval.
      MAIL_INTERVAL_SECONDS: '0',
      CLAIM_LONG_NOTICE_DAYS: '7',
      CLAIMS_PER_MAIL_DOMAIN: '10000',
      CLAIMS_PER_NETWORK: '10000',
      CLOCK_SETTLING_SECONDS: '0',
      SITE_CONTACT: 'help@peergraph.example',
      SITE_LICENCE: 'CC BY 4.0 https://creativecommons.org/licenses/by/4.0/',
      PROOF_DNS_SERVER: dns.server,
      REPOSITORY_FILES: `github.com=${web.url}/github/{path}/{file}`,
      REPOSITORY_APIS: `github.com=${web.url}/api`,
      RDAP_URL: `${web.url}/rdap`,
      ...orcid.env,
      ...federation.env,
      ...(clock ? clockSettings(clockFile) : {}),
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replaceAll('{url}', url)])),
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    process.stderr.write(data);
    complaint = `${complaint}${data}`.slice(-500);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await orcid.stop();
    await federation.stop();
    await web.stop();
    await dns.stop();
    leaveClock();
    removeFolder(dataDir);
  };
  try {
    await whenReady(url, () => child.exitCode);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : error} ${complaint.replaceAll('\n', ' | ')}`);
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    stop,
    env: {
      E2E_URL: url,
      E2E_DATA_DIR: dataDir,
      E2E_DATABASE_URL: settings.DATABASE_URL ?? database,
      E2E_ORCID: orcid.url,
      E2E_FEDERATION: federation.url,
      E2E_WEB: web.url,
      ...(clock ? { E2E_CLOCK: clockFile } : {}),
    },
  };
}

/** Writes the texts that an institution provides. */
function writeSite(dataDir: string): void {
  const folder = join(dataDir, 'site');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'imprint.md'),
    '# Who runs this\n\nThe *Lamp Society*, 1 Wick Lane. <script>alert(1)</script>\n\n[bad](javascript:alert(1))\n',
  );
  writeFileSync(join(folder, 'privacy.md'), '## What is stored\n\n- your address\n- your sessions\n\nSee the [imprint](/imprint).\n');
}

async function whenReady(url: string, exitCode: () => number | null): Promise<void> {
  const givesUpAt = Date.now() + startsWithinMs;
  while (Date.now() < givesUpAt) {
    if (exitCode() !== null) throw new Error(`The instance ended with code ${exitCode()} before it was ready.`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The instance was not ready in time.');
}
