import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cacheableRoute, cacheableRoutes } from '#lib/portal/pages/model/cacheable-routes.ts';
import { routeRows } from '../e2e/matrix/routes.ts';

describe('the routes whose answers are cached', () => {
  test('exist, and answer every reader alike', () => {
    const files = (route: string) => ['page.tsx', 'route.ts', 'route.tsx'].map((file) => `app${route === '/' ? '' : route}/${file}`);
    expect(Object.keys(cacheableRoutes).filter((route) => !files(route).some(existsSync))).toEqual([]);
    const forSome = Object.keys(cacheableRoutes).filter((route) =>
      Object.values(routeRows[route]?.answers ?? { none: null }).some((answer) => typeof answer === 'object'),
    );
    expect(forSome).toEqual([]);
  });

  test('list exactly the parameters that their pages read', () => {
    expect(cacheableRoute('/authors/a-b?order=title&after=x')).not.toBeNull();
    expect(cacheableRoute('/authors/a-b?order=title&utm_source=x')).toBeNull();
    expect(cacheableRoute('/authors/a-b/fix')).toBeNull();
    expect(cacheableRoute('/authors/a/trust.json')).not.toBeNull();
    expect(cacheableRoute('/authors/a/trustxjson')).toBeNull();
    expect(cacheableRoute('/works/a/cite.bib')).toBe('/works/[id]/[file]');
    expect(cacheableRoute('/works/a/correct')).toBeNull();
    expect(cacheableRoute('/me')).toBeNull();
    expect(cacheableRoute('/works/%2e%2e/sign-in')).toBeNull();
    expect(cacheableRoute('/works/../sign-in')).toBeNull();
  });
});
