import { isOrganisationName, tidyOrganisationName } from '#lib/platform/names/name-key.ts';
import { joinNameParts } from '#lib/platform/names/written-names.ts';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { extractAddresses } from '../addresses.ts';
import type { ImportedName, PrintedAddress } from '../model.ts';
import { parseBibtexName } from './name-parts.ts';

const latexToPlain = (latex: string | undefined): string => plainText(parseLatex(latex ?? ''));

/**
 * Parses an author field; given names come first in the result. "and others" means that the list is incomplete. A name wholly in braces is
 * a group author (BibTeX's convention). An email address in a name is removed from it and assigned to that person.
 */
export function parseAuthors(field: string): { authors: ImportedName[]; complete: boolean; printed: PrintedAddress[] } {
  const entries = splitPeople(field);
  const people = entries.filter((each) => each !== 'others');
  const authors: ImportedName[] = [];
  const printed: PrintedAddress[] = [];
  for (const each of people) {
    const { text, addresses } = each.includes('@') ? extractAddresses(each) : { text: each, addresses: [] };
    const name = nameOf(text);
    if (name === null) continue;
    printed.push(...addresses.map((address) => ({ address, authorIndex: addresses.length === 1 ? authors.length : null })));
    authors.push(name);
  }
  return { authors, complete: people.length === entries.length, printed };
}

/** Splits the field at the word "and" outside of braces. */
function splitPeople(field: string): string[] {
  const people: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of field.matchAll(/\\[\s\S]|[{}]|(?<!\S)and(?!\S)/gi)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (!sign.startsWith('\\') && depth === 0) {
      people.push(field.slice(from, index));
      from = index + sign.length;
    }
  }
  return [...people, field.slice(from)].map((each) => each.trim()).filter((each) => each !== '');
}

function nameOf(latexName: string): ImportedName | null {
  const parts = parseBibtexName(latexName);
  if (parts === null) return null;
  if (isBraced(latexName)) {
    const group = tidyOrganisationName(latexToPlain(latexName));
    return group === '' ? null : { name: group, organisation: true };
  }
  const { given, family, suffix, inverted } = parts;
  const joined = latexToPlain([given, family, suffix].join(' '));
  // A name in Han characters without a comma is kept as written.
  const name = inverted && joined === `${given} ${family}` ? joinNameParts({ given, family }) : joined;
  if (name === '') return null;
  if (isOrganisationName(name)) return { name: tidyOrganisationName(name), organisation: true };
  const plainFamily = latexToPlain(family);
  return name.includes(plainFamily) && plainFamily !== '' ? { name, family: plainFamily } : { name };
}

/** True if one pair of braces encloses the whole text. */
function isBraced(text: string): boolean {
  const name = text.trim();
  if (!name.startsWith('{') || !name.endsWith('}') || name.startsWith('{\\')) return false;
  let depth = 0;
  for (const [at, char] of [...name].entries()) {
    if (char === '{') depth += 1;
    if (char === '}' && --depth === 0) return at === [...name].length - 1;
  }
  return false;
}
