import type { GraphNode, GraphSlice, NodeId, NodeKind } from '#lib/catalog/graph/model/kinds.ts';
import { labelLines, lettersIn, shortLabel, truncatedLabel } from './short-label.ts';

/** A node in a picture. */
export interface PlacedPoint {
  node: GraphNode;
  x: number;
  y: number;
  radius: number;
  /** Lines of its label; none if it would overlap another label. */
  lines: string[];
  /** Position of the first line relative to the point. */
  at: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

/** A soft area behind everything that is linked with a topic or institution. */
interface Region {
  id: NodeId;
  kind: NodeKind;
  outline: string;
}

interface SliceLayout {
  width: number;
  height: number;
  fontSize: number;
  points: Map<NodeId, PlacedPoint>;
  regions: Region[];
}

export interface PictureSize {
  width: number;
  height: number;
  fontSize: number;
  /** Longest label, in letters. */
  letters: number;
}

/** For the column beside a page, and for phones. */
export const cardSize: PictureSize = { width: 344, height: 360, fontSize: 12.5, letters: 17 };
/** For the home page on large screens. */
export const wideSize: PictureSize = { width: 600, height: 290, fontSize: 14, letters: 17 };
/** For the page of the graph on large screens. */
export const pageSize: PictureSize = { width: 860, height: 660, fontSize: 13, letters: 24 };

/** Distance between two lines of a label, in units of the font size. */
export const lineHeightEm = 1.1;

/** Returns the line width for a number of joint works: thin for one. */
export const lineWidthOf = (works: number): number => Math.min(3, Math.round(5 + 5 * Math.sqrt(works)) / 10);

const isPerson = (kind: NodeKind): boolean => kind === 'author' || kind === 'organisation';

/** The kinds that may form regions, by the kind of the start. */
const regionKinds = (start: NodeKind): readonly NodeKind[] => (start === 'topic' ? ['institution', 'venue'] : ['topic', 'institution']);

interface Sector {
  region: GraphNode | null;
  members: GraphNode[];
  /** Contexts that are no region, listed in a sector of their own. */
  others: GraphNode[];
}

/**
 * Places a slice around its start: people by strength, the strongest nearest; those linked with one topic or institution side by side, in
 * front of its region; works between their authors. The same slice always gives the same picture, and costs no simulation.
 */
export function layoutSlice(slice: GraphSlice, size: PictureSize): SliceLayout {
  const { width, height, fontSize } = size;
  const centre = { x: width / 2, y: height / 2 };
  const reach = { x: width / 2 - fontSize * 3.3, y: height / 2 - fontSize * 2 };
  const place = (angle: number, distance: number) => ({
    x: centre.x + Math.cos(angle) * reach.x * distance,
    y: centre.y + Math.sin(angle) * reach.y * distance,
  });
  const sectors = sectorsOf(slice);
  const scale = Math.min(1, Math.sqrt((width * height) / (slice.nodes.length * 3_200)));
  const positions = new Map<NodeId, { x: number; y: number }>([[slice.start.id, centre]]);
  const weights = sectors.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const maxWorks = Math.max(1, ...slice.nodes.filter(({ steps, kind }) => steps > 0 && isPerson(kind)).map(({ works }) => works));
  const regions: Region[] = [];
  let from = -Math.PI / 2;
  for (const [index, sector] of sectors.entries()) {
    const sweep = (2 * Math.PI * (weights[index] ?? 0)) / total;
    const at = (share: number) => from + sweep * (0.06 + 0.88 * share);
    for (const [index_, node] of sector.members.entries()) {
      const strength = Math.sqrt(node.works / maxWorks);
      const distance = node.steps === 2 ? 0.94 : 0.8 - 0.32 * strength + ((index_ % 3) - 1) * 0.07;
      positions.set(node.id, place(at((index_ + 0.5) / sector.members.length), Math.min(0.95, distance)));
    }
    for (const [index_, node] of sector.others.entries())
      positions.set(node.id, place(at((index_ + 0.5) / sector.others.length), index_ % 2 ? 0.72 : 0.92));
    if (sector.region) {
      positions.set(sector.region.id, place(from + sweep / 2, 1));
      if (sector.members.length > 0) regions.push({ ...sector.region, outline: outlineOf(place, reach, from, sweep) });
    }
    from += sweep;
  }
  placeWorks(slice, positions, fontSize * scale);
  const points = slice.nodes.map((node): PlacedPoint => {
    const position = positions.get(node.id) ?? centre;
    return {
      node,
      ...position,
      radius: radiusOf(node, maxWorks, fontSize) * Math.max(0.7, scale),
      lines: [],
      at: { x: 0, y: 0, anchor: 'start' },
    };
  });
  placeLabels(points, size);
  return { width, height, fontSize, points: new Map(points.map((point) => [point.node.id, point])), regions };
}

function radiusOf({ steps, kind, works }: GraphNode, maxWorks: number, fontSize: number): number {
  if (steps === 0) return fontSize * 0.75;
  if (kind === 'work') return fontSize * 0.22;
  if (!isPerson(kind)) return fontSize * 0.36;
  return steps === 2 ? fontSize * 0.26 : fontSize * (0.3 + 0.26 * Math.sqrt(works / maxWorks));
}

/** Space of a sector around the circle: that of its people, and of the name of its region. */
const weightOf = ({ members, others, region }: Sector): number => Math.max(members.length, 1.2) + others.length * 1.1 + (region ? 0.8 : 0);

/** Groups people by the region that they are linked with most. Works follow their people. */
function sectorsOf({ start, nodes, links }: GraphSlice): Sector[] {
  const people = nodes.filter(({ kind, steps }) => steps > 0 && isPerson(kind));
  const contexts = nodes.filter(({ kind, steps }) => steps > 0 && !isPerson(kind) && kind !== 'work');
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const regionOf = new Map<NodeId, NodeId>();
  const kindOfRegions = regionKinds(start.kind).find((kind) => {
    const own = new Set(contexts.filter((node) => node.kind === kind).map(({ id }) => id));
    return new Set(links.filter(({ from, to }) => from !== start.id && own.has(to)).map(({ to }) => to)).size > 1;
  });
  // Links are sorted, the strongest first.
  for (const { from, to } of links)
    if (from !== start.id && byId.get(to)?.kind === kindOfRegions && !regionOf.has(from)) regionOf.set(from, to);
  const sectors = contexts
    .filter(({ kind }) => kind === kindOfRegions)
    .map((region): Sector => ({ region, members: people.filter(({ id }) => regionOf.get(id) === region.id), others: [] }))
    .sort((a, b) => b.members.length - a.members.length);
  const unassigned = people.filter(({ id }) => !regionOf.has(id));
  const others = contexts.filter(({ kind }) => kind !== kindOfRegions);
  if (unassigned.length > 0) sectors.push({ region: null, members: unassigned, others: [] });
  if (others.length > 0) sectors.splice(Math.ceil(sectors.length / 2), 0, { region: null, members: [], others });
  return sectors;
}

/** Places works between the start and their authors, and spreads those of the same people. */
function placeWorks({ start, nodes, links }: GraphSlice, positions: Map<NodeId, { x: number; y: number }>, gap: number): void {
  const works = nodes.filter(({ kind, steps }) => kind === 'work' && steps > 0);
  const centre = positions.get(start.id) ?? { x: 0, y: 0 };
  const taken: { x: number; y: number }[] = [...positions.values()];
  for (const [index, { id }] of works.entries()) {
    const ends = links
      .filter(({ from, to }) => from === id || to === id)
      .flatMap(({ from, to }) => positions.get(from === id ? to : from) ?? [])
      .filter((end) => end !== centre);
    const turn = index * 2.399963;
    const mean = {
      x: (centre.x + ends.reduce((sum, { x }) => sum + x, 0)) / (ends.length + 1),
      y: (centre.y + ends.reduce((sum, { y }) => sum + y, 0)) / (ends.length + 1),
    };
    let at = mean;
    // A spiral around the place between the authors, until nothing is near.
    for (let step = ends.length === 0 ? 4 : 0; step < 60; step += 1) {
      const [angle, distance] = [turn + step * 2.399963, gap * 0.75 * Math.sqrt(step)];
      at = { x: mean.x + Math.cos(angle) * distance, y: mean.y + Math.sin(angle) * distance };
      const isFree =
        taken.every((other) => Math.hypot(other.x - at.x, other.y - at.y) > gap) &&
        Math.hypot(at.x - centre.x, at.y - centre.y) > gap * 1.6;
      if (isFree) break;
    }
    taken.push(at);
    positions.set(id, at);
  }
}

/** Returns the outline of a region: a part of a ring. */
function outlineOf(
  place: (angle: number, distance: number) => { x: number; y: number },
  reach: { x: number; y: number },
  from: number,
  sweep: number,
): string {
  const [near, far] = [0.24, 0.98];
  const [start, end] = [from + sweep * 0.02, from + sweep * 0.98];
  const at = (angle: number, distance: number) => {
    const { x, y } = place(angle, distance);
    return `${x.toFixed(0)} ${y.toFixed(0)}`;
  };
  const arc = (angle: number, distance: number, isForward: boolean) =>
    `A${(reach.x * distance).toFixed(0)} ${(reach.y * distance).toFixed(0)} 0 ${Number(end - start > Math.PI)} ${Number(isForward)} ${at(angle, distance)}`;
  return `M${at(start, far)}${arc(end, far, true)}L${at(end, near)}${arc(start, near, false)}Z`;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Names the start, then topics, venues and institutions, then people by strength; omits names that would overlap. Works have no names. */
function placeLabels(points: PlacedPoint[], { width, height, fontSize, letters }: PictureSize): void {
  const letterWidth = fontSize * 0.53;
  const taken: Box[] = points
    .filter(({ node }) => node.kind !== 'work' || node.steps === 0)
    .map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
  const rank = ({ node }: PlacedPoint): number => (node.steps === 0 ? 0 : isPerson(node.kind) ? 2 : node.kind === 'work' ? 9 : 1);
  for (const point of points.toSorted((a, b) => rank(a) - rank(b) || b.node.works - a.node.works)) {
    if (rank(point) === 9) continue;
    const options = labelsOf(point.node, letters).flatMap((lines) =>
      labelPlaces(point, width, { fontSize, lines: lines.length }).map((at) => ({ lines, at })),
    );
    for (const { lines, at } of options) {
      const labelWidth = Math.max(...lines.map(lettersIn)) * letterWidth;
      const left = point.x + at.x - (at.anchor === 'start' ? 0 : at.anchor === 'end' ? labelWidth : labelWidth / 2);
      const [top, bottom] = [point.y + at.y - fontSize * 0.85, point.y + at.y + fontSize * (0.2 + lineHeightEm * (lines.length - 1))];
      const box = { left, right: left + labelWidth, top, bottom };
      if (box.left < 1 || box.right > width - 1 || box.top < 0 || box.bottom > height) continue;
      if (taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      Object.assign(point, { lines, at });
      break;
    }
  }
}

/** Returns the possible labels of a node, best first. */
function labelsOf({ kind, label }: GraphNode, letters: number): string[][] {
  if (isPerson(kind)) return [[shortLabel(label, letters)]];
  const whole = labelLines(label, letters);
  return whole.length > 1 ? [whole, [truncatedLabel(label, letters)]] : [whole];
}

/** Returns possible positions of a label, best first: outwards, inwards, above, below. */
function labelPlaces(
  { x, radius }: PlacedPoint,
  width: number,
  { fontSize, lines }: { fontSize: number; lines: number },
): PlacedPoint['at'][] {
  const further = fontSize * lineHeightEm * (lines - 1);
  const [beside, above, below] = [fontSize * 0.35 - further / 2, -radius - 4 - further, radius + fontSize];
  const onSide = (side: 1 | -1): PlacedPoint['at'] => ({ x: side * (radius + 3), y: beside, anchor: side > 0 ? 'start' : 'end' });
  const sides = x > width / 2 ? [onSide(1), onSide(-1)] : [onSide(-1), onSide(1)];
  const stacked = (['middle', 'start', 'end'] as const).flatMap((anchor): PlacedPoint['at'][] => [
    { x: 0, y: above, anchor },
    { x: 0, y: below, anchor },
  ]);
  return [...sides, ...stacked];
}
