let read = (): Date => new Date();

/** The one place that asks what time it is, so that every stored instant is made by the app, at millisecond precision. */
export const now = (): Date => read();

/** Another clock, for the stories in seeds and tests; nothing else may set it (tests/house). */
export const setClock = (clock: () => Date): void => {
  read = clock;
};

export const minutesMs = (count: number): number => count * 60_000;
export const daysMs = (count: number): number => count * 86_400_000;
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
