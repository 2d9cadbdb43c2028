import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePort } from '../postgres.ts';
import { installPackage } from './debian.ts';

const binary = '/usr/sbin/nginx';

export interface StaticServer {
  url: string;
  /** Returns the id of the worker that serves requests, not of the master process. */
  workerPid(): number;
  stop(): Promise<void>;
}

/** Starts nginx on a free loopback port with precompressed static files. Installs it from Debian if it is missing. */
export async function startNginx(files: Record<string, string>): Promise<StaticServer> {
  installPackage('nginx-light', binary);
  const home = mkdtempSync(join(tmpdir(), 'peergraph-nginx-'));
  for (const [path, text] of Object.entries(files)) {
    const file = join(home, 'www', `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    writeFileSync(`${file}.gz`, gzipSync(text));
  }
  const port = await freePort();
  const config = join(home, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 512; }
     http { access_log off; default_type text/html; gzip_static on; client_body_temp_path ${home}/t1; proxy_temp_path ${home}/t2;
       fastcgi_temp_path ${home}/t3; uwsgi_temp_path ${home}/t4; scgi_temp_path ${home}/t5;
       server { listen 127.0.0.1:${port}; root ${home}/www; location / { try_files $uri.html =404; } } }`,
  );
  const child = spawn(binary, ['-c', config, '-e', join(home, 'error.log')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50 && !(await fetch(url).catch(() => null)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url,
    workerPid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
