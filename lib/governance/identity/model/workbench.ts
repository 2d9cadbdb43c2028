import type { ReviewedWork } from '#lib/catalog/statements/model/opinions.ts';
import type { NamesakeCluster } from './namesakes.ts';

/** A work in the workbench. */
export interface WorkbenchWork extends Omit<ReviewedWork, 'source' | 'opinion' | 'statedAt' | 'language'> {
  /** The affiliation that the work prints beside the name. */
  affiliation: string | null;
}

/** Works that the method assigns to one person, newest first, with the evidence. */
export interface WorkbenchGroup extends Pick<NamesakeCluster, 'years' | 'evidenceFor' | 'nearest'> {
  works: WorkbenchWork[];
}

/** Returns the name of a group: A to Z, then AA, AB and so on. */
export const groupName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${groupName(Math.floor(index / 26) - 1)}${groupName(index % 26)}`;
