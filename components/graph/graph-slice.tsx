import { DataTable } from '#components/ui/data-table.tsx';
import { Section } from '#components/ui/section.tsx';
import { figure } from '#components/ui/sentence.ts';
import { type Placed, shortLabel, sliceLayout, strokeFor } from './layout.ts';

interface Neighbour {
  slug: string;
  name: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

interface Props {
  author: { slug: string; name: string };
  neighbours: readonly Neighbour[];
  /** Shared works among all of them, by slug. */
  edges: readonly { from: string; to: string; works: number }[];
  /** Co-authors in all, of whom the strongest are shown. */
  total: number;
}

/** The people around an author: a picture, and a table that says the same and explains each edge. */
export function GraphSlice({ author, neighbours, edges, total }: Props) {
  return (
    <Section id="around" title="Around this researcher">
      {neighbours.length === 0 ? (
        <p className="text-sm text-soft">No co-author with a record of their own is known here.</p>
      ) : (
        <>
          <Picture author={author} neighbours={neighbours} edges={edges} />
          <DataTable
            caption="Co-authors by shared works"
            captionHidden
            dense
            columns={[
              { key: 'name', label: 'Co-author' },
              { key: 'years', label: 'Years', numeric: true },
              { key: 'works', label: 'Shared works', numeric: true },
            ]}
            rows={neighbours.map((each) => ({
              key: each.slug,
              cells: {
                name: <a href={`/authors/${each.slug}`}>{each.name}</a>,
                years: <span className="whitespace-nowrap text-soft text-xs">{years(each)}</span>,
                works: (
                  <a
                    href={`/graph/${author.slug}/${each.slug}`}
                    aria-label={`${each.works} shared with ${each.name}`}
                    className="whitespace-nowrap"
                  >
                    {each.works} shared
                  </a>
                ),
              },
            }))}
          />
          {total > neighbours.length && (
            <p className="mt-2 text-sm text-soft">
              The {neighbours.length} who sign most often with {author.name}, of{' '}
              <a href={`/authors/${author.slug}/coauthors`}>all {figure(total)} co-authors</a>.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

const years = ({ firstYear, lastYear }: Neighbour): string =>
  firstYear === null ? '' : lastYear === null || firstYear === lastYear ? `${firstYear}` : `${firstYear}–${lastYear}`;

// For the eye and the mouse only: the table says all of it to everybody, and takes the keyboard.
function Picture({ author, neighbours, edges }: Omit<Props, 'total'>) {
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
