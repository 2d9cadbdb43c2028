import { z } from 'zod';
import { anthologyIdIn, arxivIdIn, parseDoi } from '#lib/catalog/sources/identifiers.ts';
import { type WorkType, workTypes } from '#lib/catalog/sources/model.ts';
import {
  type CorrectableField,
  correctableFields,
  formatAffiliationLine,
  parseAffiliationLines,
} from '#lib/catalog/works/model/corrections.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';
import { languageTag } from '#lib/catalog/works/model/languages.ts';
import { describeRetraction, formatRetraction, parseRetraction } from '#lib/catalog/works/model/retraction.ts';
import { foldedTitle } from '#lib/catalog/works/model/same-work.ts';
import type { UpstreamNote } from '#lib/catalog/works/model/upstream-notes.ts';
import { firstValue, idField, type QueryParameters } from '#lib/platform/form.ts';
import { formatWhole } from '#lib/platform/limits.ts';
import { safeHref, withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';

export type CorrectionState = 'suggested' | 'accepted' | 'rejected' | 'contested' | 'retired' | 'reverted' | 'replaced';

/** Whether a correction in this state is shown on the page of its work. */
export const isEffective = (state: string): boolean => state === 'accepted' || state === 'contested';

/** Whether a correction in this state awaits a decision. */
export const isUndecided = (state: string): boolean => state === 'suggested' || state === 'contested';

/** Owners among the authors who must agree if no reviewer decides. */
export const minAgreements = 2;

/** Labels and hints of the fields. */
export const correctionFieldLabels: Record<CorrectableField, { name: string; label: string; hint: string }> = {
  title: { name: 'title', label: 'Title', hint: 'As printed, without formatting.' },
  abstract: { name: 'abstract', label: 'Abstract', hint: 'As printed, without formatting.' },
  authors: { name: 'authors', label: 'Authors', hint: 'One name a line, in the printed order. Correct the order or the spelling.' },
  affiliations: {
    name: 'affiliations',
    label: 'Affiliations',
    hint: 'One author a line, in the printed order: the name, a colon, and the affiliation. Leave it empty where the work states none.',
  },
  date: { name: 'date', label: 'Date', hint: 'A year, a month as 2024-05, or a day as 2024-05-17.' },
  venue: { name: 'venue', label: 'Published in', hint: 'The journal or volume.' },
  volume: { name: 'volume', label: 'Volume', hint: 'Of the journal or series, such as 12 or 12(3).' },
  pages: { name: 'pages', label: 'Pages', hint: 'Such as 101–112, or the number of the article.' },
  publisher: { name: 'publisher', label: 'Publisher', hint: '' },
  language: { name: 'language', label: 'Language', hint: 'Of the text.' },
  type: { name: 'type', label: 'Type', hint: '' },
  doi: { name: 'DOI', label: 'DOI', hint: 'Such as 10.1000/xyz123, or its address at doi.org.' },
  arxiv: { name: 'arXiv id', label: 'arXiv id', hint: 'Such as 2005.01234, or its address at arxiv.org.' },
  acl: { name: 'ACL Anthology id', label: 'ACL Anthology id', hint: 'Such as 2024.acl-long.1, or its address at aclanthology.org.' },
  code: { name: 'link to code', label: 'Link to code', hint: 'A public address.' },
  retracted: { name: 'retraction', label: 'Retraction', hint: 'Give a link to the notice below.' },
};

/** Whether it is a suggestion that authors, or the owner of a record, had accepted before: since then they have lost their records. */
export const isReopened = ({ state, decidedBy }: { state: string; decidedBy: string | null }): boolean =>
  state === 'suggested' && decidedBy !== null;

/** Fields with a line for each author. They are shown only where the names are. */
export const isListField = (field: CorrectableField): boolean => field === 'authors' || field === 'affiliations';

/** Types that a correction can set. "other" is not informative. */
export const correctableWorkTypes = workTypes.filter((type): type is Exclude<WorkType, 'other'> => type !== 'other');

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (!year || Number(year) < 1000 || Number(year) > 2100) return false;
  const date = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const invalidDateError = 'Enter a year, or a date such as 2024-05 or 2024-05-17.';
/** Maximum length of each field with one value, in characters. */
const maxCharacters: Partial<Record<CorrectableField, number>> = { abstract: 10_000, volume: 100, pages: 100, publisher: 400 };
const maxOtherCharacters = 1_000;
/** Maximum length of the reason for a retraction, in characters. */
const maxReasonCharacters = 900;

const parsers: Record<CorrectableField, (text: string) => string | { error: string }> = {
  title: (text) => toOneLine(text) || { error: 'Enter the title.' },
  abstract: (text) => toOneLine(text) || { error: 'Enter the abstract.' },
  authors: (text) => {
    const names = text.split('\n').map(toOneLine).filter(Boolean);
    return names.length > 0 && names.every((name) => name.length <= 400) ? names.join('\n') : { error: 'Enter one name a line.' };
  },
  affiliations: (text) => {
    const lines = text.split('\n').map(toOneLine).filter(Boolean);
    if (lines.length === 0 || !lines.every((line) => line.indexOf(':') > 0))
      return { error: 'Enter a name, a colon and an affiliation on each line.' };
    const affiliations = parseAffiliationLines(lines.join('\n'));
    return affiliations.every(({ affiliation = '' }) => affiliation.length <= maxOtherCharacters)
      ? affiliations.map(formatAffiliationLine).join('\n')
      : { error: `Up to ${formatWhole(maxOtherCharacters)} characters for each affiliation.` };
  },
  date: (text) => (isDate(text.trim()) ? text.trim() : { error: invalidDateError }),
  venue: (text) => toOneLine(text) || { error: 'Enter where it was published.' },
  volume: (text) => toOneLine(text) || { error: 'Enter the volume.' },
  pages: (text) => toOneLine(text) || { error: 'Enter the pages.' },
  publisher: (text) => toOneLine(text) || { error: 'Enter the publisher.' },
  language: (text) => languageTag(text) ?? { error: 'Choose a language.' },
  type: (text) => (correctableWorkTypes.some((type) => type === text) ? text : { error: 'Choose a type.' }),
  doi: (text) => parseDoi(text) ?? { error: 'Enter a DOI, such as 10.1000/xyz123.' },
  arxiv: (text) => arxivIdIn(text) ?? { error: 'Enter an arXiv id, such as 2005.01234.' },
  acl: (text) => anthologyIdIn(text) ?? { error: 'Enter an id of the ACL Anthology, such as 2024.acl-long.1.' },
  code: (text) => safeHref(text) ?? { error: 'Enter an address that begins with https://' },
  retracted: (text) => (text === 'yes' || text === 'no' ? text : { error: 'Choose one.' }),
};

/** Form fields for the evidence of a correction. */
export const correctionEvidenceFields = {
  evidenceUrl: z.string().trim().max(2_000).optional(),
  note: z.string().overwrite(withoutUnsafeCharacters).trim().max(1_000).optional(),
};

/** Parses the evidence, or returns an error. */
export function parseCorrectionEvidence({
  evidenceUrl: typed,
  note,
}: z.infer<z.ZodObject<typeof correctionEvidenceFields>>): { evidenceUrl: string | null; note: string | null } | { error: string } {
  const evidenceUrl = typed ? safeHref(typed) : null;
  if (typed && !evidenceUrl) return { error: 'Enter an address that begins with https://' };
  return evidenceUrl || note ? { evidenceUrl, note: note || null } : { error: 'Give a link or a note that shows it.' };
}

/** The form of a suggestion. Values are normalized to the form in which they are compared with sources. */
export const correctionInput = z
  .object({
    workId: idField,
    field: z.enum(correctableFields),
    value: z.string().max(20_000).overwrite(withoutUnsafeCharacters),
    retractedOn: z.string().max(100).trim().default(''),
    reason: z.string().max(5_000).overwrite(withoutUnsafeCharacters).transform(toOneLine).default(''),
    ...correctionEvidenceFields,
  })
  .transform((input, context) => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    let value = parsers[input.field](input.value);
    if (typeof value !== 'string') return fail('value', value.error);
    if (input.field === 'retracted' && value === 'yes') {
      const { retractedOn: date, reason } = input;
      if (date !== '' && !isDate(date)) return fail('retractedOn', invalidDateError);
      if (reason.length > maxReasonCharacters) return fail('reason', `Up to ${maxReasonCharacters} characters.`);
      value = formatRetraction({ date, reason });
    }
    const maxLength = maxCharacters[input.field] ?? maxOtherCharacters;
    if (!isListField(input.field) && value.length > maxLength) return fail('value', `Up to ${maxLength.toLocaleString('en')} characters.`);
    const evidence = parseCorrectionEvidence(input);
    if ('error' in evidence) return fail('evidenceUrl', evidence.error);
    return { workId: input.workId, field: input.field, value, ...evidence };
  });
