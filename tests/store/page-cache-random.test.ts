import { expect, test, vi } from 'vitest';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { compareAfterRandomWrites } from '../random-writes.ts';

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

/** 500 writes on both engines together, in hundreds, or as many as `npm run faults` asks for. */
const writes = Number(process.env.RANDOM_WRITES ?? (dialect === 'postgres' ? 100 : 400));

test('random writes leave no outdated page a second later', { timeout: 7_200_000 }, async () => {
  // Changes by time alone are out of scope, so the clock is stopped.
  const at = new Date();
  setClock(() => at);
  const { compared, stale } = await compareAfterRandomWrites(writes);
  expect(stale).toEqual([]);
  expect(compared).toBeGreaterThan(writes / 4);
});
