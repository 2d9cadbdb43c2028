import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Instance } from '../../instance.ts';
import type { DiscoveredRoute } from './discovery.ts';
import { collectFaults, createRouteCases, formatOutcome, isRepresentative, leaks, type MatrixFixture } from './route-checks.ts';
import { type RouteRow, routeRows } from './routes.ts';

/*
 * Checks of headers, paths and methods that the server handles before any database query: one engine is enough.
 */

/** Requests private pages with other headers and other spellings of their paths. */
export async function checkRequestVariants(fixture: MatrixFixture): Promise<{ faults: string[]; asked: number }> {
  const headerVariants: readonly Record<string, string>[] = [
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { RSC: '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
    { 'x-http-method-override': 'GET', accept: 'application/json' },
  ];
  const pathVariants = [
    (path: string) => path,
    (path: string) => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => `/${path}`,
    (path: string) => `${path}/`,
    (path: string) => `${path}.rsc`,
    (path: string) => path.toUpperCase(),
  ];
  const isPrivate = (row: RouteRow) => row.method !== 'POST' && Object.values(row.answers).some((answer) => typeof answer === 'object');
  const others: readonly string[] = ['anonymous', 'stranger', 'owner', 'reviewer'];
  const cases = createRouteCases(fixture, isPrivate).filter(
    (one) =>
      others.includes(one.role) &&
      !/malformed|unknown|by id/.test(one.variant) &&
      !one.row.sideEffects?.[one.role] &&
      // Roles with the same refusal are not shown anything: one of them is enough.
      isRepresentative(one, others),
  );
  const asked = cases.flatMap((one) => [
    ...headerVariants.map((headers) => ({ ...one, headers })),
    ...pathVariants.slice(1).map((createVariant) => ({ ...one, path: createVariant(one.path), headers: {} })),
  ]);
  const faults = await collectFaults(asked, async ({ name, path, role, headers }) => {
    const response = await fixture.client.request(role, path, { headers });
    const serverErrors = response.status >= 500 ? [`${path} for ${role} with ${JSON.stringify(headers)}: ${response.status}`] : [];
    return [
      ...serverErrors,
      ...leaks(fixture, role, response).map((text) => `${name} as ${path} with ${JSON.stringify(headers)} reveals to ${role} ${text}`),
    ];
  });
  return { faults, asked: asked.length };
}

/** Signs in with URLs of other sites as `next` and expects a redirect to the account's page. */
export async function checkSignInRedirects(instance: Pick<Instance, 'url' | 'dataDir'>): Promise<void> {
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
    const confirmed = await fetch(`${url}/api/auth/confirm`, { method: 'POST', redirect: 'manual', headers: { ...headers, cookie }, body });
    expect([confirmed.status, new URL(confirmed.headers.get('location') ?? '', url).href]).toEqual([303, `${url}/me`]);
  }
}

/** Requests each route with the methods that it does not support. */
export async function checkMethods(fixture: MatrixFixture, routes: readonly DiscoveredRoute[]): Promise<string[]> {
  const cases = routes.flatMap(({ path, kind, methods }) => {
    const row = routeRows[path];
    const [address = '/'] = row ? Object.values(row.paths(fixture.seed)) : [];
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
    return others.flatMap((method) => (['anonymous', 'admin'] as const).map((role) => ({ path, kind, address, method, role })));
  });
  return collectFaults(cases, async ({ path, kind, address, method, role }) => {
    const response = await fixture.client.request(role, address, {
      method,
      ...(method === 'GET' ? {} : { body: 'x=y', headers: { Origin: fixture.url, 'Content-Type': 'application/x-www-form-urlencoded' } }),
    });
    const isRefused = kind === 'route' ? response.status === 405 : response.status < 500;
    return isRefused ? [] : [`${method} ${path} for ${role}: ${formatOutcome(response, fixture.url)}`];
  });
}
