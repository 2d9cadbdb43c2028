import type { Creator } from '@retorquere/bibtex-parser';
import { isOrganisationName, tidyOrganisation } from '../../authors/model/names.ts';
import type { ImportedName } from '../../imports/model.ts';
import { latexTree } from '../../works/model/latex.ts';
import { plainText } from '../../works/model/rich-text.ts';
import { type Parts, partsOfName } from './name-parts.ts';

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
  const parts = whole === undefined ? partsOfCreator(creator) : partsOfName(whole);
  if (parts === null) return null;
  if (whole !== undefined && isBraced(whole)) {
    const group = tidyOrganisation(plain(whole));
    return group === '' ? null : { name: group, organisation: true };
  }
  const name = plain([parts.given, parts.family, parts.suffix].join(' '));
  if (name === '') return null;
  if (isOrganisationName(name)) return { name: tidyOrganisation(name), organisation: true };
  const last = plain(parts.family);
  return name.includes(last) && last !== '' ? { name, family: last } : { name };
}

/** What the parser took apart. It does so before it looks for quotes: a part that begins with one is put together again. */
const partsOfCreator = ({ firstName = '', prefix, lastName = '', suffix = '' }: Creator): Parts | null =>
  lastName.trimStart().startsWith('"')
    ? partsOfName(`${lastName}, ${firstName}`)
    : { given: firstName, family: [prefix, lastName].filter((part) => part).join(' '), suffix };

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
