import { and, eq } from 'drizzle-orm';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { mayShowPhoto } from '../model/photo.ts';
import { isHidden, type Privacy } from '../model/statement.ts';

/** Returns the photo on a record as JPEG; null if there is none, or if it is hidden. */
export async function photoOf(reader: Reader, { id, privacy }: { id: string; privacy: Privacy | null }): Promise<Buffer | null> {
  if (isHidden(privacy, 'photo')) return null;
  const { authorId, accountId, field, value } = ownerStatements;
  const isAcceptedClaim = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), eq(claims.state, 'accepted'));
  const [row] = await reader
    .select({ value, keptUntil: ownerStatements.keptUntil })
    .from(ownerStatements)
    .innerJoin(claims, isAcceptedClaim)
    .where(and(eq(authorId, id), eq(field, 'photo')));
  return row && mayShowPhoto((await powerLevelOf(reader, id)) ?? 0, row.keptUntil) ? Buffer.from(row.value, 'base64') : null;
}
