import { type GraphNode, type GraphSlice, linkKindFacts, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery } from '#lib/catalog/graph/model/query.ts';
import { csvTable } from '#lib/platform/csv.ts';
import { html } from '#lib/portal/exports/model/html.ts';

/** A file of a slice. */
interface GraphFile {
  /** MIME type. */
  type: string;
  label: string;
  /** Writes the file. @param base address of this site, for absolute links */
  write: (slice: GraphSlice, base: string) => string;
}

/** Characters that XML does not allow (XML 1.0, section 2.2). */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(notInXml, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const numbersOf = ({ nodes }: GraphSlice): Map<string, number> => new Map(nodes.map(({ id }, at) => [id, at + 1]));

type Attributes = Record<string, string | number>;

const nodeAttributes = (node: GraphNode, base: string): Attributes => ({
  label: node.label,
  kind: nodeKindFacts[node.kind].one,
  steps: node.steps,
  works: node.works,
  ...(node.year && { year: node.year }),
  url: base + node.href,
});

const linkAttributes = (link: GraphSlice['links'][number], base: string): Attributes => ({
  kind: link.kind,
  works: link.works,
  ...(link.firstYear !== null && { firstYear: link.firstYear }),
  ...(link.lastYear !== null && { lastYear: link.lastYear }),
  label: linkKindFacts[link.kind].sentence(link),
  url: base + link.href,
});

const attributeTypes = {
  node: { label: 'string', kind: 'string', steps: 'int', works: 'int', year: 'int', url: 'string' },
  edge: { kind: 'string', works: 'int', firstYear: 'int', lastYear: 'int', label: 'string', url: 'string', weight: 'int' },
} as const;

/** GraphML 1.0 (graphml.graphdrawing.org). Ids are those of nodes here. */
function graphml(slice: GraphSlice, base: string): string {
  const keys = (['node', 'edge'] as const).flatMap((of) =>
    Object.entries(attributeTypes[of]).map(
      ([name, type]) => `<key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`,
    ),
  );
  const data = (of: string, values: Attributes) =>
    Object.entries(values)
      .map(([name, value]) => `<data key="${of}-${name}">${xml(`${value}`)}</data>`)
      .join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<graph edgedefault="undirected">',
    ...slice.nodes.map((node) => `<node id="${xml(node.id)}">${data('node', nodeAttributes(node, base))}</node>`),
    ...slice.links.map(
      (link) =>
        `<edge source="${xml(link.from)}" target="${xml(link.to)}">${data('edge', { ...linkAttributes(link, base), weight: link.works })}</edge>`,
    ),
    '</graph>',
    '</graphml>\n',
  ].join('\n');
}

/** GEXF 1.3 (gexf.net), as Gephi reads it. */
function gexf(slice: GraphSlice, base: string): string {
  const declare = (of: 'node' | 'edge') => [
    `<attributes class="${of}">`,
    ...Object.entries(attributeTypes[of])
      .filter(([name]) => name !== 'label' && name !== 'weight')
      .map(([name, type]) => `<attribute id="${name}" title="${name}" type="${type === 'int' ? 'integer' : type}"/>`),
    '</attributes>',
  ];
  const values = ({ label: _, ...attributes }: Attributes) =>
    `<attvalues>${Object.entries(attributes)
      .map(([name, value]) => `<attvalue for="${name}" value="${xml(`${value}`)}"/>`)
      .join('')}</attvalues>`;
  const colour = ({ kind }: GraphNode) => {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(nodeKindFacts[kind].hex.slice(at, at + 2), 16));
    return `<viz:color r="${r}" g="${g}" b="${b}"/>`;
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">',
    '<graph defaultedgetype="undirected">',
    ...declare('node'),
    ...declare('edge'),
    '<nodes>',
    ...slice.nodes.map(
      (node) => `<node id="${xml(node.id)}" label="${xml(node.label)}">${values(nodeAttributes(node, base))}${colour(node)}</node>`,
    ),
    '</nodes>',
    '<edges>',
    ...slice.links.map((link, at) => {
      const attributes = linkAttributes(link, base);
      return `<edge id="${at}" source="${xml(link.from)}" target="${xml(link.to)}" weight="${link.works}" label="${xml(`${attributes.label}`)}">${values(attributes)}</edge>`;
    }),
    '</edges>',
    '</graph>',
    '</gexf>\n',
  ].join('\n');
}

/** Text in quotes for Pajek, which has no way to write a quote or line break. */
const pajekText = (text: string): string => `"${text.replace(/\s+/g, ' ').replaceAll('"', '’')}"`;

