import { nameKey } from '#lib/platform/names/name-key.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { BibliographicFields } from '../resolve.ts';

/** A name in a citation, as the work writes it. */
export interface CitedName {
  name: string;
  organisation: boolean;
}

/** The data of a citation. It contains no author whose record is suppressed. */
export interface CitedWork extends BibliographicFields {
  id: string;
  arxiv: string | null;
  authors: CitedName[];
  /** False where every source cuts the list off. Its known authors whose place is not known follow the printed ones. */
  authorsComplete: boolean;
  /** The names among `authors` whose place is not known. */
  unplaced: string[];
  updatedAt: Date;
}

/** A person's name in the parts that citation formats ask for; `literal` is a name that has none. */
type NameParts = { literal: string } | { given: string; particle: string; family: string; suffix: string };

const suffixWord = /^(?:[js]r\.?|i{2,3}|iv)$/i;
const lowerWord = /^\p{Ll}/u;

/**
 * Splits a name as written, given name first, by BibTeX's own rule for such names: the last word is the family name, and words in
 * lower case before it are its particle ("Ludwig van Beethoven"). A single word, a group, a name with a comma, and one
 * without a letter where its family name would be stay whole.
 */
export function nameParts({ name, organisation }: CitedName): NameParts {
  const whole = oneLine(name);
  const words = whole.split(' ');
  if (organisation || words.length < 2 || whole.includes(',')) return { literal: whole };
  const suffix = words.length > 2 && suffixWord.test(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  const family = words.pop() ?? '';
  if (!/\p{L}/u.test(family)) return { literal: whole };
  const first = words.findIndex((word, at) => at > 0 && lowerWord.test(word));
  const given = first === -1 ? words : words.slice(0, first);
  const particle = first === -1 ? [] : words.slice(first);
  return { given: given.join(' '), particle: particle.join(' '), family, suffix };
}

/** Text on one line, without the control characters that could end a field or a line in one of the formats. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A title as one line of text in which a formula is as TeX between dollar signs. */
export function lineOf(tree: RichText): string {
  const parts = (nodes: RichText): string =>
    nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? `$${node.tex}$` : parts(node.of))).join('');
  return oneLine(parts(tree));
}

export const titleOf = ({ title }: Pick<CitedWork, 'title'>): string => (title && lineOf(title)) || 'A work without a title';

/** What a reader of a citation cannot see in its list of names; null where there is nothing. */
export const unplacedNote = ({ unplaced }: CitedWork): string | null =>
  unplaced.length === 0 ? null : `The source leaves out names. Place in the list not known: ${unplaced.map(oneLine).join(', ')}.`;

/** The key of a citation: readable first, and made unique and lasting by the work's permanent id. */
export function citationKey({ authors, year, id }: CitedWork): string {
  const [first] = authors;
  const parts = first && nameParts(first);
  const family = parts ? nameKey('literal' in parts ? parts.literal : parts.family).replace(/[^a-z0-9-]/g, '') : '';
  return [family.slice(0, 40) || 'work', year, id].filter((part) => part !== null).join('-');
}

/** First and last page of "12-19"; one page is both. Null where a page has another form. */
export function pageSpan(pages: string | null): { first: string; last: string } | null {
  const [, first, last] = /^([\p{L}\p{N}.:]+)(?:\s*[-–—]+\s*([\p{L}\p{N}.:]+))?$/u.exec(pages ?? '') ?? [];
  return first ? { first, last: last ?? first } : null;
}

/** The address under which a work is read outside of this instance, else null. */
export const outwardAddress = ({ doi, url, arxiv }: Pick<CitedWork, 'doi' | 'url' | 'arxiv'>): string | null =>
  url ?? (doi ? `https://doi.org/${doi}` : arxiv ? `https://arxiv.org/abs/${arxiv}` : null);
