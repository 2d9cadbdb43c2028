const mix = (seed: number, text: string): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/**
 * Returns a function from values of a lookup column to numbers, the same in every process. If two rows share a number, a cached page is only
 * checked unnecessarily. The values themselves are not published, because some contain names.
 */
export function rowHasher(table: string, column: string): (value: unknown) => number {
  const seed = mix(0x811c9dc5, `${table}.${column}=`);
  return (value) => {
    const hash = mix(seed, String(value));
    // Spreads small numbers over all bits.
    return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 0;
  };
}
