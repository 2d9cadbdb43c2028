import { useCallback, useEffect, useRef, useState } from 'react';
import { type Action, type ExplorerState, formatExplorerState, parseExplorerState, reduce } from './explorer-state.ts';
import { moveTo, readTimeline, recordStep, type Timeline } from './timeline.ts';

const addressOf = (state: ExplorerState): string => `${window.location.pathname}${formatExplorerState(state)}`;

/** The state of the explorer. Each step is an entry of the browser's history, with its address; a selection changes the address alone. */
export function useExplorerState(initial: ExplorerState) {
  const [state, setState] = useState(initial);
  const [timeline, setTimeline] = useState<Timeline>(() => readTimeline(history.state));
  const latest = useRef({ state, timeline });
  latest.current = { state, timeline };

  useEffect(() => {
    history.replaceState(latest.current.timeline, '');
    const onPop = (event: PopStateEvent) => {
      const restored = parseExplorerState(window.location.search);
      if (!restored) return window.location.reload();
      const { at } = readTimeline(event.state);
      setState(restored);
      setTimeline((known) => (at <= known.labels.length ? moveTo(known, at) : readTimeline(event.state)));
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  const act = useCallback((action: Action, label: string): boolean => {
    const before = latest.current;
    const next = reduce(before.state, action);
    if (next === before.state) return false;
    if (action.do === 'select') history.replaceState(before.timeline, '', addressOf(next));
    else {
      const following = recordStep(before.timeline, label);
      history.pushState(following, '', addressOf(next));
      setTimeline(following);
      latest.current = { ...latest.current, timeline: following };
    }
    latest.current = { ...latest.current, state: next };
    setState(next);
    return true;
  }, []);

  return { state, timeline, act, undo: () => history.back(), redo: () => history.forward() };
}
