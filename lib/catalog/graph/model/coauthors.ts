import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';

/**
 * The longest author list that creates co-author edges. A longer list states who took part in an experiment, not who works together. Pairs
 * also grow with the square of the list: 5,000 authors make 12 million pairs. All distinct authors of the work count, including those who
 * answered "not mine", so that one person's answer does not change the edges of the others.
 */
export const maxAuthorsForEdges = 1000;

export interface CoauthorPage {
  people: CollaboratorView[];
  /** Organisations among the co-authors; only on the first page. */
  organisations: CollaboratorView[];
  /** Total number of people. */
  total: number;
  /** Number of works with too many authors to create edges. */
  omittedWorks: number;
  next: string | null;
}
