import { expect, test } from 'vitest';
import { discoverInlineActions, discoverRoutes, sourceActions } from '../e2e/matrix/discovery.ts';
import { actionRowFaults, routeRowFaults } from '../e2e/matrix/row-faults.ts';

test('every route and query parameter has a row in the matrix', () => {
  expect(routeRowFaults(discoverRoutes())).toEqual([]);
});

test('every action has a row in the matrix, and is in the actions.ts of its module', () => {
  const names = sourceActions().map(({ file, name }) => `${file} ${name}`);
  expect(names.length).toBeGreaterThan(50);
  expect(actionRowFaults(names)).toEqual([]);
  expect(discoverInlineActions()).toEqual([]);
});

test('a route and an action without a row are detected', () => {
  expect(routeRowFaults([...discoverRoutes(), { path: '/planted', kind: 'page', methods: ['GET'], query: null }])).toEqual([
    '/planted has no row: add one to tests/e2e/matrix/routes.ts (see the comment at its top).',
  ]);
  const names = sourceActions().map(({ file, name }) => `${file} ${name}`);
  expect(actionRowFaults([...names, 'lib/planted/actions.ts act'])).toHaveLength(1);
});
