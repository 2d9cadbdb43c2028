import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Of one core: what is left is for those who wait for a page. */
const share = 0.1;

/**
 * Compresses answers again at the highest Brotli level (RFC 7932), which takes some 100 ms each: one at a time, in a thread, and after each
 * a pause in proportion. Hundreds of pages become popular in the same minute, and would take all cores for it.
 */
export function createRecompressor() {
  let freeAt = 0;
  return {
    /** False while another is compressed, and in the pause after it. */
    isFree: (): boolean => performance.now() >= freeAt,

    /** @returns the smaller body; null where there is none */
    async recompress(body: Buffer): Promise<Buffer | null> {
      const startedAt = performance.now();
      freeAt = Number.POSITIVE_INFINITY;
      try {
        const smaller = await compress(await decompress(body), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        return smaller.length < body.length ? smaller : null;
      } catch {
        return null;
      } finally {
        const now = performance.now();
        freeAt = now + (now - startedAt) * (1 / share - 1);
      }
    },
  };
}
