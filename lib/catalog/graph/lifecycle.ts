import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { computed, corpus, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const graphLifecycle = [lifecycleOf(coauthorEdges, { authorKey: computed, coauthorKey: computed }, corpus)];
