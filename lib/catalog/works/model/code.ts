import { daysMs, later } from '#lib/platform/clock.ts';
import type { CodeCheck, CodeState, CodeView } from './views.ts';

/** How long a link that answered counts as reachable; it is looked at again every week. */
const reachableForMs = daysMs(30);

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

/** A link is looked at again after so long, and never sooner. */
export const codeCheckIntervalMs = daysMs(7);

/** What a look behind a link found: its HTTP status, or null where nothing answered or the address may not be asked. */
export type Found = number | null;

/** Only "not here" and "no more" say that it has gone; "not now" and "not you" say nothing of it. */
const outcomeOf = (found: Found): CodeCheck['outcome'] =>
  found !== null && found >= 200 && found < 300 ? 'reachable' : found === 404 || found === 410 ? 'gone' : 'unreachable';

/** What is kept of looking at a link. */
export interface StoredCheck extends CodeCheck {
  url: string;
  /** Looks in a row that did not reach it. */
  failures: number;
}

/**
 * What is kept after a look. One that got no clear answer does not undo a good look of the last 30 days: it is counted, and the good
 * one is until it is too old.
 */
export function afterProbe(before: StoredCheck | null, url: string, found: Found, at: Date): StoredCheck {
  const outcome = outcomeOf(found);
  const same = before !== null && before.url === url ? before : null;
  const failures = outcome === 'reachable' ? 0 : (same?.failures ?? 0) + 1;
  const staysReachable = outcome === 'unreachable' && same?.outcome === 'reachable' && at.getTime() - same.at.getTime() <= reachableForMs;
  return staysReachable ? { ...same, failures } : { url, outcome, status: found, at, failures };
}

/** True where a link is to be looked at: never seen, another address than before, or a week after each look. */
export function isDue(before: StoredCheck | null, url: string, at: Date): boolean {
  if (before === null || before.url !== url) return true;
  // A good result that is kept has its date; the ones after it that failed are a week apart each.
  const weeks = before.outcome === 'reachable' ? before.failures + 1 : 1;
  return later(before.at, weeks * codeCheckIntervalMs) <= at;
}
