/** The explorer of the graph; built by `lib/runtime/server/processes/browser-scripts.ts`, and loaded on `/graph` alone. */
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';
import { parseExplorerState } from './explorer-state.ts';

/** The part of the page that the explorer replaces, once it has drawn its first frame. */
const serverPart = document.querySelector<HTMLElement>('[data-graph]');
const workerPath = document.querySelector<HTMLScriptElement>('script[data-worker]')?.dataset.worker;

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  return canvas.getContext('webgl2') !== null || canvas.getContext('webgl') !== null;
}

function start(part: HTMLElement, worker: string): void {
  if (!parseExplorerState(window.location.search)) return;
  const place = document.createElement('div');
  if (!hasWebGl()) {
    place.className = 'mb-4 text-sm text-soft';
    place.textContent = 'This browser cannot draw the interactive graph, because it has no WebGL. The picture and the table show the same.';
    part.before(place);
    return;
  }
  part.before(place);
  createRoot(place).render(<Explorer workerPath={worker} serverPart={part} />);
}

/** In development, React takes over the page of the server first: it would remove what it does not know. */
const isFree = (part: HTMLElement): boolean => !('__next_f' in window) || Object.keys(part).some((key) => key.startsWith('__react'));
const pollMs = 50;

function startWhenFree(part: HTMLElement, worker: string): void {
  if (isFree(part)) start(part, worker);
  else setTimeout(() => startWhenFree(part, worker), pollMs);
}

if (serverPart && workerPath) startWhenFree(serverPart, workerPath);
