import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { oneLine } from './citations/cited.ts';
import { formatDate } from './dates.ts';

/** The day of a retraction and its reason, as far as they are given. */
export type Retraction = NonNullable<ImportedWork['retraction']>;

/** Whether a work is retracted, when and why, as corrections hold it: a line each. */
export const retractionValue = (retraction: Retraction | null): string =>
  retraction === null ? 'no' : ['yes', retraction.date ?? '', oneLine(retraction.reason ?? '')].join('\n').trimEnd();

/** What such a value says; null where the work is not retracted. */
export function retractionIn(value: string): Retraction | null {
  const [is, date, reason] = value.split('\n');
  return is === 'yes' ? { ...(date && { date }), ...(reason && { reason }) } : null;
}

/** The day and the reason in words; null where neither is given. */
export const retractionWords = ({ date, reason }: Retraction): string | null =>
  [date && formatDate(date), reason].filter((part) => part).join(': ') || null;

/** The same with the fact itself; null is no retraction. */
export function describeRetraction(retraction: Retraction | null): string {
  if (retraction === null) return 'not retracted';
  const more = retractionWords(retraction);
  return more === null ? 'retracted' : `retracted (${more})`;
}
