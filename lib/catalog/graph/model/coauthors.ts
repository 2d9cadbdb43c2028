import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';

/**
 * The longest author list that makes co-authors. A longer one says who took part in an experiment, not who works together; and its
 * pairs grow with the square of its length (5,000 authors are 12 million). Counted are the different authors that are on the work,
 * "not mine" among them, so that one person's answer does not change the edges of all others. See docs/decisions/0009.
 */
export const maxAuthorsForEdges = 1000;

/** A page of an author's co-authors. */
export interface CoauthorPage {
  people: CollaboratorView[];
  /** Organisations among the co-authors, on the first page. */
  organisations: CollaboratorView[];
  /** People in all. */
  all: number;
  /** Works with too many authors to make co-authors. */
  omittedWorks: number;
  next: string | null;
}
