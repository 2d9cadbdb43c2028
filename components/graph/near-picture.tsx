import { groupPeople } from './communities.ts';
import type { Line } from './drawing.ts';
import { NetworkDrawing } from './network-drawing.tsx';
import { ringLayout } from './ring-layout.ts';

interface Props {
  author: { slug: string; name: string };
  /** Most joint works first. */
  neighbours: readonly { slug: string; name: string; works: number; lastYear?: number | null }[];
  /** Joint works between the neighbours, by slug. */
  edges: readonly Line[];
  /** The groups of the larger drawing that this one replaces on small screens; by default, the groups among the neighbours. */
  groups?: ReadonlyMap<string, number>;
  size?: { width: number; height: number; fontSize: number; isFan?: boolean };
  className?: string;
}

const columnSize = { width: 344, height: 230, fontSize: 13 };

/** Up to twelve people around an author. A list beside it has the same content. */
export function NeighbourPicture({ author, neighbours, edges, groups: givenGroups, size = columnSize, className }: Props) {
  const detectedGroups = givenGroups ?? groupPeople(author, { people: neighbours, links: edges });
  // A single group distinguishes nothing.
  const groups = givenGroups || new Set(detectedGroups.values()).size > 1 ? detectedGroups : new Map<string, number>();
  const drawing = ringLayout(author, neighbours, groups, size);
  const centreLinks = neighbours.map(({ slug, works, lastYear }) => ({ from: author.slug, to: slug, works, lastYear }));
  const neighbourLinks = edges.filter(({ from, to }) => from !== author.slug && to !== author.slug);
  return (
    <NetworkDrawing
      drawing={drawing}
      lines={[...neighbourLinks, ...centreLinks]}
      groups={groups}
      centre={author.slug}
      names={new Map([author, ...neighbours].map(({ slug, name }) => [slug, name]))}
      pointHref={(slug) => `/authors/${slug}`}
      className={className}
    />
  );
}
