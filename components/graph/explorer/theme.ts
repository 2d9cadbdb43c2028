import { type NodeKind, nodeKindFacts, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { maxGroups } from './groups.ts';

type Rgb = readonly [number, number, number];

/** Colours of the page in its present scheme, as numbers for canvases. */
export interface Theme {
  kinds: Record<NodeKind, Rgb>;
  /** By number of the group, from 1. */
  groups: Rgb[];
  card: Rgb;
  ink: Rgb;
  soft: Rgb;
  edge: Rgb;
  accent: Rgb;
  font: string;
}

/** Reads the colours of an element's page. */
export function readTheme(element: Element): Theme {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const read = (name: string): Rgb => {
    probe.style.color = `var(${name})`;
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue];
  };
  const kinds = Object.fromEntries(nodeKinds.map((kind) => [kind, read(nodeKindFacts[kind].colour)])) as Record<NodeKind, Rgb>;
  const groups = Array.from({ length: maxGroups }, (_, index) => read(`--color-m${index + 1}`));
  const [card, ink, soft, edge, accent] = ['card', 'ink', 'soft', 'edge', 'accent'].map((name) => read(`--color-${name}`)) as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ];
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  return { kinds, groups: [ink, ...groups], card, ink, soft, edge, accent, font };
}

/** Mixes a share of one colour into another. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  [0, 1, 2].map((index) => Math.round((one[index] ?? 0) * share + (other[index] ?? 0) * (1 - share))) as unknown as Rgb;

export const toHex = (color: Rgb): string => `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
