import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '#lib/platform/env.ts';

test('one folder has everything, unless the database is elsewhere', () => {
  expect(readEnv({}).DATABASE_URL).toBe(`file:${join('data', 'peergraph.db')}`);
  expect(readEnv({ DATA_DIR: '/srv/peergraph', DATABASE_URL: '' }).DATABASE_URL).toBe('file:/srv/peergraph/peergraph.db');
  expect(readEnv({ DATA_DIR: '/srv/peergraph', DATABASE_URL: 'file:/srv/other.db' }).DATABASE_URL).toBe('file:/srv/other.db');
});
