import { addMs, daysMs } from '#lib/platform/clock.ts';
import type { CodeCheck, CodeState, CodeView } from './views.ts';

/** How long a successful probe counts. Links are probed every week. */
const reachableForMs = daysMs(30);

/** What the sources state about a work's code, and the result of the last probe of its link. */
export interface CodeFacts {
  state: string | null;
  url: string | null;
  evidence: string | null;
  check: (CodeCheck & { url: string }) | null;
}

/**
 * Returns the state of a work's code. A link is "reachable" only if this instance has reached this URL within the last 30 days: a source's
 * statement about its own links does not count.
 */
export function codeStateOf({ state, url, check }: Pick<CodeFacts, 'state' | 'url' | 'check'>, at: Date): CodeState {
  if (state === 'promised') return 'promised';
  if (state !== 'linked' && state !== 'reachable') return 'none';
  const isFresh =
    check !== null && check.url === url && check.outcome === 'reachable' && at.getTime() - check.at.getTime() <= reachableForMs;
  return isFresh ? 'reachable' : 'linked';
}

/** Returns the code information that a page shows; null if no source states any. */
export function codeView(facts: CodeFacts, at: Date): CodeView | null {
  if (facts.state === null) return null;
  const { url, evidence, check } = facts;
  const ownCheck = check !== null && check.url === url ? { outcome: check.outcome, status: check.status, at: check.at } : null;
  return { state: codeStateOf(facts, at), url, evidence, checked: ownCheck };
}

/** Minimum interval between two probes of a link. */
export const codeCheckIntervalMs = daysMs(7);

/** Result of a probe: the HTTP status; null if there was no response, or if the URL may not be requested. */
export type ProbeStatus = number | null;

/** Only 404 and 410 mean that the target is gone; other errors may be temporary or refer to this client. */
const outcomeOf = (status: ProbeStatus): CodeCheck['outcome'] =>
  status !== null && status >= 200 && status < 300 ? 'reachable' : status === 404 || status === 410 ? 'gone' : 'unreachable';

/** The stored result of probing a link. */
export interface StoredCheck extends CodeCheck {
  url: string;
  /** Number of consecutive failed probes. */
  failures: number;
}

/**
 * Returns the result to store after a probe. An inconclusive probe does not replace a success within the last 30 days; only its failure is
 * counted until the success is too old.
 */
export function checkAfterProbe(previous: StoredCheck | null, url: string, status: ProbeStatus, at: Date): StoredCheck {
  const outcome = outcomeOf(status);
  const samePrevious = previous !== null && previous.url === url ? previous : null;
  const failures = outcome === 'reachable' ? 0 : (samePrevious?.failures ?? 0) + 1;
  const isStillReachable =
    outcome === 'unreachable' && samePrevious?.outcome === 'reachable' && at.getTime() - samePrevious.at.getTime() <= reachableForMs;
  return isStillReachable ? { ...samePrevious, failures } : { url, outcome, status, at, failures };
}

/** True if a link is due for a probe: never probed, changed, or last probed at least a week ago. */
export function isProbeDue(previous: StoredCheck | null, url: string, at: Date): boolean {
  if (previous === null || previous.url !== url) return true;
  // A stored success keeps its date; each later failure adds one week.
  const weeks = previous.outcome === 'reachable' ? previous.failures + 1 : 1;
  return addMs(previous.at, weeks * codeCheckIntervalMs) <= at;
}
