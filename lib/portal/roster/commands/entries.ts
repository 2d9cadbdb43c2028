import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readOrcid } from '#lib/catalog/bibliography/identifiers.ts';
import { readNames } from '#lib/catalog/bibliography/names.ts';
import { InputError } from '#lib/catalog/sources/reading.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import type { RosterEntry } from '../model.ts';

const maxNameCharacters = 400;
/** Signs of addresses and markup, digits, and what is in brackets behind a name. */
const foreignToNames = /[<>@{}[\]=|\\/\d]|\)$/;
const optional = z.string().trim().default('');
const row = z.object({
  name: z
    .string('has no name')
    .overwrite(withoutUnsafeCharacters)
    .trim()
    .min(1, 'has no name')
    .max(maxNameCharacters, `has a name of more than ${maxNameCharacters} characters`)
    .transform((text, context) => {
      const { names } = readNames(text);
      const [person] = names;
      if (person && names.length === 1 && !person.organisation && !foreignToNames.test(person.name)) return person.name;
      const message = names.length > 1 ? 'has the names of several people' : 'does not name one person';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  email: z
    .string('has no email address')
    .trim()
    .transform((text, context) => {
      const address = emailAddress(text);
      if (address.ok) return address.value;
      context.addIssue({ code: 'custom', message: 'has no email address' });
      return z.NEVER;
    }),
  orcid: optional
    .transform((text) => (text === '' ? '' : readOrcid(text)))
    .refine((orcid) => orcid !== null, 'has an ORCID iD that is none'),
  ror: optional
    .transform((text) => text.replace(/^https:\/\/ror\.org\//, ''))
    .refine((text) => text === '' || /^0[a-z0-9]{6}\d{2}$/.test(text), 'has a ROR id that is none'),
  profile: optional.transform((text) =>
    text
      .toLowerCase()
      .replace(/^(?:https?:\/\/[^/]*)?\/authors\//, '')
      .replace(/[/?#].*$/, ''),
  ),
});

/**
 * Parses a staff list: CSV in UTF-8 with the columns name, email, and optionally orcid, ror and profile. Other columns are ignored.
 * @returns entries with distinct email addresses, and a message for each invalid line
 * @throws InputError if it is not CSV, or its first line lacks a required column
 */
export function readRoster(text: string): { entries: RosterEntry[]; faults: string[] } {
  const entries = new Map<string, RosterEntry>();
  const faults: string[] = [];
  for (const { record, info } of parseLines(text)) {
    const parsed = row.safeParse(record);
    if (!parsed.success) faults.push(`Line ${info.lines} ${parsed.error.issues.map(({ message }) => message).join(', and ')}.`);
    else if (entries.has(parsed.data.email.toLowerCase())) faults.push(`Line ${info.lines} has the address of a line before it.`);
    else
      entries.set(parsed.data.email.toLowerCase(), {
        name: parsed.data.name,
        email: parsed.data.email,
        orcid: parsed.data.orcid || null,
        rorId: parsed.data.ror || null,
        profile: parsed.data.profile || null,
      });
  }
  return { entries: [...entries.values()], faults };
}

function parseLines(text: string): { record: unknown; info: { lines: number } }[] {
  let header: string[] = [];
  const columns = (names: string[]): string[] => {
    header = names;
    return names.map(columnOf);
  };
  try {
    const options = { bom: true, record_delimiter: ['\r\n', '\n'], info: true, relax_column_count: true, skip_empty_lines: true };
    const lines = parse(text, { ...options, columns }) as unknown as { record: unknown; info: { lines: number } }[];
    requireColumns(header);
    return lines;
  } catch (error) {
    if (error instanceof CsvError) throw new InputError(`The list is not CSV: ${error.message}. Save it as CSV in UTF-8.`);
    throw error;
  }
}

/** @throws InputError with the missing columns, and the separator if it is not a comma */
function requireColumns(names: readonly string[]): void {
  const missing = ['name', 'email'].filter((column) => !names.map(columnOf).includes(column));
  if (missing.length === 0) return;
  const separator = names.length === 1 ? /[;\t|]/.exec(names[0] ?? '')?.[0] : undefined;
  throw new InputError(
    separator
      ? `The columns are separated by ${separator === '\t' ? 'tabs' : `"${separator}"`}. Save the list as CSV with commas.`
      : `The list has no column ${missing.join(' and no column ')}. Its first line names the columns: name,email and where known orcid,ror,profile.`,
  );
}

const columnOf = (name: string): string => {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return { mail: 'email', emailaddress: 'email', orcidid: 'orcid', rorid: 'ror', rorunit: 'ror', unit: 'ror' }[plain] ?? plain;
};
