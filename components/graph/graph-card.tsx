import type { PathStep } from '#lib/catalog/graph/model/path.ts';
import { formatSliceQuery, type SliceQuery, type SliceView } from '#lib/catalog/graph/model/slice.ts';
import { inWords } from '#lib/platform/limits.ts';
import { groupPeople } from './communities.ts';
import { ExplorerPicture } from './explorer-picture.tsx';
import { GroupLegend } from './group-legend.tsx';
import { NeighbourPicture } from './near-picture.tsx';
import { maxNeighbours } from './ring-layout.ts';

interface Props {
  author: { slug: string; name: string };
  slice: SliceView;
  requested: SliceQuery;
  path?: readonly PathStep[] | undefined;
}

/** The graph around a person, with its legend. */
export function GraphCard({ author, slice: around, requested, path }: Props) {
  const groups = groupPeople(author, around);
  const near = around.people.filter(({ steps }) => steps === 1);
  return (
    <figure className="card p-0!">
      <ExplorerPicture author={author} slice={around} groups={groups} requested={requested} path={path} />
      <div className="mx-auto max-w-120 p-2 lg:hidden">
        <NeighbourPicture author={author} neighbours={near} edges={around.links} groups={groups} />
      </div>
      <figcaption className="space-y-3 border-line border-t px-5 py-4">
        <GroupLegend people={around.people} groups={groups} onSmall={near.slice(0, maxNeighbours).map(({ slug }) => slug)} />
        <p className="max-w-measure text-soft text-xs">
          A link means at least one joint work. Thicker: more works. Fainter: longer ago. Colour: people who often publish together.
          Positions have no meaning.
          <span className="lg:hidden">
            {' '}
            A small screen shows the {inWords(maxNeighbours)} with the most joint works; the list names everybody.
          </span>
          {requested.steps === 2 && ' Links between two people who are both two steps away are not shown.'}{' '}
          <a href={`/graph/${author.slug}/slice.json${formatSliceQuery(requested)}`}>Download as JSON</a>
        </p>
      </figcaption>
    </figure>
  );
}
