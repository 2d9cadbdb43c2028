import type { GraphNode, GraphSlice, NodeId } from '#lib/catalog/graph/model/kinds.ts';
import { trimSlice } from '#lib/catalog/graph/model/select.ts';
import { cardSize, pageSize } from './slice-layout.ts';
import { SliceLegend } from './slice-legend.tsx';
import { SlicePicture } from './slice-picture.tsx';

interface Props {
  slice: GraphSlice;
  hrefOf?: (node: GraphNode) => string;
  path?: readonly NodeId[];
}

/** A slice as a large picture, on small screens as a smaller one, with the legend of both. */
export function GraphFigure({ slice, ...picture }: Props) {
  const small = trimSlice(slice);
  return (
    <figure className="card p-0!">
      <SlicePicture slice={slice} size={pageSize} className="on-card max-lg:hidden" hasLinkTitles {...picture} />
      <div className="mx-auto max-w-120 p-2 lg:hidden">
        <SlicePicture slice={small} size={cardSize} className="on-card" {...picture} />
      </div>
      <figcaption className="space-y-2 border-line border-t px-5 py-4">
        <SliceLegend slice={slice} />
        <p className="max-w-measure text-soft text-xs">
          Nearer and larger: more works. Thicker: a link of more works. Areas: people who are linked most with one topic or institution.
          {small.nodes.length < slice.nodes.length && (
            <span className="lg:hidden"> A small screen shows the strongest; the table names all.</span>
          )}
        </p>
      </figcaption>
    </figure>
  );
}
