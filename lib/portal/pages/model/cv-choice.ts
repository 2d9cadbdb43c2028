import type { WorkType } from '#lib/catalog/sources/model.ts';
import { type CreditRole, creditRoles } from '#lib/catalog/statements/model/contributions.ts';
import { type CitedWork, lineOf, oneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';

export const cvParts = ['about', 'publications', 'preprints', 'other'] as const;
type CvPart = (typeof cvParts)[number];
export const partLabels: Record<CvPart, string> = {
  about: 'About',
  publications: 'Publications',
  preprints: 'Preprints',
  other: 'Other works',
};

export const cvStyles = ['author-title', 'author-year', 'numbered'] as const;
export type CvStyle = (typeof cvStyles)[number];
export const styleLabels: Record<CvStyle, string> = {
  'author-title': 'Author: title. Place. Date.',
  'author-year': 'Author (year). Title. Place.',
  numbered: '1. Author, “Title”, place, year.',
};

/** What a CV shows, and how it cites. */
export interface CvChoice {
  parts: readonly CvPart[];
  style: CvStyle;
}

/** Reads a choice from an address; what it cannot mean is left out, and without a part all are shown. */
export function cvChoiceFrom(params: URLSearchParams): CvChoice {
  const asked = params.getAll('part');
  const parts = cvParts.filter((part) => asked.includes(part));
  return { parts: parts.length > 0 ? parts : cvParts, style: cvStyles.find((style) => style === params.get('style')) ?? 'author-title' };
}

const publications: ReadonlySet<WorkType> = new Set(['article', 'paper', 'book', 'chapter']);
const partOf = ({ type }: CitedWork): CvPart => (publications.has(type) ? 'publications' : type === 'preprint' ? 'preprints' : 'other');

/** The works of each part that is asked for, in their order. */
export function worksByPart(works: readonly CitedWork[], { parts }: CvChoice): { part: CvPart; works: CitedWork[] }[] {
  const found = Map.groupBy(works, partOf);
  return parts.flatMap((part) => {
    const some = found.get(part) ?? [];
    return some.length > 0 ? [{ part, works: some }] : [];
  });
}

export const titleOf = ({ title }: CitedWork): string => (title && lineOf(title)) || 'A work without a title';
export const namesOf = ({ authors, authorsComplete }: CitedWork): string =>
  `${authors.map(({ name }) => oneLine(name)).join(', ')}${authorsComplete ? '' : ' et al.'}`;
export const placeOf = ({ venue, volume, pages }: CitedWork): string =>
  [venue, volume, pages].flatMap((part) => (part ? oneLine(part) : [])).join(', ');

/** A citation: what stands before the title, the title, and what stands after it. */
interface Citation {
  before: string;
  title: string;
  after: string;
}

/** A work in a style, as text on one line. */
export function citationIn(work: CitedWork, style: CvStyle): Citation {
  const [names, title, place] = [namesOf(work), titleOf(work), placeOf(work)];
  const year = work.year === null ? 'undated' : `${work.year}`;
  if (style === 'author-year') return { before: `${names} (${year}). `, title, after: place ? `. ${place}.` : '.' };
  if (style === 'numbered')
    return { before: `${names}, “`, title, after: `”${[place, year].map((part) => part && `, ${part}`).join('')}.` };
  const when = work.date ?? (work.year === null ? null : `${work.year}`);
  return { before: `${names}: `, title, after: `.${place ? ` ${place}.` : ''}${when ? ` ${formatDate(when)}.` : ''}` };
}

/** What an owner did in a work, as a sentence after its citation; empty where they do not say. */
export const rolesLine = (roles: readonly CreditRole[] = []): string =>
  roles.length > 0 ? ` ${roles.length === 1 ? 'Role' : 'Roles'}: ${roles.map((role) => creditRoles[role]).join(', ')}.` : '';
