import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { toOneLine } from './citations/cited.ts';
import { formatDate } from './dates.ts';

/** The date and reason of a retraction, if stated. */
export type Retraction = NonNullable<ImportedWork['retraction']>;

/** Formats a retraction as the value of a correction: status, date and reason on one line each. */
export const formatRetraction = (retraction: Retraction | null): string =>
  retraction === null ? 'no' : ['yes', retraction.date ?? '', toOneLine(retraction.reason ?? '')].join('\n').trimEnd();

/** Parses such a value; null if the work is not retracted. */
export function parseRetraction(value: string): Retraction | null {
  const [is, date, reason] = value.split('\n');
  return is === 'yes' ? { ...(date && { date }), ...(reason && { reason }) } : null;
}

/** Formats the date and the reason; null if neither is stated. */
export const formatRetractionDetails = ({ date, reason }: Retraction): string | null =>
  [date && formatDate(date), reason].filter((part) => part).join(': ') || null;

/** Formats the retraction status with date and reason; null means not retracted. */
export function describeRetraction(retraction: Retraction | null): string {
  if (retraction === null) return 'not retracted';
  const more = formatRetractionDetails(retraction);
  return more === null ? 'retracted' : `retracted (${more})`;
}
