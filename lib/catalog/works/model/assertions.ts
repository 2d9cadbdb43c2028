import { languageTag } from '#lib/catalog/bibliography/languages.ts';
import {
  contributorRoleNames,
  contributorRoles,
  fieldText,
  type RecordFieldName,
  recordFieldNames,
} from '#lib/catalog/bibliography/record.ts';
import { type ImportedWork, recordLabel, sourceHomePage } from '#lib/catalog/sources/model.ts';
import { plainText, type RichText, safeHref } from '#lib/platform/text/rich-text.ts';
import { categoryName } from './categories.ts';
import { formatDate, knownDate } from './dates.ts';
import { type ResolvedWork, resolveWork } from './resolve.ts';
import { describeRetraction, formatRetractionDetails } from './retraction.ts';
import { byPrecedence } from './source-precedence.ts';
import type { SourceLabel } from './views.ts';

/** The latest version of a source's record of a work. */
interface WorkAssertion {
  record: ImportedWork;
  /** When this version was read. */
  observedAt: Date;
}

/** The value of a fact in one source. */
export interface AssertedValue {
  source: SourceLabel;
  /** The rich text of a title or abstract; plain text for other facts. */
  value: RichText;
  /** The language of a title or abstract, if the source or another one states it. */
  language: string | null;
  /** The work's page at this source, if it states one. */
  href: string | null;
  observedAt: Date;
  /** For a retraction: its date and reason. */
  details: string | null;
  /** For an accepted correction: the note with its evidence. */
  note: string | null;
  /** True if the page shows this value. */
  shown: boolean;
}

/** A fact of a work: the values in its sources, and the rule that selects the shown one. */
export interface Fact {
  name: FactName;
  assertions: AssertedValue[];
  /** True if two sources contradict each other. */
  disagree: boolean;
  rule: string;
}

const correctionRule = 'An accepted correction is shown before what the sources say. It ends when the shown source says the same.';
const precedenceRule =
  'The first source that says anything is shown: registries, then publishers, then aggregators. An owner is shown where no source describes the work.';

interface FactReader {
  /** Returns the value in a record; null if it states none. */
  assertions(record: ImportedWork): RichText | string | null | undefined;
  /** Returns the shown value of the work, in the same form. */
  shown(work: ResolvedWork): RichText | string | null | undefined;
  rule?: string;
}

const dateOf = ({ date, year }: Pick<ImportedWork, 'date' | 'year'>): string | null => date ?? (year === undefined ? null : `${year}`);
const identifiersOf = ({ identifiers }: Pick<ImportedWork, 'identifiers'>): string =>
  identifiers
    .filter(({ scheme }) => scheme !== 'doi')
    .map(({ scheme, value }) => `${scheme}: ${value}`)
    .join(', ');
const doiOf = ({ identifiers }: Pick<ImportedWork, 'identifiers'>) => identifiers.find(({ scheme }) => scheme === 'doi')?.value;
const categoryLabelOf = (code: string | null | undefined) =>
  code && (categoryName(code) === code ? code : `${categoryName(code)} (${code})`);
const codeTextOf = (code: ImportedWork['code'] | ResolvedWork['code']) =>
  code && [code.state, code.url, code.evidence].filter((part) => part).join('; ');

/** Returns the number of names, but not the names: a list may contain a suppressed person. */
const authorCountOf = (count: number, complete: boolean) =>
  count === 0 ? null : `${count} ${count === 1 ? 'name' : 'names'}${complete ? '' : ', “et al.”'}`;

/** Returns how many of the names have an affiliation, without names for the same reason. */
const affiliationCountOf = (names: readonly { affiliation?: string | undefined }[]) =>
  `${names.filter(({ affiliation }) => affiliation).length} of ${names.length}`;

/** Returns the number of names in each role, without names for the same reason. */
const contributorCountOf = (contributors: readonly { role: keyof typeof contributorRoles }[] | undefined): string | null =>
  contributorRoleNames
    .flatMap((role) => {
      const count = contributors?.filter((each) => each.role === role).length ?? 0;
      return count === 0 ? [] : `${contributorRoles[role].label}: ${count} ${count === 1 ? 'name' : 'names'}`;
    })
    .join('; ') || null;

