import type { ReviewedWork } from '#lib/catalog/statements/model/opinions.ts';
import type { Cluster } from './namesakes.ts';

/** One work as the workbench lists it. */
export interface BenchWork extends Omit<ReviewedWork, 'source' | 'opinion' | 'saidAt'> {
  /** The affiliation that the work prints beside the name. */
  affiliation: string | null;
}

/** Works that the method takes for one person's, newest first, with why. */
export interface BenchGroup extends Pick<Cluster, 'years' | 'bonds' | 'nearest'> {
  works: BenchWork[];
}

/** Groups are called by letters; after Z come AA, AB and so on. */
export const groupName = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${groupName(Math.floor(at / 26) - 1)}${groupName(at % 26)}`;
