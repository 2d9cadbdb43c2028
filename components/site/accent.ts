import type { CSSProperties } from 'react';

type Rgb = readonly [number, number, number];

const channelsOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Mixes a share of a colour into another one. @param colour as `#rrggbb` */
const mix = (colour: string, share: number, other: string): string => {
  const [one, two] = [channelsOf(colour), channelsOf(other)];
  const mixed = one.map((value, at) => Math.round(value * share + (two[at] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

const [white, black, night] = ['#ffffff', '#000000', '#131518'];

/**
 * Returns the accent colours derived from the operator's accent; undefined without one. The dark theme needs lighter ones. They are computed
 * here and set as plain colours, which browsers without `color-mix` and `light-dark` know too.
 */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  return {
    '--accent-light': accent,
    '--accent-dark': mix(accent, 0.4, white),
    '--accent-deep-light': mix(accent, 0.8, black),
    '--accent-deep-dark': mix(accent, 0.28, white),
    '--wash-light': mix(accent, 0.08, white),
    '--wash-dark': mix(accent, 0.18, night),
  } as CSSProperties;
}