/** A Pajek network: vertices by number, and edges with the number of works. */
function pajek(slice: GraphSlice): string {
  const numbers = numbersOf(slice);
  return [
    `*Vertices ${slice.nodes.length}`,
    ...slice.nodes.map(({ id, label }) => `${numbers.get(id)} ${pajekText(label)}`),
    '*Edges',
    ...slice.links.map(({ from, to, works }) => `${numbers.get(from)} ${numbers.get(to)} ${works}`),
    '',
  ].join('\r\n');
}

/** The JSON that D3 reads, and networkx by `node_link_graph(data, edges="links")`. */
const nodeLink = (slice: GraphSlice, base: string): string =>
  `${JSON.stringify({
    ...{ directed: false, multigraph: false },
    graph: { start: slice.start.id, omitted: slice.omitted },
    nodes: slice.nodes.map((node) => ({ id: node.id, ...nodeAttributes(node, base) })),
    links: slice.links.map((link) => ({ source: link.from, target: link.to, weight: link.works, ...linkAttributes(link, base) })),
  })}\n`;

/** The JSON of VOSviewer: clusters are the kinds of nodes. */
function vosviewer(slice: GraphSlice, base: string): string {
  const numbers = numbersOf(slice);
  const clusters = [...new Set(slice.nodes.map(({ kind }) => kind))];
  const linksOf = (id: string) => slice.links.filter(({ from, to }) => from === id || to === id);
  return `${JSON.stringify({
    network: {
      items: slice.nodes.map((node) => ({
        ...{ id: numbers.get(node.id), label: node.label, cluster: clusters.indexOf(node.kind) + 1, url: base + node.href },
        description: nodeKindFacts[node.kind].one,
        weights: {
          Works: node.works,
          Links: linksOf(node.id).length,
          'Total link strength': linksOf(node.id).reduce((sum, { works }) => sum + works, 0),
        },
      })),
      links: slice.links.map((link) => ({
        ...{ source_id: numbers.get(link.from), target_id: numbers.get(link.to), strength: link.works, url: base + link.href },
        description: linkKindFacts[link.kind].sentence(link),
      })),
      clusters: clusters.map((kind, at) => ({ cluster: at + 1, label: nodeKindFacts[kind].plural })),
    },
    config: { parameters: { item_size: 1, link_size_variation: 0.5 }, terminology: { cluster: 'kind', clusters: 'kinds' } },
  })}\n`;
}

const nodesCsv = (slice: GraphSlice, base: string): string =>
  csvTable<GraphNode>(
    {
      id: ({ id }) => id,
      kind: ({ kind }) => nodeKindFacts[kind].one,
      name: ({ label }) => label,
      steps: ({ steps }) => steps,
      works: ({ works }) => works,
      year: ({ year }) => year ?? null,
      url: ({ href }) => base + href,
    },
    slice.nodes,
  );

const linksCsv = (slice: GraphSlice, base: string): string =>
  csvTable<GraphSlice['links'][number]>(
    {
      from: ({ from }) => from,
      to: ({ to }) => to,
      kind: ({ kind }) => kind,
      works: ({ works }) => works,
      first_year: ({ firstYear }) => firstYear,
      last_year: ({ lastYear }) => lastYear,
      url: ({ href }) => base + href,
    },
    slice.links,
  );

/** Files of a slice by name. */
export const graphFiles = {
  'slice.graphml': { type: 'application/graphml+xml', label: 'GraphML', write: graphml },
  'slice.gexf': { type: 'application/gexf+xml', label: 'GEXF (Gephi)', write: gexf },
  'slice.net': { type: 'text/plain', label: 'Pajek', write: pajek },
  'node-link.json': { type: 'application/json', label: 'JSON (D3, networkx)', write: nodeLink },
  'vosviewer.json': { type: 'application/json', label: 'VOSviewer', write: vosviewer },
  'nodes.csv': { type: 'text/csv', label: 'Nodes (CSV)', write: nodesCsv },
  'links.csv': { type: 'text/csv', label: 'Links (CSV)', write: linksCsv },
} as const satisfies Record<string, GraphFile>;

/** Returns a file by its name; null if there is none. */
export const graphFile = (name: string): GraphFile | null =>
  Object.hasOwn(graphFiles, name) ? graphFiles[name as keyof typeof graphFiles] : null;

/** Size of a picture, in pixels. */
export const graphPictureSize = { width: 860, height: 694 };

/** Returns HTML that shows a slice on another page: a picture that leads to the graph, without script. */
export function graphEmbed(query: GraphQuery, label: string, base: string): string {
  const [address, { width }] = [formatGraphQuery(query), graphPictureSize];
  return html`<a href="${`${base}/graph${address}`}"><img src="${`${base}/graph/slice.svg${address}`}" alt="${`The graph around ${label}`}" width="${width}"></a>`
    .html;
}

/** Files that show a slice as the page does. */
export const graphPictures = ['slice.svg', 'slice.png'] as const;
