import { type GraphSlice, linkKindFacts, nodeKindFacts, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { type Html, html } from '#lib/portal/exports/model/html.ts';
import { nodeOutline } from './node-shape.ts';
import { layoutSlice, lineHeightEm, lineWidthOf, type PlacedPoint, pageSize } from './slice-layout.ts';

/** Height of the line of kinds below the picture. */
const legendHeight = 34;
export const svgSize = { width: pageSize.width, height: pageSize.height + legendHeight };

const colours = { paper: '#ffffff', ink: '#1c1d20', soft: '#5b5e66' };
const at = (value: number): string => value.toFixed(1);

interface Options {
  /** Address of this site, for absolute links. */
  base: string;
  /** False to leave out labels, which a caller draws with fonts of its own. */
  hasLabels?: boolean;
}

/** A slice as an SVG file of its own, in light colours, with links to this site and a line of its kinds. */
export function sliceSvg(slice: GraphSlice, { base, hasLabels = true }: Options): string {
  const { points, regions, width, fontSize } = layoutSlice(slice, pageSize);
  const lines = slice.links.flatMap((link): Html[] => {
    const [one, other] = [points.get(link.from), points.get(link.to)];
    if (!one || !other) return [];
    const outer = link.kind === 'together' || link.kind === 'wrote' ? (one.node.steps === 0 ? other : one) : other;
    const isOfStart = one.node.steps === 0 || other.node.steps === 0;
    return [
      html`<a href="${base + link.href}"><title>${one.node.label} – ${other.node.label}: ${linkKindFacts[link.kind].sentence(link)}</title><path d="M${at(one.x)} ${at(one.y)}L${at(other.x)} ${at(other.y)}" stroke="${nodeKindFacts[outer.node.kind].hex}" stroke-opacity="${isOfStart ? '0.4' : '0.18'}" stroke-width="${at(lineWidthOf(link.works))}"/></a>\n`,
    ];
  });
  const nodes = [...points.values()].reverse().map((point) => nodeOf(point, { base, hasLabels }));
  const areas = regions.map(({ kind, outline }) => html`<path d="${outline}" fill="${nodeKindFacts[kind].hex}" fill-opacity="0.1"/>\n`);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${svgSize.height}" viewBox="0 0 ${width} ${svgSize.height}" font-family="Source Sans 3, Helvetica, Arial, sans-serif" font-size="${fontSize}">
<title>The graph around ${slice.start.label}</title>
<rect width="${width}" height="${svgSize.height}" fill="${colours.paper}"/>
${areas}<g fill="none" stroke-linecap="round">
${lines}</g>
<g>
${nodes}</g>
${legendOf(slice, hasLabels)}</svg>
`.html;
}

function nodeOf({ node, x, y, radius, lines: [first, ...others], at: place }: PlacedPoint, { base, hasLabels }: Options): Html {
  const further = others.map((line) => html`<tspan x="${at(x + place.x)}" dy="${lineHeightEm}em">${line}</tspan>`);
  const text = html`<text x="${at(x + place.x)}" y="${at(y + place.y)}" text-anchor="${place.anchor}" font-weight="${node.steps === 0 ? '600' : '400'}" fill="${colours.ink}" stroke="${colours.paper}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${first ?? ''}${further}</text>`;
  return html`<a href="${base + node.href}"><title>${node.label}, ${nodeKindFacts[node.kind].one}</title><path d="${nodeOutline(node.kind, x, y, radius)}" fill="${nodeKindFacts[node.kind].hex}"/>${hasLabels && first !== undefined ? text : null}</a>\n`;
}

/** The kinds of a slice with their places in the line below the picture. */
export const legendEntries = ({ nodes }: GraphSlice) =>
  nodeKinds
    .filter((kind) => nodes.some((node) => node.kind === kind))
    .map((kind, index) => ({ kind, label: nodeKindFacts[kind].plural, x: 24 + index * 120, y: pageSize.height + legendHeight / 2 }));

function legendOf(slice: GraphSlice, hasLabels: boolean): Html[] {
  return legendEntries(slice).map(({ kind, label, x, y }) => {
    const text = html`<text x="${x + 10}" y="${y + 4}" fill="${colours.soft}">${label}</text>`;
    return html`<path d="${nodeOutline(kind, x, y, 4.5)}" fill="${nodeKindFacts[kind].hex}"/>${hasLabels ? text : null}\n`;
  });
}
