import { daysMs } from '../../clock.ts';
import type { CodeCheck, CodeState, CodeView } from './views.ts';

/** How long a link that answered counts as reachable; it is looked at again every week. */
export const reachableForMs = daysMs(30);

/** What the sources say of a work's code, and what was found behind a link the last time that a job looked. */
export interface CodeFacts {
  state: string | null;
  url: string | null;
  evidence: string | null;
  check: (CodeCheck & { url: string }) | null;
}

/**
 * The state of a work's code in one of four words. A link is "reachable" only where this instance has reached that very address
 * within the last 30 days: what a source says of its own links does not count.
 */
export function codeStateOf({ state, url, check }: Pick<CodeFacts, 'state' | 'url' | 'check'>, at: Date): CodeState {
  if (state === 'promised') return 'promised';
  if (state !== 'linked' && state !== 'reachable') return 'none';
  const isFresh =
    check !== null && check.url === url && check.outcome === 'reachable' && at.getTime() - check.at.getTime() <= reachableForMs;
  return isFresh ? 'reachable' : 'linked';
}

/** What a page shows of a work's code; null where no source says anything. */
export function codeView(facts: CodeFacts, at: Date): CodeView | null {
  if (facts.state === null) return null;
  const { url, evidence, check } = facts;
  const mine = check !== null && check.url === url ? { outcome: check.outcome, status: check.status, at: check.at } : null;
  return { state: codeStateOf(facts, at), url, evidence, checked: mine };
}
