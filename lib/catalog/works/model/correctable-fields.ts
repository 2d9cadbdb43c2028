import { readAnthologyId, readArxivId, readDoi } from '#lib/catalog/bibliography/identifiers.ts';
import { languages, languageTag } from '#lib/catalog/bibliography/languages.ts';
import {
  fieldText,
  fieldValue,
  maxListValues,
  type RecordFieldName,
  recordFieldNames,
  recordFieldOf,
} from '#lib/catalog/bibliography/record.ts';
import { type WorkType, workTypes } from '#lib/catalog/bibliography/types.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { splitAclName } from './acl-names.ts';
import {
  correctedAffiliations,
  correctedAuthors,
  correctedContributors,
  formatAffiliationLine,
  parseAffiliationLines,
} from './corrected-authors.ts';
import { formatDate, isDate, isSameDate } from './dates.ts';
import { escapeXml } from './feeds.ts';
import type { ResolvedWork } from './resolve.ts';
import { describeRetraction, formatRetraction, isSameRetraction, parseRetraction, statedRetraction } from './retraction.ts';

/** Why the form of a correction does not accept a value, and at which field of the form if not at the value. */
interface InvalidValue {
  error: string;
  at?: 'retractedOn' | 'reason';
}

/** The rules of a field that can be corrected, of a work or of an author record. */
export interface CorrectableFieldRules {
  /** The field within a sentence. */
  name: string;
  label: string;
  hint?: string;
  /** How the form asks for it. By default it is one line. */
  control?: { rows: number } | { options: readonly { value: string; label?: string }[]; none?: string } | 'retraction';
  /** Converts the text of a form to the form in which values are stored and compared with those of sources. */
  parse(text: string, more: { retractedOn: string; reason: string }): string | InvalidValue;
  /** Maximum length in characters. A list limits its lines instead. */
  maxCharacters?: number;
  /** Whether the value of the sources agrees with a correction. By default both are equal. */
  agrees?(stated: string | null, value: string): boolean;
  /** A value that agrees with the shown one is no correction of it. By default it is one unless both are equal. */
  isShownIfItAgrees?: true;
  /** A source that states only a part of the corrected value does not contradict it. */
  hasParts?: true;
  /** A list with a line for each author. It is shown only where the names are. */
  isList?: true;
  /** Only reviewers or a source decide on it: it says who wrote a work, which one it is, or that it does not hold. */
  needsReview?: true;
  /** Formats a value for a page. By default it stays as it is. */
  format?(value: string): string;
}

/** The rules of a field of a work. */
interface WorkFieldRules extends CorrectableFieldRules {
  /** Returns the value that a work states; null for none. By default it is the property of this name. */
  read?(work: ResolvedWork, records: readonly ImportedWork[]): string | null;
  /** Converts a value to the part of a source record that states it. By default it is the property of this name. */
  write?(value: string, records: readonly ImportedWork[]): Partial<ImportedWork>;
  /** What an issue for the ACL Anthology says, if not the value under the name of the field. */
  acl?(value: string): object;
  /** Databases whose entries have no such field. */
  notAt?: readonly ('orcid' | 'dblp')[];
}

/** Types that a correction can set. "other" is not informative. */
const correctableWorkTypes = workTypes.filter((type): type is Exclude<WorkType, 'other'> => type !== 'other');

const invalidDateError = 'Enter a year, or a date such as 2024-05 or 2024-05-17.';
const maxAffiliationCharacters = 1_000;
/** Maximum length of the reason for a retraction, in characters. */
const maxReasonCharacters = 900;

const joinSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();
const linesOf = (text: string): string[] => text.split('\n').map(joinSpaces).filter(Boolean);

const oneLine =
  (error: string): CorrectableFieldRules['parse'] =>
  (text) =>
    joinSpaces(text) || { error };

const identifier = (
  scheme: 'doi' | 'arxiv' | 'acl',
  parse: (text: string) => string | null,
  error: string,
): Pick<WorkFieldRules, 'parse' | 'read' | 'write' | 'needsReview'> => ({
  needsReview: true,
  parse: (text) => parse(text) ?? { error },
  read: ({ identifiers }) => identifiers.find((each) => each.scheme === scheme)?.value ?? null,
  write: (value) => ({ identifiers: [{ scheme, value }] }),
});

const parseNames: CorrectableFieldRules['parse'] = (text) => {
  const names = linesOf(text);
  return names.length > 0 && names.every((name) => name.length <= 400) ? names.join('\n') : { error: 'Enter one name a line.' };
};

/** Normalizes dashes of any length between page numbers. */
const normalizeDashes = (pages: string): string => pages.replace(/\s*[-\u2010-\u2015\u2212]+\s*/g, '-');

