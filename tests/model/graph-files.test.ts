import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import Graph from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphml } from 'graphology-graphml';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { labelLines, shortLabel } from '#components/graph/short-label.ts';
import { cardSize, layoutSlice, lineHeightEm, pageSize, wideSize } from '#components/graph/slice-layout.ts';
import { SlicePicture } from '#components/graph/slice-picture.tsx';
import { sliceSvg } from '#components/graph/slice-svg.ts';
import { SliceTable } from '#components/graph/slice-table.tsx';
import {
  type GraphLink,
  type GraphNode,
  type GraphSlice,
  type NodeKind,
  nodeHref,
  nodeId,
  nodeKinds,
} from '#lib/catalog/graph/model/kinds.ts';
import { linkHref, linkKindBetween } from '#lib/catalog/graph/model/select.ts';
import { graphEmbed, graphFiles } from '#lib/portal/pages/model/graph-files.ts';

const base = 'https://graph.example';

/** Names that break formats: quotes, markup, formulas, line breaks, control characters, other scripts. */
const anyLabel = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom(
    '=HYPERLINK("x")',
    '<b>"A" & \'B\'</b>',
    'Zoë\u0000\u0007 Ω',
    'line\nbreak',
    'line\u2028end',
    ']]>',
    '李明',
    '-1+1',
    '@x',
  ),
);
const anySlice: fc.Arbitrary<GraphSlice> = fc
  .record({ nodes: fc.array(fc.tuple(fc.constantFrom(...nodeKinds), anyLabel), { minLength: 2, maxLength: 12 }), seed: fc.nat() })
  .map(({ nodes: drawn, seed }) => {
    const nodes = drawn.map(([kind, label], at): GraphNode => {
      const name = `n${at}`;
      return { id: nodeId(kind, name), kind, label, href: nodeHref(kind, name), steps: at === 0 ? 0 : at < 8 ? 1 : 2, works: 1 + at };
    });
    const links = nodes.flatMap((one, at) =>
      nodes.slice(at + 1).flatMap((other, place): GraphLink[] => {
        const [from, to] = linkKindBetween(one.kind, other.kind) ? [one, other] : [other, one];
        const kind = linkKindBetween(from.kind, to.kind);
        const works = 1 + ((seed + at * 7 + place) % 5);
        if (!kind || (at > 0 && works > 2)) return [];
        return [
          {
            from: from.id,
            to: to.id,
            kind,
            works,
            firstYear: works > 1 ? 2020 : null,
            lastYear: works > 1 ? 2024 : null,
            href: linkHref(from, to),
          },
        ];
      }),
    );
    return { start: nodes[0] as GraphNode, nodes, links, omitted: [{ kind: 'author' as NodeKind, shown: 1, total: 9 }] };
  });

