import anyAscii from 'any-ascii';
import { fold } from '#lib/platform/text/tokenizer.ts';

const latinPattern = /\p{Script=Latin}/u;
const asciiName = /^[A-Za-z .-]*$/;

/**
 * Returns the key that is equal for name variants of one record in a source. Case, diacritics, apostrophes and punctuation are ignored,
 * Latin letters become ASCII, other scripts stay. The person ids of the ACL Anthology are formed in this way.
 */
export function nameKey(name: string): string {
  const asciiText = asciiName.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/['’]/g, '')
        .replace(/\P{ASCII}/gu, (letter) => (latinPattern.test(letter) ? anyAscii(letter) : letter));
  return asciiText
    .toLowerCase()
    .replace(/(?:(?![a-z0-9])\p{ASCII})+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Folds a name for sorting and prefix search; tokens stay in order. */
export const sortName = (name: string): string => fold(name).replace(/\s+/g, ' ').trim();

/** Returns the readable part of an author's URL: ASCII, never empty. Only for readability, because ids are random. */
export const slugBase = (name: string, unnamed = 'author'): string => nameKey(anyAscii(name)).slice(0, 80).replace(/-+$/, '') || unnamed;

/** Returns true if a slug is a base, or a base with a number. */
export const isSlugOf = (slug: string, base: string): boolean =>
  slug === base || (slug.startsWith(`${base}-`) && /^\d+$/.test(slug.slice(base.length + 1)));

/** Returns true if two names differ only in case. */
export const differsInCaseOnly = (one: string, other: string): boolean =>
  one !== other && one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
