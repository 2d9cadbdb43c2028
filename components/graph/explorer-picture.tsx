import { type SliceQuery, type SliceView, sliceQuery } from '#lib/catalog/graph/model/slice.ts';
import { explorerLayout } from './explorer-layout.ts';
import { strokeFor } from './layout.ts';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  asked: SliceQuery;
}

/** The graph around an author, for the eye and the mouse: a point leads to the graph around it, a line to what makes it. */
export function ExplorerPicture({ author, slice, asked }: Props) {
  const centre = { ...author, steps: 0 as const, works: 0 };
  const { width, height, points } = explorerLayout([centre, ...slice.people], slice.links);
  const names = new Map([centre, ...slice.people].map(({ slug, name }) => [slug, name]));
  const again = sliceQuery(asked);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fontSize="12" className="w-full max-lg:hidden">
      <g className="stroke-edge" strokeLinecap="round">
        {slice.links.map(({ from, to, works }) => {
          const [one, other] = [points.get(from), points.get(to)];
          if (!one || !other) return null;
          return (
            <a key={`${from} ${to}`} href={`/graph/${from}/${to}`} tabIndex={-1} className="hover:stroke-accent">
              <path
                d={`M${place(one)}L${place(other)}`}
                strokeWidth={strokeFor(works)}
                strokeOpacity={from === author.slug ? 0.45 : 0.22}
              />
            </a>
          );
        })}
      </g>
      {[...points.values()].map((point) => (
        <a
          key={point.slug}
          href={point.slug === author.slug ? `/authors/${author.slug}` : `/graph/${point.slug}${again}`}
          tabIndex={-1}
          className="fill-ink no-underline hover:fill-accent"
        >
          <title>{names.get(point.slug)}</title>
          <circle
            cx={point.x.toFixed(1)}
            cy={point.y.toFixed(1)}
            r={point.radius.toFixed(1)}
            className={point.slug === author.slug ? 'fill-accent' : 'fill-paper stroke-accent'}
            strokeWidth="1.5"
          />
          {point.label && (
            <text
              x={(point.x + (point.anchor === 'start' ? 1 : -1) * (point.radius + 4)).toFixed(1)}
              y={(point.y + 4).toFixed(1)}
              textAnchor={point.anchor}
              fontWeight={point.slug === author.slug ? 600 : undefined}
            >
              {point.label}
            </text>
          )}
        </a>
      ))}
    </svg>
  );
}

const place = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
