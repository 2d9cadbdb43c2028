import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { labelOf } from '#components/graph/explorer/action-labels.ts';
import { compareNeighbours } from '#components/graph/explorer/comparison.ts';
import {
  type Action,
  type ExplorerState,
  formatExplorerState,
  maxExpanded,
  parseExplorerState,
  reduce,
} from '#components/graph/explorer/explorer-state.ts';
import { bridgesBetween, nameGroups, numberGroups } from '#components/graph/explorer/groups.ts';
import { linksByYear } from '#components/graph/explorer/histogram.ts';
import { placeLabels } from '#components/graph/explorer/label-placement.ts';
import { arrange, detectCommunities, type LayoutRequest } from '#components/graph/explorer/layout.ts';
import { findNodes } from '#components/graph/explorer/node-finder.tsx';
import { pictureSvg } from '#components/graph/explorer/picture-svg.ts';
import { linkKey, mergeSlices, type NodesAndLinks, neighboursOf, shownGraph } from '#components/graph/explorer/shown-graph.ts';
import { moveTo, readTimeline, recordStep, redoLabel, type Timeline, undoLabel } from '#components/graph/explorer/timeline.ts';
import { describePlace, type Place, travel, travelKeys } from '#components/graph/explorer/travel.ts';
import type { GraphLink, GraphNode, NodeId, NodeKind } from '#lib/catalog/graph/model/kinds.ts';

const node = (id: NodeId, facts: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind: id.slice(0, id.indexOf(':')) as NodeKind,
  label: id.slice(id.indexOf(':') + 1),
  href: `/${id}`,
  steps: 1,
  works: 1,
  ...facts,
});
const link = (from: NodeId, to: NodeId, facts: Partial<GraphLink> = {}): GraphLink => ({
  ...{ from, to, kind: 'together', works: 1, firstYear: null, lastYear: null, href: '/' },
  ...facts,
});

/** Ada and Grace work together and with Alan; Ada and Alan have a topic each, and share one. */
const sample: NodesAndLinks = {
  nodes: [
    node('author:ada', { steps: 0 }),
    node('author:grace', { works: 5 }),
    node('author:alan', { works: 2 }),
    node('topic:engines'),
    node('topic:proofs'),
    node('work:w1', { year: 1950 }),
  ],
  links: [
    link('author:ada', 'author:grace', { works: 5, firstYear: 1940, lastYear: 1950 }),
    link('author:ada', 'author:alan', { works: 2, firstYear: 1945, lastYear: 1945 }),
    link('author:grace', 'author:alan', { works: 1, firstYear: 1948, lastYear: 1948 }),
    link('author:ada', 'topic:engines', { kind: 'about', works: 4 }),
    link('author:alan', 'topic:engines', { kind: 'about', works: 3 }),
    link('author:alan', 'topic:proofs', { kind: 'about', works: 9 }),
    link('author:ada', 'work:w1', { kind: 'wrote', firstYear: 1950, lastYear: 1950 }),
  ],
};

const ids = fc.constantFrom<NodeId>(
  'author:ada',
  'author:grace',
  'author:alan',
  'topic:engines',
  'topic:proofs',
  'work:w1',
  'venue:a,b_c~d',
);
const years = fc.option(fc.integer({ min: 1000, max: 2999 }));
const kinds = fc.subarray<NodeKind>(['author', 'organisation', 'work', 'topic', 'venue', 'institution']);
const coordinate = fc.integer({ min: -9_999, max: 9_999 });
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constantFrom('expand', 'collapse', 'hide', 'unpin'), node: ids }),
  fc.record({ do: fc.constant('pin'), node: ids, x: fc.double({ min: -999, max: 999, noNaN: true }), y: coordinate }),
  fc.record({ do: fc.constantFrom('select', 'focus'), node: fc.option(ids) }),
  fc.record({
    do: fc.constant('filter'),
    change: fc.record({ kinds, since: years, until: years, least: fc.integer({ min: 1, max: 50 }) }, { requiredKeys: [] }),
  }),
  fc.record({ do: fc.constant('find path'), from: ids, to: ids }),
  fc.record({ do: fc.constant('choose path'), choice: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ do: fc.constant('compare'), one: ids, other: ids }),
  fc.record({ do: fc.constant('bridge'), groups: fc.constantFrom([1, 2] as const, [3, 1] as const, null) }),
  fc.record({ do: fc.constantFrom('show hidden', 'start over', 'leave path', 'leave comparison') }),
  fc.record({ do: fc.constant('start'), node: ids }),
) as fc.Arbitrary<Action>;

