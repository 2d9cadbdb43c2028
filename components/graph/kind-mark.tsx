import { type NodeKind, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { nodeOutline } from './node-shape.ts';

/** The shape and colour of a kind, as in pictures. */
export const KindMark = ({ kind }: { kind: NodeKind }) => (
  <svg aria-hidden="true" width="11" height="11" viewBox="0 0 11 11" className="flex-none forced-color-adjust-none">
    <path d={nodeOutline(kind, 5.5, 5.5, 3.8)} fill={`var(${nodeKindFacts[kind].colour})`} />
  </svg>
);
