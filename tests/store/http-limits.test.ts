import { once } from 'node:events';
import { Agent, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { env } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { noteFullDisk, noteOverload, noteUnknownOutcome } from '#lib/platform/request-context.ts';
import { cvFiles } from '#lib/portal/pages/model/cv-files.ts';
import { createDrain } from '#lib/runtime/server/http/drain.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { aPlus, observatoryScore } from '../http-observatory.ts';
import { databasePerFile, shareStore } from './test-database.ts';

/** What the server rejects, and how it shuts down, with pages that take 20 ms each. */
const database = databasePerFile();
shareStore(database);
let server: Server;
let drain: ReturnType<typeof createDrain>;
let port = 0;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeEach(async () => {
  server = createHttpServer(
    async (asked, response) => {
      await wait(20);
      if (asked.url?.startsWith('/me/fault')) {
        if (asked.url.includes('overload')) noteOverload();
        if (asked.url.includes('disk')) noteFullDisk();
        if (asked.url.includes('unknown')) noteUnknownOutcome();
        response.statusCode = 500;
        if (asked.url.includes('file')) return void response.end();
        response.setHeader('Content-Type', 'text/plain');
        response.end('Internal Server Error');
        response.statusCode = 500;
        return;
      }
      if (asked.url === '/me/echo') {
        const { headers } = asked;
        const body = new Response(Buffer.concat(await asked.toArray()), { headers: { 'Content-Type': headers['content-type'] ?? '' } });
        response.setHeader('Content-Type', 'application/json');
        return void response.end(JSON.stringify([...(await body.formData())]));
      }
      if (asked.url?.startsWith('/_next/static/')) {
        const { range, cookie } = asked.headers;
        response.statusCode = range ? 206 : 200;
        response.setHeader('Content-Type', 'application/javascript');
        return void response.end(range ? 'x'.repeat(2000) : `${cookie ?? 'y'}`.repeat(3000));
      }
      if (asked.url === '/me/current') {
        response.statusCode = 304;
        return void response.end();
      }
      if (asked.url === '/me/large') return void response.end('x'.repeat(8_000_000));
      const type = /^\/me\/as\/([^?]+)/.exec(asked.url ?? '')?.[1];
      if (type) {
        response.setHeader('Content-Type', decodeURIComponent(type));
        return void response.end('<x/>'.repeat(asked.url?.endsWith('?long') ? 1000 : 1));
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      const data = JSON.stringify({ '@type': 'ProfilePage', mainEntity: { '@id': `${env().PUBLIC_URL}/authors/0123456789ab` } });
      const head = asked.url === '/authors/ada-byron' ? `<script type="application/ld+json">${data}</script>` : '';
      response.end(`<html><head>${head}</head><body>${'x'.repeat(3000)}</body></html>`);
    },
    () => (drain.isStopping() ? 'stopping' : true),
  );
  drain = createDrain(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  if (server.listening) await new Promise((closed) => server.close(closed));
});

/** Sends raw bytes, and returns everything received until the server closes the connection or `ms` have passed. */
const sendRaw = (text: string, ms = 1500): Promise<string> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const end = () => {
      socket.destroy();
      done(heard);
    };
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', end);
    socket.on('close', end);
    setTimeout(end, ms).unref();
    socket.write(text);
  });
const urlOf = (path: string) => `http://127.0.0.1:${port}${path}`;

test('rejects methods other than GET, HEAD and POST with 405 and lists the allowed ones', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await fetch(urlOf('/authors'), { method });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST']);
  }
  expect(await sendRaw('TRACE /authors HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
});

test('answers rejected requests with an HTML page for a browser, and with a problem document for a program', async () => {
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const refused: [number, RequestInit, string][] = [
    [405, { method: 'PUT' }, 'This site accepts GET, HEAD and POST.'],
    [413, { ...form, body: 'x'.repeat(300_000) }, 'The upload is too large. Forms take 256 kB, and photos 8 MB.'],
    [
      403,
      { ...form, body: 'a=1', headers: { ...form.headers, origin: 'https://evil.example' } },
      'This was not sent by a page of this site.',
    ],
    [400, { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 'This form arrived incomplete.'],
  ];
  for (const [status, init, text] of refused) {
    const ask = (accept: string) => fetch(urlOf('/me'), { ...init, headers: { ...init.headers, accept } });
    const page = await ask('text/html,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain(`<p>${text}`);
    const problem = await ask('*/*');
    expect([problem.status, problem.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await problem.json()).toMatchObject({ type: 'about:blank', status, detail: expect.stringContaining(text) });
  }
});

test('forwards a multipart form completely, and rejects a malformed one with 400', async () => {
  const form = new FormData();
  form.set('text', 'x'.repeat(100_000));
  form.set('empty', '');
  const answer = await fetch(urlOf('/me/echo'), { method: 'POST', body: form });
  expect(await answer.json()).toEqual([...form]);
  const part = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello\r\n';
  const send = (type: string, body: string) => fetch(urlOf('/me/echo'), { method: 'POST', body, headers: { 'Content-Type': type } });
  const multipart = 'multipart/form-data; boundary=b';
  expect((await send(multipart, `${part}--b--\r\n`)).status).toBe(200);
  const broken: [string, string][] = [
    [multipart, part],
    [multipart, `${part}--b`],
    [multipart, ''],
    [multipart, '--b\r\nnot a part--b--'],
    ['multipart/form-data', `${part}--b--\r\n`],
  ];
  for (const [type, body] of broken) expect([type, body, (await send(type, body)).status]).toEqual([type, body, 400]);
});

test('rejects a request target in absolute form and never redirects to it', async () => {
  const heard = await sendRaw('GET http://evil.example/authors HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).not.toContain('evil.example');
});

test('rejects a request that names two hosts', async () => {
  expect(await sendRaw('GET /authors HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test('closes a connection that is idle for five minutes, also if a response is not read', async () => {
  expect(server.timeout).toBe(300_000);
  server.timeout = 300;
  const socket = connect(port, '127.0.0.1').pause();
  const open = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));
  socket.write('GET /me/large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wait(150);
  expect(await open()).toBe(1);
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  socket.destroy();
});

test('rejects a path that begins like the URL of another host', async () => {
  for (const path of ['//', '///', '/\\', '//evil.example', '/\\evil.example'])
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 400 /);
});

test('rejects a path with dot segments, which the framework would normalise', async () => {
  for (const path of ['/_next/static/../../me', '/me/%2E%2e/authors', '/me/.%2e', '/unsubscribe/..\\me', '/./me'])
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 400 /);
  expect((await fetch(urlOf('/me?next=/../x'))).status).toBe(200);
});

test('compresses a build file once, and never serves a part of it or another text in its place', async () => {
  const read = async (headers: Record<string, string>) => {
    const answer = await fetch(urlOf('/_next/static/chunks/one.js'), { headers: { 'accept-encoding': 'gzip', ...headers } });
    return [answer.status, answer.headers.get('content-encoding'), await answer.text()];
  };
  expect(await read({ range: 'bytes=0-1999' })).toEqual([206, null, 'x'.repeat(2000)]);
  expect(await read({ cookie: 'z' })).toEqual([200, 'gzip', 'z'.repeat(3000)]);
  expect(await read({})).toEqual([200, 'gzip', 'y'.repeat(3000)]);
  expect(await read({ range: 'bytes=0-1999' })).toEqual([206, null, 'x'.repeat(2000)]);
});

test('sends files with a policy that loads nothing, and pages with one that forbids inline style sheets', async () => {
  const policy = async (path: string, init?: RequestInit) => (await fetch(urlOf(path), init)).headers.get('content-security-policy');
  const ofFiles = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  for (const path of ['/healthz', '/readyz', '/search/suggestions?q=a', '/notifications/unread'])
    expect([path, await policy(path)]).toEqual([path, ofFiles]);
  for (const path of ['/healthz', '/readyz', '/authors', '/no/such/page'])
    expect((await fetch(urlOf(path))).headers.get('x-content-type-options'), path).toBe('nosniff');
  expect(await policy('/authors', { method: 'PUT' })).toBe(ofFiles);
  expect(await policy('/authors')).toContain(";style-src 'self';style-src-attr 'unsafe-inline';");
});

test('sends a profile with less than 900 bytes of headers', async () => {
  const asked = request(urlOf('/authors/ada-byron'), { headers: { 'accept-encoding': 'br' }, agent: new Agent({ keepAlive: true }) });
  const [{ rawHeaders, headers }] = await once(asked.end(), 'response');
  expect(headers.link).toContain('/authors/0123456789ab>; rel="cite-as", <https://schema.org/ProfilePage>; rel="type"');
  expect(['HTTP/1.1 200 OK', ...rawHeaders, '', ''].join('\r\n').length).toBeLessThan(900);
});

test('states the charset of every text', async () => {
  const typeOf = async (type: string) => (await fetch(urlOf(`/me/as/${encodeURIComponent(type)}`))).headers.get('content-type');
  for (const type of ['text/plain', 'text/x-component', 'image/svg+xml', 'application/xml'])
    expect(await typeOf(type)).toBe(`${type}; charset=utf-8`);
  for (const type of ['text/css; charset=UTF-8', 'image/png', 'application/json']) expect(await typeOf(type)).toBe(type);
});

test('answers a program with the file of a profile, and with the page of a day, which has no file', async () => {
  const locationOf = async (path: string) =>
    (await fetch(urlOf(path), { headers: { accept: 'application/x-bibtex' } })).headers.get('content-location');
  expect(await locationOf('/authors/ada?from=2020')).toBe('/authors/ada/works/cite.bib?from=2020');
  expect(await locationOf('/authors/ada?as-of=2026-01-31')).toBeNull();
});

test('compresses every text file of works and profiles', async () => {
  const files = [...citationFormats, ...cvFiles.filter(({ file }) => file !== 'cv.docx')];
  for (const { file, type } of files) {
    const { headers } = await fetch(urlOf(`/me/as/${encodeURIComponent(type)}?long`));
    expect(headers.get('content-encoding'), file).not.toBeNull();
  }
});

test('rejects a body with an ambiguous length', async () => {
  const body = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const heard = async (headers: string) => {
    const answers = await sendRaw(`POST /me/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n${body}`, 500);
    return answers.match(/HTTP\/1\.1 \d+/g);
  };
  expect(await heard('Content-Length: 5\r\nTransfer-Encoding: chunked')).toEqual(['HTTP/1.1 400']);
  expect(await heard('Content-Length: 5\r\nContent-Length: 6')).toEqual(['HTTP/1.1 400']);
  expect(await heard('Transfer-Encoding: chunked')).toEqual(['HTTP/1.1 411']);
  expect(await heard('Transfer-Encoding: x')).toEqual(['HTTP/1.1 411']);
});

test('reads a form that names no length as an empty one', async () => {
  const heard = async (headers: string) => {
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
    return (await sendRaw(`POST /me/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${type}${headers}\r\n`)).split('\r\n\r\n')[1];
  };
  expect(await heard('Content-Length: 0\r\n')).toContain('[]');
  expect(await heard('')).toBe(await heard('Content-Length: 0\r\n'));
});

test('closes a connection that requests a protocol upgrade', async () => {
  const began = Date.now();
  await sendRaw('GET /authors HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n', 5000);
  expect(Date.now() - began).toBeLessThan(4_000);
});

test('answers a file that fails with the status and text of an error page, and a HEAD with the status', async () => {
  for (const [query, status, retryAfter, words] of [
    ['file', 500, null, 'internal_error'],
    ['file&overload', 503, '5', 'overloaded'],
    ['file&disk', 503, '300', 'cannot_store'],
    ['file&unknown&overload', 503, null, 'outcome_unknown'],
  ] as const) {
    const file = await fetch(urlOf(`/me/fault?${query}`));
    expect([file.status, file.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect([file.headers.get('content-type'), (await file.json()).type]).toEqual([
      'application/problem+json',
      expect.stringContaining(words),
    ]);
    const page = await fetch(urlOf(`/me/fault?${query}`), { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const head = await fetch(urlOf(`/me/fault?${query.replace('file', 'page')}`), { method: 'HEAD' });
    expect([head.status, head.headers.get('retry-after')]).toEqual([status, retryAfter]);
  }
});

test.each(['/authors', '/works/000000000000', '/me/as/text%2Fcsv', '/me/fault', '/me/none/../x', '/healthz'])(
  'answers HEAD %s with the headers of GET, and without content',
  async (path) => {
    const headersOf = async (method: string) => {
      const heard = await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`);
      const [head = '', body] = heard.split('\r\n\r\n', 2);
      return { lines: head.split('\r\n').filter((line) => !/^(date|x-request-id|transfer-encoding):/i.test(line)), body };
    };
    const [head, get] = [await headersOf('HEAD'), await headersOf('GET')];
    expect(head.lines).toEqual(get.lines);
    expect(get.lines.join()).toMatch(/content-type/i);
    expect([head.body, get.body?.length]).toEqual(['', expect.any(Number)]);
  },
);

test('names the headers that a response depends on in a 304 too', async () => {
  const [current, page] = await Promise.all([fetch(urlOf('/me/current')), fetch(urlOf('/me/as/text%2Fcsv'))]);
  expect([current.status, current.headers.get('vary')]).toEqual([304, page.headers.get('vary')]);
  expect(current.headers.get('vary')).toContain('Accept-Encoding');
});

test.each([
  ['br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', null],
  ['gzip;q=0.5', 'gzip'],
  ['identity', null],
])('answers Accept-Encoding "%s" with %s', async (accepted, coding) => {
  const answer = await fetch(urlOf('/authors'), { headers: { 'accept-encoding': accepted } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, coding]);
});

test('answers a form that fails with a page, and with 503 if the database is overloaded', async () => {
  const fault = await fetch(urlOf('/me/fault'), { method: 'POST', body: 'a=1' });
  expect([fault.status, fault.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  const overload = await fetch(urlOf('/me/fault?overload'), { method: 'POST', body: 'a=1' });
  expect([overload.status, overload.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await overload.text()).toContain('Try again in a few seconds');
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const disk = await fetch(urlOf('/me/fault?disk'), { method: 'POST', body: 'a=1' });
  expect([disk.status, await disk.text()]).toEqual([503, expect.stringContaining('Nothing was changed')]);
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }), 'request'));
  logged.mockRestore();
});

test.each([
  ['/me/echo', 'text/plain'],
  ['/me/echo', 'multipart/form-data; boundary=x'],
  ['/api/follows', 'application/x-www-form-urlencoded'],
  ['/api/saved-works', 'multipart/form-data; boundary=x'],
])('logs a client that leaves in the middle of a form to %s, %s, with status 499, not as an error', async (path, type) => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const requests = vi.spyOn(log, env().REQUEST_LOG_LEVEL).mockImplementation(() => undefined);
  const left = new Promise<void>((resolve) => server.once('request', ({ socket }) => socket.once('close', () => resolve())));
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\na`);
  await new Promise((resolve) => server.once('request', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await left;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(logged).not.toHaveBeenCalled();
  expect(requests).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 499 }), 'request');
  logged.mockRestore();
  requests.mockRestore();
});

test('completes all of 1,000 keep-alive requests behind a load balancer when it stops under load', async () => {
  const outcomes = { answered: 0, refused: 0, cut: 0 };
  const once = (agent: Agent): Promise<'answered' | 'refused' | 'cut'> =>
    new Promise((done) => {
      const outgoing = request(urlOf('/authors?x'), { agent }, (response) => {
        response.resume();
        response.once('end', () => done(response.complete ? 'answered' : 'cut'));
        response.once('error', () => done('cut'));
      });
      outgoing.once('error', (error) => done('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'cut'));
      outgoing.end();
    });
  // A load balancer polls /readyz, and sends no more requests after a 503.
  let isInRotation = true;
  const balancer = async () => {
    for (; isInRotation; await wait(100)) isInRotation = (await fetch(urlOf('/readyz'))).ok;
  };
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let goesOn = true; goesOn; ) {
      const outcome = await once(agent);
      outcomes[outcome] += 1;
      goesOn = outcome !== 'refused' && isInRotation;
    }
    agent.destroy();
  };
  const clients = [...Array.from({ length: 12 }, client), balancer()];
  while (outcomes.answered < 995) await wait(10);
  const stopped = drain.stop(1500);
  const state = await fetch(urlOf('/readyz'));
  expect([state.status, await state.json()]).toEqual([503, { status: 'stopping' }]);
  await Promise.all([stopped, ...clients]);
  expect(outcomes.answered).toBeGreaterThanOrEqual(1000);
  expect(outcomes.cut).toBe(0);
});

test('aborts a slow request head after ten seconds', async () => {
  const began = performance.now();
  const heard = await sendRaw('GET /authors HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 20_000);
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - began).toBeLessThan(17_000);
}, 30_000);

test('aborts a slow request body after thirty seconds, for any request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const head = 'Host: localhost\r\nContent-Length: 9\r\n';
    const trickling = {
      'a form': `POST /me/echo HTTP/1.1\r\n${head}Content-Type: text/plain\r\n\r\na`,
      'a POST that is refused': `POST /me/echo HTTP/1.1\r\n${head}Origin: https://evil.example\r\n\r\na`,
      'a GET': `GET /authors HTTP/1.1\r\n${head}\r\na`,
      'a GET in pieces': 'GET /authors HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na',
      'a health check': `GET /healthz HTTP/1.1\r\n${head}\r\na`,
      'a file of a visitor': `POST /me/records/ada/photo HTTP/1.1\r\n${head}\r\na`,
    };
    const whole = `GET /healthz HTTP/1.1\r\n${head}\r\n123456789`;
    const sockets = [...Object.values(trickling), whole].map((text) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.resume().write(text);
      return socket;
    });
    let heads = 0;
    await new Promise<void>((all) => server.on('request', () => ++heads === sockets.length && all()));
    const open = () => Object.keys(trickling).filter((_, at) => !sockets[at]?.destroyed);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(open()).toEqual(Object.keys(trickling));
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(open()).toEqual([]));
    expect(sockets.at(-1)?.destroyed).toBe(false);
    for (const socket of sockets) socket.destroy();
  } finally {
    vi.useRealTimers();
  }
});

test('closes connections beyond MAX_CONNECTIONS at once, and answers on the others', async () => {
  const before = env().MAX_CONNECTIONS;
  Object.assign(env(), { MAX_CONNECTIONS: 2 });
  const small = createHttpServer(
    async (_, response) => void response.end('here'),
    () => true,
  );
  Object.assign(env(), { MAX_CONNECTIONS: before });
  await new Promise<void>((listening) => small.listen(0, '127.0.0.1', listening));
  const { port: at } = small.address() as AddressInfo;
  const open = Array.from({ length: 2 }, () => connect(at, '127.0.0.1'));
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  const third = connect(at, '127.0.0.1');
  await once(third, 'close');
  const [first] = open;
  first?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String((await once(first as Socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of open) socket.destroy();
  await new Promise((closed) => small.close(closed));
});

test.each([
  ['on', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['off', null],
])('sends Strict-Transport-Security over https as HSTS=%s says', async (HSTS, header) => {
  const { PUBLIC_URL, HSTS: before } = env();
  Object.assign(env(), { PUBLIC_URL: 'https://peergraph.example.org', HSTS });
  const answer = await fetch(urlOf('/authors'), { headers: { connection: 'close' } });
  Object.assign(env(), { PUBLIC_URL, HSTS: before });
  expect(answer.headers.get('strict-transport-security')).toBe(header);
});

test('every kind of answer gets A+ of the HTTP Observatory over https', async () => {
  const { PUBLIC_URL, HSTS } = env();
  Object.assign(env(), { PUBLIC_URL: 'https://peergraph.example.org', HSTS: 'on' });
  const kinds: Record<string, [path: string, init?: RequestInit]> = {
    ...{
      page: ['/authors'],
      'page again': ['/authors'],
      'page of a member': ['/me'],
      'sign-in': ['/sign-in'],
      health: ['/healthz'],
      readiness: ['/readyz'],
    },
    ...{
      data: ['/search/suggestions?q=a'],
      file: ['/me/as/text%2Fcss'],
      picture: ['/me/as/image%2Fsvg%2Bxml'],
      'broken address': ['/a%00'],
    },
    ...{ badge: ['/authors/x/badge.svg'], frame: ['/authors/x/cv/works.html'], 'data for others': ['/oembed.json'] },
    ...{
      'other method': ['/authors', { method: 'PUT' }],
      'foreign form': ['/me', { method: 'POST', headers: { origin: 'https://evil.example' } }],
    },
    ...{ fault: ['/me/fault'], 'fault of a form': ['/me/fault', { method: 'POST', body: 'a=1' }] },
  };
  const scores: [string, number, number][] = [];
  for (const [kind, [path, init]] of Object.entries(kinds)) {
    const answer = await fetch(urlOf(path), { ...init, headers: { connection: 'close', ...init?.headers } });
    scores.push([kind, answer.status, observatoryScore(answer.headers)]);
  }
  Object.assign(env(), { PUBLIC_URL, HSTS });
  expect(scores.filter(([, , score]) => score < aPlus)).toEqual([]);
  expect([...new Set(scores.map(([, status]) => status))].sort()).toEqual([200, 403, 404, 405, 500]);
});
