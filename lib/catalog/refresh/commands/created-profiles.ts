import { shownEvidence } from '#lib/catalog/trust/model/facts.ts';
import type { LogEvent } from '#lib/catalog/trust/model/log.ts';
import type { AuthorWork } from './figures.ts';

/** Families of proofs of which others say something. Anybody can make a page. */
const outside: readonly string[] = ['registry', 'institution', 'work_embedded'];

/** Whether more than its owner's word stands behind a created profile: a registered source, or a proof that is fair at least. */
export function isBacked(works: readonly Pick<AuthorWork, 'source'>[], events: readonly LogEvent[], at: Date): boolean {
  if (works.some(({ source }) => source !== 'owner' && source !== 'correction')) return true;
  return shownEvidence(events).some(
    ({ family, strength, stale, revokedAt, expiresAt }) =>
      outside.includes(family) && strength !== 'weak' && !stale && !revokedAt && (expiresAt === null || expiresAt > at),
  );
}
