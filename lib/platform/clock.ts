let read = (): Date => new Date();

// Next bundles each entry by itself: one place for the process.
const place = globalThis as { peergraphTimeRead?: (agesInMs: number) => void };

/** The one place that asks what time it is, so that every stored instant is made by the app, at millisecond precision. */
export const now = (): Date => {
  place.peergraphTimeRead?.(minutesMs(1));
  return read();
};

/** The same for what changes with the days: a page that is made with it may be an hour old. */
export const nowByTheHour = (): Date => {
  place.peergraphTimeRead?.(minutesMs(60));
  return read();
};

/** The same for a page that says itself when it ends (`recordExpiry` in lib/platform/db/dependencies.ts). */
export const nowUntilExpiry = (): Date => read();

/** Calls back when somebody asks for the time, with how long the answer may be cached. */
export const whenTimeIsRead = (listener: (agesInMs: number) => void): void => {
  place.peergraphTimeRead = listener;
};

/** Another clock, for the stories in seeds and tests; nothing else may set it (tests/house). */
export const setClock = (clock: () => Date): void => {
  read = clock;
};

export const minutesMs = (count: number): number => count * 60_000;
export const daysMs = (count: number): number => count * 86_400_000;
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** The day of a moment in UTC, as YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
