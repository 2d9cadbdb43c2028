import { daysMs } from '#lib/platform/clock.ts';
import { rounded, type WorkIndicator } from './indicator.ts';

/** What `signal-1` looks at. Neither venue nor institution, nor anything of the people. */
export interface SignalFacts {
  /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string | null;
  /** The largest count of citations that a source gives for this work; null where none does. */
  citations: number | null;
  codeState: string | null;
}

/** Weights and constants of `signal-1`, as the methods page states them. */
export const signalRules = {
  weights: { recency: 0.4, velocity: 0.4, code: 0.2 },
  /** After so many years recency has halved. */
  halfLifeYears: 5,
  /** With so many citations a year velocity is one half. */
  halfAtCitationsPerYear: 10,
  code: { reachable: 1, linked: 0.75, promised: 0.25, none: 0 } as Record<string, number>,
  /** A work younger than this counts as this old, so that its first citation does not become a flood. */
  youngestYears: 0.5,
  minParts: 2,
} as const;

const yearMs = daysMs(365.2425);

/** The middle of the time that a partial date leaves open. */
function middleOf(date: string): number {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (day !== undefined) return Date.UTC(year, (month ?? 1) - 1, day);
  return month === undefined ? Date.UTC(year, 6, 1) : Date.UTC(year, month - 1, 15);
}

/**
 * `signal-1`: how much, at this time, speaks for looking at a work: that it is recent, that it is being cited, that its code can be
 * had. The weighted mean (0–100) of the parts that are known, and nothing where fewer than two are.
 *
 * Attention to a work fades over years and saturates: Wang, Song & Barabási, "Quantifying Long-Term Scientific Impact", Science 342
 * (2013), doi 10.1126/science.1237825. Code makes a result reproducible: Vandewalle, Kovačević & Vetterli, "Reproducible research in
 * signal processing", IEEE Signal Processing Magazine 26 (2009), doi 10.1109/MSP.2009.932122. The weights are ours.
 * @param at the moment that it is computed for: the first day of a month, so that everybody who computes it gets the same
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
  const known = Object.entries(parts);
  if (known.length < signalRules.minParts) return null;
  const weightOf = (part: string): number => signalRules.weights[part as keyof typeof signalRules.weights];
  const weight = known.reduce((sum, [part]) => sum + weightOf(part), 0);
  const value = known.reduce((sum, [part, share]) => sum + weightOf(part) * share, 0) / weight;
  const shown = known.map(([part, share]) => [part, Math.round(share * 1000) / 1000]);
  return { value: rounded(100 * value), parts: Object.fromEntries(shown) };
}

/** The moment that a signal of today is computed for: midnight (UTC) at the start of this month. */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));

/** When the next month begins (UTC). */
export const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
