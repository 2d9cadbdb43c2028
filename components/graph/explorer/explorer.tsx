import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { capitalize, formatCount } from '#components/ui/sentence.ts';
import { type GraphNode, linkKindFacts, type NodeId, nodeKindFacts, nodeKinds, parseNodeId } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from '../kind-mark.tsx';
import { MissingInstitution } from '../research-slice.tsx';
import { labelOf } from './action-labels.ts';
import { compareNeighbours } from './comparison.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { DownloadPanel } from './download-panel.tsx';
import { type Action, type ExplorerState, parseExplorerState } from './explorer-state.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { NamedNode } from './graph-requests.ts';
import { bridgesBetween, nameGroups } from './groups.ts';
import { GroupsPanel } from './groups-panel.tsx';
import { linksByYear } from './histogram.ts';
import { NodeFinder } from './node-finder.tsx';
import { PathPanel } from './path-panel.tsx';
import { pictureSvg } from './picture-svg.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { linkKey, type NodesAndLinks, neighboursOf, shownGraph } from './shown-graph.ts';
import { ShownTable } from './shown-table.tsx';
import type { Marks, ScrollKind } from './stage.ts';
import { redoLabel, undoLabel } from './timeline.ts';
import { describePlace, type Place, type TravelKey, travel, travelKeys } from './travel.ts';
import { useDetail } from './use-detail.ts';
import { useExplorerState } from './use-explorer-state.ts';
import { useGraph } from './use-graph.ts';
import { isArranged, isMotionReduced, useArrangement, useStage } from './use-stage.ts';
import { YearsPanel } from './years-panel.tsx';

interface Props {
  workerPath: string;
  /** What the server has drawn. It stays until the first frame of the explorer. */
  serverPart: HTMLElement;
}

const emptyGraph: NodesAndLinks = { nodes: [], links: [] };

/** Loads the state of the address, and shows it. */
export function Explorer(props: Props) {
  const [initial] = useState(() => parseExplorerState(window.location.search));
  return initial && <ExplorerView {...props} initial={initial} />;
}

