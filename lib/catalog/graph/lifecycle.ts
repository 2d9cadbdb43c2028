import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { computedReference, corpusReason, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const graphLifecycle = [lifecycleOf(coauthorEdges, { authorKey: computedReference, coauthorKey: computedReference }, corpusReason)];
