/** Marks texts, and values that are neither texts nor small integers, so that "" differs from 0, and null from "null". */
const textMark = 0x5a17c3d1;
const otherMark = 0x9e3779b9;

const isSmallInteger = (value: unknown): value is number => typeof value === 'number' && (value | 0) === value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? ''));

/**
 * Returns a digest of the rows of a result: equal for equal rows in the same order. Two hashes (FNV-1a with different primes) of 53 bits
 * together, computed in one loop without calls, since each statement of each page is digested.
 */
export function digestOf(result: readonly unknown[]): number {
  let first = 0x811c9dc5;
  let second = 0x2c1b3c6d;
  for (const row of result) {
    const values = Array.isArray(row) ? (row as unknown[]) : Object.values(row as object);
    first = Math.imul(first ^ values.length, 0x01000193);
    for (const value of values) {
      const text = isSmallInteger(value) ? '' : textOf(value);
      const begin = isSmallInteger(value) ? value : text.length ^ (typeof value === 'string' ? textMark : otherMark);
      first = Math.imul(first ^ begin, 0x01000193);
      second = Math.imul(((second << 5) | (second >>> 27)) ^ begin, 0x5bd1e995);
      // Two characters at a time. A code beyond the end would be NaN, which is slow.
      for (let at = 0; at < text.length; at += 2) {
        const code = text.charCodeAt(at) | (at + 1 < text.length ? text.charCodeAt(at + 1) << 16 : 0);
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(((second << 5) | (second >>> 27)) ^ code, 0x5bd1e995);
      }
    }
  }
  return (first >>> 0) + (second & 0x1fffff) * 2 ** 32;
}
