import { type Placed, shortLabel, sliceLayout, strokeFor } from './layout.ts';

interface Props {
  author: { slug: string };
  /** The strongest first. */
  neighbours: readonly { slug: string; name: string; works: number }[];
  /** Shared works among all of them, by slug. */
  edges: readonly { from: string; to: string; works: number }[];
}

/** Up to twelve people around an author, for the eye and the mouse only: a table beside it says all of it to everybody, and takes the keyboard. */
export function SlicePicture({ author, neighbours, edges }: Props) {
  const { width, height, centre, placed } = sliceLayout(neighbours);
  const at = new Map(placed.map((each) => [each.slug, each]));
  const named = new Map(neighbours.map((each) => [each.slug, each]));
  const among = edges.flatMap((edge) => {
    const [from, to] = [at.get(edge.from), at.get(edge.to)];
    return from && to ? [{ from, to, works: edge.works }] : [];
  });
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fontSize="12" className="mb-3 w-full max-w-96">
      <g fill="none" className="stroke-edge" strokeLinecap="round">
        <g strokeOpacity="0.3">
          {among.map(({ from, to, works }) => (
            <path key={`${from.slug} ${to.slug}`} d={bowed(from, to, centre)} strokeWidth={strokeFor(works)} />
          ))}
        </g>
        {placed.map((each) => (
          <a key={each.slug} href={`/graph/${author.slug}/${each.slug}`} tabIndex={-1} className="hover:stroke-accent">
            <path d={`M${centre.x} ${centre.y}L${each.x.toFixed(1)} ${each.y}`} strokeWidth={strokeFor(named.get(each.slug)?.works ?? 1)} />
          </a>
        ))}
      </g>
      <circle cx={centre.x} cy={centre.y} r={centre.radius} className="fill-accent" />
      {placed.map((each) => (
        <a key={each.slug} href={`/authors/${each.slug}`} tabIndex={-1} className="fill-ink no-underline hover:fill-accent">
          <circle cx={each.x.toFixed(1)} cy={each.y} r={each.radius.toFixed(1)} className="fill-paper stroke-accent" strokeWidth="1.5" />
          <text
            x={(each.x + (each.side === 'right' ? 1 : -1) * (each.radius + 5)).toFixed(1)}
            y={each.y + 4}
            textAnchor={each.side === 'right' ? 'start' : 'end'}
          >
            {shortLabel(named.get(each.slug)?.name ?? '')}
          </text>
        </a>
      ))}
    </svg>
  );
}

/** A line between two neighbours, bent towards the centre where both stand on one side. */
function bowed(from: Placed, to: Placed, centre: { x: number; y: number }): string {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const pull = from.side === to.side ? 0.55 : 0.15;
  const x = middle.x + (centre.x - middle.x) * pull;
  return `M${from.x.toFixed(1)} ${from.y}Q${x.toFixed(1)} ${middle.y} ${to.x.toFixed(1)} ${to.y}`;
}
