import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { type Drawing, type Point, shortLabel } from './drawing.ts';

interface Person {
  slug: string;
  name: string;
  steps: 0 | 1 | 2;
  works: number;
}

const [width, height] = [860, 620];
const margin = { x: 96, y: 36 };
const iterations = 200;
const fontSize = 13;
/** Upper estimate of the mean width of a letter at 13 px. */
const letterWidth = 6.9;
const maxLetters = 24;
/** Weight of a link within a group, relative to one between groups. */
const groupLinkWeight = 3;

/**
 * Places people by joint works with ForceAtlas2 (Jacomy et al. 2014, PLoS ONE 9(6)). The initial positions are fixed, so that the same
 * slice always gives the same drawing.
 */
export function explorerLayout(
  people: readonly Person[],
  links: readonly { from: string; to: string; works: number }[],
  groups: ReadonlyMap<string, number> = new Map(),
): Drawing {
  const graph = new Graph({ type: 'undirected' });
  for (const [at, { slug, steps }] of people.entries()) {
    // Initial positions on a sunflower spiral: the centre in the middle, the strongest links nearest to it.
    const [angle, distance] = [at * 2.399963, Math.sqrt(at)];
    graph.addNode(slug, { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance, size: steps === 0 ? 2 : 1 });
  }
  for (const { from, to, works } of links) {
    const groupWeight = groups.has(from) && groups.get(from) === groups.get(to) ? groupLinkWeight : 1;
    graph.mergeEdge(from, to, { weight: groupWeight * (1 + Math.log2(works)) });
  }
  forceAtlas2.assign(graph, {
    iterations,
    settings: { ...forceAtlas2.inferSettings(graph), gravity: 1.2, scalingRatio: 6, strongGravityMode: false, barnesHutOptimize: false },
  });
  const maxWorks = Math.max(1, ...people.map(({ works }) => works));
  const positions = fitToDrawing(
    people.map(({ slug }) => ({ slug, x: graph.getNodeAttribute(slug, 'x'), y: graph.getNodeAttribute(slug, 'y') })),
  );
  const points = people.map(({ slug, steps, works }, index): Point => {
    const radius = steps === 0 ? 10 : steps === 2 ? 3 : 3.5 + 5 * Math.sqrt(works / maxWorks);
    return { slug, x: positions[index]?.x ?? 0, y: positions[index]?.y ?? 0, radius, label: '', at: { x: 0, y: 0, anchor: 'start' } };
  });
  placeLabels(points, people);
  return { width, height, fontSize, points: new Map(points.map((point) => [point.slug, point])) };
}

/** Scales positions to the drawing, in each direction separately. */
function fitToDrawing(raw: { slug: string; x: number; y: number }[]): { x: number; y: number }[] {
  const scale = (values: number[], size: number, inset: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) => (most - least < 1e-9 ? size / 2 : inset + ((value - least) / (most - least)) * (size - 2 * inset));
  };
  const [x, y] = [
    scale(
      raw.map((each) => each.x),
      width,
      margin.x,
    ),
    scale(
      raw.map((each) => each.y),
      height,
      margin.y,
    ),
  ];
  return raw.map((each) => ({ x: x(each.x), y: y(each.y) }));
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Places labels in list order, and omits those that would overlap; the list beside the drawing names everybody. */
function placeLabels(points: Point[], people: readonly Person[]): void {
  const takenBoxes: Box[] = points.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  for (const [index, point] of points.entries()) {
    const text = shortLabel(people[index]?.name ?? '', maxLetters);
    for (const at of labelPositionsOf(point)) {
      const box = labelBoxOf(point, at, text.length * letterWidth);
      if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) continue;
      if (takenBoxes.some((other) => overlaps(box, other))) continue;
      takenBoxes.push(box);
      Object.assign(point, { label: text, at });
      break;
    }
  }
}

/** Returns possible label positions, best first: outwards, inwards, above, below. */
function labelPositionsOf({ x, radius }: Point): Point['at'][] {
  const beside = (side: 1 | -1): Point['at'] => ({ x: side * (radius + 4), y: fontSize * 0.35, anchor: side > 0 ? 'start' : 'end' });
  const sides = x > width / 2 ? [beside(1), beside(-1)] : [beside(-1), beside(1)];
  return [...sides, { x: 0, y: -radius - 5, anchor: 'middle' }, { x: 0, y: radius + fontSize + 1, anchor: 'middle' }];
}

function labelBoxOf({ x, y }: Point, at: Point['at'], labelWidth: number): Box {
  const left = x + at.x - (at.anchor === 'start' ? 0 : at.anchor === 'end' ? labelWidth : labelWidth / 2);
  return { left, right: left + labelWidth, top: y + at.y - fontSize, bottom: y + at.y + 3 };
}
