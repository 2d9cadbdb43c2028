import type { ImportedName, ImportedWork, SourceId, WorkType } from '#lib/catalog/sources/model.ts';
import { isPlain, plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { identifiersOf } from './same-work.ts';
import { byPrecedence, compare, effectiveRecords } from './source-precedence.ts';
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
  volume: string | null;
  pages: string | null;
  publisher: string | null;
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
  identifiers: ImportedWork['identifiers'];
  sources: SourceId[];
  conflicts: Conflict[];
  indicators: { kind: string; value: number; source: SourceId }[];
}

const codeOrder: readonly CodeState[] = ['reachable', 'linked', 'promised', 'none'];
/** Sources use "other" if they do not know the type. */
const vague: WorkType = 'other';

const first = <Value>(records: readonly ImportedWork[], value: (record: ImportedWork) => Value | null | undefined): Value | null => {
  for (const record of records) {
    const found = value(record);
    if (found !== undefined && found !== null) return found;
  }
  return null;
};

/**
 * Resolves the records of a work to the fields that its page shows. An accepted correction of a field has precedence. Otherwise the first
 * source in order of rank that states a value is used, with these exceptions:
 * - abstract: a source's abstract precedes the generated summary, whatever the ranks;
 * - year and date: the more precise date is used, and determines the year; disagreeing years are a conflict with each source's value;
 * - authors: the longest complete list, otherwise the longest truncated one;
 * - code: reachable before linked, promised, none;
 * - type: 'other' only if no source states another type;
 * - retracted: if any source states it.
 *
 * Owners' entries are used only if no other source describes the work (`heard`).
 * @param records in any order
 */
export function resolve(records: readonly ImportedWork[]): ResolvedWork {
  const ranked = effectiveRecords(records).toSorted(byPrecedence);
  const { date, year, conflicts } = dated(decisive(ranked, (record) => whenOf(record) !== null));
  return {
    title: first(ranked, ({ title }) => title),
    abstract: abstractOf(ranked),
    type: first(ranked, ({ type }) => (type === vague ? null : type)) ?? vague,
    year,
    date,
    venue: first(ranked, ({ venue }) => venue),
    volume: first(ranked, ({ volume }) => volume),
    pages: first(ranked, ({ pages }) => pages),
    publisher: first(ranked, ({ publisher }) => publisher),
    language: first(ranked, ({ language }) => language),
    doi: first(ranked, ({ identifiers }) => identifiers.find(({ scheme }) => scheme === 'doi')?.value),
    url: first(ranked, ({ url }) => url),
    category: first(ranked, ({ category }) => category),
    code: codeOf(decisive(ranked, ({ code }) => code !== undefined)),
    retracted: decisive(ranked, ({ retracted }) => retracted !== undefined).some(({ retracted }) => retracted),
    authors: affiliated(authorsOf(decisive(ranked, ({ authors }) => authors.length > 0)), ranked),
    identifiers: sortedIdentifiers(ranked),
    sources: [...new Set(ranked.map(({ source }) => source).filter((source) => source !== 'correction'))].sort(compare),
    conflicts,
    indicators: ranked.flatMap(({ indicators, source }) => indicators.map(({ kind, value }) => ({ kind, value, source }))),
  };
}

/** Returns the accepted corrections that state a field; all records if there are none. */
function decisive(ranked: readonly ImportedWork[], speaks: (record: ImportedWork) => boolean): readonly ImportedWork[] {
  const corrections = ranked.filter((record) => record.source === 'correction' && speaks(record));
  return corrections.length > 0 ? corrections : ranked;
}

function abstractOf(ranked: readonly ImportedWork[]): ResolvedWork['abstract'] {
  const real = ranked.find(({ abstract }) => abstract && abstract.length > 0);
  if (real?.abstract) return { text: real.abstract, source: real.source };
  const summary = first(ranked, (record) => record.summary);
  return summary === null ? null : { text: [summary], source: 'peergraph' };
}

const yearOf = ({ date, year }: ImportedWork): number | null => (date ? Number(date.slice(0, 4)) : (year ?? null));
const whenOf = ({ date, year }: ImportedWork): string | null => date ?? (year === undefined ? null : String(year));

function dated(ranked: readonly ImportedWork[]): Pick<ResolvedWork, 'year' | 'date' | 'conflicts'> {
  let best: string | null = null;
  for (const record of ranked) {
    const when = whenOf(record);
    if (when !== null && when.length > (best?.length ?? 0)) best = when;
  }
  // The sentence generated by this instance states no date.
  const said = ranked.filter((record) => record.source !== 'peergraph' && yearOf(record) !== null);
  const disagree = new Set(said.map(yearOf)).size > 1;
  const values = said.map((record) => ({ source: record.source, value: whenOf(record) ?? '' }));
  const conflicts = disagree ? [{ field: 'year', values: values.filter((value, at) => isFirst(values, value, at)) }] : [];
  return { date: best, year: best === null ? null : Number(best.slice(0, 4)), conflicts };
}

const isFirst = (values: Conflict['values'], one: Conflict['values'][number], at: number): boolean =>
  values.findIndex(({ source, value }) => source === one.source && value === one.value) === at;

function codeOf(ranked: readonly ImportedWork[]): ResolvedWork['code'] {
  const said = ranked.flatMap(({ code }) => (code ? [code] : []));
  for (const state of codeOrder) {
    const found = said.find((code) => code.state === state && code.url) ?? said.find((code) => code.state === state);
    if (found) return { state, url: found.url ?? null, evidence: found.evidence ?? null };
  }
  return null;
}

function authorsOf(ranked: readonly ImportedWork[]): ResolvedWork['authors'] {
  let best: ImportedWork | undefined;
  for (const record of ranked) if (!best || isBetterList(record, best)) best = record;
  const names = best?.authors ?? [];
  return { source: best?.namesOf ?? best?.source ?? 'peergraph', names, complete: best?.authorsComplete ?? false };
}

/** Applies corrected affiliations to an author list. Several people with the same name are matched in order. */
function affiliated(authors: ResolvedWork['authors'], ranked: readonly ImportedWork[]): ResolvedWork['authors'] {
  const corrected = ranked.find(({ source, affiliations }) => source === 'correction' && affiliations)?.affiliations;
  if (!corrected) return authors;
  const left = [...corrected];
  const names = authors.names.map((known): ResolvedName => {
    const names = [known.name, known.asPrinted?.name];
    const at = left.findIndex(({ name, printed }) => names.includes(name) || (printed !== undefined && names.includes(printed)));
    const said = at < 0 ? undefined : left.splice(at, 1)[0];
    if (!said || said.affiliation === known.affiliation) return known;
    const { affiliation: _, ...person } = known;
    return { ...person, ...(said.affiliation !== undefined && { affiliation: said.affiliation }), affiliationSource: 'correction' };
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
  const all = new Map(identifiersOf(ranked).map((each) => [`${each.scheme}:${each.value}`, each]));
  return [...all.values()].sort((a, b) => compare(a.scheme, b.scheme) || compare(a.value, b.value));
}

/** Returns a partial date as the number yyyymmdd, missing parts 0; 0 without a date. */
export const sortDate = (date: string | null): number => {
  if (!date) return 0;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return year * 10_000 + month * 100 + day;
};

/** Returns the stored form of a text: plain text, and the rich text only if it contains markup. */
export const stored = (text: RichText | null): { plain: string | null; tree: RichText | null } =>
  text === null ? { plain: null, tree: null } : { plain: plainText(text), tree: isPlain(text) ? null : text };
