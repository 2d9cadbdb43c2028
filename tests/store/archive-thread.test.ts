import { expect, test } from 'vitest';
import { readArchiveInThread } from '#lib/portal/exports/commands/read-archive.ts';
import { createArchive, createZip, readZip } from './archives.ts';
import { createAccount } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

/** Returns the longest time for which the event loop was blocked while some work ran. */
async function maxPauseDuring<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  let [last, ms] = [performance.now(), 0];
  const timer = setInterval(() => {
    ms = Math.max(ms, performance.now() - last);
    last = performance.now();
  }, 5);
  const value = await work;
  clearInterval(timer);
  return { value, ms };
}

test('reads an archive in a thread with the same result as without one', async () => {
  const actor = await createAccount(database.store, 'Ada');
  const read = await readArchiveInThread(await createArchive(database.store, actor));
  expect(read).toMatchObject({ ok: true, value: { name: 'Ada' } });
});

test('rejects a file that is not a ZIP', async () => {
  expect(await readArchiveInThread(Buffer.from('no ZIP'))).toEqual({ ok: false, code: 'archive_not_zip' });
});

/** A manifest of about 200 kB in which lists are nested 100,000 deep. */
const createNestedArchive = () =>
  createZip([['manifest.json', `{"format":"peergraph-export-1","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`]]);

test('keeps the server responsive while it reads deeply nested lists, and rejects them', async () => {
  const bytes = await createNestedArchive();
  const { value, ms } = await maxPauseDuring(readArchiveInThread(bytes));
  expect(value.ok).toBe(false);
  expect(ms).toBeLessThan(1_000);
});

test('rejects an archive that takes too long', async () => {
  expect(await readArchiveInThread(await createNestedArchive(), { withinMs: 1, memoryMb: 256 })).toEqual({
    ok: false,
    code: 'archive_too_large',
  });
});

test('rejects an archive that needs too much memory, and the process continues', async () => {
  const row = `{"id":"x","name":"${'y'.repeat(50)}","path":null,"state":"on","since":"2026-01-01T00:00:00.000Z","orcids":[],"people":[],"works":[]}`;
  const actor = await createAccount(database.store, 'Bea');
  const files = await readZip(await createArchive(database.store, actor));
  files.set('data/follows.json', `{"people":[${Array.from({ length: 120_000 }, () => row).join(',')}],"places":[]}`);
  const read = await readArchiveInThread(await createZip(files), { withinMs: 60_000, memoryMb: 24 });
  expect(read).toEqual({ ok: false, code: 'archive_too_large' });
});