const initial = (search = '?from=author:ada'): ExplorerState => {
  const state = parseExplorerState(search);
  if (!state) throw new Error(`no state: ${search}`);
  return state;
};

describe('the state of the explorer', () => {
  test('is the same after it was written to an address and read again', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 25 }), (steps) => {
        const state = steps.reduce(reduce, initial());
        expect(parseExplorerState(formatExplorerState(state))).toEqual(state);
      }),
    );
  });

  test('is read from hostile addresses without an error, and stays the same from then on', () => {
    const names = fc.constantFrom(
      'from',
      'kinds',
      'to',
      'via',
      'with',
      'compare',
      'hidden',
      'expanded',
      'pinned',
      'focus',
      'at',
      'bridge',
      'choice',
    );
    const values = fc.oneof(
      fc.string(),
      ids,
      fc.constantFrom('author:ada 1,2 author:ada 9999999,1', '1 1', 'author: ', '% %25', 'topic:x\u0000'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
        const state = parseExplorerState(`?${new URLSearchParams([['from', 'author:ada'], ...pairs])}`);
        if (state) expect(parseExplorerState(formatExplorerState(state))).toEqual(state);
      }),
    );
  });

  test('stays the same object after an action that changes nothing', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 10 }), actions, (steps, last) => {
        const state = [...steps, last].reduce(reduce, initial());
        const next = reduce(state, last);
        expect(next === state).toBe(formatExplorerState(next) === formatExplorerState(state));
      }),
    );
  });

  test.each<[string, Action[], string]>([
    [
      'expands a node once',
      [
        { do: 'expand', node: 'author:grace' },
        { do: 'expand', node: 'author:grace' },
      ],
      '?from=author:ada&expanded=author:grace',
    ],
    ['does not expand the start, which is', [{ do: 'expand', node: 'author:ada' }], '?from=author:ada'],
    [
      'collapses',
      [
        { do: 'expand', node: 'author:grace' },
        { do: 'collapse', node: 'author:grace' },
      ],
      '?from=author:ada',
    ],
    ['does not hide the start', [{ do: 'hide', node: 'author:ada' }], '?from=author:ada'],
    [
      'forgets a hidden node otherwise',
      [
        { do: 'expand', node: 'author:alan' },
        { do: 'select', node: 'author:alan' },
        { do: 'pin', node: 'author:alan', x: 1, y: 2 },
        { do: 'hide', node: 'author:alan' },
      ],
      '?from=author:ada&hidden=author:alan',
    ],
    ['pins at whole numbers', [{ do: 'pin', node: 'author:alan', x: 1.4, y: -2.6 }], '?from=author:ada&pinned=author:alan%201,-3'],
    ['turns a span of years round', [{ do: 'filter', change: { since: 2020, until: 2010 } }], '?from=author:ada&since=2010&until=2020'],
    ['keeps a kind', [{ do: 'filter', change: { kinds: [] } }], '?from=author:ada'],
    ['finds a path from the start', [{ do: 'find path', from: 'author:ada', to: 'topic:proofs' }], '?from=author:ada&to=topic:proofs'],
    [
      'finds a path between other nodes',
      [
        { do: 'find path', from: 'author:alan', to: 'topic:proofs' },
        { do: 'choose path', choice: 1 },
      ],
      '?from=author:ada&to=topic:proofs&via=author:alan&choice=2',
    ],
    [
      'compares other people',
      [{ do: 'compare', one: 'author:grace', other: 'author:alan' }],
      '?from=author:ada&with=author:alan&compare=author:grace',
    ],
    [
      'starts elsewhere with the same filters',
      [
        { do: 'filter', change: { least: 2 } },
        { do: 'expand', node: 'author:alan' },
        { do: 'start', node: 'author:alan' },
      ],
      '?from=author:alan&least=2',
    ],
    ['starts over', [{ do: 'filter', change: { least: 2 } }, { do: 'start over' }], '?from=author:ada'],
  ])('%s', (_, steps, address) => {
    expect(formatExplorerState(steps.reduce(reduce, initial()))).toBe(address);
  });

  test('asks for a bounded number of slices, whatever the address says', () => {
    const many = Array.from({ length: 500 }, (_, index) => `author:a${index}`).join('+');
    expect(initial(`?from=author:ada&expanded=${many}`).expanded).toHaveLength(maxExpanded);
  });

  test('each action has a label', () => {
    fc.assert(fc.property(actions, (action) => labelOf(action, (id) => id).length > 3));
  });
});

