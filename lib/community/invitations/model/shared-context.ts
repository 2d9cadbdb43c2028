import type { PathPerson, PathStep } from '#lib/catalog/graph/model/path.ts';

/** What two authors have in common, from what everybody can see. Lists are in the order of names. */
export interface SharedContext {
  /** From the one to the other, both named; null where none was found. */
  path: PathStep[] | null;
  /** False where the search ended at its bound: then a shorter path, or one at all, may exist. */
  searchedAll: boolean;
  collaborators: { shown: PathPerson[]; all: number };
  topics: { slug: string; name: string }[];
  venues: { slug: string; name: string }[];
}
