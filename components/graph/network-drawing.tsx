import type { ReactNode } from 'react';
import { type Drawing, type Line, lineOpacityOf, lineWidthOf, shortLabel, targetRadius } from './drawing.ts';
import { GroupAreas } from './group-areas.tsx';

interface Props {
  drawing: Drawing;
  lines: readonly Line[];
  /** The group of each person by slug, from `groupPeople`. */
  groups: ReadonlyMap<string, number>;
  centre: string;
  names: ReadonlyMap<string, string>;
  /** Returns the link target of a point. */
  pointHref: (slug: string) => string;
  /** Returns the facts shown in the corner while the pointer is on a person; without it, only the name is shown. */
  factsOf?: ((slug: string) => string | null) | undefined;
  /** People on a highlighted path, in order. */
  path?: readonly string[] | undefined;
  className?: string;
}

/** Returns the colour of a group; grey for people without one. */
const colourOf = (group: number | undefined): string => `var(--color-m${group ?? 8})`;

/**
 * People and their joint works, for viewing and pointer only: a list beside it has the same content for everybody, and is used by keyboard.
 * Colour and area show the group, line width the joint works; older links are more transparent.
 */
export function NetworkDrawing({ drawing, lines, groups, centre, names, pointHref, factsOf, path = [], className = '' }: Props) {
  const { width, height, fontSize, points } = drawing;
  const newest = Math.max(...lines.map(({ lastYear }) => lastYear ?? 0));
  const targetStrokeOf = (slug: string): string | undefined => {
    const point = points.get(slug);
    return point && (2 * (targetRadius(drawing, point) - point.radius)).toFixed(1);
  };
  const pointColourOf = (slug: string): string => (slug === centre ? 'var(--color-accent)' : colourOf(groups.get(slug)));
  const drawnLines = lines.flatMap((line) => {
    const [one, other] = [points.get(line.from), points.get(line.to)];
    if (!one || !other) return [];
    const outer = line.from === centre ? line.to : line.from;
    const isWithinGroup = outer === line.to || groups.get(line.from) === groups.get(line.to);
    return { line, one, other, stroke: isWithinGroup ? pointColourOf(outer) : colourOf(undefined) };
  });
  const linesOfColour = new Map<string, number>();
  for (const { stroke } of drawnLines) linesOfColour.set(stroke, (linesOfColour.get(stroke) ?? 0) + 1);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fontSize={fontSize} className={`network w-full ${className}`}>
      <GroupAreas drawing={drawing} groups={groups} reach={fontSize * 1.3} />
      <g fill="none" strokeLinecap="round">
        {drawnLines.map(({ line, one, other, stroke }) => (
          <a key={`${line.from} ${line.to}`} href={`/graph/${line.from}/${line.to}`} tabIndex={-1}>
            <path
              d={`M${coordinatesOf(one)}L${coordinatesOf(other)}`}
              strokeWidth={lineWidthOf(line.works)}
              stroke={stroke}
              opacity={lineOpacityOf(line.lastYear, newest, linesOfColour.get(stroke) ?? 1)}
            />
          </a>
        ))}
      </g>
      <PathLines points={points} path={path} />
      {[...points.values()].map(({ slug, x, y, radius, label, at }) => (
        <a key={slug} href={pointHref(slug)} tabIndex={-1}>
          {factsOf ? <Card height={height} name={names.get(slug) ?? ''} facts={factsOf(slug)} /> : <title>{names.get(slug)}</title>}
          {path.includes(slug) && <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r={(radius + 4).toFixed(1)} className="on-path" />}
          <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r={radius.toFixed(1)} fill={pointColourOf(slug)} strokeWidth={targetStrokeOf(slug)} />
          {label && (
            <Label
              x={x + at.x + (path.includes(slug) ? besideRing[at.anchor] : 0)}
              y={y + at.y}
              anchor={at.anchor}
              strong={slug === centre}
            >
              {label}
            </Label>
          )}
        </a>
      ))}
    </svg>
  );
}

/** How far a label moves away from the ring around a person on the path. */
const besideRing = { start: 6, middle: 0, end: -6 } as const;

const cardWidth = 300;

/** The person under the pointer, in the lower left corner, where it covers no related points. */
const Card = ({ height, name, facts }: { height: number; name: string; facts: string | null }) => (
  <g className="card-of" transform={`translate(12 ${height - 68})`}>
    <rect width={cardWidth} height={56} rx={10} />
    <text x={16} y={25} fontWeight={600}>
      {shortLabel(name, 36)}
    </text>
    <text x={16} y={43}>
      {facts}
    </text>
  </g>
);

/** The links of a path, above all others. */
const PathLines = ({ points, path }: { points: Drawing['points']; path: readonly string[] }) =>
  path.slice(1).map((slug, index) => {
    const [one, other] = [points.get(path[index] ?? ''), points.get(slug)];
    return one && other ? <path key={slug} d={`M${coordinatesOf(one)}L${coordinatesOf(other)}`} className="on-path" /> : null;
  });

interface LabelProps {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  strong: boolean;
  children: ReactNode;
}

/** A label with a halo in the background colour, so that lines do not cross it. */
const Label = ({ x, y, anchor, strong, children }: LabelProps) => (
  <text x={x.toFixed(1)} y={y.toFixed(1)} textAnchor={anchor} fontWeight={strong ? 600 : undefined}>
    {children}
  </text>
);

const coordinatesOf = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
