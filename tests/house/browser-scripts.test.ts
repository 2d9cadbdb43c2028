import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';
import { browserScriptOptions } from '#lib/runtime/server/processes/browser-scripts.ts';

/** Upper bounds of the compressed scripts, in bytes; the explorer is its script and its worker. */
const maxExplorerBytes = 150_000;
const maxPageBytes = 10_000;
const maxLiveBytes = 80_000;

test('the explorer of the graph and the live parts stay within their budgets, and the script of all pages has nothing of them', async () => {
  const { outputFiles } = await build(browserScriptOptions);
  const sizes = Object.fromEntries(
    outputFiles.map(({ path, contents }) => [
      /([a-z-]+)\.js$/.exec(path)?.[1] ?? path,
      { bytes: contents.length, gzip: gzipSync(contents).length, br: brotliCompressSync(contents).length },
    ]),
  );
  console.table(sizes);
  const { page, live, graph, 'graph-worker': worker } = sizes;
  expect((graph?.gzip ?? maxExplorerBytes) + (worker?.gzip ?? 0)).toBeLessThan(maxExplorerBytes);
  expect(live?.gzip).toBeLessThan(maxLiveBytes);
  expect(page?.gzip).toBeLessThan(maxPageBytes);
});

test('only the page of the graph has the explorer', () => {
  const routes = collectRoutes().filter(({ policy }) => policy.script === 'graph');
  expect(routes.map(({ name }) => name)).toEqual(['/graph']);
});

test('only pages of members have live parts', () => {
  const routes = collectRoutes().filter(({ policy }) => policy.script === 'live');
  expect(routes.map(({ name }) => name)).toContain('/notifications');
  for (const { name, policy } of routes) expect(policy, name).not.toHaveProperty('cached');
});
