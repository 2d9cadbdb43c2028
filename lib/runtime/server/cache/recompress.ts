import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Share of one core; the rest remains for requests. */
const maxCoreShare = 0.1;

/**
 * Recompresses responses at the highest Brotli quality (RFC 7932), which takes about 100 ms each. One runs at a time, in a thread, followed
 * by a proportional pause. Otherwise hundreds of pages that become popular in the same minute would occupy all cores.
 */
export function createRecompressor() {
  let freeAt = 0;
  return {
    /** False while another response is recompressed, and during the following pause. */
    isFree: (): boolean => performance.now() >= freeAt,

    /** @returns the smaller body; null if there is none */
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
        freeAt = now + (now - startedAt) * (1 / maxCoreShare - 1);
      }
    },
  };
}
