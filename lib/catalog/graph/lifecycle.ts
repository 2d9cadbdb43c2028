import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { computed, corpus, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const graphLifecycle: readonly TableLifecycle[] = [
  { table: coauthorEdges, accounts: corpus, records: { authorKey: computed, coauthorKey: computed } },
];
