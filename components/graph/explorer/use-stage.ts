import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Arrangement, Arranger } from './arranger.ts';
import type { ExplorerState } from './explorer-state.ts';
import type { NodesAndLinks } from './shown-graph.ts';
import type { Positions } from './sizes.ts';
import { type Scene, Stage, type StageEvents } from './stage.ts';

const motionQuery = '(prefers-reduced-motion: reduce)';
export const isMotionReduced = (): boolean => window.matchMedia(motionQuery).matches;

/** Returns whether all nodes have a position. */
export const isArranged = (graph: NodesAndLinks, positions: Positions): boolean =>
  graph.nodes.length > 0 && graph.nodes.every(({ id }) => positions.has(id));

const noArrangement = { positions: new Map() as Positions, groups: new Map() as Arrangement['groups'], isFinal: false };

/** Positions and groups of a graph. They stay while nodes are hidden, and are computed again when there are new ones, or on request. */
export function useArrangement(graph: NodesAndLinks, { pinned, query }: Pick<ExplorerState, 'pinned' | 'query'>, workerPath: string) {
  const arranger = useMemo(() => new Arranger(workerPath), [workerPath]);
  const [arrangement, setArrangement] = useState(noArrangement);
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const lastRound = useRef(0);
  const fixed = useMemo(() => new Map(pinned.map(({ node, x, y }) => [node, { x, y }])), [pinned]);

  const latest = useRef({ arrangement, fixed, start: query.from });
  latest.current = { arrangement, fixed, start: query.from };

  // A new arrangement or pin does not start another one.
  useEffect(() => {
    const { arrangement: known, fixed: pins, start } = latest.current;
    const isAgain = lastRound.current !== round;
    lastRound.current = round;
    if (!isAgain && graph.nodes.every(({ id }) => known.positions.has(id))) return;
    const positions: Positions = isAgain ? new Map() : known.positions;
    const onProgress = (next: Positions) => {
      if (!isMotionReduced()) setArrangement(({ groups }) => ({ groups, positions: next, isFinal: false }));
    };
    arranger.arrange(graph, { positions, fixed: pins, start }, onProgress).then(
      (next) =>
        next &&
        setArrangement(({ positions: before }) => ({
          groups: next.groups,
          positions: new Map([...before, ...next.positions]),
          isFinal: true,
        })),
      () => setFailed(true),
    );
  }, [graph, round, arranger]);

  const withPins = useMemo(
    () => (fixed.size > 0 ? new Map([...arrangement.positions, ...fixed]) : arrangement.positions),
    [arrangement, fixed],
  );
  return {
    positions: withPins,
    groups: arrangement.groups,
    isFinal: arrangement.isFinal,
    hasFailed,
    arrangeAgain: () => setRound((count) => count + 1),
  };
}

/**
 * Draws a scene into an element, as soon as all of its nodes have a position and the element is visible.
 * @param isVisible whether the element has its size
 */
export function useStage(element: RefObject<HTMLElement | null>, scene: Scene, events: StageEvents, isVisible: boolean) {
  const stage = useRef<Stage | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { graph, framed, positions, groups, groupNames, marks } = scene;
  const latest = useRef({ events, marks });
  latest.current = { events, marks };
  const isReady = isArranged(graph, positions);

  // Before the browser paints, so that the first frame follows the picture of the server at once.
  useLayoutEffect(() => {
    if (!isReady || !isVisible || !element.current) return;
    const isFirst = stage.current === null;
    try {
      stage.current ??= new Stage(element.current, {
        onHover: (node) => latest.current.events.onHover(node),
        onChoose: (node) => latest.current.events.onChoose(node),
        onExpand: (node) => latest.current.events.onExpand(node),
        onMove: (node, x, y) => latest.current.events.onMove(node, x, y),
        onScroll: (kind) => latest.current.events.onScroll(kind),
      });
      stage.current.show({ graph, framed, positions, groups, groupNames, marks: latest.current.marks }, !isFirst && !isMotionReduced());
    } catch (error) {
      console.error(error);
      setFailed(true);
    }
  }, [element, graph, framed, positions, groups, groupNames, isReady, isVisible]);

  useEffect(() => stage.current?.mark(marks), [marks]);

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => stage.current?.readColours();
    scheme.addEventListener('change', onChange);
    return () => {
      scheme.removeEventListener('change', onChange);
      stage.current?.kill();
      stage.current = null;
    };
  }, []);
  return { stage, hasFailed };
}
