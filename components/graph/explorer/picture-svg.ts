import { polygonHull } from 'd3-polygon';
import { type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { nodeOutline } from '../node-shape.ts';
import type { Groups, NamedGroup } from './groups.ts';
import { placeLabels } from './label-placement.ts';
import type { NodesAndLinks } from './shown-graph.ts';
import { type Positions, radiusOf, shorten, widthOf } from './sizes.ts';

interface Picture {
  graph: NodesAndLinks;
  positions: Positions;
  groups: Groups;
  groupNames: readonly NamedGroup[];
  /** What the picture is, and where it is from. */
  title: string;
  address: string;
}

const size = { width: 1200, height: 800 };
const margin = 90;
const lineHeight = 17;
const fontSize = 13;
/** Average width of a letter, as a share of the font size. */
const letterWidth = 0.54;
const maxLabels = 150;
const areaReach = 22;
/** The colours of groups on white, as on pages. */
const groupColors = ['#16808d', '#92559a', '#4872b4', '#857d14', '#b85f35', '#3d8757'];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for XML, without the characters that XML does not allow. */
const escaped = (text: string): string =>
  [...text]
    .filter((sign) => sign >= ' ' && sign !== '\uFFFE' && sign !== '\uFFFF' && sign.isWellFormed())
    .join('')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');

const round = (value: number): string => `${Math.round(value * 10) / 10}`;

/** Draws what the explorer shows as an SVG file, with the positions that nodes have there: for a paper or a slide. */
export function pictureSvg({ graph, positions, groups, groupNames, title, address }: Picture): string {
  const placeOf = fitInto(graph.nodes.map(({ id }) => positions.get(id) ?? { x: 0, y: 0 }));
  const points = new Map(graph.nodes.map(({ id }) => [id, placeOf(positions.get(id) ?? { x: 0, y: 0 })]));
  const pointOf = (id: NodeId) => points.get(id) ?? { x: 0, y: 0 };
  const areas = groupNames.map(({ group, members }) => {
    const corners = members
      .filter(({ id }) => points.has(id) && groups.get(id) === group)
      .map(({ id }): [number, number] => [pointOf(id).x, pointOf(id).y]);
    const outline = polygonHull(corners) ?? corners;
    const color = groupColors[group - 1] ?? '#6b7280';
    return outline.length === 0
      ? ''
      : `<path d="M${outline.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z" fill="${color}" stroke="${color}" stroke-width="${areaReach * 2}" stroke-linejoin="round" opacity=".1"/>`;
  });
  const lines = graph.links.map(({ from, to, works }) => {
    const [one, other] = [pointOf(from), pointOf(to)];
    return `<line x1="${round(one.x)}" y1="${round(one.y)}" x2="${round(other.x)}" y2="${round(other.y)}" stroke-width="${round(widthOf(works))}"/>`;
  });
  const shapes = graph.nodes.map((node) => {
    const { x, y } = pointOf(node.id);
    const outline = nodeOutline(node.kind, x, y, radiusOf(node, graph.nodes.length) * 0.8);
    const ring = node.steps === 0 ? ' stroke="#1c1d20" stroke-width="2"' : '';
    return `<path d="${outline}" fill="${nodeKindFacts[node.kind].hex}"${ring}><title>${escaped(node.label)}</title></path>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="${fontSize}">`,
    `<title>${escaped(title)}</title><desc>${escaped(address)}</desc>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...areas,
    `<g stroke="#b9bbc0">${lines.join('')}</g>`,
    `<g stroke="#fff" stroke-width="1">${shapes.join('')}</g>`,
    `<g fill="#1c1d20" stroke="#fff" stroke-width="3" paint-order="stroke" stroke-linejoin="round">${labelsOf(graph, pointOf).join('')}</g>`,
    '</svg>',
  ].join('\n');
}

function labelsOf({ nodes }: NodesAndLinks, pointOf: (id: NodeId) => { x: number; y: number }): string[] {
  const byImportance = nodes.toSorted((a, b) => a.steps - b.steps || b.works - a.works);
  const candidates = byImportance.map((node) => {
    const text = shorten(node.label);
    return { ...pointOf(node.id), id: node.id, text, radius: radiusOf(node, nodes.length), width: text.length * fontSize * letterWidth };
  });
  const texts = new Map<string, string>(candidates.map(({ id, text }) => [id, text]));
  return placeLabels(candidates, { ...size, lineHeight, most: maxLabels }).map(
    ({ id, left, top, width }) =>
      `<text x="${round(left + width / 2)}" y="${round(top + lineHeight * 0.75)}" text-anchor="middle">${escaped(texts.get(id) ?? '')}</text>`,
  );
}

/** Returns a function that moves positions into the picture. The vertical axis of the layout points up. */
function fitInto(places: readonly { x: number; y: number }[]): (place: { x: number; y: number }) => { x: number; y: number } {
  const [left, right] = boundsOf(places.map(({ x }) => x));
  const [bottom, top] = boundsOf(places.map(({ y }) => y));
  const [width, height] = [size.width - 2 * margin, size.height - 2 * margin];
  const scale = Math.min(width / Math.max(right - left, 1), height / Math.max(top - bottom, 1));
  return ({ x, y }) => ({
    x: size.width / 2 + (x - (left + right) / 2) * scale,
    y: size.height / 2 - (y - (bottom + top) / 2) * scale,
  });
}

const boundsOf = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
