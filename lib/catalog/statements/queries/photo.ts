import { and, eq } from 'drizzle-orm';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isHidden, type Privacy } from '../model/statement.ts';

/** Returns the photo on a record as JPEG; null if there is none, or if it is hidden. */
export async function photoOf(reader: Reader, { id, privacy }: { id: string; privacy: Privacy | null }): Promise<Buffer | null> {
  if (isHidden(privacy, 'photo')) return null;
  const { authorId, accountId, field, value } = ownerStatements;
  const isAcceptedClaim = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), eq(claims.state, 'accepted'));
  const [row] = await reader
    .select({ value })
    .from(ownerStatements)
    .innerJoin(claims, isAcceptedClaim)
    .where(and(eq(authorId, id), eq(field, 'photo')));
  return row ? Buffer.from(row.value, 'base64') : null;
}
