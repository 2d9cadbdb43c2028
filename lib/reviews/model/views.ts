import type { ReviewKind } from '../model.ts';

/** One line of the queue. */
export interface QueueRow {
  id: string;
  kind: ReviewKind;
  author: { name: string; slug: string } | null;
  openedAt: Date;
  /** How many have voted, and whether the reader is one of them. */
  votes: number;
  voted: boolean;
}

export interface QueuePage {
  rows: QueueRow[];
  /** How many of this page's questions are left to others, because the reader is a party. */
  left: number;
  next: string | null;
}

/** How long people waited for a decision, over the last `days` days. */
export interface QueueTimes {
  decided: number;
  days: number;
  medianMs: number;
  p90Ms: number;
}
