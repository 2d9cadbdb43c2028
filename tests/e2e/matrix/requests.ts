import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Instance } from '../../instance.ts';
import type { FoundRoute } from './found.ts';
import { type RouteRow, routeRows } from './routes.ts';
import { each, type Ground, isRepresentative, leaks, routeTries, said } from './tries.ts';

/** What the server decides by the form of a request, before the database is asked: tried on one engine. */

/** Asks for private pages by other headers and spellings of their addresses. */
export async function tryOtherRequests(ground: Ground): Promise<{ faults: string[]; asked: number }> {
  const ways: readonly Record<string, string>[] = [
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { RSC: '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
    { 'x-http-method-override': 'GET', accept: 'application/json' },
  ];
  const spelled = [
    (path: string) => path,
    (path: string) => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => `/${path}`,
    (path: string) => `${path}/`,
    (path: string) => `${path}.rsc`,
    (path: string) => path.toUpperCase(),
  ];
  const isPrivate = (row: RouteRow) => row.method !== 'POST' && Object.values(row.answers).some((answer) => typeof answer === 'object');
  const others: readonly string[] = ['anonymous', 'stranger', 'owner', 'reviewer'];
  const tries = routeTries(ground, isPrivate).filter(
    (one) =>
      others.includes(one.role) &&
      !/malformed|unknown|by id/.test(one.variant) &&
      !one.row.notes?.[one.role] &&
      // Roles with the same refusal are not shown anything: one of them is enough.
      isRepresentative(one, others),
  );
  const asked = tries.flatMap((one) => [
    ...ways.map((way) => ({ ...one, way })),
    ...spelled.slice(1).map((spell) => ({ ...one, path: spell(one.path), way: {} })),
  ]);
  const faults = await each(asked, async ({ name, path, role, way }) => {
    const came = await ground.asker.ask(role, path, { headers: way });
    const wrong = came.status >= 500 ? [`${path} for ${role} with ${JSON.stringify(way)}: ${came.status}`] : [];
    return [
      ...wrong,
      ...leaks(ground, role, came).map((text) => `${name} as ${path} with ${JSON.stringify(way)} tells ${role} of ${text}`),
    ];
  });
  return { faults, asked: asked.length };
}

/** Signs in with addresses of other sites as `next`: each leads to the page of the account. */
export async function trySignInsWithNext(instance: Pick<Instance, 'url' | 'dataDir'>): Promise<void> {
  const { url } = instance;
  const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin' };
  for (const [at, next] of ['//evil.example/x', 'https://evil.example', '/\\evil.example'].entries()) {
    const email = `nowhere-${at}@example.org`;
    const asked = await fetch(`${url}/api/auth/ask`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ email, next }),
    });
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const folder = join(instance.dataDir, 'outbox');
    let code = '';
    await expect
      .poll(
        () => {
          const mails = readdirSync(folder)
            .filter((name) => name.endsWith('.json'))
            .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
          const mail = mails.find(({ to }) => to === email);
          code = /code=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
          return code;
        },
        { timeout: 60_000 },
      )
      .not.toBe('');
    const body = new URLSearchParams({ code, next });
    const entered = await fetch(`${url}/api/auth/confirm`, { method: 'POST', redirect: 'manual', headers: { ...headers, cookie }, body });
    expect([entered.status, new URL(entered.headers.get('location') ?? '', url).href]).toEqual([303, `${url}/me`]);
  }
}

/** Asks each route by the methods that it does not have. */
export async function tryMethods(ground: Ground, routes: readonly FoundRoute[]): Promise<string[]> {
  const tries = routes.flatMap(({ path, kind, methods }) => {
    const row = routeRows[path];
    const [address = '/'] = row ? Object.values(row.paths(ground.world)) : [];
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
    return others.flatMap((method) => (['anonymous', 'admin'] as const).map((role) => ({ path, kind, address, method, role })));
  });
  return each(tries, async ({ path, kind, address, method, role }) => {
    const came = await ground.asker.ask(role, address, {
      method,
      ...(method === 'GET' ? {} : { body: 'x=y', headers: { Origin: ground.url, 'Content-Type': 'application/x-www-form-urlencoded' } }),
    });
    const isRefused = kind === 'route' ? came.status === 405 : came.status < 500;
    return isRefused ? [] : [`${method} ${path} for ${role}: ${said(came, ground.url)}`];
  });
}
