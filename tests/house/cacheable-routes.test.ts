import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cacheableRoutes, isCacheable } from '#lib/portal/pages/model/cacheable-routes.ts';
import { routeRows } from '../e2e/matrix/routes.ts';

describe('the routes whose answers are cached', () => {
  test('are there, and every reader gets the same of them', () => {
    const files = (route: string) => ['page.tsx', 'route.ts', 'route.tsx'].map((file) => `app${route === '/' ? '' : route}/${file}`);
    expect(Object.keys(cacheableRoutes).filter((route) => !files(route).some(existsSync))).toEqual([]);
    const forSome = Object.keys(cacheableRoutes).filter((route) =>
      Object.values(routeRows[route]?.answers ?? { none: null }).some((answer) => typeof answer === 'object'),
    );
    expect(forSome).toEqual([]);
  });

  test('are matched with the parameters that they read, and no others', () => {
    expect(isCacheable('/authors/a-b?order=title&after=x')).toBe(true);
    expect(isCacheable('/authors/a-b?order=title&utm_source=x')).toBe(false);
    expect(isCacheable('/authors/a-b/fix')).toBe(false);
    expect(isCacheable('/authors/a/trust.json')).toBe(true);
    expect(isCacheable('/authors/a/trustxjson')).toBe(false);
    expect(isCacheable('/me')).toBe(false);
    expect(isCacheable('/works/%2e%2e/sign-in')).toBe(false);
    expect(isCacheable('/works/../sign-in')).toBe(false);
  });
});
