import { z } from 'zod';

/** Figures that this instance computes of a work, each by a method with a version: a changed method is a new name beside the old. */
export const indicatorMethods = ['novelty-1', 'signal-1'] as const;
export type IndicatorMethod = (typeof indicatorMethods)[number];

/** An indicator is shown for an author only over at least so many works that have a value; then it is their median. */
export const minWorks = 5;

/** What an owner says of the indicators on their record. */
export const hiddenInput = z.object({
  authorId: z.string().min(1).max(40),
  hidden: z.enum(['yes', 'no']).transform((said) => said === 'yes'),
});

/** A value of a work, with the numbers that it was computed from. */
export interface WorkIndicator {
  /** 0–100. */
  value: number;
  parts: Record<string, number>;
}

/** An indicator of a record: its value over the works that have one, or the reason why there is none. */
export interface AuthorIndicator {
  method: IndicatorMethod;
  /** The median over the works, 0–100; null where too few works have a value. */
  value: number | null;
  /** Works that have a value. */
  works: number;
  computedAt: Date | null;
}

/** The middle value, or the mean of the two in the middle; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** To one decimal: more would promise a precision that no method here has. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;
