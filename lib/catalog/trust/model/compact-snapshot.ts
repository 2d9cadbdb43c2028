import { trustSnapshot } from './points.ts';
import { noRecordFacts, type TrustSnapshot, trustMethods } from './snapshot.ts';

/**
 * A snapshot as stored: the results of the method without its sentences, which are the same for all records. (With sentences, the snapshots
 * of a large corpus would take half of its database.)
 */
export interface CompactSnapshot {
  /** Points and the ids of their evidence, by rule; rules without points are omitted. */
  lines: Record<string, [points: number, because: string[]]>;
  /** Levels whose condition is met. */
  met: number[];
}

/** Returns the stored form of a snapshot. */
export const compactSnapshot = ({ parts, conditions }: Pick<TrustSnapshot, 'parts' | 'conditions'>): CompactSnapshot => ({
  lines: Object.fromEntries(
    parts.flatMap(({ lines }) => lines.filter(({ points }) => points > 0).map(({ rule, points, because }) => [rule, [points, because]])),
  ),
  met: conditions.filter(({ met }) => met).map(({ level }) => level),
});

/**
 * Restores the parts and conditions of a stored snapshot, with the sentences of its method.
 * @throws Error if this version does not know the method
 */
export function expandSnapshot(method: string, { lines: storedLines, met }: CompactSnapshot): Pick<TrustSnapshot, 'parts' | 'conditions'> {
  if (!trustMethods.some((known) => known === method)) throw new Error(`No sentences are known for the trust method ${method}.`);
  const emptySnapshot = trustSnapshot(noRecordFacts, new Date(0));
  const parts = emptySnapshot.parts.map(({ part, max, lines }) => {
    const filledLines = lines.map((line) => {
      const [points, because] = storedLines[line.rule] ?? [0, []];
      return { ...line, points, because };
    });
    return { part, max, points: filledLines.reduce((sum, { points }) => sum + points, 0), lines: filledLines };
  });
  return { parts, conditions: emptySnapshot.conditions.map((condition) => ({ ...condition, met: met.includes(condition.level) })) };
}
