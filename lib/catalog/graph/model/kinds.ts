/** Kinds of nodes of the research graph, in the order in which lists and files have them. */
export const nodeKinds = ['author', 'organisation', 'work', 'topic', 'venue', 'institution'] as const;
export type NodeKind = (typeof nodeKinds)[number];

/**
 * Kinds of links. No table has references between works, because no source that is imported states them completely: a kind "cites" is one
 * entry here and one query once there is one.
 */
export const linkKinds = ['wrote', 'together', 'about', 'appeared', 'affiliated'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Kind, colon, and the last part of the address of its page: `author:yunquan-zhang`, `work:<id>`, `topic:<slug>`. */
export type NodeId = `${NodeKind}:${string}`;

type NodeShape = 'circle' | 'square' | 'diamond' | 'triangle' | 'hexagon' | 'pentagon';

interface NodeKindFacts {
  /** Singular and plural in sentences. */
  one: string;
  plural: string;
  /** The value of the parameter `kinds`. */
  parameter: string;
  /** CSS variable. */
  colour: `--color-${string}`;
  /** For files and pictures without CSS. */
  hex: string;
  shape: NodeShape;
  /** Folder of its pages. */
  folder: string;
}

export const nodeKindFacts: Record<NodeKind, NodeKindFacts> = {
  author: {
    ...{ one: 'person', plural: 'people', parameter: 'people', folder: 'authors' },
    ...{ colour: '--color-m1', hex: '#16808d', shape: 'circle' },
  },
  organisation: {
    ...{ one: 'organisation', plural: 'organisations', parameter: 'organisations', folder: 'authors' },
    ...{ colour: '--color-m5', hex: '#b85f35', shape: 'pentagon' },
  },
  work: {
    ...{ one: 'work', plural: 'works', parameter: 'works', folder: 'works' },
    ...{ colour: '--color-m8', hex: '#6b7280', shape: 'square' },
  },
  topic: {
    ...{ one: 'topic', plural: 'topics', parameter: 'topics', folder: 'topics' },
    ...{ colour: '--color-m2', hex: '#92559a', shape: 'diamond' },
  },
  venue: {
    ...{ one: 'venue', plural: 'venues', parameter: 'venues', folder: 'venues' },
    ...{ colour: '--color-m4', hex: '#857d14', shape: 'triangle' },
  },
  institution: {
    ...{ one: 'institution', plural: 'institutions', parameter: 'institutions', folder: 'institutions' },
    ...{ colour: '--color-m3', hex: '#4872b4', shape: 'hexagon' },
  },
};

export interface GraphNode {
  id: NodeId;
  kind: NodeKind;
  label: string;
  href: string;
  /** Distance from the start, which is 0. */
  steps: 0 | 1 | 2;
  /** Number of works that link it: with the start at distance 1, else with the node before it; 1 for a work. */
  works: number;
  /** The year of a work. */
  year?: number | null;
  detail?: string | null;
}

export interface GraphLink {
  from: NodeId;
  to: NodeId;
  kind: LinkKind;
  /** Number of works that it is based on. */
  works: number;
  firstYear: number | null;
  lastYear: number | null;
  /** The page with its evidence. */
  href: string;
}

/** A kind with more nodes than the slice shows. */
export interface OmittedNodes {
  kind: NodeKind;
  shown: number;
  /** Null if the number is not counted. */
  total: number | null;
}

export interface GraphSlice {
  start: GraphNode;
  /** The start first, then by distance, kind and strength. */
  nodes: GraphNode[];
  links: GraphLink[];
  omitted: OmittedNodes[];
}

type Countable = Pick<GraphLink, 'works' | 'firstYear' | 'lastYear'>;

const worksIn = (noun: string, { works, firstYear, lastYear }: Countable): string => {
  const years = firstYear === null ? '' : lastYear === null || lastYear === firstYear ? `, ${firstYear}` : `, ${firstYear}–${lastYear}`;
  return `${works.toLocaleString('en')} ${works === 1 ? noun : `${noun}s`}${years}`;
};

interface LinkKindFacts {
  /** "Joint works", as a heading. */
  label: string;
  /** What a link states: "9 joint works, 2020–2026". */
  sentence: (link: Countable) => string;
}

export const linkKindFacts: Record<LinkKind, LinkKindFacts> = {
  wrote: { label: 'Author of', sentence: ({ firstYear }) => (firstYear === null ? 'author' : `author, ${firstYear}`) },
  together: { label: 'Joint works', sentence: (link) => worksIn('joint work', link) },
  about: { label: 'Works about it', sentence: (link) => worksIn('work', link) },
  appeared: { label: 'Works that appeared there', sentence: (link) => worksIn('work', link) },
  affiliated: { label: 'Works from there', sentence: (link) => worksIn('work', link) },
};

const kindsByPrefix = new Map<string, NodeKind>(nodeKinds.map((kind) => [kind, kind]));

/** Formats the id of a node. @param name the last part of the address of its page */
export const nodeId = (kind: NodeKind, name: string): NodeId => `${kind}:${name}`;

/** Returns the id of the node of a record. */
export const authorNodeId = ({ kind, slug }: { kind: 'person' | 'organisation'; slug: string }): NodeId =>
  nodeId(kind === 'organisation' ? 'organisation' : 'author', slug);

/** Longest name in an id; no page has a longer address. */
const maxNameLength = 300;

/** Returns kind and name of a node id; null if it is none. */
export function parseNodeId(text: string): { kind: NodeKind; name: string } | null {
  const colon = text.indexOf(':');
  const kind = kindsByPrefix.get(text.slice(0, Math.max(0, colon)));
  const name = text.slice(colon + 1);
  return kind && name !== '' && name.length <= maxNameLength && !/[\s/?#\p{Cc}]/u.test(name) ? { kind, name } : null;
}

/** Returns the address of the page of a node. */
export const nodeHref = (kind: NodeKind, name: string): string => `/${nodeKindFacts[kind].folder}/${encodeURIComponent(name)}`;

/** Returns the node of the address of a page; null for other addresses. */
export function parseNodeHref(href: string): { id: NodeId; kind: NodeKind } | null {
  const [, folder, name] = /^\/(\w+)\/([^/?#]+)$/.exec(href) ?? [];
  const kind = nodeKinds.find((each) => nodeKindFacts[each].folder === folder);
  return kind && name ? { id: nodeId(kind, decodeURIComponent(name)), kind } : null;
}
