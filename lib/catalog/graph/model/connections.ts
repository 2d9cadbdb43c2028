import type { GraphLink, GraphNode, NodeKind } from './kinds.ts';

/** Maximum number of links of a path. */
export const maxPathSteps = 6;

/** A node beside a slice, without a distance. */
export type PathNode = Omit<GraphNode, 'steps'>;

interface PathLink extends GraphLink {
  /** Some of the works that it is based on, newest first. */
  through: PathNode[];
}

export interface GraphPath {
  nodes: PathNode[];
  links: PathLink[];
}

/** Shortest paths between two nodes. */
export interface GraphPaths {
  /** The shortest, with the most joint works first. */
  paths: GraphPath[];
  /** False if one of the two hides their co-authors, so that nothing is searched. */
  searchedAll: boolean;
}

/** A node that two others are both linked with, and its links. */
export interface SharedNode {
  node: PathNode;
  links: readonly [GraphLink, GraphLink];
}

/** What two nodes share, of one kind. */
export interface SharedNodes {
  kind: NodeKind;
  /** The strongest first. */
  nodes: SharedNode[];
  total: number;
}
