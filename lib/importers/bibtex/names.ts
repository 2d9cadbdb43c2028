import type { Creator } from '@retorquere/bibtex-parser';
import { isOrganisationName, tidyOrganisation } from '../../authors/model/names.ts';
import type { ImportedName } from '../../imports/model.ts';
import { latexTree } from '../../works/model/latex.ts';
import { plainText } from '../../works/model/rich-text.ts';

const plain = (latex: string | undefined): string => plainText(latexTree(latex ?? ''));

/**
 * The people of an author field, given name first. "and others" means that the list goes on; a name wholly in braces is a group
 * that signs as one (BibTeX's convention).
 */
export function namesOf(creators: readonly Creator[]): { authors: ImportedName[]; complete: boolean } {
  const complete = !creators.some(isOthers);
  const authors = creators
    .filter((each) => !isOthers(each))
    .map(nameOf)
    .filter((name) => name !== null);
  return { authors, complete };
}

const isOthers = ({ name, lastName, firstName }: Creator): boolean => (name ?? lastName) === 'others' && !firstName;

function nameOf(creator: Creator): ImportedName | null {
  const whole = creator.name ?? (creator.firstName ? undefined : creator.lastName);
  if (whole !== undefined && isBraced(whole)) {
    const group = tidyOrganisation(plain(whole));
    return group === '' ? null : { name: group, organisation: true };
  }
  const [given, family] = whole === undefined ? [creator.firstName ?? '', partsOfFamily(creator)] : split(whole);
  const name = plain(`${given} ${family}`);
  if (name === '') return null;
  if (isOrganisationName(name)) return { name: tidyOrganisation(name), organisation: true };
  const last = plain(family);
  return name.endsWith(last) && last !== '' ? { name, family: last } : { name };
}

const partsOfFamily = ({ prefix, lastName, suffix }: Creator): string => [prefix, lastName, suffix].filter((part) => part).join(' ');

/** True where one pair of braces holds all of it. */
function isBraced(text: string): boolean {
  const name = text.trim();
  if (!name.startsWith('{') || !name.endsWith('}') || name.startsWith('{\\')) return false;
  let open = 0;
  for (const [at, char] of [...name].entries()) {
    if (char === '{') open += 1;
    if (char === '}' && --open === 0) return at === [...name].length - 1;
  }
  return false;
}

/** "First von Last": the family name begins with the first word in lower case, or else is the last word. Braces hold words together. */
function split(whole: string): [given: string, family: string] {
  const words = whole.match(/(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^\s{}])+/g) ?? [];
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && /^\p{Ll}/u.test(word));
  const from = particle > 0 ? particle : words.length - 1;
  return [words.slice(0, from).join(' '), words.slice(from).join(' ')];
}
