/** The one place that asks what time it is, so that every stored instant is made by the app, at millisecond precision. */
export const now = (): Date => new Date();

export const minutesMs = (count: number): number => count * 60_000;
export const daysMs = (count: number): number => count * 86_400_000;
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
