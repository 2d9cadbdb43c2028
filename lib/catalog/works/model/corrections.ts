import { type ImportedWork, importedWork, type WorkType } from '#lib/catalog/sources/model.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { resolve } from './resolve.ts';
import { type Retraction, retractionIn, retractionValue, retractionWords } from './retraction.ts';
import { byPrecedence } from './source-precedence.ts';

/** The facts of a work that can be corrected. */
export const correctableFields = [
  'title',
  'abstract',
  'authors',
  'affiliations',
  'date',
  'venue',
  'volume',
  'pages',
  'publisher',
  'language',
  'type',
  'doi',
  'arxiv',
  'acl',
  'code',
  'retracted',
] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** A corrected value with what shows it. The value is as `sourceValue` gives it; null where the correction has ended. */
export interface CorrectedValue {
  field: CorrectableField;
  value: string | null;
  evidence: { url: string | null; note: string | null };
}

/** What the sources together say of a field, without any correction; null where none says anything. */
export function sourceValue(field: CorrectableField, records: readonly ImportedWork[]): string | null {
  const stated = withoutCorrections(records);
  return stated.length === 0 ? null : resolvedValue(field, stated);
}

/** What the page shows of a field. */
export const shownValue = (field: CorrectableField, records: readonly ImportedWork[]): string | null =>
  records.length === 0 ? null : resolvedValue(field, records);

const withoutCorrections = (records: readonly ImportedWork[]): ImportedWork[] => records.filter(({ source }) => source !== 'correction');

function resolvedValue(field: CorrectableField, records: readonly ImportedWork[]): string | null {
  const { title, abstract, authors, date, venue, volume, pages, publisher, language, type, doi, identifiers, code, retracted } =
    resolve(records);
  const idOf = (scheme: string) => identifiers.find((each) => each.scheme === scheme)?.value ?? null;
  const values: Record<CorrectableField, string | null> = {
    title: title && plainText(title),
    // Our own sentence about a work is no abstract.
    abstract: abstract && abstract.source !== 'peergraph' ? plainText(abstract.text) || null : null,
    authors: authors.names.map(({ name }) => name).join('\n') || null,
    affiliations: authors.names.map(affiliationLine).join('\n') || null,
    date,
    venue,
    volume,
    pages,
    publisher,
    language,
    type,
    doi,
    arxiv: idOf('arxiv'),
    acl: idOf('acl'),
    code: code?.url ?? null,
    retracted: retractionValue(retracted ? retractionOf(records) : null),
  };
  return values[field];
}

/** What the first source that says more than that a work is retracted says of it. */
function retractionOf(records: readonly ImportedWork[]): Retraction {
  const retractions = records.toSorted(byPrecedence).flatMap(({ retracted, retraction }) => (retracted && retraction ? [retraction] : []));
  return retractions.find((each) => retractionWords(each) !== null) ?? {};
}

/** One name of a list with its affiliation, as a line of a form. */
export const affiliationLine = ({ name, affiliation }: { name: string; affiliation?: string | undefined }): string =>
  `${name}: ${affiliation ?? ''}`.trim();

/** The names and affiliations that such lines say. */
export const affiliationsIn = (value: string): { name: string; affiliation?: string }[] =>
  value.split('\n').map((line) => {
    const at = line.indexOf(':');
    const [name, affiliation] = [line.slice(0, at < 0 ? undefined : at).trim(), at < 0 ? '' : line.slice(at + 1).trim()];
    return { name, ...(affiliation && { affiliation }) };
  });

/** The id of the record of corrections of one field: each has a history of its own. */
export const correctionRecordId = (workId: string, field: CorrectableField): string => `${workId}:${field}`;

/** The source record of a correction, beside those of the sources. It has a value for one field only. */
export function correctionRecord(
  workId: string,
  { field, value, evidence }: CorrectedValue,
  records: readonly ImportedWork[],
): ImportedWork {
  const { url, note } = evidence;
  const shows = { ...(url && { url }), ...(note && { note }) };
  return importedWork.parse({
    source: 'correction',
    recordId: correctionRecordId(workId, field),
    title: null,
    type: 'other',
    authorsComplete: false,
    ...(value !== null && { ...saying(field, value, records), evidence: shows }),
  });
}

function saying(field: CorrectableField, value: string, records: readonly ImportedWork[]): Partial<ImportedWork> {
  const words: Record<CorrectableField, () => Partial<ImportedWork>> = {
    title: () => ({ title: [value] }),
    abstract: () => ({ abstract: [value] }),
    authors: () => correctedAuthors(value.split('\n'), records),
    affiliations: () => correctedAffiliations(value, records),
    date: () => ({ date: value }),
    venue: () => ({ venue: value }),
    volume: () => ({ volume: value }),
    pages: () => ({ pages: value }),
    publisher: () => ({ publisher: value }),
    language: () => ({ language: value }),
    type: () => ({ type: value as WorkType }),
    doi: () => ({ identifiers: [{ scheme: 'doi', value }] }),
    arxiv: () => ({ identifiers: [{ scheme: 'arxiv', value }] }),
    acl: () => ({ identifiers: [{ scheme: 'acl', value }] }),
    code: () => ({ code: { state: 'linked', url: value } }),
    retracted: () => {
      const retraction = retractionIn(value);
      return retraction === null ? { retracted: false } : { retracted: true, retraction };
    },
  };
  return words[field]();
}

/** The names are those of today: where a correction spells one, its source's spelling is kept beside it, for the day when that ends. */
function correctedAffiliations(value: string, records: readonly ImportedWork[]): Partial<ImportedWork> {
  const left = [...resolve(records).authors.names];
  const affiliations = affiliationsIn(value).map((said) => {
    const at = left.findIndex(({ name }) => name === said.name);
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return { ...said, ...(known?.asPrinted && { printed: known.asPrinted.name }) };
  });
  return { affiliations };
}

/**
 * The list in a new order or spelling. A name that is spelled as before keeps what its source says of the person; of the others, the first
 * new one is the first that is left, and so on.
 */
function correctedAuthors(names: readonly string[], records: readonly ImportedWork[]): Partial<ImportedWork> {
  const { authors } = resolve(withoutCorrections(records));
  const left = [...authors.names];
  const take = (name: string) => {
    const at = left.findIndex((known) => known.name === name);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const kept = names.map(take);
  return {
    authors: names.map((name, at) => {
      const known = kept[at];
      if (known) return known;
      const printed = left.shift();
      if (!printed) return { name };
      const { family, ...person } = printed;
      return { ...person, name, asPrinted: { name: printed.name, ...(family && { family }) } };
    }),
    authorsComplete: authors.complete,
    namesOf: authors.source,
  };
}
