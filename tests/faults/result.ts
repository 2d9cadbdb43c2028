/** The effects of a fault on concurrent writes. */
export interface Result {
  tried: number;
  /** Writes with a successful response. */
  acknowledged: number;
  /** Writes that were acknowledged, but are not in the database. */
  lost: number;
  /** Duplicate rows, and the difference between stored follower counts and rows. */
  duplicated: number;
  /** Processes that outlived their instance. */
  orphans: number;
  /** Recovery times in milliseconds. */
  readyMs: number[];
  /** A further measurement, as text. */
  note?: string;
  /** Failed expectations, one sentence each. */
  wrong: string[];
}

export const noResult = (): Result => ({ tried: 0, acknowledged: 0, lost: 0, duplicated: 0, orphans: 0, readyMs: [], wrong: [] });

export const hasFailed = ({ lost, duplicated, orphans, wrong }: Result): boolean => lost + duplicated + orphans + wrong.length > 0;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`;

/** Formats the median and the maximum. */
function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (median === undefined || longest === undefined) return '–';
  return sorted.length === 1 ? seconds(longest) : `${seconds(median)} (longest ${seconds(longest)})`;
}

/** Formats the result of a fault as one line. */
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
