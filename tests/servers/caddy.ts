import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../postgres.ts';

interface CaddyOptions {
  /** Folder for its files; the certificate of its local CA is written to root.crt. */
  folder: string;
  /** Path of the Caddyfile under test. */
  caddyfile: string;
  host: string;
  httpsPort: number;
  upstream: string;
}

/** Starts Caddy with a Caddyfile and local certificates. Installs it from Debian if it is missing. */
export async function startCaddy({
  folder,
  caddyfile,
  host,
  httpsPort,
  upstream,
}: CaddyOptions): Promise<{ root: string; stop(): Promise<void> }> {
  if (spawnSync('caddy', ['version']).status !== 0)
    execFileSync('sh', ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq caddy >/dev/null'], {
      stdio: 'inherit',
    });
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'Caddyfile');
  const ports = `http_port ${await freePort()}\n\thttps_port ${httpsPort}`;
  const own = `admin off\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}\n\t${ports}`;
  writeFileSync(config, `{\n\t${own}\n}\nimport ${caddyfile}\n`);
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, SITE: host, UPSTREAM: upstream },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const authority = join(folder, 'pki', 'authorities', 'local', 'root.crt');
  for (let tries = 0; tries < 200 && !existsSync(authority) && child.exitCode === null; tries += 1) await wait(100);
  const root = readFileSync(authority, 'utf8');
  writeFileSync(join(folder, 'root.crt'), root);
  return {
    root,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
