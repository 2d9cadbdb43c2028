import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';

/** A person in the picture with the position of the label; `label` is empty if it would overlap another. */
interface Point {
  slug: string;
  x: number;
  y: number;
  radius: number;
  label: string;
  anchor: 'start' | 'end';
}

interface Drawing {
  width: number;
  height: number;
  points: Map<string, Point>;
}

interface Person {
  slug: string;
  name: string;
  steps: 0 | 1 | 2;
  works: number;
}

const [width, height] = [1152, 620];
const margin = { x: 110, y: 24 };
const rounds = 150;
const fontSize = 12;
/** Mean width of a letter of the sans at 12 px, generously. */
const letterWidth = 6.4;
const maxLetters = 24;

/**
 * Places people by who signs with whom: ForceAtlas2 (Jacomy and others 2014, PLoS ONE 9(6)), from the same beginning each time, so that
 * the same slice always gives the same picture.
 */
export function explorerLayout(people: readonly Person[], links: readonly { from: string; to: string; works: number }[]): Drawing {
  const graph = new Graph({ type: 'undirected' });
  for (const [at, { slug, steps }] of people.entries()) {
    // A sunflower: the centre in the middle, the strongest near it.
    const [angle, away] = [at * 2.399963, Math.sqrt(at)];
    graph.addNode(slug, { x: Math.cos(angle) * away, y: Math.sin(angle) * away, size: steps === 0 ? 2 : 1 });
  }
  for (const { from, to, works } of links) graph.mergeEdge(from, to, { weight: 1 + Math.log2(works) });
  forceAtlas2.assign(graph, {
    iterations: rounds,
    settings: { ...forceAtlas2.inferSettings(graph), gravity: 1.2, scalingRatio: 6, strongGravityMode: false, barnesHutOptimize: false },
  });
  const most = Math.max(1, ...people.map(({ works }) => works));
  const placed = fitted(people.map(({ slug }) => ({ slug, x: graph.getNodeAttribute(slug, 'x'), y: graph.getNodeAttribute(slug, 'y') })));
  const points = people.map(({ slug, steps, works }, at): Point => {
    const radius = steps === 0 ? 10 : steps === 2 ? 3 : 3.5 + 5 * Math.sqrt(works / most);
    return { slug, x: placed[at]?.x ?? 0, y: placed[at]?.y ?? 0, radius, label: '', anchor: 'start' };
  });
  label(points, people);
  return { width, height, points: new Map(points.map((point) => [point.slug, point])) };
}

/** Stretched over the picture, each direction by itself. */
function fitted(raw: { slug: string; x: number; y: number }[]): { x: number; y: number }[] {
  const scale = (values: number[], to: number, edge: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) => (most - least < 1e-9 ? to / 2 : edge + ((value - least) / (most - least)) * (to - 2 * edge));
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

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Places labels in the order of the list and omits those that would overlap; the table lists everyone. */
function label(points: Point[], people: readonly Person[]): void {
  const taken: Box[] = points.map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
  for (const [at, point] of points.entries()) {
    const name = people[at]?.name ?? '';
    const text = name.length > maxLetters ? `${name.slice(0, maxLetters - 1)}…` : name;
    const long = text.length * letterWidth;
    for (const anchor of point.x > width / 2 ? (['start', 'end'] as const) : (['end', 'start'] as const)) {
      const left = anchor === 'start' ? point.x + point.radius + 4 : point.x - point.radius - 4 - long;
      const box = { left, right: left + long, top: point.y - fontSize / 2 - 1, bottom: point.y + fontSize / 2 + 1 };
      if (box.left < 0 || box.right > width || taken.some((other) => meets(box, other))) continue;
      taken.push(box);
      point.label = text;
      point.anchor = anchor;
      break;
    }
  }
}
