import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';
import { requestFor } from '#lib/runtime/routes/page-request.ts';
import { routeRows } from '../e2e/matrix/routes.ts';
import { sourceFiles, trackedFiles } from './source-files.ts';

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const routes = collectRoutes();
const requestOf = (url: string) => requestFor({ method: 'GET', headers: {}, hasSession: false }, url);

describe('the policies of routes', () => {
  test('are beside a page or a route, or above some', () => {
    const names = new Set(routes.map(({ name }) => `app${name === '/' ? '' : name}`));
    const policies = globSync('app/**/policy.ts').map((file) => file.replace(/\/policy\.ts$/, ''));
    expect(policies.length).toBeGreaterThan(60);
    const withoutRoute = policies.filter((folder) => !names.has(folder) && ![...names].some((name) => name.startsWith(`${folder}/`)));
    expect(withoutRoute).toEqual([]);
  });

  test('cache only what answers every viewer alike', () => {
    const cached = routes.filter(({ policy }) => policy.cached);
    expect(cached.length).toBeGreaterThan(30);
    const forSome = cached.filter(({ name }) =>
      Object.values(routeRows[name]?.answers ?? { none: null }).some((answer) => typeof answer === 'object'),
    );
    expect(forSome.map(({ name }) => name)).toEqual([]);
  });

  test('apply to a path however it is written, and are inherited from folders above', () => {
    for (const path of ['/api/auth/confirm', '/api/auth/%63onfirm', '/%61pi/auth/confirm'])
      expect(requestOf(path).route?.policy, path).toEqual({ hasSideEffect: true, referrer: 'no-referrer' });
    expect(requestOf('/sign-in/passkey').route?.policy).toEqual({ needsScript: true, referrer: 'no-referrer' });
    expect(requestOf('/unsubscribe').route?.policy).toEqual({});
    expect(requestOf('/unsubscribe/a/b').route?.policy).toEqual({ acceptsCrossSite: true });
  });
});

describe('a request', () => {
  test('is cacheable with exactly the parameters that its page reads', () => {
    const isCacheable = (url: string) => requestOf(url).isCacheable;
    expect(isCacheable('/authors/a-b?order=title&after=x')).toBe(true);
    expect(isCacheable('/authors/a-b?order=title&utm_source=x')).toBe(false);
    expect(isCacheable('/authors/a-b/fix')).toBe(false);
    expect(isCacheable('/authors/a/trust.json')).toBe(true);
    expect(isCacheable('/authors/a/trustxjson')).toBe(false);
    expect(requestOf('/works/a/cite.bib').route?.name).toBe('/works/[id]/[file]');
    for (const url of ['/works/a/correct', '/me', '/works/%2e%2e/sign-in', '/works/../sign-in']) expect(isCacheable(url), url).toBe(false);
  });
});

describe('the response path', () => {
  const server = trackedFiles().filter((path) => path.startsWith('lib/runtime/server/') && path.endsWith('.ts'));
  const sources = server.map((path) => ({ path, code: withoutComments(readFileSync(path, 'utf8')) }));
  const firstSegments = [...new Set([...routes.map(({ name }) => name.split('/')[1] ?? ''), 'healthz', 'readyz'])].filter((name) => name);
  const productPath = new RegExp(`['"\`}^]\\\\?/(?:${firstSegments.map((name) => RegExp.escape(name)).join('|')})\\b`);

  test('names no path of the product', () => {
    const pathsIn = (code: string) => code.split('\n').filter((line) => !/^import |from '/.test(line) && productPath.test(line));
    expect(pathsIn(`if (/^\\/authors\\//.test(path)) go('/sign-in')`)).toHaveLength(1);
    expect(sources.flatMap(({ path, code }) => pathsIn(code).map((line) => `${path}: ${line.trim()}`))).toEqual([]);
  });

  test('replaces the methods of a response in one place, where it calls the framework', () => {
    const replacing = /\bresponse\.(?:write|end|writeHead|setHeader|flushHeaders) =|extends ServerResponse [{\s\S]*override/;
    expect(sources.filter(({ code }) => replacing.test(code)).map(({ path }) => path)).toEqual(['lib/runtime/server/pages/framework.ts']);
  });

  test('goes through rooms that import each other in one direction', () => {
    const rooms = ['processes', 'development', 'pages', 'cache', 'http'];
    const roomOf = (path: string) => rooms.indexOf(/^lib\/runtime\/server\/(\w+)\//.exec(path)?.[1] ?? '');
    const upwards = sourceFiles()
      .filter(({ path }) => server.includes(path))
      .flatMap(({ path, imports }) =>
        imports.filter((to) => server.includes(to) && roomOf(path) >= 0 && roomOf(to) > roomOf(path)).map((to) => `${path} → ${to}`),
      );
    expect(upwards).toEqual([]);
  });
});
