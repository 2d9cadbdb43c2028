import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { computed, corpus, of } from '#lib/platform/db/table-lifecycle.ts';

export const graphLifecycle = [of(coauthorEdges, { authorKey: computed, coauthorKey: computed }, corpus)];