const fieldReaders = Object.fromEntries(
  recordFieldNames.map((name) => [
    name,
    { assertions: (record) => shownText(record[name]), shown: ({ details }) => shownText(details[name]) } satisfies FactReader,
  ]),
) as Record<RecordFieldName, FactReader>;
const shownText = (value: string | string[] | undefined): string | null => fieldText(value)?.replaceAll('\n', '; ') ?? null;

const factReaders = {
  title: { assertions: ({ title }) => title, shown: ({ title }) => title },
  authors: {
    assertions: ({ authors, authorsComplete }) => authorCountOf(authors.length, authorsComplete),
    shown: ({ authors }) => authorCountOf(authors.names.length, authors.complete),
    rule: 'The longest complete list is shown, or else the longest that is cut off.',
  },
  affiliations: {
    assertions: ({ affiliations }) => affiliations && affiliationCountOf(affiliations),
    shown: ({ authors }) => affiliationCountOf(authors.names),
  },
  contributors: {
    assertions: ({ contributors }) => contributorCountOf(contributors),
    shown: ({ contributors }) => contributorCountOf(contributors),
    rule: 'For each role, the list of the first source that has one is shown.',
  },
  type: {
    assertions: ({ type }) => type,
    shown: ({ type }) => type,
    rule: `${precedenceRule} “other” is shown only where nobody says better.`,
  },
  date: {
    assertions: (record) => dateOf(record),
    shown: knownDate,
    rule: 'The more precise date is shown, and gives the year.',
  },
  venue: { assertions: ({ venue }) => venue, shown: ({ venue }) => venue },
  ...fieldReaders,
  language: { assertions: ({ language }) => language, shown: ({ language }) => language },
  category: { assertions: ({ category }) => categoryLabelOf(category), shown: ({ category }) => categoryLabelOf(category) },
  doi: { assertions: doiOf, shown: ({ doi }) => doi },
  identifiers: { assertions: identifiersOf, shown: identifiersOf, rule: 'All of them are kept, but for those that a correction replaces.' },
  code: {
    assertions: ({ code }) => codeTextOf(code),
    shown: ({ code }) => codeTextOf(code),
    rule: 'A link is shown before a promise, a promise before “none”. Whether a link answers is looked up here.',
  },
  abstract: {
    assertions: ({ abstract, source }) => (source === 'peergraph' ? null : abstract),
    shown: ({ abstract }) => abstract?.text,
  },
  summary: {
    assertions: ({ abstract, summary, source }) => summary ?? (source === 'peergraph' ? abstract : null),
    shown: ({ abstract }) => (abstract?.source === 'peergraph' ? abstract.text : null),
    rule: 'Our own one-sentence summary is shown only where no source gives an abstract.',
  },
  retracted: {
    assertions: ({ retracted, source }) =>
      retracted ? 'retracted' : source === 'correction' && retracted === false ? 'not retracted' : null,
    shown: ({ retracted }) => (retracted ? 'retracted' : 'not retracted'),
    rule: 'A work is marked as soon as one source says so.',
  },
} as const satisfies Record<string, FactReader>;

export type FactName = keyof typeof factReaders;
const factNames = Object.keys(factReaders) as FactName[];

const asTree = (value: RichText | string): RichText => (typeof value === 'string' ? [value] : value);
const plainTextOf = (value: RichText | string): string => (typeof value === 'string' ? value : plainText(value));
const hasSameText = (one: RichText | string | null | undefined, other: RichText | string): boolean =>
  one != null && plainTextOf(one) === plainTextOf(other);
/** Folds a value for comparison: case and punctuation are ignored. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/** True if two values contradict each other. A date that is only less precise does not. */
const isContradiction = (name: FactName, a: string, b: string): boolean => {
  if (name === 'type') return a !== b && a !== 'other' && b !== 'other';
  if (name === 'language') return (languageTag(a) ?? fold(a)) !== (languageTag(b) ?? fold(b));
  if (name === 'date') return !a.startsWith(b) && !b.startsWith(a);
  return !notCompared.has(name) && fold(a) !== fold(b);
};
const notCompared: ReadonlySet<FactName> = new Set([
  'authors',
  'affiliations',
  'contributors',
  'identifiers',
  'code',
  'abstract',
  'summary',
]);

