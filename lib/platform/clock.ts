let readClock = (): Date => new Date();

// Next bundles each entry separately; a global makes the listener one for the process.
const globals = globalThis as { peergraphTimeRead?: (agesInMs: number) => void };

/**
 * Returns the current time. All code reads the time here, so that every stored instant has millisecond precision and comes from the
 * application.
 */
export const now = (): Date => {
  globals.peergraphTimeRead?.(minutesMs(1));
  return readClock();
};

/** Returns the current time for values that change by the day: a page that uses it may be cached for an hour. */
export const nowByTheHour = (): Date => {
  globals.peergraphTimeRead?.(minutesMs(60));
  return readClock();
};

/** Returns the current time for a page that records its own expiry (`recordExpiry` in lib/platform/db/dependencies.ts). */
export const nowUntilExpiry = (): Date => readClock();

/** Sets the function called at each read of the time, with the maximum age in ms of a response that depends on it. */
export const onTimeRead = (listener: (agesInMs: number) => void): void => {
  globals.peergraphTimeRead = listener;
};

/** Replaces the clock. Only the stories in seeds and tests may call it (tests/house). */
export const setClock = (clock: () => Date): void => {
  readClock = clock;
};

export const minutesMs = (count: number): number => count * 60_000;
export const daysMs = (count: number): number => count * 86_400_000;
export const addMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Returns the day of an instant in UTC, as YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const nightHour = 3;

/** Returns the next time at which work that may wait is done: 3 o'clock in the time zone of the server. */
export function nextNight(from = now()): Date {
  const night = new Date(from);
  night.setHours(nightHour, 0, 0, 0);
  if (night <= from) night.setDate(night.getDate() + 1);
  return night;
}
