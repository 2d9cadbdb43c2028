import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

const acceptedCodings = (request: { headers: IncomingHttpHeaders }): string => String(request.headers['accept-encoding'] ?? '');

/** Returns the content coding that the client accepts; null for none. */
export const codingFor = (request: { headers: IncomingHttpHeaders }): Coding | null =>
  brotliPattern.test(acceptedCodings(request)) ? 'br' : acceptsGzip(request) ? 'gzip' : null;

export const acceptsGzip = (request: { headers: IncomingHttpHeaders }): boolean => gzipPattern.test(acceptedCodings(request));

/** A coding with weight 0 is not acceptable (RFC 9110, section 12.5.3). */
const brotliPattern = /(^|,)\s*br\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i;
const gzipPattern = /(^|,)\s*(x-)?gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i;

/** Shorter texts do not benefit from compression. */
export const minCompressedBytes = 1024;

/** @param quality 0 to 11; of gzip at most 9 */
export const compress = (body: Buffer, coding: Coding, quality: number): Buffer =>
  coding === 'br'
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : gzipSync(body, { level: Math.min(quality, constants.Z_BEST_COMPRESSION) });