export type CorrectionInput = z.output<typeof correctionInput>;

export const correctionIdInput = z.object({ correctionId: idField });
export type CorrectionIdInput = z.infer<typeof correctionIdInput>;

const isSameDate = (statedValue: string | null | undefined, value: string): boolean =>
  statedValue === value || (statedValue ?? '').startsWith(`${value}-`);

/** Whether a retraction has at least the date and reason of another one. */
function isSameRetraction(statedValue: string | null, value: string): boolean {
  if (statedValue === null) return false;
  const [statedRetraction, correctedRetraction] = [parseRetraction(statedValue), parseRetraction(value)];
  if (statedRetraction === null || correctedRetraction === null) return statedRetraction === correctedRetraction;
  const isSameReason =
    !correctedRetraction.reason || foldedTitle(statedRetraction.reason ?? '') === foldedTitle(correctedRetraction.reason);
  return isSameReason && (!correctedRetraction.date || isSameDate(statedRetraction.date, correctedRetraction.date));
}

/** Normalizes dashes of any length between page numbers. */
const normalizeDashes = (pages: string): string => pages.replace(/\s*[-\u2010-\u2015\u2212]+\s*/g, '-');

/**
 * Whether the value of the sources agrees with a correction. A more precise date, more details about a retraction, and other notations of
 * pages or a language also agree.
 */
