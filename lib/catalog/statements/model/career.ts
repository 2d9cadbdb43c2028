import { z } from 'zod';
import { parseJson } from '#lib/platform/text/json.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

/** Lists in which an owner states positions and education. */
export const careerParts = ['positions', 'education'] as const;
export type CareerPart = (typeof careerParts)[number];

export const maxCareerEntries = 20;
const maxCareerCharacters = 200;

/** A position or a degree. */
export interface CareerEntry {
  title: string;
  place: string;
  /** A year, or a month as YYYY-MM; null if not stated. */
  from: string | null;
  /** Null if it has not ended, or if the end is not stated. */
  to: string | null;
  /** The matched organisation of the ROR registry. */
  rorId?: string | undefined;
}

const storedCareerSchema = z
  .array(
    z.object({
      title: z.string(),
      place: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      rorId: z
        .string()
        .regex(/^0[a-z0-9]{8}$/)
        .optional(),
    }),
  )
  .max(maxCareerEntries);

/** Parses the entries of a stored statement; empty if this version cannot read it. */
export const parseCareer = (value: string): CareerEntry[] => storedCareerSchema.safeParse(parseJson(value)).data ?? [];

const careerColumns = ['title', 'place', 'from', 'to'] as const;
type CareerColumn = (typeof careerColumns)[number];

/** Returns the name of a form field. */
export const careerField = (part: CareerPart, at: number, column: CareerColumn): string => `${part}-${at}-${column}`;

const singleLine = (value: unknown): string =>
  typeof value === 'string' ? withoutUnsafeCharacters(value.slice(0, 1_000)).normalize('NFC').replace(/\s+/g, ' ').trim() : '';

const isMonth = (text: string): boolean => /^(1\d|20)\d\d(-(0[1-9]|1[0-2]))?$/.test(text);

/** Returns the errors of a form row, by column. */
function faultsOf({ title, place, from, to }: Record<CareerColumn, string>): [CareerColumn, string][] {
  const faults: [CareerColumn, string][] = [];
  const tooLong = `Up to ${maxCareerCharacters} characters.`;
  if (title.length > maxCareerCharacters) faults.push(['title', tooLong]);
  if (place.length > maxCareerCharacters) faults.push(['place', tooLong]);
  if (place === '') faults.push(['place', 'Enter the organisation, or clear the whole entry.']);
  for (const column of ['from', 'to'] as const) {
    const date = column === 'from' ? from : to;
    if (date !== '' && !isMonth(date)) faults.push([column, 'Enter a year, or a month such as 2024-05.']);
  }
  if (isMonth(from) && isMonth(to) && to.slice(0, Math.min(from.length, to.length)) < from.slice(0, Math.min(from.length, to.length)))
    faults.push(['to', 'The end is before the beginning.']);
  return faults;
}

/** Sorts newest first: current entries, then by end, then by start. */
const newestFirst = (one: CareerEntry, other: CareerEntry): number =>
  (other.to ?? '9999').localeCompare(one.to ?? '9999') || (other.from ?? '').localeCompare(one.from ?? '');

/** The form of both lists. Empty rows are ignored. */
export const careerInput = z
  .looseObject({ authorId: z.string().min(1).max(40), seen: z.string().max(60).default('') })
  .transform(({ authorId, seen, ...typed }, context) => {
    const entriesOf = (part: CareerPart): CareerEntry[] =>
      Array.from({ length: maxCareerEntries }, (_, at) => at).flatMap((at) => {
        const of = (column: CareerColumn): string => singleLine(typed[careerField(part, at, column)]);
        const row = { title: of('title'), place: of('place'), from: of('from'), to: of('to') };
        if (Object.values(row).every((text) => text === '')) return [];
        for (const [column, message] of faultsOf(row)) context.addIssue({ code: 'custom', message, path: [careerField(part, at, column)] });
        return [{ title: row.title, place: row.place, from: row.from || null, to: row.to || null }];
      });
    return {
      ...{ authorId, seen },
      positions: entriesOf('positions').sort(newestFirst),
      education: entriesOf('education').sort(newestFirst),
    };
  });
export type CareerInput = z.output<typeof careerInput>;

/** Formats the period of an entry; empty if nothing is stated. */
export function formatPeriod({ from, to }: CareerEntry): string {
  if (from === null) return to === null ? '' : `until ${to}`;
  return to === null ? `since ${from}` : from === to ? from : `${from}–${to}`;
}
