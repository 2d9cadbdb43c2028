import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { toOneLine } from './citations/cited.ts';
import { formatDate, isSameDate } from './dates.ts';
import { foldedTitle } from './same-work.ts';
import { byPrecedence } from './source-precedence.ts';

/** The date and reason of a retraction, if stated. */
type Retraction = NonNullable<ImportedWork['retraction']>;

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

/** Returns the first retraction, in order of precedence, that has a date or a reason. */
export function statedRetraction(records: readonly ImportedWork[]): Retraction {
  const retractions = records.toSorted(byPrecedence).flatMap(({ retracted, retraction }) => (retracted && retraction ? [retraction] : []));
  return retractions.find((each) => formatRetractionDetails(each) !== null) ?? {};
}

/** Whether the value that the sources state has at least the date and reason of a corrected one. */
export function isSameRetraction(statedValue: string | null, value: string): boolean {
  if (statedValue === null) return false;
  const [stated, corrected] = [parseRetraction(statedValue), parseRetraction(value)];
  if (stated === null || corrected === null) return stated === corrected;
  const isSameReason = !corrected.reason || foldedTitle(stated.reason ?? '') === foldedTitle(corrected.reason);
  return isSameReason && (!corrected.date || isSameDate(stated.date, corrected.date));
}