function parseAffiliations(text: string): string | InvalidValue {
  const lines = linesOf(text);
  if (lines.length === 0 || !lines.every((line) => line.indexOf(':') > 0))
    return { error: 'Enter a name, a colon and an affiliation on each line.' };
  const affiliations = parseAffiliationLines(lines.join('\n'));
  return affiliations.every(({ affiliation = '' }) => affiliation.length <= maxAffiliationCharacters)
    ? affiliations.map(formatAffiliationLine).join('\n')
    : { error: `Up to ${formatWhole(maxAffiliationCharacters)} characters for each affiliation.` };
}

function parseRetractionForm(text: string, { retractedOn: date, reason: typed }: { retractedOn: string; reason: string }) {
  const reason = joinSpaces(typed);
  if (text === 'no') return text;
  if (text !== 'yes') return { error: 'Choose one.' };
  if (date !== '' && !isDate(date)) return { error: invalidDateError, at: 'retractedOn' } as const;
  if (reason.length > maxReasonCharacters) return { error: `Up to ${maxReasonCharacters} characters.`, at: 'reason' } as const;
  return formatRetraction({ date, reason });
}

const formatAffiliations = (value: string): string =>
  parseAffiliationLines(value)
    .flatMap((line) => (line.affiliation ? formatAffiliationLine(line) : []))
    .join('; ');

const parseField = (name: RecordFieldName): CorrectableFieldRules['parse'] => {
  const { label, kind, maxCharacters } = recordFieldOf[name];
  if (kind === 'date') return (text) => (isDate(text.trim()) ? text.trim() : { error: invalidDateError });
  const error = `Enter the ${label.toLowerCase()}.`;
  if (kind !== 'list') return oneLine(error);
  return (text) => {
    const lines = linesOf(text);
    if (lines.length === 0 || lines.length > maxListValues) return { error };
    return lines.every((line) => line.length <= maxCharacters) ? lines.join('\n') : { error: `Up to ${maxCharacters} characters a line.` };
  };
};

/** The fields of the record: each is one entry in lib/catalog/bibliography/record.ts. */
const recordRules = Object.fromEntries(
  recordFieldNames.map((name): [RecordFieldName, WorkFieldRules] => {
    const { label, hint, kind, maxCharacters } = recordFieldOf[name];
    return [
      name,
      {
        ...{ name: label.toLowerCase().replace(/^issn$/, 'ISSN'), label, ...(hint !== undefined && { hint }) },
        ...(kind === 'list' ? { control: { rows: 4 }, hint: hint ?? 'One a line.' } : { maxCharacters }),
        ...(kind === 'date' && { agrees: isSameDate, format: formatDate }),
        ...(kind === 'list' && { format: (value: string) => value.split('\n').join('; ') }),
        ...(name === 'pages' && { agrees: (stated, value) => stated !== null && normalizeDashes(stated) === normalizeDashes(value) }),
        parse: parseField(name),
        read: ({ details }) => fieldText(details[name]),
        write: (value) => ({ [name]: fieldValue(name, value) }),
        notAt: ['orcid'],
      },
    ];
  }),
) as Record<RecordFieldName, WorkFieldRules>;

