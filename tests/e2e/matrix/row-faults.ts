import { actionOfRow, actionRows } from './actions.ts';
import type { DiscoveredRoute } from './discovery.ts';
import { routeRows } from './routes.ts';

/** Returns a sentence for each action without a row, and for each row without an action. */
export function actionRowFaults(names: readonly string[]): string[] {
  const without = names.filter((name) => !(name in actionRows));
  const stale = Object.keys(actionRows).filter((name) => !names.includes(actionOfRow(name)));
  return [
    ...without.map((name) => `${name} has no row: add one to tests/e2e/matrix/actions.ts (see the comment at its top).`),
    ...stale.map((name) => `${name} is not an action any more: remove its row.`),
  ];
}

/** Returns a sentence for each route or query parameter without a row, and for each row without a route. */
export function routeRowFaults(found: readonly DiscoveredRoute[]): string[] {
  const without = found
    .filter(({ path }) => !(path in routeRows))
    .map(({ path }) => `${path} has no row: add one to tests/e2e/matrix/routes.ts (see the comment at its top).`);
  const stale = Object.keys(routeRows).filter((path) => !found.some((route) => route.path === path));
  const queries = found.flatMap(({ path, query }) => {
    const row = routeRows[path];
    if (!row || query === null) return [];
    const missing = query.filter((name) => !row.query?.includes(name));
    return missing.length > 0 || !row.query ? [`${path} reads ${missing.join(', ') || 'its query'}: name it in the row's query.`] : [];
  });
  return [...without, ...stale.map((path) => `${path} is not a route any more: remove its row.`), ...queries];
}