/** The explorer: the picture with its actions, the panels beside it, and the table that follows it. */
function ExplorerView({ workerPath, serverPart, initial }: Props & { initial: ExplorerState }) {
  const { state, timeline, act, undo, redo } = useExplorerState(initial);
  const { loaded, failure, isLoading, retry } = useGraph(state);
  const [asOf, setAsOf] = useState<number | null>(null);
  const [hovered, setHovered] = useState<NodeId | null>(null);
  const [hint, showHint] = useHint();
  const [place, setPlace] = useState<Place | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isDrawn, setDrawn] = useState(false);
  const [typed] = useState(typedTexts);
  const element = useRef<HTMLDivElement>(null);
  const { query, hidden, focus, path, comparison, bridge, selected, pinned } = state;

  const whole = loaded?.graph ?? emptyGraph;
  // Positions are computed for everything that is not hidden, so that playing years or a focus moves nothing.
  const toArrange = useMemo(
    () => shownGraph(whole, { query, hidden, focus: null, path, comparison }),
    [whole, query, hidden, path, comparison],
  );
  const graph = useMemo(
    () => (focus === null && asOf === null ? toArrange : shownGraph(whole, { query, hidden, focus, path, comparison }, asOf)),
    [toArrange, whole, query, hidden, focus, path, comparison, asOf],
  );
  const { positions, groups, isFinal, hasFailed, arrangeAgain } = useArrangement(toArrange, { pinned, query }, workerPath);
  const neighbours = useMemo(() => neighboursOf(graph), [graph]);
  const byId = useMemo(() => new Map([...whole.nodes, ...graph.nodes].map((node) => [node.id, node])), [whole, graph]);
  const groupNames = useMemo(() => nameGroups(toArrange, groups), [toArrange, groups]);
  const bridges = useMemo(() => (bridge ? bridgesBetween(graph, groups, ...bridge) : []), [graph, groups, bridge]);
  const compared = useMemo(() => (comparison ? compareNeighbours(graph, comparison.one, comparison.other) : []), [graph, comparison]);
  const totals = useMemo(() => (loaded?.shared ? new Map(loaded.shared.map(({ kind, total }) => [kind, total])) : null), [loaded]);
  const bars = useMemo(() => linksByYear(loaded?.allYears ?? emptyGraph), [loaded]);
  /** Names of nodes that were found elsewhere, before they are in the picture. */
  const foundNames = useRef(new Map<NodeId, string>());
  const nameOf = useCallback((id: NodeId) => byId.get(id)?.label ?? foundNames.current.get(id) ?? id.slice(id.indexOf(':') + 1), [byId]);
  const onFound = useCallback(({ id, label }: NamedNode) => foundNames.current.set(id, label), []);
  const foundPaths = path ? (loaded?.paths ?? null) : null;

  const marks = useMemo((): Marks => {
    const chosenLink = place && neighbours.get(place.at)?.[place.link];
    const around = place?.at ?? selected;
    const strong = strongOf();
    return {
      selected: around,
      pinned: new Set(pinned.map(({ node }) => node)),
      strong,
      chosen: chosenLink ? { link: linkKey(chosenLink.link), node: chosenLink.node.id } : null,
    };

    function strongOf(): Marks['strong'] {
      if (path && foundPaths) {
        const chosen = foundPaths.paths[path.choice] ?? foundPaths.paths[0];
        return chosen ? { nodes: new Set(chosen.nodes.map(({ id }) => id)), links: new Set(chosen.links.map(linkKey)) } : null;
      }
      if (comparison) {
        const { one, other } = comparison;
        return strongAround([one, other, ...compared.flatMap(({ shared }) => shared.map(({ node }) => node.id))], [one, other]);
      }
      if (bridge) return strongAround(bridges.map(({ node }) => node.id));
      return around && around !== query.from
        ? strongAround([around, ...(neighbours.get(around) ?? []).map(({ node }) => node.id)], [around])
        : null;
    }

    /** @param ends only links of these nodes stand out */
    function strongAround(ids: readonly NodeId[], ends?: readonly NodeId[]): Marks['strong'] {
      const nodes = new Set(ids);
      const links = graph.links.filter(
        ({ from, to }) => nodes.has(from) && nodes.has(to) && (!ends || ends.includes(from) || ends.includes(to)),
      );
      return { nodes, links: new Set(links.map(linkKey)) };
    }
  }, [graph, neighbours, selected, pinned, place, path, foundPaths, comparison, compared, bridge, bridges, query.from]);

  const perform = useCallback(
    (action: Action) => {
      const label = labelOf(action, nameOf);
      if (act(action, label) && action.do !== 'select') setAnnouncement(`Done: ${label}.`);
      if (action.do === 'select') setPlace(null);
    },
    [act, nameOf],
  );

  const { stage, hasFailed: hasNoPicture } = useStage(
    element,
    { graph, framed: toArrange.nodes, positions, groups, groupNames, marks },
    {
      onHover: setHovered,
      onChoose: (node) => perform({ do: 'select', node }),
      onExpand: (node) => perform({ do: 'expand', node }),
      onMove: (node, x, y) => perform({ do: 'pin', node, x, y }),
      onScroll: showHint,
    },
    isDrawn,
  );
  const hasFailedAtAll = failure !== null || hasFailed || hasNoPicture;

  const isReady = isArranged(graph, positions);
  useLayoutEffect(() => {
    if (isReady) setDrawn(true);
  }, [isReady]);
  useLayoutEffect(() => {
    serverPart.hidden = isDrawn && !hasFailedAtAll;
  }, [serverPart, isDrawn, hasFailedAtAll]);

  // The graph is announced when it has changed, after what was done.
  const size = `${formatCount(graph.nodes.length, 'node')}, ${formatCount(graph.links.length, 'link')}`;
  useEffect(() => {
    if (isDrawn && asOf === null) setAnnouncement((before) => `${before.startsWith('Done') ? `${before} ` : ''}${size}.`);
  }, [size, isDrawn, asOf]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = place ?? { at: selected ?? query.from, link: -1, trail: [] };
    if ((travelKeys as readonly string[]).includes(event.key)) {
      event.preventDefault();
      const next = travel(current, event.key as TravelKey, neighbours, query.from);
      setPlace(next);
      setAnnouncement(describePlace(next, neighbours, byId));
      stage.current?.reveal(neighbours.get(next.at)?.[next.link]?.node.id ?? next.at, !isMotionReduced());
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const target = neighbours.get(current.at)?.[current.link]?.node.id ?? current.at;
      act({ do: 'select', node: target }, '');
      setAnnouncement(`${nameOf(target)} selected. Its actions follow the picture.`);
    } else if (event.key === 'Escape') {
      setPlace(null);
      act({ do: 'select', node: null }, '');
    } else if (event.key === '+' || event.key === '-') stage.current?.zoom(event.key === '+' ? 1.4 : 1 / 1.4, !isMotionReduced());
  };

  const drawSvg = () => {
    const title = `Graph around ${nameOf(query.from)}`;
    return pictureSvg({ graph, positions, groups, groupNames, title, address: window.location.href });
  };
  const selectedNode = byId.get(selected ?? query.from);
  const counts = useMemo(
    () => new Map([...Map.groupBy(graph.nodes, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length])),
    [graph],
  );
  const [undoing, redoing] = [undoLabel(timeline), redoLabel(timeline)];
  const tool = (
    name: string,
    onClick: () => void,
    { isDisabled = false, label = name, sign = name }: { isDisabled?: boolean; label?: string; sign?: string } = {},
  ) => (
    <Button type="button" className="min-h-9! px-3!" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
      {sign}
    </Button>
  );

  if (hasFailedAtAll)
    return (
      <div role="alert" className="mb-4 text-sm">
        <p>The interactive graph could not be loaded. The picture and the table below show the same.</p>
        {failure !== null && (
          <Button type="button" className="mt-2" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    );
  return (
    <div
      hidden={!isDrawn}
      className="grid gap-6"
      aria-busy={isLoading}
      data-explorer={isDrawn ? 'drawn' : 'waiting'}
      data-arranged={isFinal}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <figure className="card overflow-hidden p-0!">
            <fieldset className="flex min-w-0 flex-wrap items-center gap-2 border-line border-b px-4 py-3">
              <legend className="sr-only">Picture</legend>
              {tool('Undo', undo, { isDisabled: undoing === null, label: undoing ? `Undo: ${undoing}` : 'Undo' })}
              {tool('Redo', redo, { isDisabled: redoing === null, label: redoing ? `Redo: ${redoing}` : 'Redo' })}
              {tool('Zoom in', () => stage.current?.zoom(1.4, !isMotionReduced()), { sign: '+' })}
              {tool('Zoom out', () => stage.current?.zoom(1 / 1.4, !isMotionReduced()), { sign: '−' })}
              {tool('Fit', () => stage.current?.fit(!isMotionReduced()), { label: 'Fit the whole graph' })}
              {tool('Arrange', arrangeAgain, { label: 'Arrange again' })}
              {hidden.length > 0 && tool(`Show ${hidden.length} hidden`, () => perform({ do: 'show hidden' }))}
              {focus && tool('Leave focus', () => perform({ do: 'focus', node: null }))}
            </fieldset>
            <div className="relative">
              <div
                role="application"
                aria-label="Graph. Left and right arrow choose a link, down follows it, up goes back, Enter selects."
                ref={element}
                onKeyDown={onKeyDown}
                className="relative h-[min(68vh,42rem)] min-h-80 max-sm:h-96 -outline-offset-2"
              />
              <HoverCard
                node={hovered ? byId.get(hovered) : undefined}
                around={query.from}
                neighbours={neighbours}
                placeOf={(id) => stage.current?.placeOf(id) ?? null}
              />
              {hint && (
                <p aria-hidden="true" className="pointer-events-none absolute inset-x-4 bottom-4 z-10 text-center text-sm">
                  <span className="rounded-md border border-edge bg-card px-3 py-2 shadow-float">{scrollHints[hint]}</span>
                </p>
              )}
            </div>
            {loaded && graph.nodes.length === 1 && (
              <p className="border-line border-t px-4 py-3 text-sm">
                Nothing matches these filters.{' '}
                <Button type="button" variant="quiet" onClick={() => perform({ do: 'start over' })}>
                  Show all
                </Button>
              </p>
            )}
            {loaded?.start.start.kind === 'author' && query.kinds.includes('institution') && (
              <div className="border-line border-t px-4 py-3 empty:hidden">
                <MissingInstitution slice={loaded.start} />
              </div>
            )}
            <Legend nodes={graph.nodes} hasGroups={groupNames.length > 0} />
          </figure>
          <YearsPanel
            bars={bars}
            since={query.since}
            until={query.until}
            asOf={asOf}
            onSpan={(change) => perform({ do: 'filter', change })}
            onAsOf={setAsOf}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {selectedNode && (
            <SelectionPanel
              node={selectedNode}
              state={state}
              neighbours={neighbours.get(selectedNode.id) ?? []}
              placeOf={(id) => positions.get(id) ?? null}
              onAct={perform}
            />
          )}
          <Panel title="Find and filter" isOpen>
            <NodeFinder
              label="Find in this graph"
              placeholder="name or title"
              verb="Select"
              nodes={graph.nodes}
              isWithin
              onFind={({ id }) => {
                perform({ do: 'select', node: id });
                stage.current?.reveal(id, !isMotionReduced());
              }}
            />
            <FilterPanel
              query={query}
              counts={counts}
              omitted={loaded?.start.omitted ?? []}
              onFilter={(change) => perform({ do: 'filter', change })}
            />
          </Panel>
          <Panel title="Path" isOpen={path !== null || typed.to !== ''}>
            <PathPanel
              text={typed.to}
              state={state}
              nodes={graph.nodes}
              nameOf={nameOf}
              found={foundPaths}
              isLoading={isLoading}
              onFound={onFound}
              onAct={perform}
            />
          </Panel>
          <Panel title="Compare" isOpen={comparison !== null || typed.with !== ''}>
            <ComparisonPanel
              text={typed.with}
              state={state}
              nodes={graph.nodes}
              nameOf={nameOf}
              compared={compared}
              totals={totals}
              onFound={onFound}
              onAct={perform}
            />
          </Panel>
          <Panel title="Groups" isOpen={bridge !== null}>
            <GroupsPanel groups={groupNames} bridge={bridge} bridges={bridges} onAct={perform} />
          </Panel>
          {loaded && (
            <Panel title="Download" isOpen={false}>
              <DownloadPanel query={query} slice={{ ...loaded.start, ...graph }} drawSvg={drawSvg} />
            </Panel>
          )}
        </div>
      </div>
      <ShownTable
        nodes={graph.nodes}
        neighbours={neighbours}
        centre={byId.get(selected ?? query.from)}
        onSelect={(id) => {
          perform({ do: 'select', node: id });
          // The facts and actions of the node are above the table.
          requestAnimationFrame(() => document.getElementById('selected-node')?.focus());
        }}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** How the picture is moved where wheel and finger scroll the page. */
const scrollHints = {
  wheel: 'Zoom with Ctrl and the wheel, or click the picture first.',
  touch: 'Move and zoom the picture with two fingers.',
} satisfies Record<ScrollKind, string>;

const hintMs = 1_600;

/** The hint that is shown for a moment, and how to show one. */
function useHint(): [ScrollKind | null, (kind: ScrollKind) => void] {
  const [hint, setHint] = useState<ScrollKind | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((kind: ScrollKind) => {
    setHint(kind);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHint(null), hintMs);
  }, []);
  return [hint, show];
}

/** What shapes, lines and areas mean. */
function Legend({ nodes, hasGroups }: { nodes: readonly GraphNode[]; hasGroups: boolean }) {
  const kinds = nodeKinds.filter((kind) => nodes.some((node) => node.kind === kind));
  return (
    <figcaption className="border-line border-t px-4 py-3 text-soft text-xs">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {kinds.map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <KindMark kind={kind} />
            {capitalize(nodeKindFacts[kind].plural)}
          </li>
        ))}
      </ul>
      <p className="mt-1 max-w-measure">
        Larger: more works. A thicker line: more works that link both. Fainter: longer ago.
        {hasGroups && ' Areas: nodes that are linked with each other more than with the rest.'}
      </p>
      <p className="mt-1 max-w-measure max-sm:hidden">
        Drag a node to pin it, double-click to expand it. {scrollHints.wheel} By keyboard: left and right choose a link, down follows it, up
        goes back, Enter selects.
      </p>
      <p className="mt-1 max-w-measure sm:hidden">{scrollHints.touch}</p>
    </figcaption>
  );
}

