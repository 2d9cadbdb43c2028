import { nothingKnown, type TrustSnapshot, trustMethods, trustSnapshot } from './snapshot.ts';

/**
 * A snapshot as it is kept: what the method found, without its sentences, which are the same for every record of the method.
 * (In words, the snapshots of a large corpus would be half of its database.)
 */
export interface CompactSnapshot {
  /** rule → points and the ids they rest on; rules without points are left out. */
  lines: Record<string, [points: number, because: string[]]>;
  /** Levels whose condition is met. */
  met: number[];
}

/** What is kept of a snapshot. */
export const compactSnapshot = ({ parts, conditions }: Pick<TrustSnapshot, 'parts' | 'conditions'>): CompactSnapshot => ({
  lines: Object.fromEntries(
    parts.flatMap(({ lines }) => lines.filter(({ points }) => points > 0).map(({ rule, points, because }) => [rule, [points, because]])),
  ),
  met: conditions.filter(({ met }) => met).map(({ level }) => level),
});

/**
 * The parts and conditions of a kept snapshot, with the sentences of its method.
 * @throws when the snapshot is of a method that this version does not know
 */
export function expandSnapshot(method: string, { lines: found, met }: CompactSnapshot): Pick<TrustSnapshot, 'parts' | 'conditions'> {
  if (!trustMethods.some((known) => known === method)) throw new Error(`No sentences are known for the trust method ${method}.`);
  const blank = trustSnapshot(nothingKnown, new Date(0));
  const parts = blank.parts.map(({ part, max, lines }) => {
    const filled = lines.map((line) => {
      const [points, because] = found[line.rule] ?? [0, []];
      return { ...line, points, because };
    });
    return { part, max, points: filled.reduce((sum, { points }) => sum + points, 0), lines: filled };
  });
  return { parts, conditions: blank.conditions.map((condition) => ({ ...condition, met: met.includes(condition.level) })) };
}
