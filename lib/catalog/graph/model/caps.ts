import type { NodeKind } from './kinds.ts';

/** How many nodes of each kind a slice shows beside its start. */
export type NodeCaps = Readonly<Record<NodeKind, number>>;

/** A slice on the page of a record: 36 nodes and the start. */
const cardCaps: NodeCaps = { author: 14, organisation: 2, work: 8, topic: 6, venue: 2, institution: 4 };

/** A slice of one step in the explorer: 149 nodes and the start. */
const graphCaps: NodeCaps = { author: 60, organisation: 9, work: 40, topic: 20, venue: 10, institution: 10 };

/** The first step of a slice of two steps, which leaves room for the second. */
export const firstStepCaps: NodeCaps = { author: 30, organisation: 5, work: 15, topic: 10, venue: 5, institution: 5 };

/** How much a slice shows. */
export interface SliceShape {
  caps: NodeCaps;
  /** Upper bound on links, strongest first; links of the start are always shown. */
  maxLinks: number;
  /** How many topics, venues and institutions of each kind a person is linked with beside the start. */
  contextLinksPerPerson: number;
}

/** A slice on the home page. */
export const homeShape: SliceShape = {
  caps: { author: 10, organisation: 0, work: 6, topic: 4, venue: 0, institution: 2 },
  maxLinks: 40,
  contextLinksPerPerson: 1,
};

/** A slice in the explorer. */
export const graphShape: SliceShape = { caps: graphCaps, maxLinks: 1_500, contextLinksPerPerson: 3 };

/** A slice on the page of a record. */
export const recordShape: SliceShape = { caps: cardCaps, maxLinks: 64, contextLinksPerPerson: 1 };