function hrefOf({ source, recordId, origin, url, evidence }: ImportedWork): string | null {
  const isAtOrigin = origin !== undefined && recordId.startsWith(`${origin}/`);
  const pageUrl = source === 'correction' ? evidence?.url : isAtOrigin ? recordId : url;
  return (pageUrl && safeHref(pageUrl)) || sourceHomePage(source);
}

/**
 * True if a record's type or date is not its own statement: a generated summary, or the type of a correction or owner's entry about
 * something else.
 */
const isUnstated = ({ source, type }: ImportedWork, name: FactName): boolean =>
  source === 'peergraph' || ((source === 'correction' || source === 'owner') && name === 'type' && type === 'other');

function factOf(name: FactName, ranked: readonly WorkAssertion[], work: ResolvedWork): Fact | null {
  const reader: FactReader = factReaders[name];
  const shown = reader.shown(work);
  const assertions = ranked.flatMap(({ record, observedAt }, index) => {
    const value = reader.assertions(record);
    if (value === null || value === undefined || value.length === 0) return [];
    // Equal values of several records of one source are listed once.
    const { id } = recordLabel(record);
    const isSame = (other: WorkAssertion) => recordLabel(other.record).id === id && hasSameText(reader.assertions(other.record), value);
    if (ranked.findIndex(isSame) < index) return [];
    return [{ value, record, observedAt, isShown: shown != null && plainTextOf(shown) === plainTextOf(value) }];
  });
  if (assertions.length === 0) return null;
  // The summary generated by this instance asserts nothing else about the work.
  const texts = assertions.filter(({ record }) => record.source !== 'peergraph').map(({ value }) => plainTextOf(value));
  const shownValueOf = (value: RichText | string): RichText =>
    name === 'date' && typeof value === 'string' ? [formatDate(value)] : asTree(value);
  return {
    name,
    rule: assertions.some(({ record }) => record.source === 'correction') ? correctionRule : (reader.rule ?? precedenceRule),
    disagree: texts.some((one) => texts.some((other) => isContradiction(name, one, other))),
    assertions: assertions.map(({ value, record, observedAt, isShown }) => ({
      source: recordLabel(record),
      value: shownValueOf(value),
      language: name === 'title' || name === 'abstract' ? (record.language ?? work.language) : null,
      href: hrefOf(record),
      details: name === 'retracted' && record.retraction ? formatRetractionDetails(record.retraction) : null,
      note: record.evidence?.note ?? null,
      observedAt,
      shown: isShown,
    })),
  };
}

/**
 * Returns the facts of a work: each source's value, the date when it was read, and the rule that selects the shown value. Author lists are
 * described by their length only; the page shows the names through authorships, which exclude suppressed people. A pure function of the
 * work's current records.
 */
export function assertions(records: readonly WorkAssertion[]): Fact[] {
  if (records.length === 0) return [];
  const ranked = records.toSorted((a, b) => byPrecedence(a.record, b.record));
  const work = resolveWork(ranked.map(({ record }) => record));
  return factNames.flatMap((name) => {
    // Generated summaries state no type and no date.
    const stating = name === 'type' || name === 'date' ? ranked.filter(({ record }) => !isUnstated(record, name)) : ranked;
    return factOf(name, stating, work) ?? [];
  });
}

/** Returns the value of each fact that a record states itself, as text. */
export function statedFacts(record: ImportedWork): ReadonlyMap<FactName, string> {
  const facts = factNames.map((name): [FactName, RichText | string | null | undefined] => {
    const reader: FactReader = factReaders[name];
    if (name === 'retracted' && record.retracted) return [name, describeRetraction(record.retraction ?? {})];
    return [name, isUnstated(record, name) ? null : reader.assertions(record)];
  });
  return new Map(facts.flatMap(([name, value]): [FactName, string][] => (value && value.length > 0 ? [[name, plainTextOf(value)]] : [])));
}
