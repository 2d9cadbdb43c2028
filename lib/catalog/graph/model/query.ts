import { type NodeId, type NodeKind, nodeKindFacts, nodeKinds, parseNodeId } from './kinds.ts';

/** The part of the research graph to show. */
export interface GraphQuery {
  from: NodeId;
  /** In the order of `nodeKinds`, at least one. */
  kinds: NodeKind[];
  /** 1: what is linked with the start; 2: also what is linked with that. */
  steps: 1 | 2;
  /** Earliest year of the last work of a link, or null. */
  since: number | null;
  /** Latest year of the first work of a link, or null. */
  until: number | null;
  /** Minimum number of works of a link between two people, or of a person or work with a topic, venue or institution. */
  least: number;
}

/** The kinds that a slice has unless the query names others. */
export const defaultKinds: readonly NodeKind[] = ['author', 'work', 'topic', 'institution'];

const maxLeast = 1000;
const [minYear, maxYear] = [1000, 2999];

type AddressParameters = Readonly<Record<string, string | string[] | undefined>> | URLSearchParams;

const textOf = (query: AddressParameters, name: string): string => {
  if (query instanceof URLSearchParams) return query.get(name) ?? '';
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

/** All values of a parameter: repeated as a form sends it, or separated by commas. */
const textsOf = (query: AddressParameters, name: string): string[] => {
  const value = query instanceof URLSearchParams ? query.getAll(name) : (query[name] ?? []);
  return (Array.isArray(value) ? value : [value]).flatMap((each) => each.split(',')).map((each) => each.trim());
};

/** Returns a whole number within bounds; null for any other text. */
function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** Returns the kinds that a parameter names; the default kinds if it names none. */
function parseKinds(names: readonly string[]): NodeKind[] {
  const kinds = nodeKinds.filter((kind) => names.includes(nodeKindFacts[kind].parameter));
  return kinds.length > 0 ? kinds : [...defaultKinds];
}

const formatKinds = (kinds: readonly NodeKind[]): string => kinds.map((kind) => nodeKindFacts[kind].parameter).join(',');

/**
 * Parses the query of an address of the graph. An invalid value counts as absent.
 * @returns null without a valid start
 */
export function parseGraphQuery(query: AddressParameters): GraphQuery | null {
  const from = textOf(query, 'from').trim();
  if (!parseNodeId(from)) return null;
  return {
    from: from as NodeId,
    kinds: parseKinds(textsOf(query, 'kinds')),
    steps: textOf(query, 'steps') === '2' ? 2 : 1,
    since: wholeNumber(textOf(query, 'since'), minYear, maxYear),
    until: wholeNumber(textOf(query, 'until'), minYear, maxYear),
    least: wholeNumber(textOf(query, 'least'), 1, maxLeast) ?? 1,
  };
}

const isDefault = (kinds: readonly NodeKind[]): boolean => formatKinds(kinds) === formatKinds(defaultKinds);

/** Formats a query of the graph, without default values: `?from=author:ada&kinds=people,works&since=2020&least=2`. */
export function formatGraphQuery({ from, kinds, steps, since, until, least }: GraphQuery, further: Record<string, string> = {}): string {
  const parts = [['from', from]];
  if (!isDefault(kinds)) parts.push(['kinds', formatKinds(kinds)]);
  if (steps === 2) parts.push(['steps', '2']);
  if (since !== null) parts.push(['since', `${since}`]);
  if (until !== null) parts.push(['until', `${until}`]);
  if (least > 1) parts.push(['least', `${least}`]);
  parts.push(...Object.entries(further).filter(([, value]) => value !== ''));
  // Colons and commas stay legible; both are allowed in a query.
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
  return `?${parts.map(([name = '', value = '']) => `${name}=${encode(value)}`).join('&')}`;
}

/** Returns the query of a start with all defaults. */
export const graphQueryOf = (from: NodeId): GraphQuery => ({
  ...{ from, kinds: [...defaultKinds], steps: 1, since: null, until: null, least: 1 },
});

/** Choices for the minimum number of works. */
export const minWorksChoices = [1, 2, 3, 5, 10] as const;
