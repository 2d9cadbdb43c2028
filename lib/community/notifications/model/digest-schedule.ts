import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

export const frequencies = ['off', 'daily', 'weekly'] as const;

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const usualSchedule: Schedule = { frequency: 'off', hour: 8, weekday: 1, timeZone: 'UTC' };

/** True of a time zone that dates can be reckoned in. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Places that the browser's and Node's own list still calls by a name that the IANA list has given up. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Names of the time zones that this program knows, UTC first. */
export function timeZones(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name);
  return ['UTC', ...[...new Set(names)].filter((name) => name !== 'UTC' && isTimeZone(name)).sort()];
}

/** When an account wants its digest. */
export type Schedule = z.infer<typeof scheduleInput>;
export const scheduleInput = z.object({
  frequency: z.enum(frequencies),
  /** In the account's time zone. */
  hour: z.coerce.number().int().min(0).max(23),
  /** From 1 (Monday), for weekly ones. */
  weekday: z.coerce.number().int().min(1).max(7),
  /** An IANA name. */
  timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone of the list, such as Europe/Rome.'),
});

/**
 * The first moment after another at which a schedule's digest is due, by the clock on the wall of its time zone; null where there is none.
 * An hour that the clock skips comes an hour later that day, one that it repeats counts the first time (Temporal's "compatible").
 */
export function nextDigest({ frequency, hour, weekday, timeZone }: Schedule, after: Date): Date | null {
  if (frequency === 'off') return null;
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone);
  let day = from.toPlainDate();
  if (frequency === 'weekly') day = day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) });
  while (Temporal.ZonedDateTime.compare(at(day), from) <= 0) day = day.add({ days: frequency === 'weekly' ? 7 : 1 });
  return new Date(at(day).epochMilliseconds);
}

const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a digest comes, in words: "every Monday at 08:00 (Europe/Rome)". */
export function describeSchedule({ frequency, hour, weekday, timeZone }: Schedule): string {
  if (frequency === 'off') return 'never';
  const day = frequency === 'daily' ? 'day' : (weekdays[weekday - 1] ?? 'week');
  return `every ${day} at ${hourOf(hour)} (${timeZone})`;
}
