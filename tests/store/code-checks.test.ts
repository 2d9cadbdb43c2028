import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { checkCodeLinks } from '#lib/catalog/works/commands/check-code.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { codeChecks, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { probeUrl } from '#lib/platform/safe-fetch.ts';
import { databasePerFile } from './test-database.ts';

const servers: Server[] = [];
const requests: { method: string; path: string; agent: string; cookie: string | undefined }[] = [];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      agent: request.headers['user-agent'] ?? '',
      cookie: request.headers.cookie,
    });
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const checkOptions = { userAgent: 'Peergraph (+https://peergraph.example)', allowLoopback: true };
const statusOf = async (url: string, more: { timeoutMs?: number } = {}) => {
  const found = await probeUrl(url, { ...checkOptions, ...more });
  return found.ok ? found.value.status : found.code;
};

describe('a probe of an imported URL', () => {
  test('sends HEAD, identifies itself, and sends no cookie', async () => {
    const base = await serve((_, response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end());
    expect(await statusOf(`${base}/code`)).toBe(200);
    expect(await statusOf(`${base}/code`)).toBe(200);
    expect(requests.slice(-2)).toEqual(
      [1, 2].map(() => ({ method: 'HEAD', path: '/code', agent: checkOptions.userAgent, cookie: undefined })),
    );
  });

  test('sends GET if HEAD is not supported, and accepts a negative answer to GET', async () => {
    const base = await serve(({ method, url }, response) =>
      response.writeHead(method === 'HEAD' ? 405 : url === '/gone' ? 410 : 200).end('x'),
    );
    expect(await statusOf(`${base}/code`)).toBe(200);
    expect(await statusOf(`${base}/gone`)).toBe(410);
  });

  test('aborts an endless body', async () => {
    let written = 0;
    const base = await serve(({ method }, response) => {
      response.writeHead(method === 'HEAD' ? 405 : 200);
      if (method === 'HEAD') return void response.end();
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    expect(await statusOf(base)).toBe(200);
    const soon = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written).toBe(soon);
    expect(written).toBeLessThan(8 * 1024 * 1024);
  });

  test('times out on a server that does not answer', async () => {
    const base = await serve(() => undefined);
    const begun = performance.now();
    expect(await statusOf(base, { timeoutMs: 300 })).toBe('unreachable');
    expect(performance.now() - begun).toBeLessThan(4_500);
  });

  test('follows three redirects, not a fourth, and checks each target first', async () => {
    const base = await serve(({ url }, response) => {
      const left = Number(/\d+/.exec(url ?? '')?.[0] ?? 0);
      const to = url === '/private' ? 'http://10.0.0.1/' : url === '/metadata' ? 'http://169.254.169.254/latest' : `/${left - 1}`;
      if (left > 0 || !/^\/\d/.test(url ?? '')) response.writeHead(302, { location: to }).end();
      else response.writeHead(200).end();
    });
    expect(await statusOf(`${base}/3`)).toBe(200);
    expect(await statusOf(`${base}/4`)).toBe('unreachable');
    expect(await statusOf(`${base}/private`)).toBe('not_allowed');
    expect(await statusOf(`${base}/metadata`)).toBe('not_allowed');
  });

  test('never connects to this machine or its network, however the URL is written', async () => {
    const base = await serve((_, response) => response.writeHead(200).end());
    const { port } = new URL(base);
    const before = requests.length;
    for (const url of [
      base,
      `http://localhost:${port}/`,
      'http://localhost/',
      'http://127.1/',
      'http://0x7f000001/',
      'http://2130706433/',
      'http://0.0.0.0/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[64:ff9b:1::1]/',
      'http://[fc00::1]/',
      'http://[fe80::1]/',
      'http://[fec0::1]/',
      'http://[2002:7f00:1::]/',
      'http://10.1.2.3/',
      'http://100.64.0.1/',
      'http://169.254.169.254/',
      'http://172.16.0.1/',
      'http://192.168.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://8.8.8.8:22/',
      'http://user:secret@8.8.8.8/',
      'ftp://8.8.8.8/',
      'file:///etc/passwd',
      'no address',
    ]) {
      expect(await probeUrl(url, { userAgent: 'x', timeoutMs: 500 }), url).toEqual({ ok: false, code: 'not_allowed' });
    }
    expect(requests.length).toBe(before);
  });
});

describe('the job that checks code links', () => {
  const database = databasePerFile();
  afterEach(() => setClock(() => new Date()));

  const linked = (url: string) =>
    database.store.transact(async (tx) => {
      const at = now();
      await tx
        .insert(works)
        .values({ id: newId(), title: url, type: 'paper', codeState: 'linked', codeUrl: url, createdAt: at, updatedAt: at });
    });
  const kept = async () => {
    const rows = await database.store.reader.select().from(codeChecks);
    return Object.fromEntries(rows.map(({ url, outcome, status, failures }) => [url, [outcome, status, failures]]));
  };

  test('stores the result, checks weekly, and keeps a good result through a temporary failure', async () => {
    const answers: Record<string, number | null> = { 'https://a.example/': 200, 'https://b.example/': 404, 'https://c.example/': null };
    const seen: string[] = [];
    const look = async (url: string) => {
      seen.push(url);
      return answers[url] ?? null;
    };
    for (const url of Object.keys(answers)) await linked(url);
    const begin = new Date('2026-05-01T00:00:00Z');
    const runOn = async (day: number) => {
      setClock(() => addMs(begin, daysMs(day)));
      seen.length = 0;
      expect(await checkCodeLinks(database.store, 0, look)).toBeNull();
      return [...seen].sort();
    };
    expect(await runOn(0)).toEqual(Object.keys(answers));
    expect(await kept()).toEqual({
      'https://a.example/': ['reachable', 200, 0],
      'https://b.example/': ['gone', 404, 1],
      'https://c.example/': ['unreachable', null, 1],
    });
    expect(await runOn(6)).toEqual([]);
    answers['https://a.example/'] = null;
    expect(await runOn(7)).toEqual(Object.keys(answers));
    expect((await kept())['https://a.example/']).toEqual(['reachable', 200, 1]);
    expect(await runOn(8)).toEqual([]);
    for (const day of [14, 21, 28, 35]) expect(await runOn(day)).toContain('https://a.example/');
    expect((await kept())['https://a.example/']).toEqual(['unreachable', null, 5]);
    answers['https://b.example/'] = 200;
    await runOn(42);
    expect((await kept())['https://b.example/']).toEqual(['reachable', 200, 0]);
  });

  test('sends one request at a time to a host, and pauses for a host that asks for fewer', async () => {
    for (const at of [1, 2, 3]) await linked(`https://busy.example/${at}`);
    const order: string[] = [];
    let open = 0;
    await checkCodeLinks(database.store, 0, async (url) => {
      if (!url.includes('busy')) return 200;
      order.push(url);
      open += 1;
      expect(open).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return url.endsWith('2') ? 429 : 200;
    });
    expect(order).toEqual(['https://busy.example/1', 'https://busy.example/2']);
  });

  test('resumes where a batch ended', async () => {
    for (let at = 0; at < 45; at += 1) await linked(`https://h${at}.example/`);
    const seen = new Set<string>();
    let after: number | null = 0;
    for (let rounds = 0; after !== null && rounds < 5; rounds += 1) {
      after = await checkCodeLinks(database.store, after, async (url) => {
        seen.add(url);
        return 200;
      });
    }
    expect(after).toBeNull();
    expect([...seen].filter((url) => /\/h\d/.test(url)).length).toBe(45);
  });
});
