/** How often each stored page was requested since the start. */
const reads = new Map<string, number>();
const maxReads = 50_000;

export function countRead(url: string): void {
  reads.set(url, (reads.get(url) ?? 0) + 1);
  if (reads.size <= maxReads) return;
  // Halved, so that what was read long ago fades.
  for (const [each, count] of reads) {
    if (count > 1) reads.set(each, count >> 1);
    else reads.delete(each);
  }
}

/** Returns the pages that were requested most. */
export const pagesByReads = (many: number): string[] =>
  [...reads]
    .sort(([, one], [, other]) => other - one)
    .slice(0, many)
    .map(([url]) => url);
