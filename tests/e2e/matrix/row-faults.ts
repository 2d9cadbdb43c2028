import { type Power, powerIds, powers } from '#lib/catalog/powers/model.ts';
import { actionOfRow, actionRows } from './actions.ts';
import { jobPowers, verbPowers } from './background.ts';
import type { DiscoveredRoute } from './discovery.ts';
import { type RouteRow, routeRows } from './routes.ts';

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

/** Returns a sentence for each row of a route that writes without naming its power. */
export const powerFaults = (rows: Readonly<Record<string, RouteRow>>): string[] =>
  Object.entries(rows)
    .filter(([, { method, power }]) => method === 'POST' && power === undefined)
    .map(([path]) => `${path} writes, and its row names no power: see lib/catalog/powers/model.ts.`);

/** Powers that a command uses in addition to the power of its row, because the level decides how far it goes. */
const reachedThrough: Partial<Record<Power, Power>> = {
  be_found_less: 'request_hiding',
  hide: 'request_hiding',
  show: 'request_hiding',
  request_safety: 'request_hiding',
  hide_sourced: 'hide_statements',
  link_pages: 'state',
  name_form: 'state',
  another_name: 'state',
  remove_works: 'mark_works',
  take_works: 'mark_works',
  link_added_works: 'add_works',
  collaborate: 'answer',
  merge: 'propose',
  split: 'propose',
  contest: 'agree',
  suspend_correction: 'agree',
};

/** Returns the powers that no writing row, job or command uses. */
export function unusedPowers(): Power[] {
  const used = new Set<Power | undefined>([
    ...Object.values(actionRows).map(({ power }) => power),
    ...Object.values(routeRows).map(({ power }) => power),
    ...Object.values(jobPowers),
    ...Object.values(verbPowers),
  ]);
  return powerIds.filter((id) => !used.has(id) && !used.has(reachedThrough[id]));
}

/** Returns the rows of anybody, or of owners below the level of control, that change another person's record for longer than a time limit. */
export const unboundedRows = (): string[] =>
  Object.entries({ ...actionRows, ...routeRows }).flatMap(([name, { power }]) => {
    const { changes, holder, level = 0, endsAfterHours } = power ? powers[power] : powers.maintain;
    const isByAnybody = holder === 'anybody' || holder === 'account' || (holder === 'owner' && level < 3);
    return isByAnybody && changes === 'another_record' && endsAfterHours === undefined ? [name] : [];
  });