describe('undo and redo', () => {
  test('follow a list of steps with a position in it', () => {
    const moves = fc.array(
      fc.oneof(
        fc.constantFrom('undo', 'redo'),
        fc.string({ minLength: 1 }).map((label) => ({ label })),
      ),
    );
    fc.assert(
      fc.property(moves, (all) => {
        let timeline: Timeline = { at: 0, labels: [] };
        const model: string[] = [];
        let at = 0;
        for (const move of all) {
          if (move === 'undo') {
            if (undoLabel(timeline) !== null) timeline = moveTo(timeline, timeline.at - 1);
            at = Math.max(0, at - 1);
          } else if (move === 'redo') {
            if (redoLabel(timeline) !== null) timeline = moveTo(timeline, timeline.at + 1);
            at = Math.min(model.length, at + 1);
          } else if (typeof move === 'object') {
            timeline = recordStep(timeline, move.label);
            model.splice(at, model.length, move.label);
            at += 1;
          }
        }
        expect([timeline.at, timeline.labels]).toEqual([at, model]);
        expect([undoLabel(timeline), redoLabel(timeline)]).toEqual([model[at - 1] ?? null, model[at] ?? null]);
        expect(readTimeline(structuredClone(timeline))).toEqual(timeline);
      }),
    );
  });

  test.each([null, undefined, 1, 'x', {}, { at: 2, labels: [] }, { at: -1, labels: [] }, { at: 0, labels: [1] }, { __NA: true }])(
    'begin again with what another script has stored: %j',
    (stored) => {
      expect(readTimeline(stored)).toEqual({ at: 0, labels: [] });
    },
  );
});

describe('the shown graph', () => {
  const shown = (change: Partial<ExplorerState>, asOf: number | null = null) =>
    shownGraph(sample, { ...initial('?from=author:ada&kinds=people,works,topics'), ...change }, asOf).nodes.map(({ id }) => id);

  test('merges slices; of what several have, the first counts', () => {
    const merged = mergeSlices([
      sample,
      { nodes: [node('author:grace', { works: 99 })], links: [link('author:grace', 'author:ada', { works: 99 })] },
    ]);
    expect(merged).toEqual(sample);
  });

  test('leaves out links to nodes that no slice has', () => {
    expect(mergeSlices([{ nodes: [node('author:ada')], links: [link('author:ada', 'author:zoe')] }]).links).toEqual([]);
  });

  test.each<[string, Partial<ExplorerState>, number | null, NodeId[]]>([
    ['has all', {}, null, ['author:ada', 'author:grace', 'author:alan', 'topic:engines', 'topic:proofs', 'work:w1']],
    [
      'lacks a hidden node, and what hung on it alone',
      { hidden: ['author:alan'] },
      null,
      ['author:ada', 'author:grace', 'topic:engines', 'work:w1'],
    ],
    [
      'has a focus and its neighbours',
      { focus: 'author:alan' },
      null,
      ['author:ada', 'author:grace', 'author:alan', 'topic:engines', 'topic:proofs'],
    ],
    ['is as of a year', {}, 1944, ['author:ada', 'author:grace', 'author:alan', 'topic:engines', 'topic:proofs']],
  ])('%s', (_, change, asOf, expected) => {
    expect(shown(change, asOf)).toEqual(expected);
  });

  test('lacks kinds that are not asked for, but never the start', () => {
    expect(shown({ query: { ...initial().query, kinds: ['topic'] } })).toEqual(['author:ada', 'topic:engines']);
  });

  test('has only links between nodes that it has', () => {
    fc.assert(
      fc.property(fc.array(ids), fc.option(ids), fc.option(fc.integer({ min: 1930, max: 1960 })), (hidden, focus, asOf) => {
        const graph = shownGraph(sample, { ...initial(), hidden, focus }, asOf);
        const known = new Set(graph.nodes.map(({ id }) => id));
        expect(graph.links.every(({ from, to }) => known.has(from) && known.has(to))).toBe(true);
        expect(graph.nodes.some(({ id }) => hidden.includes(id))).toBe(false);
      }),
    );
  });

  test('counts new links by year, without gaps', () => {
    expect(
      linksByYear(sample)
        .map(({ year, count }) => `${year}:${count}`)
        .filter((each) => !each.endsWith(':0')),
    ).toEqual(['1940:1', '1945:1', '1948:1', '1950:1']);
    expect(linksByYear(sample)).toHaveLength(11);
    expect(linksByYear({ links: [] })).toEqual([]);
  });

  test('orders neighbours by works', () => {
    expect(
      neighboursOf(sample)
        .get('author:ada')
        ?.map(({ node: { id } }) => id),
    ).toEqual(['author:grace', 'topic:engines', 'author:alan', 'work:w1']);
  });

  test('finds nodes by all words, without accents, beginnings first', () => {
    const nodes = [node('author:jose-garcia', { label: 'Ana José García' }), node('author:garcia', { label: 'García, Ana' })];
    expect(findNodes(nodes, 'garcia ANA').map(({ id }) => id)).toEqual(['author:jose-garcia', 'author:garcia']);
    expect(findNodes(nodes, 'garcia,').map(({ id }) => id)).toEqual(['author:garcia']);
    expect(findNodes(nodes, ' ')).toEqual([]);
  });
});

