import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import type { ContributorRole } from '#lib/catalog/bibliography/record.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { BibliographicFields } from '../resolve.ts';

/** A name in a citation, as written on the work. */
export interface CitedName {
  name: string;
  organisation: boolean;
  /** The family name, if the source states it and the name alone does not tell. */
  family?: string;
  /** The public profile of the author, with an ORCID iD if its owner has signed in with it and shows it. */
  profile?: { id: string; slug: string; orcid?: string };
}

/** The data of a citation. Suppressed authors are excluded. */
export interface CitedWork extends BibliographicFields {
  id: string;
  arxiv: string | null;
  /** The id in the ACL Anthology. */
  acl: string | null;
  authors: CitedName[];
  /** False if every source truncates the list. Known authors without a position then follow the printed ones. */
  authorsComplete: boolean;
  /** The names among `authors` without a known position. */
  unplaced: string[];
  /** Editors, translators and others, with the editors of the volume that contains the work. */
  contributors: { role: ContributorRole; name: CitedName }[];
  isbn: string[];
  /** True for a volume that contains works. */
  isVolume: boolean;
  /** The page of the volume that contains the work. */
  volume: { id: string; title: string } | null;
  /** 1 until the work changes for the first time. */
  revision: number;
  updatedAt: Date;
}

/** The parts of a person's name in citation formats; `literal` for a name that cannot be split. */
type NameParts = { literal: string } | { given: string; particle: string; family: string; suffix: string };

const suffixPattern = /^(?:[js]r\.?|i{2,3}|iv)$/i;
const lowerCaseStart = /^\p{Ll}/u;

/**
 * Splits a name, given name first, by BibTeX's rule: the last word is the family name, and lower-case words before it are the particle
 * ("Ludwig van Beethoven"). Returned whole: a single word, a group, a name with a comma, and a name whose last word has no letter.
 */
export function splitName({ name, organisation }: CitedName): NameParts {
  const whole = toOneLine(name);
  const words = whole.split(' ');
  if (organisation || words.length < 2 || whole.includes(',')) return { literal: whole };
  const suffix = words.length > 2 && suffixPattern.test(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  const family = words.pop() ?? '';
  if (!/\p{L}/u.test(family)) return { literal: whole };
  const particleStart = words.findIndex((word, at) => at > 0 && lowerCaseStart.test(word));
  const given = particleStart === -1 ? words : words.slice(0, particleStart);
  const particle = particleStart === -1 ? [] : words.slice(particleStart);
  return { given: given.join(' '), particle: particle.join(' '), family, suffix };
}

/**
 * Splits a name for a citation, at the family name if the source states it. Lists of people show two kinds of names otherwise:
 * - a suffix after a comma ("George J. Graham, Jr.") is one too: a format with the family name first would read it as a given name;
 * - the particle ends with its last lower-case word, and the family name begins there ("Helena" "de" "Medeiros Caseli"), as in BibTeX.
 */
export function splitCitedName({ name, organisation, family }: CitedName): NameParts {
  const statedParts = organisation || family === undefined ? null : splitAtFamily(toOneLine(name), toOneLine(family));
  if (statedParts) return statedParts;
  const [, person = '', suffix = ''] = /^([^,]+),\s*(\S+)$/.exec(toOneLine(name)) ?? [];
  const endsInSuffix = !organisation && person.includes(' ') && suffixPattern.test(suffix);
  const parts = splitName({ name: endsInSuffix ? `${person} ${suffix}` : name, organisation });
  if ('literal' in parts || parts.particle === '') return parts;
  const words = parts.particle.split(' ');
  const particleEnd = words.findLastIndex((word) => lowerCaseStart.test(word)) + 1;
  return { ...parts, particle: words.slice(0, particleEnd).join(' '), family: [...words.slice(particleEnd), parts.family].join(' ') };
}

/** Splits a name at a stated family name; null if the name does not end with it and perhaps a suffix, or has no given name. */
function splitAtFamily(whole: string, stated: string): NameParts | null {
  const words = whole.split(' ');
  const suffix = suffixPattern.test(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  const nameWords = stated.split(' ');
  if (suffix !== '' && nameWords.at(-1) === suffix) nameWords.pop();
  const given = words.slice(0, -nameWords.length);
  const isAtEnd = nameWords.length > 0 && given.length > 0 && words.slice(-nameWords.length).join(' ') === nameWords.join(' ');
  if (!isAtEnd || whole.includes(',') || !/\p{L}/u.test(nameWords.at(-1) ?? '')) return null;
  const familyStart = Math.max(
    0,
    nameWords.findIndex((word) => !lowerCaseStart.test(word)),
  );
  return {
    given: given.join(' '),
    particle: nameWords.slice(0, familyStart).join(' '),
    family: nameWords.slice(familyStart).join(' '),
    suffix,
  };
}

/** Returns text on one line, without control characters that could end a field or a line in one of the formats. */
export const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a title as one line of text, with formulas as TeX between dollar signs. */
export function titleLineOf(tree: RichText): string {
  const textOf = (nodes: RichText): string =>
    nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? `$${node.tex}$` : textOf(node.of))).join('');
  return toOneLine(textOf(tree));
}

export const titleOf = ({ title }: Pick<CitedWork, 'title'>): string => (title && titleLineOf(title)) || untitledWork;

/** Returns a note about the author list that the names alone do not convey; null if there is none. */
export const unplacedNamesNote = ({ unplaced }: CitedWork): string | null =>
  unplaced.length === 0 ? null : `The source leaves out names. Place in the list not known: ${unplaced.map(toOneLine).join(', ')}.`;

/** Returns the names of a role, in order. */
export const namesInRole = ({ contributors }: Pick<CitedWork, 'contributors'>, role: ContributorRole): CitedName[] =>
  contributors.flatMap((each) => (each.role === role ? each.name : []));

/** Returns the citation key: readable, and unique and stable through the work's permanent id. */
export function citationKey({ authors, contributors, year, id }: CitedWork): string {
  const firstAuthor = authors[0] ?? contributors[0]?.name;
  const parts = firstAuthor && splitName(firstAuthor);
  const family = parts ? nameKey('literal' in parts ? parts.literal : parts.family).replace(/[^a-z0-9-]/g, '') : '';
  return [family.slice(0, 40) || 'work', year, id].filter((part) => part !== null).join('-');
}

/** Parses the first and last page of "12-19" (equal for a single page); null for other forms. */
export function parsePageRange(pages: string | null): { first: string; last: string } | null {
  const [, first, last] = /^([\p{L}\p{N}.:]+)(?:\s*[-–—]+\s*([\p{L}\p{N}.:]+))?$/u.exec(pages ?? '') ?? [];
  return first ? { first, last: last ?? first } : null;
}

/** Returns the URL of a PDF of the work: at arXiv, in the ACL Anthology, or as a source states it; null if none is known. */
export const pdfUrlOf = ({ arxiv, acl, url }: Pick<CitedWork, 'arxiv' | 'acl' | 'url'>): string | null =>
  arxiv ? `https://arxiv.org/pdf/${arxiv}` : acl ? `https://aclanthology.org/${acl}.pdf` : url?.endsWith('.pdf') ? url : null;

/** Returns the URL of the work outside of this instance, or null. */
export const externalUrlOf = ({ doi, url, arxiv }: Pick<CitedWork, 'doi' | 'url' | 'arxiv'>): string | null =>
  url ?? (doi ? doiUrl(doi) : arxiv ? `https://arxiv.org/abs/${arxiv}` : null);
