import { type NodeKind, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import type { NodeShape } from './shape-program.ts';

const paths: Record<NodeShape, string> = {
  circle: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  square: 'M2.8 2.8h10.4v10.4H2.8z',
  diamond: 'M8 .8L15.2 8L8 15.2L.8 8z',
  triangle: 'M8 1.2L15 13.4H1z',
  pentagon: 'M8 1.2L14.8 6.2L12.2 14.2H3.8L1.2 6.2z',
  hexagon: 'M8 1L14.2 4.5V11.5L8 15L1.8 11.5V4.5z',
};

/** The shape and colour of a kind, as the picture has them. */
export function ShapeMark({ kind }: { kind: NodeKind }) {
  return (
    <svg aria-hidden="true" width="12" height="12" viewBox="0 0 16 16" className="inline-block flex-none forced-color-adjust-none">
      <path d={paths[nodeKindFacts[kind].shape]} fill={`var(${nodeKindFacts[kind].colour})`} />
    </svg>
  );
}
