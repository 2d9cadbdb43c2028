import { daysMs } from '#lib/platform/clock.ts';
import { roundToTenth, type WorkIndicator } from './indicator.ts';

/** The input of `signal-1`. Excludes venue, institution and all data about people. */
export interface SignalFacts {
  /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string | null;
  /** Largest citation count that a source states for this work; null if none does. */
  citations: number | null;
  codeState: string | null;
}

/** Weights and constants of `signal-1`, as the methods page states them. */
export const signalRules = {
  weights: { recency: 0.4, velocity: 0.4, code: 0.2 },
  /** Half-life of recency. */
  halfLifeYears: 5,
  /** Citations per year at which velocity is one half. */
  halfAtCitationsPerYear: 10,
  code: { reachable: 1, linked: 0.75, promised: 0.25, none: 0 } as Record<string, number>,
  /** Lower bound on a work's age for the velocity, so that the first citation of a new work does not dominate. */
  youngestYears: 0.5,
  minParts: 2,
} as const;

const yearMs = daysMs(365.2425);

/** Returns the middle of the period that a partial date covers, in ms since the epoch. */
function middleOf(date: string): number {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (day !== undefined) return Date.UTC(year, (month ?? 1) - 1, day);
  return month === undefined ? Date.UTC(year, 6, 1) : Date.UTC(year, month - 1, 15);
}

/**
 * `signal-1`: how much currently speaks for reading a work: it is recent, it is cited, its code is available. Returns the weighted mean
 * (0–100) of the known parts, or null if fewer than two are known.
 *
 * Attention to a work fades over years and saturates: Wang, Song & Barabási, "Quantifying Long-Term Scientific Impact", Science 342 (2013),
 * doi 10.1126/science.1237825. Code makes a result reproducible: Vandewalle, Kovačević & Vetterli, "Reproducible research in signal
 * processing", IEEE Signal Processing Magazine 26 (2009), doi 10.1109/MSP.2009.932122. The weights are chosen by this project.
 * @param at the reference time: the first day of a month, so that the result is reproducible
 */
export function signalOf({ date, citations, codeState }: SignalFacts, at: Date): WorkIndicator | null {
  const parts: Record<string, number> = {};
  const ageYears = date === null ? null : Math.max(0, (at.getTime() - middleOf(date)) / yearMs);
  if (ageYears !== null) parts.recency = 0.5 ** (ageYears / signalRules.halfLifeYears);
  if (ageYears !== null && citations !== null) {
    const perYear = citations / Math.max(signalRules.youngestYears, ageYears);
    parts.velocity = perYear / (perYear + signalRules.halfAtCitationsPerYear);
  }
  const code = codeState === null ? undefined : signalRules.code[codeState];
  if (code !== undefined) parts.code = code;
  const knownParts = Object.entries(parts);
  if (knownParts.length < signalRules.minParts) return null;
  const weightOf = (part: string): number => signalRules.weights[part as keyof typeof signalRules.weights];
  const weight = knownParts.reduce((sum, [part]) => sum + weightOf(part), 0);
  const value = knownParts.reduce((sum, [part, share]) => sum + weightOf(part) * share, 0) / weight;
  const shownParts = knownParts.map(([part, share]) => [part, Math.round(share * 1000) / 1000]);
  return { value: roundToTenth(100 * value), parts: Object.fromEntries(shownParts) };
}

/** Returns the reference time of the current signal: 00:00 UTC on the first day of this month. */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));

/** Returns the start of the next month (UTC). */
export const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