function Panel({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="card p-0!">
      <summary className="chevron px-4 py-3 font-semibold text-sm">{title}</summary>
      <div className="grid gap-4 px-4 pb-4">{children}</div>
    </details>
  );
}

/** Texts that the form of the server has put into the address instead of a node. */
function typedTexts(): { to: string; with: string } {
  const parameters = new URLSearchParams(window.location.search);
  const textOf = (name: string) => {
    const value = parameters.get(name) ?? '';
    return parseNodeId(value) ? '' : value;
  };
  return { to: textOf('to'), with: textOf('with') };
}

interface HoverCardProps {
  node: GraphNode | undefined;
  around: NodeId;
  neighbours: ReturnType<typeof neighboursOf>;
  placeOf: (id: NodeId) => { x: number; y: number } | null;
}

/** What the pointed node is. The panel says the same of a selected one. */
function HoverCard({ node, around, neighbours, placeOf }: HoverCardProps) {
  const detail = useDetail(node?.id ?? null);
  const place = node && placeOf(node.id);
  if (!node || !place) return null;
  const links = neighbours.get(node.id) ?? [];
  const toStart = links.find((each) => each.node.id === around);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 max-w-64 rounded-md border border-edge bg-card px-3 py-2 text-xs shadow-float"
      style={{ left: `clamp(0px, ${place.x + 18}px, calc(100% - 16rem))`, top: `${place.y + 18}px` }}
    >
      <p className="flex items-center gap-1.5 text-soft">
        <KindMark kind={node.kind} />
        {nodeKindFacts[node.kind].one}
        {node.year ? `, ${node.year}` : ''}
      </p>
      <p className="wrap-anywhere font-semibold text-sm">{node.label}</p>
      {detail && <p className="text-soft">{detail}</p>}
      {toStart && <p>{linkKindFacts[toStart.link.kind].sentence(toStart.link)}</p>}
      <p>{formatCount(links.length, 'link')} here</p>
    </div>
  );
}
