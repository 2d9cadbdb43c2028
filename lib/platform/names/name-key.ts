import anyAscii from 'any-ascii';
import { fold } from '#lib/platform/text/tokenizer.ts';

const latin = /\p{Script=Latin}/u;
const simple = /^[A-Za-z .-]*$/;

/**
 * The key under which one source's spellings of a name are one record: case, diacritics, apostrophes and punctuation
 * do not count, Latin letters are spelt in ASCII, other scripts stay. The ACL Anthology makes its person ids so.
 */
export function nameKey(name: string): string {
  const spelt = simple.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/['’]/g, '')
        .replace(/\P{ASCII}/gu, (letter) => (latin.test(letter) ? anyAscii(letter) : letter));
  return spelt
    .toLowerCase()
    .replace(/(?:(?![a-z0-9])\p{ASCII})+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A name as lists sort it and prefixes find it: folded, words in the order written. */
export const sortName = (name: string): string => fold(name).replace(/\s+/g, ' ').trim();

/** The readable part of an author's address: ASCII, never empty. Decoration only: ids are random. */
export const slugBase = (name: string, unnamed = 'author'): string => nameKey(anyAscii(name)).slice(0, 80).replace(/-+$/, '') || unnamed;

const groupEnding = /\b(team|group|consortium|collaboration|committee|community|project|initiative|organi[sz]ation|association|society)$/i;

/**
 * True for a name that by its last word is a group that signs papers, not a person. A single word ("Team") is left alone,
 * because single names of people exist.
 */
export const isOrganisationName = (name: string): boolean => /\s/.test(name.trim()) && groupEnding.test(name.trim());

/** An organisation's name without the gap that line breaks leave in a version number: "GLM-4. 5 Team" → "GLM-4.5 Team". */
export const tidyOrganisation = (name: string): string =>
  name
    .replace(/(\d)\.\s+(?=\d)/g, '$1.')
    .replace(/\s+/g, ' ')
    .trim();

/** True where two spellings differ in capital letters and in nothing else. */
export const differsInCaseOnly = (one: string, other: string): boolean =>
  one !== other && one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
