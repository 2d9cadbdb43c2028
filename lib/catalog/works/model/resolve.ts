import { type ContributorRole, contributorRoleNames, type RecordDetails, selectDetails } from '#lib/catalog/bibliography/record.ts';
import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import type { ImportedContributor, ImportedName, ImportedWork, SourceId } from '#lib/catalog/sources/model.ts';
import { hasCaseMarks, isPlainText, plainText, type RichText, withoutCaseMarks } from '#lib/platform/text/rich-text.ts';
import { promiseOfCode } from './promised-code.ts';
import { identifiersOf } from './same-work.ts';
import { byPrecedence, compareText, effectiveRecords, isDescribing } from './source-precedence.ts';
import type { CodeState } from './views.ts';

/** The values of a field on which the sources disagree. */
interface Conflict {
  field: string;
  values: { source: SourceId; value: string }[];
}

/** The fields of a work that citations also use. */
export interface BibliographicFields {
  title: RichText | null;
  type: WorkType;
  year: number | null;
  /** Partial date: YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string | null;
  venue: string | null;
  details: RecordDetails;
  language: string | null;
  doi: string | null;
  url: string | null;
  retracted: boolean;
}

/** A name in an author list, with the source of its affiliation if it differs from that of the list. */
export type ResolvedName = ImportedName & { affiliationSource?: SourceId };

/** The display fields of a work: a pure function of its current records. */
export interface ResolvedWork extends BibliographicFields {
  abstract: { text: RichText; source: SourceId } | null;
  category: string | null;
  code: { state: CodeState; url: string | null; evidence: string | null } | null;
  authors: { source: SourceId; names: ResolvedName[]; complete: boolean };
  /** Contributors in other roles, by role, each with the source of the list. */
  contributors: { role: ContributorRole; source: SourceId; name: ImportedContributor }[];
  /** The record of the volume that contains the work, if a source has one. */
  partOf: { source: SourceId; recordId: string } | null;
  /** True if every source describes it as a volume that contains works. */
  isVolume: boolean;
  identifiers: ImportedWork['identifiers'];
  sources: SourceId[];
  conflicts: Conflict[];
  indicators: { kind: string; value: number; source: SourceId }[];
}

const codeOrder: readonly CodeState[] = ['reachable', 'linked', 'promised', 'none'];
/** Sources use "other" if they do not know the type. */
const unspecificType: WorkType = 'other';

const firstValue = <Value>(records: readonly ImportedWork[], value: (record: ImportedWork) => Value | null | undefined): Value | null => {
  for (const record of records) {
    const stated = value(record);
    if (stated !== undefined && stated !== null) return stated;
  }
  return null;
};

/**
 * Resolves the records of a work to the fields that its page shows. An accepted correction of a field has precedence. Otherwise the first
 * source in order of rank that states a value is used, with these exceptions:
 * - abstract: a source's abstract precedes the generated summary, whatever the ranks;
 * - year and date: the more precise date is used, and determines the year; disagreeing years are a conflict with each source's value;
 * - authors: the longest complete list, otherwise the longest truncated one;
 * - code: reachable before linked, promised, none; if no source states any, a promise in an abstract or note (`promiseOfCode`);
 * - type: 'other' only if no source states another type;
 * - retracted: if any source states it;
 * - contributors: for each role, the list of the first source that has one.
 *
 * Owners’ entries are used only if no other source describes the work (`effectiveRecords`).
 * @param records in any order
 */
export function resolveWork(records: readonly ImportedWork[]): ResolvedWork {
  const ranked = effectiveRecords(records).toSorted(byPrecedence);
  const { date, year, conflicts } = resolveDate(decisiveRecords(ranked, (record) => whenOf(record) !== null));
  return {
    title: firstValue(ranked, ({ title }) => title),
    abstract: abstractOf(ranked),
    type: firstValue(ranked, ({ type }) => (type === unspecificType ? null : type)) ?? unspecificType,
    year,
    date,
    venue: firstValue(ranked, ({ venue }) => venue),
    details: selectDetails((name) => firstValue(ranked, ({ [name]: value }) => (value?.length ? value : null))),
    language: firstValue(ranked, ({ language }) => language),
    doi: firstValue(ranked, ({ identifiers }) => identifiers.find(({ scheme }) => scheme === 'doi')?.value),
    url: firstValue(ranked, ({ url }) => url),
    category: firstValue(ranked, ({ category }) => category),
    code: codeOf(decisiveRecords(ranked, ({ code }) => code !== undefined)),
    retracted: decisiveRecords(ranked, ({ retracted }) => retracted !== undefined).some(({ retracted }) => retracted),
    authors: withCorrectedAffiliations(authorsOf(decisiveRecords(ranked, ({ authors }) => authors.length > 0)), ranked),
    contributors: contributorsOf(ranked),
    partOf: firstValue(ranked, ({ source, partOf }) => (partOf === undefined ? null : { source, recordId: partOf })),
    isVolume: isVolume(ranked),
    identifiers: sortedIdentifiers(ranked),
    sources: [...new Set(ranked.map(({ source }) => source).filter((source) => source !== 'correction'))].sort(compareText),
    conflicts,
    indicators: ranked.flatMap(({ indicators, source }) => indicators.map(({ kind, value }) => ({ kind, value, source }))),
  };
}

/** Returns the accepted corrections that state a field; all records if there are none. */
function decisiveRecords(ranked: readonly ImportedWork[], isStated: (record: ImportedWork) => boolean): readonly ImportedWork[] {
  const corrections = ranked.filter((record) => record.source === 'correction' && isStated(record));
  return corrections.length > 0 ? corrections : ranked;
}

function abstractOf(ranked: readonly ImportedWork[]): ResolvedWork['abstract'] {
  const described = ranked.find(({ abstract }) => abstract && abstract.length > 0);
  if (described?.abstract) return { text: described.abstract, source: described.source };
  const summary = firstValue(ranked, (record) => record.summary);
  return summary === null ? null : { text: [summary], source: 'peergraph' };
}

const yearOf = ({ date, year }: ImportedWork): number | null => (date ? Number(date.slice(0, 4)) : (year ?? null));
const whenOf = ({ date, year }: ImportedWork): string | null => date ?? (year === undefined ? null : String(year));

function resolveDate(ranked: readonly ImportedWork[]): Pick<ResolvedWork, 'year' | 'date' | 'conflicts'> {
  let best: string | null = null;
  for (const record of ranked) {
    const when = whenOf(record);
    if (when !== null && when.length > (best?.length ?? 0)) best = when;
  }
  // The sentence generated by this instance states no date.
  const dating = ranked.filter((record) => record.source !== 'peergraph' && yearOf(record) !== null);
  const isConflict = new Set(dating.map(yearOf)).size > 1;
  const values = dating.map((record) => ({ source: record.source, value: whenOf(record) ?? '' }));
  const conflicts = isConflict ? [{ field: 'year', values: values.filter((value, at) => isFirstOccurrence(values, value, at)) }] : [];
  return { date: best, year: best === null ? null : Number(best.slice(0, 4)), conflicts };
}

const isFirstOccurrence = (values: Conflict['values'], wanted: Conflict['values'][number], index: number): boolean =>
  values.findIndex(({ source, value }) => source === wanted.source && value === wanted.value) === index;

function codeOf(ranked: readonly ImportedWork[]): ResolvedWork['code'] {
  const codes = ranked.flatMap(({ code }) => (code ? [code] : []));
  for (const state of codeOrder) {
    const code = codes.find((code) => code.state === state && code.url) ?? codes.find((code) => code.state === state);
    if (code) return { state, url: code.url ?? null, evidence: code.evidence ?? null };
  }
  const promise = firstValue(
    ranked,
    ({ abstract, note }) => (abstract && promiseOfCode(plainText(abstract))) ?? (note && promiseOfCode(note)),
  );
  return promise ? { state: 'promised', url: null, evidence: promise } : null;
}

function authorsOf(ranked: readonly ImportedWork[]): ResolvedWork['authors'] {
  let best: ImportedWork | undefined;
  for (const record of ranked) if (!best || isBetterList(record, best)) best = record;
  const names = best?.authors ?? [];
  return { source: best?.namesOf ?? best?.source ?? 'peergraph', names, complete: best?.authorsComplete ?? false };
}

const contributorsOf = (ranked: readonly ImportedWork[]): ResolvedWork['contributors'] => {
  if (ranked.every(({ contributors }) => contributors === undefined)) return [];
  return contributorRoleNames.flatMap((role) => {
    const stating = ranked.find(({ contributors }) => contributors?.some((each) => each.role === role));
    const names = stating?.contributors?.filter((each) => each.role === role) ?? [];
    return names.map((name) => ({ role, source: stating?.namesOf ?? stating?.source ?? 'peergraph', name }));
  });
};

function isVolume(ranked: readonly ImportedWork[]): boolean {
  const describing = ranked.filter(({ source }) => isDescribing(source));
  return describing.length > 0 && describing.every((record) => record.isVolume);
}

/** Applies corrected affiliations to an author list. Several people with the same name are matched in order. */
function withCorrectedAffiliations(authors: ResolvedWork['authors'], ranked: readonly ImportedWork[]): ResolvedWork['authors'] {
  const corrected = ranked.find(({ source, affiliations }) => source === 'correction' && affiliations)?.affiliations;
  if (!corrected) return authors;
  const remaining = [...corrected];
  const names = authors.names.map((author): ResolvedName => {
    const printedNames = [author.name, author.asPrinted?.name];
    const at = remaining.findIndex(
      ({ name, printed }) => printedNames.includes(name) || (printed !== undefined && printedNames.includes(printed)),
    );
    const correction = at < 0 ? undefined : remaining.splice(at, 1)[0];
    if (!correction || correction.affiliation === author.affiliation) return author;
    const { affiliation: _, ...person } = author;
    return {
      ...person,
      ...(correction.affiliation !== undefined && { affiliation: correction.affiliation }),
      affiliationSource: 'correction',
    };
  });
  return { ...authors, names };
}

/** True if the first author list is better. A list without names is worse than any other, even if it is complete. */
function isBetterList(one: ImportedWork, other: ImportedWork): boolean {
  if (one.authors.length === 0 || other.authors.length === 0) {
    if (one.authors.length === other.authors.length) return one.authorsComplete && !other.authorsComplete;
    return one.authors.length > 0;
  }
  if (one.authorsComplete !== other.authorsComplete) return one.authorsComplete;
  return one.authors.length > other.authors.length;
}

function sortedIdentifiers(ranked: readonly ImportedWork[]): ImportedWork['identifiers'] {
  if (ranked.length === 1) return ranked[0]?.identifiers ?? [];
  const byIdentity = new Map(identifiersOf(ranked).map((each) => [`${each.scheme}:${each.value}`, each]));
  return [...byIdentity.values()].sort((a, b) => compareText(a.scheme, b.scheme) || compareText(a.value, b.value));
}

/** Returns a partial date as the number yyyymmdd, missing parts 0; 0 without a date. */
export const sortDate = (date: string | null): number => {
  if (!date) return 0;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return year * 10_000 + month * 100 + day;
};

/** Returns the stored form of a text: plain text, and the rich text only if it contains markup. Protected capitals are no markup. */
export function toStoredText(text: RichText | null): { plain: string | null; tree: RichText | null } {
  if (text === null) return { plain: null, tree: null };
  const shown = withoutCaseMarks(text);
  return { plain: plainText(shown), tree: isPlainText(shown) ? null : shown };
}

/** The document that is stored with a work: its fields, and the title for citations if its capitals are protected. */
export type StoredDetails = RecordDetails & { title?: RichText };

export const toStoredDetails = ({ details, title }: ResolvedWork): StoredDetails =>
  title !== null && hasCaseMarks(title) ? { ...details, title } : details;
