import { z } from 'zod';

/** Figures that this instance computes for a work, each by a versioned method. A changed method gets a new name; the old one stays. */
export const indicatorMethods = ['novelty-1', 'signal-1'] as const;
export type IndicatorMethod = (typeof indicatorMethods)[number];

/** Minimum number of works with a value for which an author's indicator is shown. The indicator is their median. */
export const minWorksForIndicator = 5;

/** Input of the owner's setting that hides the indicators of a record. */
export const indicatorsHiddenInput = z.object({
  authorId: z.string().min(1).max(40),
  hidden: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
});

/** A value of a work, with the numbers from which it was computed. */
export interface WorkIndicator {
  /** 0–100. */
  value: number;
  parts: Record<string, number>;
}

/** An indicator of a record; without a value if too few works have one, or if nothing was computed yet. */
export interface AuthorIndicator {
  method: IndicatorMethod;
  /** Median over the works, 0–100; null if too few works have a value. */
  value: number | null;
  /** Number of works with a value; 0 if nothing is stored. */
  works: number;
  computedAt: Date | null;
}

/** Returns the median, or null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Rounds to one decimal. The methods are not precise enough for more. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