const pairsOf = ({ links }: GraphSlice) => links.map(({ from, to, works }) => `${[from, to].sort().join(' ')} ${works}`).sort();
const idsOf = ({ nodes }: GraphSlice) => nodes.map(({ id }) => id).sort();
const isEqual = (graph: Graph, slice: GraphSlice) => {
  expect(graph.nodes().sort()).toEqual(idsOf(slice));
  const pairs = graph.mapEdges((_, { weight }, from, to) => `${[from, to].sort().join(' ')} ${weight}`);
  expect(pairs.sort()).toEqual(pairsOf(slice));
};
/** What every format keeps of a name: XML has no control characters, some readers trim, and some read line ends as of XML 1.1. */
const withoutControls = (text: string) =>
  text
    .replace(/[\t\n\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '')
    .trim();

test('GraphML and GEXF are read by graphology with all nodes, links, weights and names', () => {
  fc.assert(
    fc.property(anySlice, (slice) => {
      for (const graph of [
        parseGraphml(Graph, graphFiles['slice.graphml'].write(slice, base)),
        parseGexf(Graph, graphFiles['slice.gexf'].write(slice, base)),
      ]) {
        isEqual(graph, slice);
        for (const { id, label, works } of slice.nodes) {
          expect(withoutControls(graph.getNodeAttribute(id, 'label') ?? '')).toBe(withoutControls(label));
          expect(Number(graph.getNodeAttribute(id, 'works'))).toBe(works);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('JSON, VOSviewer, Pajek and CSV files have the nodes and links of the slice, and no cell that a spreadsheet evaluates', () => {
  fc.assert(
    fc.property(anySlice, (slice) => {
      const { nodes, links } = JSON.parse(graphFiles['node-link.json'].write(slice, base));
      const graph = new Graph({ type: 'undirected' });
      for (const { id, ...attributes } of nodes) graph.addNode(id, attributes);
      for (const { source, target, ...attributes } of links) graph.addEdge(source, target, attributes);
      isEqual(graph, slice);

      const { network } = JSON.parse(graphFiles['vosviewer.json'].write(slice, base));
      const ids = new Map(network.items.map(({ id }: { id: number }, at: number) => [id, slice.nodes[at]?.id]));
      expect(network.items.map(({ label }: { label: string }) => label)).toEqual(slice.nodes.map(({ label }) => label));
      const strengths = network.links.map(
        ({ source_id, target_id, strength }: Record<string, number>) =>
          `${[ids.get(source_id), ids.get(target_id)].sort().join(' ')} ${strength}`,
      );
      expect(strengths.sort()).toEqual(pairsOf(slice));

      const lines = graphFiles['slice.net'].write(slice).trimEnd().split('\r\n');
      expect(lines[0]).toBe(`*Vertices ${slice.nodes.length}`);
      for (const line of lines.slice(1, slice.nodes.length + 1)) expect(line).toMatch(/^\d+ "[^"\n]*"$/);
      expect(lines.slice(slice.nodes.length + 2)).toHaveLength(slice.links.length);

      const nodesCsv = graphFiles['nodes.csv'].write(slice, base);
      expect(nodesCsv).not.toMatch(/(?:^|,)"?[=@+-][^,\d]/m);
      const rows = parseCsv(nodesCsv, { columns: true, bom: true }) as { id: string; works: string }[];
      expect(rows.map(({ id, works }) => [id, works])).toEqual(slice.nodes.map(({ id, works }) => [id, `${works}`]));
      const linkRows = parseCsv(graphFiles['links.csv'].write(slice, base), { columns: true, bom: true }) as Record<string, string>[];
      expect(linkRows.map(({ from, to, works }) => `${[from, to].sort().join(' ')} ${works}`).sort()).toEqual(pairsOf(slice));
    }),
    { numRuns: 40 },
  );
});

/** Reads the files of each folder, and prints the nodes, links and weights that it finds. */
const networkxScript = `
import glob, json, sys
import networkx as nx
readers = {
  'slice.graphml': nx.read_graphml,
  'slice.gexf': nx.read_gexf,
  'slice.net': nx.read_pajek,
  'node-link.json': lambda path: nx.node_link_graph(json.load(open(path)), edges='links'),
}
found = []
for folder in sys.argv[1:]:
  for name, read in readers.items():
    graph = read(folder + '/' + name)
    links = [[one, other, data['weight']] for one, other, data in graph.edges(data=True)]
    found.append({'name': name, 'nodes': list(graph.nodes), 'links': links})
print(json.dumps(found))
`;
const hasNetworkx =
  spawnSync('python3', ['-c', "import networkx; networkx.node_link_graph({'nodes': [], 'links': []}, edges='links')"]).status === 0;

test.skipIf(!hasNetworkx)('GraphML, GEXF, Pajek and JSON are read by networkx with all nodes, links and weights', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-files-'));
  try {
    // Pajek has no ids: its readers name nodes by their labels.
    const slices = fc.sample(anySlice, { numRuns: 10, seed: 7 }).map((slice) => ({
      ...slice,
      nodes: slice.nodes.map((node, at) => ({ ...node, label: `${withoutControls(node.label).replace(/[\\\s]+/g, ' ')} ${at}` })),
    }));
    const folders = slices.map((slice, at) => {
      const own = join(folder, `${at}`);
      mkdirSync(own);
      for (const [name, { write }] of Object.entries(graphFiles)) writeFileSync(join(own, name), write(slice, base));
      return own;
    });
    const { status, stdout, stderr } = spawnSync('python3', ['-c', networkxScript, ...folders], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const found = JSON.parse(stdout) as { name: string; nodes: string[]; links: [string, string, number][] }[];
    expect(found).toHaveLength(slices.length * 4);
    for (const [place, { name, nodes, links }] of found.entries()) {
      const slice = slices[Math.floor(place / 4)] as GraphSlice;
      const named = (id: string) =>
        name === 'slice.net'
          ? slice.nodes
              .find((node) => node.id === id)
              ?.label.replaceAll('"', '’')
              .trim()
          : id;
      expect(nodes.sort(), name).toEqual(slice.nodes.map(({ id }) => named(id)).sort());
      const pairs = slice.links.map(({ from, to, works }) => `${[named(from), named(to)].sort().join(' ')} ${works}`).sort();
      expect(links.map(([one, other, weight]) => `${[one, other].sort().join(' ')} ${weight}`).sort(), name).toEqual(pairs);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the picture of the page, the picture file and the table have every node and link once', () => {
  fc.assert(
    fc.property(anySlice, (slice) => {
      const faults: string[] = [];
      const onError = (level: string, message: string) => faults.push(`${level} ${message}`);
      const { documentElement } = new DOMParser({ errorHandler: onError }).parseFromString(sliceSvg(slice, { base }), 'image/svg+xml');
      expect(faults).toEqual([]);
      const inFile = [...Array.from(documentElement.getElementsByTagName('a'))].map((each) => each.getAttribute('href')?.replace(base, ''));
      const expected = [...slice.nodes, ...slice.links].map(({ href }) => href).sort();
      expect(inFile.sort()).toEqual(expected);
      const hrefsIn = (html: string) =>
        [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')).sort();
      expect(hrefsIn(renderToStaticMarkup(createElement(SlicePicture, { slice, size: cardSize })))).toEqual(expected);
      const inTable = hrefsIn(renderToStaticMarkup(createElement(SliceTable, { slice, caption: 'Graph' })));
      expect([...inTable, slice.start.href].sort()).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('HTML for other pages escapes names', () => {
  const query = { from: 'author:ada', kinds: ['author'], steps: 1, since: null, until: null, least: 1 } as const;
  expect(graphEmbed({ ...query, kinds: ['author'] }, '"><script>', base)).not.toContain('<script>');
});

test('names stay within a picture, and do not overlap', () => {
  fc.assert(
    fc.property(anySlice, fc.constantFrom(cardSize, wideSize, pageSize), (slice, size) => {
      const boxes = [...layoutSlice(slice, size).points.values()].flatMap(({ x, y, lines, at }) =>
        lines.map((label, line) => {
          const width = [...label].length * size.fontSize * 0.5;
          const left = x + at.x - { start: 0, middle: width / 2, end: width }[at.anchor];
          const bottom = y + at.y + line * lineHeightEm * size.fontSize;
          return { label, left, right: left + width, top: bottom - size.fontSize * 0.8, bottom };
        }),
      );
      for (const [place, { label, left, right, top, bottom }] of boxes.entries()) {
        expect([left >= 0, right <= size.width, top >= 0, bottom <= size.height], label).toEqual([true, true, true, true]);
        for (const other of boxes.slice(place + 1))
          expect(left < other.right && other.left < right && top < other.bottom && other.top < bottom, `${label}, ${other.label}`).toBe(
            false,
          );
      }
    }),
    { numRuns: 40 },
  );
});

test('a label fits the room next to its point in every script, and cuts no character in two', () => {
  expect(shortLabel('Yunquan Zhang', 18)).toBe('Yunquan Zhang');
  expect(shortLabel('Hubert Blaine Wolfeschlegelsteinhausen', 18)).toBe('H. Wolfeschlegels…');
  expect(shortLabel('Αλέξανδρος Παπαδόπουλος', 18)).toBe('Α. Παπαδόπου…');
  expect(shortLabel('情報処理学会論文誌編集委員会', 18)).toBe('情報処理学会論文…');
  expect(shortLabel('𠮷'.repeat(12), 18)).toBe(`${'𠮷'.repeat(8)}…`);
  expect(labelLines('Machine translation', 17)).toEqual(['Machine', 'translation']);
  expect(labelLines('Centre for Development of Advanced Computing', 17)).toEqual(['Centre for', 'Development of A…']);
  expect(labelLines('Donaudampfschifffahrtsgesellschaft', 17)).toEqual(['Donaudampfschiff…']);
});