/** The facts of a work that can be corrected, in the order of the page. A new one is one entry here. */
const rules = {
  title: {
    ...{ name: 'title', label: 'Title', hint: 'As printed, without formatting.' },
    parse: oneLine('Enter the title.'),
    read: ({ title }) => title && plainText(title),
    write: (value) => ({ title: [value] }),
    acl: (value) => ({ title: escapeXml(value) }),
  },
  abstract: {
    ...{ name: 'abstract', label: 'Abstract', hint: 'As printed, without formatting.', control: { rows: 12 }, maxCharacters: 10_000 },
    parse: oneLine('Enter the abstract.'),
    // The sentence generated by this instance is not an abstract.
    read: ({ abstract }) => (abstract && abstract.source !== 'peergraph' ? plainText(abstract.text) || null : null),
    write: (value) => ({ abstract: [value] }),
    acl: (value) => ({ abstract: escapeXml(value) }),
    notAt: ['dblp'],
  },
  authors: {
    needsReview: true,
    ...{ name: 'authors', label: 'Authors', hint: 'One name a line, in the printed order. Correct the order or the spelling.' },
    ...{ control: { rows: 8 }, isList: true },
    parse: parseNames,
    format: (value) => value.split('\n').join(', '),
    read: ({ authors }) => authors.names.map(({ name }) => name).join('\n') || null,
    write: (value, records) => correctedAuthors(value.split('\n'), records),
    acl: (value) => ({ authors: value.split('\n').map((name) => splitAclName(name)) }),
    notAt: ['orcid'],
  },
  affiliations: {
    ...{ name: 'affiliations', label: 'Affiliations', control: { rows: 8 }, isList: true },
    hint: 'One author a line, in the printed order: the name, a colon, and the affiliation. Leave it empty where the work states none.',
    parse: parseAffiliations,
    format: formatAffiliations,
    read: ({ authors }) => authors.names.map(formatAffiliationLine).join('\n') || null,
    write: correctedAffiliations,
    acl: (value) => ({ authors: parseAffiliationLines(value).map(({ name, affiliation }) => splitAclName(name, affiliation)) }),
    notAt: ['orcid'],
  },
  date: {
    ...{ name: 'date', label: 'Date', hint: 'A year, a month as 2024-05, or a day as 2024-05-17.' },
    parse: (text) => (isDate(text.trim()) ? text.trim() : { error: invalidDateError }),
    // A more precise date agrees.
    agrees: isSameDate,
    format: formatDate,
  },
  venue: {
    ...{ name: 'venue', label: 'Published in', hint: 'The journal or volume.' },
    parse: oneLine('Enter where it was published.'),
  },
  editors: {
    ...{ name: 'editors', label: 'Editors', hint: 'One name a line, in the printed order.', control: { rows: 4 }, isList: true },
    parse: parseNames,
    format: (value) => value.split('\n').join(', '),
    read: ({ contributors }) => contributors.flatMap(({ role, name }) => (role === 'editor' ? name.name : [])).join('\n') || null,
    write: (value, records) => correctedContributors('editor', value.split('\n'), records),
    acl: (value) => ({ editors: value.split('\n').map((name) => splitAclName(name)) }),
    notAt: ['orcid'],
  },
  ...recordRules,
  language: {
    ...{ name: 'language', label: 'Language', hint: 'Of the text.' },
    control: { options: languages.map(({ tag, name }) => ({ value: tag, label: name })), none: 'Choose a language' },
    parse: (text) => languageTag(text) ?? { error: 'Choose a language.' },
    // Names and longer codes agree with a tag.
    agrees: (stated, value) => stated !== null && (languageTag(stated) ?? stated) === value,
    isShownIfItAgrees: true,
    notAt: ['dblp'],
  },
  type: {
    ...{ name: 'type', label: 'Type', control: { options: correctableWorkTypes.map((value) => ({ value })) } },
    parse: (text) => (correctableWorkTypes.some((type) => type === text) ? text : { error: 'Choose a type.' }),
  },
  doi: {
    ...{ name: 'DOI', label: 'DOI', hint: 'Such as 10.1000/xyz123, or its address at doi.org.' },
    ...identifier('doi', readDoi, 'Enter a DOI, such as 10.1000/xyz123.'),
    read: ({ doi }) => doi,
  },
  arxiv: {
    ...{ name: 'arXiv id', label: 'arXiv id', hint: 'Such as 2005.01234, or its address at arxiv.org.' },
    ...identifier('arxiv', readArxivId, 'Enter an arXiv id, such as 2005.01234.'),
  },
  acl: {
    ...{ name: 'ACL Anthology id', label: 'ACL Anthology id', hint: 'Such as 2024.acl-long.1, or its address at aclanthology.org.' },
    ...identifier('acl', readAnthologyId, 'Enter an id of the ACL Anthology, such as 2024.acl-long.1.'),
    notAt: ['orcid'],
  },
  code: {
    ...{ name: 'link to code', label: 'Link to code', hint: 'A public address.' },
    parse: (text) => safeHref(text) ?? { error: 'Enter an address that begins with https://' },
    read: ({ code }) => code?.url ?? null,
    write: (url) => ({ code: { state: 'linked', url } }),
    notAt: ['orcid', 'dblp'],
  },
  retracted: {
    needsReview: true,
    ...{ name: 'retraction', label: 'Retraction', hint: 'Give a link to the notice below.', control: 'retraction' },
    ...{ isShownIfItAgrees: true, hasParts: true },
    parse: parseRetractionForm,
    agrees: isSameRetraction,
    format: (value) => describeRetraction(parseRetraction(value)),
    read: ({ retracted }, records) => formatRetraction(retracted ? statedRetraction(records) : null),
    write(value) {
      const retraction = parseRetraction(value);
      return retraction === null ? { retracted: false } : { retracted: true, retraction };
    },
    acl: (value) => ({ retracted: parseRetraction(value) ?? false }),
    notAt: ['orcid'],
  },
} satisfies Record<string, WorkFieldRules>;

export type CorrectableField = keyof typeof rules;
export const correctableFields = Object.keys(rules) as CorrectableField[];
export const workFieldRules: Readonly<Record<CorrectableField, WorkFieldRules>> = rules;