describe('a comparison', () => {
  test('tells shared neighbours from those of one, and leaves the two themselves out', () => {
    const facts = compareNeighbours(sample, 'author:ada', 'author:alan').map(({ kind, shared, onlyOne, onlyOther }) => ({
      kind,
      shared: shared.map((each) => [each.node.id, ...each.works]),
      onlyOne: onlyOne.map((each) => each.node.id),
      onlyOther: onlyOther.map((each) => each.node.id),
    }));
    expect(facts).toEqual([
      { kind: 'author', shared: [['author:grace', 5, 1]], onlyOne: [], onlyOther: [] },
      { kind: 'work', shared: [], onlyOne: ['work:w1'], onlyOther: [] },
      { kind: 'topic', shared: [['topic:engines', 4, 3]], onlyOne: [], onlyOther: ['topic:proofs'] },
    ]);
  });
});

describe('groups', () => {
  /** Two groups of three people, each with its topic, and Eve between them. */
  const trio = (prefix: string): NodeId[] => [1, 2, 3].map((index) => `author:${prefix}${index}` as const);
  const [left, right] = [trio('l'), trio('r')];
  const between = (members: NodeId[]) =>
    members.flatMap((from, index) => members.slice(index + 1).map((to) => link(from, to, { works: 5 })));
  const graph: NodesAndLinks = {
    nodes: [...left, ...right, 'author:eve' as const, 'topic:parsing' as const, 'topic:speech' as const, 'topic:common' as const].map(
      (id) => node(id),
    ),
    links: [
      ...between(left),
      ...between(right),
      ...left.map((id) => link(id, 'topic:parsing', { kind: 'about', works: 4 })),
      ...right.map((id) => link(id, 'topic:speech', { kind: 'about', works: 4 })),
      ...[...left, ...right].map((id) => link(id, 'topic:common', { kind: 'about', works: 5 })),
      link('author:eve', 'author:l1', { works: 2 }),
      link('author:eve', 'author:r1', { works: 3 }),
    ],
  };
  const communities = new Map<NodeId, number>([
    ...left.map((id) => [id, 7] as const),
    ...right.map((id) => [id, 4] as const),
    ['author:eve', 9],
  ]);
  const groups = numberGroups(communities);

  test('are numbered by size; small ones and a single one are none', () => {
    expect([groups.get('author:l1'), groups.get('author:r1'), groups.get('author:eve')]).toEqual([1, 2, undefined]);
    expect(numberGroups(new Map(left.map((id) => [id, 1])))).toEqual(new Map());
  });

  test('are named by the topics that are most their own, no two alike', () => {
    const names = nameGroups(graph, groups).map(({ name }) => name);
    expect(names[0]).toContain('parsing');
    expect(names[1]).toContain('speech');
    expect(names[0]).not.toContain('speech');
  });

  test('without topics are named after the member with the most works', () => {
    const people = {
      nodes: graph.nodes.filter(({ kind }) => kind === 'author'),
      links: [...graph.links.filter(({ kind }) => kind === 'together'), link('author:l2', 'author:l3', { kind: 'wrote', works: 9 })],
    };
    expect(nameGroups(people, groups).map(({ name }) => name)[0]).toMatch(/^Around l[23]$/);
  });

  test('are bridged by what links both, not by what links one', () => {
    expect(bridgesBetween(graph, groups, 1, 2).map((bridge) => [bridge.node.id, ...bridge.works])).toEqual([
      ['topic:common', 15, 15],
      ['author:eve', 2, 3],
    ]);
  });

  test('each bridge has links into both groups', () => {
    const members = fc.array(fc.tuple(fc.constantFrom(...graph.nodes.map(({ id }) => id)), fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(members, (pairs) => {
        const random = new Map(pairs);
        for (const { node: bridge } of bridgesBetween(graph, random, 1, 2)) {
          const reached = (neighboursOf(graph).get(bridge.id) ?? []).map((each) => random.get(each.node.id));
          expect(reached).toEqual(expect.arrayContaining([1, 2]));
        }
      }),
    );
  });
});

describe('travel by arrow keys', () => {
  const neighbours = neighboursOf(sample);
  const byId = new Map(sample.nodes.map((each) => [each.id, each]));
  const start: Place = { at: 'author:ada', link: -1, trail: [] };
  const go = (...keys: (typeof travelKeys)[number][]) => keys.reduce((place, key) => travel(place, key, neighbours, 'author:ada'), start);

  test.each<[string, Place, string]>([
    ['nothing', go(), 'ada, person, 4 links.'],
    ['right', go('ArrowRight'), '1 of 4: grace, person, 5 joint works, 1940–1950.'],
    ['left, which wraps around', go('ArrowLeft'), '4 of 4: w1, work, author, 1950.'],
    ['right and down', go('ArrowRight', 'ArrowDown'), 'grace, person, 2 links.'],
    [
      'down and up, which chooses the link again',
      go('ArrowRight', 'ArrowDown', 'ArrowUp'),
      '1 of 4: grace, person, 5 joint works, 1940–1950.',
    ],
    ['home', go('ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Home'), 'ada, person, 4 links.'],
  ])('says after %s where it leads', (_, place, said) => {
    expect(describePlace(place, neighbours, byId)).toBe(said);
  });

  test('never leaves the graph, and each step down can be undone', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...travelKeys)), (keys) => {
        const place = go(...keys);
        expect(byId.has(place.at)).toBe(true);
        const down = travel(place, 'ArrowDown', neighbours, 'author:ada');
        if (down !== place) expect(travel(down, 'ArrowUp', neighbours, 'author:ada').at).toBe(place.at);
      }),
    );
  });
});

