/** What a fault did to the writes during it. */
export interface Result {
  tried: number;
  /** Answered as done. */
  acknowledged: number;
  /** Acknowledged, and not in the database afterwards. */
  lost: number;
  /** In the database more than once, or counted more often than they are there. */
  duplicated: number;
  /** Processes that have survived their instance. */
  orphans: number;
  /** Each time until the instance could serve again. */
  readyMs: number[];
  /** A measurement besides. */
  note?: string;
  /** What else went wrong, in a sentence each. */
  wrong: string[];
}

export const noResult = (): Result => ({ tried: 0, acknowledged: 0, lost: 0, duplicated: 0, orphans: 0, readyMs: [], wrong: [] });

export const hasFailed = ({ lost, duplicated, orphans, wrong }: Result): boolean => lost + duplicated + orphans + wrong.length > 0;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`;

/** Returns the median and the longest of some times. */
function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (median === undefined || longest === undefined) return '–';
  return sorted.length === 1 ? seconds(longest) : `${seconds(median)} (longest ${seconds(longest)})`;
}

/** Returns the line of a fault. */
export const lineOf = (name: string, engine: string, result: Result): string =>
  [
    `${engine.padEnd(10)} ${name.padEnd(34)} tried ${result.tried}`,
    `acknowledged ${result.acknowledged}`,
    `lost ${result.lost}`,
    `duplicated ${result.duplicated}`,
    `orphans ${result.orphans}`,
    `ready ${timesOf(result.readyMs)}`,
    ...(result.note === undefined ? [] : [result.note]),
    ...result.wrong.map((each) => `WRONG: ${each}`),
  ].join(', ');
