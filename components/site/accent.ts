import type { CSSProperties } from 'react';

/** Returns the accent colours derived from the operator's accent; undefined without one. The dark theme needs lighter ones. */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const mixWith = (percent: number, other: string): string => `color-mix(in srgb, ${accent} ${percent}%, ${other})`;
  return {
    '--color-accent': `light-dark(${accent}, ${mixWith(40, 'white')})`,
    '--color-accent-deep': `light-dark(${mixWith(80, 'black')}, ${mixWith(28, 'white')})`,
    '--color-wash': `light-dark(${mixWith(8, 'white')}, ${mixWith(18, '#131518')})`,
  } as CSSProperties;
}
