import { withoutSuffix } from '#lib/catalog/bibliography/names.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** Whether two names are equal, or share the last word and the first initial ("G. Chiarini" and "Giulia Chiarini"). */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a.join(' ') === b.join(' ') || (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1) && a[0]?.[0] === b[0]?.[0]);
}

const reverseName = (name: string): string => tokenize(name).reverse().join(' ');

/** Whether one of a person's names is among a record's names, in either order of its parts. */
export const matchesAnyName = (names: readonly string[], recordNames: readonly string[]): boolean =>
  names.some((name) => recordNames.some((each) => isSameName(name, each) || isSameName(reverseName(name), each)));

/** Whether two first names can belong to one person: one is a prefix of the other, at least an initial. */
const areCompatibleFirstNames = (one = '', other = ''): boolean => one.startsWith(other) || other.startsWith(one);

/**
 * Returns whether one of a person's names is among a record's names, and their first name matches one that the record spells out, if any.
 * For names from a party that does not know the record, because many people at an institution share a family name and an initial.
 */
export const matchesSpelledFirstName = (names: readonly string[], recordNames: readonly string[]): boolean =>
  names.some((name) =>
    [tokenize(name), tokenize(name).reverse()].some((tokens) => {
      const similar = recordNames.map((each) => tokenize(each)).filter((each) => isSameName(tokens.join(' '), each.join(' ')));
      const spelledOut = similar.filter(([first = '']) => first.length > 1);
      return (spelledOut.length > 0 ? spelledOut : similar).some(([first]) => areCompatibleFirstNames(tokens[0], first));
    }),
  );

/** Like `matchesAnyName`, but an initial does not match a name. */
export const matchesFullName = (names: readonly string[], recordNames: readonly string[]): boolean =>
  names.some((name) => recordNames.some((each) => [tokenize(name).join(' '), reverseName(name)].includes(tokenize(each).join(' '))));

/** A generation suffix does not distinguish two variants of a name. */
const nameTokensOf = (name: string): string[] => tokenize(withoutSuffix(name));

/**
 * Returns whether the names of two records can belong to one person: a variant of one equals a variant of the other or its initials. If
 * both spell out a given name, it must match, because many people share a family name and an initial.
 */
export function areNamesCompatible(one: readonly string[], other: readonly string[]): boolean {
  const pairs = one.flatMap((name) =>
    [nameTokensOf(name), nameTokensOf(name).reverse()].flatMap((tokens) =>
      other
        .map((each) => ({ tokens, otherTokens: nameTokensOf(each) }))
        .filter(({ otherTokens }) => isSameName(tokens.join(' '), otherTokens.join(' '))),
    ),
  );
  const isSpelledOut = ([first = '']: readonly string[]): boolean => first.length > 1;
  const spelledOut = pairs.filter(({ tokens, otherTokens }) => isSpelledOut(tokens) && isSpelledOut(otherTokens));
  return spelledOut.length === 0
    ? pairs.length > 0
    : spelledOut.some(({ tokens, otherTokens }) => areCompatibleFirstNames(tokens[0], otherTokens[0]));
}
