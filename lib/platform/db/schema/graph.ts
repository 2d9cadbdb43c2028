import { index, integer, primaryKey, table } from '../columns.ts';

/** Two authors with a joint work: one row for each pair, the smaller key first. Written with the authorships. */
export const coauthorEdges = table(
  'coauthor_edges',
  {
    authorKey: integer().notNull(),
    coauthorKey: integer().notNull(),
    works: integer().notNull(),
    firstYear: integer(),
    lastYear: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.authorKey, t.coauthorKey] }),
    index('coauthor_edges_author').on(t.authorKey, t.works),
    index('coauthor_edges_coauthor').on(t.coauthorKey, t.works),
  ],
);
