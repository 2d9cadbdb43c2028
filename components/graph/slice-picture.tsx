import { type GraphLink, type GraphSlice, linkKindFacts, type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { nodeOutline } from './node-shape.ts';
import { layoutSlice, lineHeightEm, lineWidthOf, type PictureSize, type PlacedPoint } from './slice-layout.ts';

interface Props {
  slice: GraphSlice;
  size: PictureSize;
  /** Returns the target of a node; its own page by default. */
  hrefOf?: (point: PlacedPoint['node']) => string;
  /** Nodes of a path, in order, which is drawn above the others. */
  path?: readonly NodeId[];
  className?: string;
  /** Says what a link is based on while the pointer is on it. */
  hasLinkTitles?: boolean;
}

/** Opacity of links: lower if many are drawn, so that a large team does not become a solid area. Those of the start are stronger. */
const opacityOf = (count: number, ofStart: number): number =>
  Math.round(Math.max(0.12, Math.min(0.4, 30 / count)) * (1 + ofStart * 0.4) * 100) / 100;

const coordinates = ({ x, y }: PlacedPoint): string => `${x.toFixed(0)} ${y.toFixed(0)}`;

/**
 * A slice of the graph, for viewing and pointer: a table beside it has the same content for everybody, and is used by keyboard. Shape and
 * colour tell the kind of a node, line width the number of works.
 */
export function SlicePicture({ slice, size, hrefOf = ({ href }) => href, path = [], className = '', hasLinkTitles = false }: Props) {
  const { points, regions, width, height, fontSize } = layoutSlice(slice, size);
  const [start] = slice.nodes;
  const isOfStart = ({ from, to }: GraphLink) => from === start?.id || to === start?.id;
  const [among, ofStart] = [slice.links.filter((link) => !isOfStart(link)), slice.links.filter(isOfStart)];
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fontSize={fontSize} className={`slice w-full ${className}`}>
      {regions.map(({ id, kind, outline }) => (
        <path key={id} d={outline} fill={`var(${nodeKindFacts[kind].colour})`} className="region" />
      ))}
      {[among, ofStart].map((links, index) => (
        <g key={index === 0 ? 'among' : 'of start'} fill="none" strokeLinecap="round" strokeOpacity={opacityOf(links.length, index)}>
          {links.map((link) => (
            <Line key={`${link.from} ${link.to}`} link={link} points={points} hasTitle={hasLinkTitles} />
          ))}
        </g>
      ))}
      <PathLines points={points} path={path} />
      {[...points.values()].reverse().map((point) => (
        <a key={point.node.id} href={hrefOf(point.node)} tabIndex={-1}>
          <title>{point.node.label}</title>
          <path
            d={nodeOutline(point.node.kind, point.x, point.y, point.radius)}
            fill={`var(${nodeKindFacts[point.node.kind].colour})`}
            className={path.includes(point.node.id) ? 'on-path' : undefined}
          />
          <Label point={point} isStrong={point.node === start} />
        </a>
      ))}
    </svg>
  );
}

/** The name of a node; further lines start below the first. */
function Label({ point: { x, y, at, lines }, isStrong }: { point: PlacedPoint; isStrong: boolean }) {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  const left = (x + at.x).toFixed(0);
  return (
    <text
      x={left}
      y={(y + at.y).toFixed(0)}
      textAnchor={at.anchor === 'start' ? undefined : at.anchor}
      fontWeight={isStrong ? 600 : undefined}
    >
      {first}
      {others.map((line) => (
        <tspan key={line} x={left} dy={`${lineHeightEm}em`}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

function Line({ link, points, hasTitle }: { link: GraphLink; points: ReadonlyMap<NodeId, PlacedPoint>; hasTitle: boolean }) {
  const [one, other] = [points.get(link.from), points.get(link.to)];
  if (!one || !other) return null;
  // The colour is that of the end farther out: of a person between two people, of the topic between a person and a topic.
  const outer = link.kind === 'together' || link.kind === 'wrote' ? (one.node.steps === 0 ? other : one) : other;
  return (
    <a href={link.href} tabIndex={-1}>
      {hasTitle && <title>{linkKindFacts[link.kind].sentence(link)}</title>}
      <path
        d={`M${coordinates(one)}L${coordinates(other)}`}
        stroke={`var(${nodeKindFacts[outer.node.kind].colour})`}
        strokeWidth={link.works > 1 ? lineWidthOf(link.works) : undefined}
      />
    </a>
  );
}

/** The links of a path, above all others. */
const PathLines = ({ points, path }: { points: ReadonlyMap<NodeId, PlacedPoint>; path: readonly NodeId[] }) =>
  path.slice(1).map((id, index) => {
    const [one, other] = [points.get(path[index] ?? id), points.get(id)];
    return one && other ? <path key={id} d={`M${coordinates(one)}L${coordinates(other)}`} className="path-line" /> : null;
  });
