import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { withInstanceStore } from './instance-database.ts';

/** Upper bound on the size of a profile, compressed as for its first reader (see `bufferResponse`). */
const maxBytes = 16_000;
const compressed = (html: Buffer): number => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/** Returns the slugs of the authors of the sample's works. */
const sampleProfiles = (): Promise<string[]> =>
  withInstanceStore(async (store) => {
    const rows = await store.reader.query<{ slug: string }>(
      `select distinct a.slug from authors a join authorships s on s.author_key = a.key join work_sources w on w.work_key = s.work_key
       join source_records r on r.key = w.record_key where r.import_id = 'sample'`,
      [],
      [],
    );
    return rows.map(({ slug }) => slug);
  });

test('every profile of the sample stays within its size budget, also the one with the most works', async ({ request }) => {
  test.setTimeout(300_000);
  const weights = new Map<string, number>();
  for (const slug of await sampleProfiles()) {
    const response = await request.get(`/authors/${slug}`);
    if (response.status() === 200) weights.set(slug, compressed(await response.body()));
  }
  expect(weights.size).toBeGreaterThan(90);
  expect(weights.get('wenguang-chen')).toBeGreaterThan(5_000);
  expect([...weights].filter(([, bytes]) => bytes >= maxBytes)).toEqual([]);
});
