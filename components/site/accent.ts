import type { CSSProperties } from 'react';

/** Returns the accent colours derived from the operator's accent; undefined without one. The dark theme needs lighter ones. */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const mixed = (percent: number, other: string): string => `color-mix(in srgb, ${accent} ${percent}%, ${other})`;
  return {
    '--color-accent': `light-dark(${accent}, ${mixed(40, 'white')})`,
    '--color-accent-deep': `light-dark(${mixed(80, 'black')}, ${mixed(28, 'white')})`,
    '--color-wash': `light-dark(${mixed(8, 'white')}, ${mixed(18, '#131518')})`,
  } as CSSProperties;
}
