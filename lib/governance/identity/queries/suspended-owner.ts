import { and, eq, inArray } from 'drizzle-orm';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { claims, disputes } from '#lib/platform/db/schema/claims.ts';
import { workIdentifiers, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Whether the claim of an account to a record is suspended by somebody else's strong proof. */
export const isSuspendedOwner = (reader: Reader, accountId: string, authorId: string): Promise<boolean> =>
  hasRow(reader, claims, and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), eq(claims.state, 'suspended')));

/** Works as the facts of a proof name them: by an identifier, by the title, or by the id. */
function namedWorks({ overlap, overlaps, work }: Record<string, unknown>): string[] {
  const listed = [overlap, ...(Array.isArray(overlaps) ? overlaps : [])] as ({ what?: unknown; assertedBy?: unknown } | null | undefined)[];
  const asserted = listed.flatMap((item) => (typeof item?.what === 'string' && item.assertedBy ? item.what : []));
  return typeof work === 'string' ? [...asserted, work] : asserted;
}

/** Returns those of some works that the strong proofs against a claim bind to the people who have shown them. */
export async function worksBoundByRivals(reader: Reader, authorId: string, workIds: readonly string[]): Promise<Set<string>> {
  const isStrong = and(eq(disputes.authorId, authorId), eq(disputes.state, 'open'), eq(disputes.strength, 'strong'));
  const named = new Set((await rowsOf(reader, disputes, isStrong)).flatMap(({ facts }) => namedWorks(facts)));
  if (named.size === 0) return new Set();
  const rows = await reader
    .select({ id: works.id, title: works.title, identifier: workIdentifiers.value })
    .from(works)
    .leftJoin(workIdentifiers, eq(workIdentifiers.workKey, works.key))
    .where(inArray(works.id, [...workIds]));
  const isNamed = ({ id, title, identifier }: (typeof rows)[number]): boolean =>
    [id, title, identifier].some((key) => key && named.has(key));
  return new Set(rows.filter(isNamed).map(({ id }) => id));
}
