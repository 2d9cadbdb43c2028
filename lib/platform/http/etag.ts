import { createHash } from 'node:crypto';

/** Returns a weak entity tag of some content (RFC 9110, 8.8.3), equal for all content codings. */
export function etagOf(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return `W/"${digest.digest('base64url').slice(0, 22)}"`;
}

const withoutPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns true if an If-None-Match header contains the tag or `*` (RFC 9110, 13.1.2). The comparison is weak. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || (tag !== '' && withoutPrefix(each) === withoutPrefix(tag)));
