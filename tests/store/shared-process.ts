// Next reads AsyncLocalStorage from the global object when a file first imports it, and files share their modules.
import 'next/dist/server/node-environment-baseline.js';

import BetterSqlite from 'better-sqlite3';
import { afterAll, afterEach } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';

/** Test files share the modules of their process, so that each file starts with the original settings. */
const settings = { ...process.env };

/** Runs after the cleanup of the tests themselves. */
afterEach(() => setClock(() => new Date()));

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
});

/**
 * SQLite returns rows without a stated order from last to first, so that a read that depends on their order fails
 * (https://www.sqlite.org/pragma.html#pragma_reverse_unordered_selects).
 */
const connections = BetterSqlite.prototype as BetterSqlite.Database & { hasReversedReads?: true };
if (!connections.hasReversedReads) {
  const { pragma } = connections;
  connections.hasReversedReads = true;
  connections.pragma = function (this: BetterSqlite.Database, source, options) {
    if (source.startsWith('cache_size')) pragma.call(this, 'reverse_unordered_selects = ON');
    return pragma.call(this, source, options);
  };
}
