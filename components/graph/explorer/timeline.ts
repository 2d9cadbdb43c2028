/** The steps of a visit, as the history of the browser has them: undo goes back, and redo forward. */
export interface Timeline {
  /** Number of steps taken. */
  at: number;
  /** What each step did, also those that can be redone. */
  labels: readonly string[];
}

/** Adds a step, and forgets those that were undone. */
export const recordStep = ({ at, labels }: Timeline, label: string): Timeline => ({ at: at + 1, labels: [...labels.slice(0, at), label] });

/** Moves to a step of the history. */
export const moveTo = ({ labels }: Timeline, at: number): Timeline => ({ at, labels });

/** What undo and redo would do; null if there is nothing. */
export const undoLabel = ({ at, labels }: Timeline): string | null => labels[at - 1] ?? null;
export const redoLabel = ({ at, labels }: Timeline): string | null => labels[at] ?? null;

/** Reads the timeline that an entry of the history has stored. */
export function readTimeline(stored: unknown): Timeline {
  const { at, labels } = (stored ?? {}) as Partial<Timeline>;
  const isTimeline = Number.isInteger(at) && Array.isArray(labels) && labels.every((each) => typeof each === 'string');
  return isTimeline && at !== undefined && at >= 0 && at <= labels.length ? { at, labels } : { at: 0, labels: [] };
}