test('labels never overlap, never leave the picture, and the most important has one', () => {
  const candidates = fc.array(
    fc.record({
      x: fc.integer({ min: -50, max: 850 }),
      y: fc.integer({ min: -50, max: 650 }),
      radius: fc.integer({ min: 2, max: 17 }),
      width: fc.integer({ min: 5, max: 200 }),
    }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(candidates, (list) => {
      const placed = placeLabels(
        list.map((each, index) => ({ ...each, id: `${index}` })),
        { width: 800, height: 600, lineHeight: 17, most: 120 },
      );
      for (const [index, one] of placed.entries()) {
        expect(one.left >= 0 && one.top >= 0 && one.left + one.width <= 800 && one.top + one.height <= 600).toBe(true);
        for (const other of placed.slice(index + 1)) {
          const isApart =
            one.left + one.width <= other.left ||
            other.left + other.width <= one.left ||
            one.top + one.height <= other.top ||
            other.top + other.height <= one.top;
          expect(isApart).toBe(true);
        }
      }
      const first = list.findIndex(({ x, y }) => x >= 220 && x <= 580 && y >= 40 && y <= 560);
      if (first === 0) expect(placed[0]?.id).toBe('0');
    }),
  );
});

describe('the layout', () => {
  const requestOf = (graph: NodesAndLinks, change: Partial<LayoutRequest> = {}): LayoutRequest => {
    const index = new Map(graph.nodes.map(({ id }, position) => [id, position]));
    return {
      sizes: Float32Array.from(graph.nodes, () => 10),
      positions: new Float32Array(graph.nodes.length * 2).fill(Number.NaN),
      fixed: new Uint8Array(graph.nodes.length),
      ends: Uint32Array.from(graph.links.flatMap(({ from, to }) => [index.get(from) ?? 0, index.get(to) ?? 0])),
      works: Float32Array.from(graph.links, ({ works }) => works),
      start: 0,
      ...change,
    };
  };
  const layoutOf = (request: LayoutRequest) => [...arrange(request)].at(-1) ?? new Float32Array();

  test('is the same for the same graph, and no two nodes are at one place', () => {
    const positions = layoutOf(requestOf(sample));
    expect(positions).toEqual(layoutOf(requestOf(sample)));
    const places = sample.nodes.map((_, index) => `${positions[index * 2]?.toFixed(1)} ${positions[index * 2 + 1]?.toFixed(1)}`);
    expect(new Set(places).size).toBe(sample.nodes.length);
    expect([...positions].every(Number.isFinite)).toBe(true);
  });

  test('leaves fixed nodes where they are', () => {
    const positions = new Float32Array(12).fill(Number.NaN);
    positions.set([40, -70], 2);
    const fixed = Uint8Array.from([0, 1, 0, 0, 0, 0]);
    expect([...layoutOf(requestOf(sample, { positions, fixed })).slice(2, 4)]).toEqual([40, -70]);
  });

  test.each([0, 1, 2])('arranges %i nodes', (count) => {
    const few = { nodes: sample.nodes.slice(0, count), links: [] };
    expect(layoutOf(requestOf(few))).toHaveLength(count * 2);
    expect(detectCommunities(requestOf(few))).toHaveLength(count);
  });

  test('detects the same communities each time, without the start', () => {
    const first = detectCommunities(requestOf(sample));
    expect(first).toEqual(detectCommunities(requestOf(sample)));
    expect(first[0]).toBe(-1);
  });
});

test('a link has one key in both directions, and one for each kind', () => {
  const one = link('author:ada', 'author:alan');
  expect(linkKey(one)).toBe(linkKey(link('author:alan', 'author:ada')));
  expect(linkKey(one)).not.toBe(linkKey({ ...one, kind: 'about' }));
});

describe('the picture as a file', () => {
  const svgOf = (labels: readonly string[]) =>
    pictureSvg({
      graph: { nodes: labels.map((label, index) => node(`author:n${index}`, { label, steps: index === 0 ? 0 : 1 })), links: [] },
      positions: new Map(labels.map((_, index) => [`author:n${index}` as const, { x: index * 50, y: (index % 3) * 40 }])),
      groups: new Map(),
      groupNames: [],
      title: labels.join(' '),
      address: 'https://example.org/graph?from=author:n0&kinds=people',
    });

  test('is well-formed, and has the text of hostile names and nothing else of them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 25 }), { minLength: 1, maxLength: 6 }), (labels) => {
        const titles: string[] = [];
        const parser = new SaxesParser();
        const elements = new Set<string>();
        let text = '';
        parser.on('error', (error) => {
          throw error;
        });
        parser.on('opentag', ({ name }) => {
          elements.add(name);
          text = '';
        });
        parser.on('text', (more) => (text += more));
        parser.on('closetag', ({ name }) => name === 'title' && titles.push(text));
        parser.write(svgOf(labels)).close();
        expect([...elements].every((name) => ['svg', 'title', 'desc', 'rect', 'g', 'path', 'text'].includes(name))).toBe(true);
        expect(titles).toHaveLength(labels.length + 1);
      }),
    );
  });

  test('escapes markup', () => {
    const svg = svgOf(['<script>alert("&")</script>']);
    expect(svg).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;');
    expect(svg).not.toContain('<script');
  });
});
