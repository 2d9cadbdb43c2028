import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRecompressor } from '#lib/runtime/server/cache/recompress.ts';

const page = Buffer.from(Array.from({ length: 2_000 }, (_, at) => `<li>A work of ${at * 7919} and ${at % 13}</li>`).join(''));
const fast = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

test('a body becomes smaller with the same content', async () => {
  const smaller = await createRecompressor().recompress(fast);
  expect(smaller?.length).toBeLessThan(fast.length);
  expect(smaller && brotliDecompressSync(smaller)).toEqual(page);
});

test('a body at the highest level is not made smaller, and other encodings are skipped', async () => {
  const best = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  expect(await createRecompressor().recompress(best)).toBeNull();
  expect(await createRecompressor().recompress(page)).toBeNull();
});

test('one body is compressed at a time, with a pause of nine times its duration', async () => {
  const recompressor = createRecompressor();
  expect(recompressor.isFree()).toBe(true);
  const startedAt = performance.now();
  const one = recompressor.recompress(fast);
  expect(recompressor.isFree()).toBe(false);
  await one;
  const took = performance.now() - startedAt;
  expect(recompressor.isFree()).toBe(false);
  await expect.poll(() => recompressor.isFree(), { interval: 5, timeout: 30_000 }).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThan(8 * took);
});
