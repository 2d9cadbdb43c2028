import { describe, expect, test } from 'vitest';
import { discoverVerbs, jobPowers, verbFaults } from '../e2e/matrix/background.ts';
import { discoverInlineActions, discoverRoutes, sourceActions } from '../e2e/matrix/discovery.ts';
import { routeRows } from '../e2e/matrix/routes.ts';
import { actionRowFaults, powerFaults, routeRowFaults, unboundedRows, unusedPowers } from '../e2e/matrix/row-faults.ts';
import { sourceFiles } from './source-files.ts';

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

describe('the power of each writing row', () => {
  test('is named by every route that takes a form', () => {
    expect(powerFaults(routeRows)).toEqual([]);
    expect(powerFaults({ '/planted': { method: 'POST', paths: () => ({}), answers: {} } })).toHaveLength(1);
  });

  test('is named by every kind of job, and by every command that writes', () => {
    const declared = sourceFiles()
      .filter(({ path }) => /^lib\/.*\/jobs\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/^ {4}'([a-z-]+)': /gm)].map(([, kind]) => kind));
    expect(Object.keys(jobPowers)).toEqual([...new Set(declared)].sort());
    expect(verbFaults(discoverVerbs())).toEqual([]);
    expect(verbFaults([...discoverVerbs(), 'lib/planted/cli.ts act'])).toHaveLength(1);
  });

  test('is in the table, which has no other powers', () => {
    expect(unusedPowers()).toEqual([]);
  });

  test('changes another person’s record only from the level of control, or for a limited time', () => {
    expect(unboundedRows()).toEqual([]);
  });
});
