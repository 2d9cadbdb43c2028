/**
 * Returns a digest of the rows of a result: equal for equal rows in the same order. It is computed for each statement of each page, so it is
 * two independent hashes of 32 and 21 bits (FNV-1a with different primes) in one loop.
 */
export function digestOf(result: readonly unknown[]): number {
  let first = 0x811c9dc5;
  let second = 0x2c1b3c6d;
  for (const row of result) {
    const values = Array.isArray(row) ? (row as unknown[]) : Object.values(row as object);
    for (const value of values) {
      if (typeof value === 'number' && Number.isSafeInteger(value)) {
        first = Math.imul(first ^ value, 0x01000193) ^ (value / 2 ** 32);
        second = Math.imul(second ^ value, 0x5bd1e995) ^ (value / 2 ** 32);
        continue;
      }
      const text = typeof value === 'string' ? value : `§${JSON.stringify(value)}`;
      first = Math.imul(first ^ text.length, 0x01000193);
      second = Math.imul(second ^ text.length, 0x5bd1e995);
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul((second << 5) ^ (second >>> 27) ^ code, 0x5bd1e995);
      }
    }
    first = Math.imul(first ^ values.length, 0x01000193);
    second = Math.imul(second ^ values.length, 0x5bd1e995);
  }
  return (first >>> 0) + (second & 0x1fffff) * 2 ** 32;
}
