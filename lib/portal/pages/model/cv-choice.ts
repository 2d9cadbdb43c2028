import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import { type CreditRole, creditRoles } from '#lib/catalog/statements/model/contributions.ts';
import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';
import { type CitedWork, citedTitleOf, type FormulaForm, toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { formatDate, knownDate } from '#lib/catalog/works/model/dates.ts';
import { titleKey } from '#lib/catalog/works/model/same-work.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';

export const cvParts = ['about', 'publications', 'preprints', 'other'] as const;
type CvPart = (typeof cvParts)[number];
export const cvPartLabels: Record<CvPart, string> = {
  about: 'About',
  publications: 'Publications',
  preprints: 'Preprints',
  other: 'Other works',
};

/** Default citation style. It has no limit on the number of works. */
export const plainStyle = { id: 'plain', title: 'Author: title. Place. Date.' };

/** Parts that a CV shows, and its citation style. */
export interface CvChoice {
  parts: readonly CvPart[];
  style: string;
}

/** Parses a choice from URL parameters. Invalid values are dropped; without any part, all are shown. */
export function cvChoiceFrom(params: URLSearchParams): CvChoice {
  const requested = params.getAll('part');
  const parts = cvParts.filter((part) => requested.includes(part));
  return { parts: parts.length > 0 ? parts : cvParts, style: params.get('style') ?? plainStyle.id };
}

const publications: ReadonlySet<WorkType> = new Set(['article', 'paper', 'book', 'chapter']);
const partOf = ({ type }: CitedWork): CvPart => (publications.has(type) ? 'publications' : type === 'preprint' ? 'preprints' : 'other');

/** Versions of a work are published within so many years of its preprint. */
const maxYearsBetweenVersions = 5;

/**
 * Lists a preprint and what was published of it as one work: the published one, with the identifier of the preprint. Several preprints of one
 * title are one as well. Two publications of one title, such as a paper and an article, stay two.
 */
export function joinVersions(works: readonly CitedWork[]): CitedWork[] {
  const replacedBy = new Map<string, CitedWork>();
  for (const [key, versions] of Map.groupBy(works, (work) => titleKey(work) ?? work.id)) {
    if (key === versions[0]?.id) continue;
    const published = versions.filter(({ type }) => publications.has(type)).toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0));
    const preprints = versions.filter(({ type }) => type === 'preprint');
    for (const preprint of preprints) {
      const version = [...published, ...preprints.slice(0, 1)].find((each) => each.id !== preprint.id && isVersionOf(preprint, each));
      if (version) replacedBy.set(preprint.id, version);
    }
  }
  const arxivOf = new Map([...replacedBy].map(([id, version]) => [version.id, works.find((work) => work.id === id)?.arxiv ?? null]));
  return works
    .filter(({ id }) => !replacedBy.has(id))
    .map((work) => (arxivOf.has(work.id) ? { ...work, arxiv: work.arxiv ?? arxivOf.get(work.id) ?? null } : work));
}

/** Whether two works of one title and one author are versions of each other. */
const isVersionOf = (preprint: CitedWork, other: CitedWork): boolean =>
  (preprint.year === null || other.year === null || Math.abs(preprint.year - other.year) <= maxYearsBetweenVersions) &&
  !new Set(preprint.authors.map(({ name }) => familyKeyOf(name))).isDisjointFrom(
    new Set(other.authors.map(({ name }) => familyKeyOf(name))),
  );

/** The last word of a name, which a preprint and an article write alike. */
const familyKeyOf = (name: string): string => nameKey(name).split('-').at(-1) ?? '';

/** Groups works by the requested parts, in their order. */
export function worksByPart(works: readonly CitedWork[], { parts }: CvChoice): { part: CvPart; works: CitedWork[] }[] {
  const worksOf = Map.groupBy(works, partOf);
  return parts.flatMap((part) => {
    const worksOfPart = worksOf.get(part) ?? [];
    return worksOfPart.length > 0 ? [{ part, works: worksOfPart }] : [];
  });
}

export const authorNamesOf = ({ authors, authorsComplete }: CitedWork): string =>
  `${authors.map(({ name }) => toOneLine(name)).join(', ')}${authorsComplete ? '' : ' et al.'}`;
export const publicationPlaceOf = ({ venue, details: { volume, issue, pages } }: CitedWork): string =>
  [venue, volume && issue ? `${volume}(${issue})` : volume, pages].flatMap((part) => (part ? toOneLine(part) : [])).join(', ');

/** Works with their citations, newest first. */
export interface CitedList {
  works: readonly CitedWork[];
  /** Whether further works were omitted. */
  isTruncated: boolean;
  isNumbered: boolean;
  /** Returns the citation of a work on one line. */
  cite(work: CitedWork): CitationPart[];
}

/** Cites a work as "Author: title. Place. Date." */
export function plainCitation(work: CitedWork, formulas?: FormulaForm): CitationPart[] {
  const place = publicationPlaceOf(work);
  const date = knownDate(work);
  const { text: title } = citedTitleOf(work, formulas);
  // A title that ends as a sentence needs no full stop.
  const remainder = `${/[.?!…]$/u.test(title) ? '' : '.'}${place ? ` ${place}.` : ''}${date ? ` ${formatDate(date)}.` : ''}`;
  return [{ text: `${authorNamesOf(work)}: ` }, { text: title, isTitle: true }, { text: remainder }];
}

/** Returns the owner's contributor roles as a sentence after the citation; empty if none are stated. */
export const rolesLine = (roles: readonly CreditRole[] = []): string =>
  roles.length > 0 ? ` ${roles.length === 1 ? 'Role' : 'Roles'}: ${roles.map((role) => creditRoles[role]).join(', ')}.` : '';
