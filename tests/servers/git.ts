import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A git server over HTTP on loopback: git-http-backend as a CGI program (RFC 3875). */
export interface TestGit {
  /** URL of an empty repository. */
  url: string;
  /** Runs git in the repository, and returns its stdout. */
  git(...args: string[]): string;
  /** The Authorization header of each request. */
  authorizations: (string | undefined)[];
  /** Response mode: 'hang' never responds, 'refuse' returns 403, 'away' redirects. */
  mode: 'serve' | 'hang' | 'refuse' | 'away';
  stop(): Promise<void>;
}

export async function startGit({ authorization }: { authorization?: string } = {}): Promise<TestGit> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-git-'));
  const repository = join(folder, 'heads.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  execFileSync('git', ['-C', repository, 'config', 'http.receivepack', 'true']);
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { headers } = request;
    const child = spawn(backend, [], {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        HTTP_GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
        ...(headers['content-length'] ? { CONTENT_LENGTH: headers['content-length'] } : {}),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(child.stdin).on('error', () => undefined);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.once('close', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      const lines = whole.subarray(0, end).toString().split('\r\n');
      const cgiHeaders = new Map(
        lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
      );
      for (const [name, value] of cgiHeaders) if (name !== 'status') response.setHeader(name, value);
      response.writeHead(Number(cgiHeaders.get('status')?.split(' ')[0] ?? 200));
      response.end(whole.subarray(end + 4));
    });
  };
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    if (test.mode === 'hang') return;
    if (test.mode === 'away') return void response.writeHead(302, { Location: `${test.url}/../elsewhere.git${request.url}` }).end();
    if (test.mode === 'refuse') return void response.writeHead(403).end(`no entry for ${request.headers.authorization}`);
    if (authorization && request.headers.authorization !== authorization)
      return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    serve(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const test: TestGit = {
    url: `http://127.0.0.1:${port}/heads.git`,
    git: (...args) => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' }),
    authorizations,
    mode: 'serve',
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return test;
}
