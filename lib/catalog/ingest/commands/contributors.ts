import { inArray } from 'drizzle-orm';
import { keysOf } from '#lib/platform/db/rows.ts';
import { contributors } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** The desired edge between a work and a person in another role than as an author. */
export type Contributor = Omit<typeof contributors.$inferSelect, 'key'>;

/**
 * Replaces the contributors of works.
 * @param existingKeys keys of works that may have contributors
 * @returns the authors whose contributions may have changed
 */
export async function writeContributors(tx: Writer, desired: readonly Contributor[], existingKeys: readonly number[]): Promise<number[]> {
  const stored =
    existingKeys.length === 0
      ? []
      : await tx
          .select()
          .from(contributors)
          .where(inArray(contributors.workKey, [...existingKeys]));
  const slotOf = ({ workKey, role, position }: Contributor): string => `${workKey} ${role} ${position}`;
  const storedBySlot = new Map(stored.map((row) => [slotOf(row), row]));
  const changed = desired.filter((each) => {
    const row = storedBySlot.get(slotOf(each));
    const isSame = row !== undefined && compared.every((column) => row[column] === each[column]);
    if (isSame) storedBySlot.delete(slotOf(each));
    return !isSame;
  });
  const removed = [...storedBySlot.values()];
  if (removed.length > 0) await tx.delete(contributors).where(inArray(contributors.key, keysOf(removed)));
  await tx.bulkInsert(contributors, changed);
  return [...removed, ...changed].map(({ authorKey }) => authorKey);
}

const compared = ['authorKey', 'nameAsWritten', 'family', 'source'] as const;
