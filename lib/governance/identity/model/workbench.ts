import type { Cluster } from './namesakes.ts';

/** One work as the workbench lists it. */
export interface BenchWork {
  id: string;
  title: string;
  year: number | null;
  venue: string | null;
  /** The name as written there, and the affiliation beside it. */
  as: string;
  affiliation: string | null;
  coauthors: string[];
  moreCoauthors: number;
}

/** Works that the method takes for one person's, newest first, with why. */
export interface BenchGroup extends Pick<Cluster, 'years' | 'bonds' | 'nearest'> {
  works: BenchWork[];
}

/** Groups are called by letters; after Z come AA, AB and so on. */
export const groupName = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${groupName(Math.floor(at / 26) - 1)}${groupName(at % 26)}`;
