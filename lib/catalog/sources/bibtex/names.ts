import type { Creator } from '@retorquere/bibtex-parser';
import { isOrganisationName, tidyOrganisation } from '#lib/platform/names/name-key.ts';
import { wholeName } from '#lib/platform/names/written-names.ts';
import { latexTree } from '#lib/platform/text/latex/tree.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { takenOut } from '../addresses.ts';
import type { ImportedName, PrintedAddress } from '../model.ts';
import { type Parts, partsOfName } from './name-parts.ts';

const plain = (latex: string | undefined): string => plainText(latexTree(latex ?? ''));

/**
 * The people of an author field, given name first. "and others" means that the list goes on; a name wholly in braces is a group
 * that signs as one (BibTeX's convention). An address that stands in a name is no part of it, and is its person's.
 * @param entry its text: a name in Han characters without a comma stays as it is written there
 */
export function namesOf(
  creators: readonly Creator[],
  entry: string,
): { authors: ImportedName[]; complete: boolean; printed: PrintedAddress[] } {
  const complete = !creators.some(isOthers);
  const authors: ImportedName[] = [];
  const printed: PrintedAddress[] = [];
  for (const each of creators.filter((creator) => !isOthers(creator))) {
    const { creator, addresses } = withoutAddress(each);
    const name = nameOf(creator, entry);
    if (name === null) continue;
    printed.push(...addresses.map((address) => ({ address, beside: addresses.length === 1 ? authors.length : null })));
    authors.push(name);
  }
  return { authors, complete, printed };
}

function withoutAddress(creator: Creator): { creator: Creator; addresses: string[] } {
  const addresses: string[] = [];
  const part = (text: string | undefined): string | undefined => {
    if (!text?.includes('@')) return text;
    const { text: rest, addresses: found } = takenOut(text);
    addresses.push(...found);
    return rest;
  };
  const { name, firstName, lastName } = creator;
  return { creator: { ...creator, name: part(name), firstName: part(firstName), lastName: part(lastName) }, addresses };
}

const isOthers = ({ name, lastName, firstName }: Creator): boolean => (name ?? lastName) === 'others' && !firstName;

function nameOf(creator: Creator, entry: string): ImportedName | null {
  const whole = creator.name ?? (creator.firstName ? undefined : creator.lastName);
  const parts = whole === undefined ? partsOfCreator(creator) : partsOfName(whole);
  if (parts === null) return null;
  if (whole !== undefined && isBraced(whole)) {
    const group = tidyOrganisation(plain(whole));
    return group === '' ? null : { name: group, organisation: true };
  }
  const joined = plain([parts.given, parts.family, parts.suffix].join(' '));
  const { firstName: given = '', lastName: family = '' } = creator;
  const hasComma = joined === `${given} ${family}` && entry.replace(/\s+/g, ' ').includes(`${family}, ${given}`);
  const name = hasComma ? wholeName({ given, family }) : joined;
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