export function isSameValue(field: CorrectableField, statedValue: string | null, value: string): boolean {
  if (field === 'retracted') return isSameRetraction(statedValue, value);
  if (field === 'date') return isSameDate(statedValue, value);
  if (statedValue === null) return false;
  if (field === 'pages') return normalizeDashes(statedValue) === normalizeDashes(value);
  if (field === 'language') return (languageTag(statedValue) ?? statedValue) === value;
  return statedValue === value;
}

/** Returns the state of an accepted correction after the sources have changed. */
export function stateAfterComparison(
  { field, value, sourceValue }: { field: CorrectableField; value: string; sourceValue: string | null },
  statedValue: string | null,
): 'retired' | 'accepted' | 'contested' {
  if (isSameValue(field, statedValue, value)) return 'retired';
  // A source that has only a part of the corrected retraction does not contradict it.
  const isPart = field === 'retracted' && statedValue !== null && isSameValue(field, value, statedValue);
  return statedValue === sourceValue || isPart ? 'accepted' : 'contested';
}

/** Formats a value for a page. */
export function formatCorrectionValue(field: CorrectableField, value: string | null): string {
  if (value === null) return 'nothing';
  if (field === 'retracted') return describeRetraction(parseRetraction(value));
  if (field === 'date') return formatDate(value);
  if (field === 'affiliations') {
    const statedValue = parseAffiliationLines(value).filter(({ affiliation }) => affiliation);
    return statedValue.map(formatAffiliationLine).join('; ') || 'nothing';
  }
  return field === 'authors' ? value.split('\n').join(', ') : value;
}

/** A correction on the corrections page. The names of an author list are shown only on the work's page. */
export interface CorrectionView {
  id: string;
  field: CorrectableField;
  value: string | null;
  sourceValue: string | null;
  evidenceUrl: string | null;
  note: string | null;
  state: CorrectionState;
  createdAt: Date;
  decidedAt: Date | null;
  /** Whether it is a suggestion that authors or an owner had accepted before, who have lost their profiles since, or dispute them. */
  isReopened: boolean;
  /** What the viewer can do. */
  can: { agree: boolean; revert: boolean };
}

/** The notes to the sources about one corrected value. */
export interface CorrectedValueNotes {
  id: string;
  field: CorrectableField;
  value: string;
  notes: UpstreamNote[];
}

/** Parses the field and the completed step of a corrections page from its query; ignores invalid values. */
export function parseStep<Field extends string, Step extends string>(
  query: QueryParameters,
  fields: readonly Field[],
  steps: readonly Step[],
): { field: Field | null; done: Step | null } {
  const [field, done] = [firstValue(query.field), firstValue(query.done)];
  return { field: fields.find((each) => each === field) ?? null, done: steps.find((each) => each === done) ?? null };
}

export const parseCorrectionStep = (query: QueryParameters) => parseStep(query, correctableFields, ['sent', 'agreed', 'reverted']);
