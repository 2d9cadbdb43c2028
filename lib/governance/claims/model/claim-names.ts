import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** Whether two names are equal, or share the last word and the first initial ("G. Chiarini" and "Giulia Chiarini"). */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a.join(' ') === b.join(' ') || (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1) && a[0]?.[0] === b[0]?.[0]);
}

const turned = (name: string): string => tokenize(name).reverse().join(' ');

/** Whether one of a person's names is among a record's names, in either order of its parts. */
export const matchesAnyName = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) => written.some((each) => isSameName(name, each) || isSameName(turned(name), each)));

/** Whether two first names can belong to one person: one is a prefix of the other, at least an initial. */
const mayBeFirst = (one = '', other = ''): boolean => one.startsWith(other) || other.startsWith(one);

/**
 * Returns whether one of a person's names is among a record's names, and their first name matches one that the record spells out, if any.
 * For names from a party that does not know the record, because many people at an institution share a family name and an initial.
 */
export const isCalledBy = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) =>
    [tokenize(name), tokenize(name).reverse()].some((own) => {
      const alike = written.map((each) => tokenize(each)).filter((each) => isSameName(own.join(' '), each.join(' ')));
      const spelled = alike.filter(([first = '']) => first.length > 1);
      return (spelled.length > 0 ? spelled : alike).some(([first]) => mayBeFirst(own[0], first));
    }),
  );

/** Like `isOneOf`, but an initial does not match a name. */
export const matchesInFull = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) => written.some((each) => [tokenize(name).join(' '), turned(name)].includes(tokenize(each).join(' '))));

/** A generation suffix. It does not distinguish two variants of a name. */
const generation = /[\s,]+(jr|sr|ii|iii|iv)\.?$/i;

const wordsOf = (name: string): string[] => tokenize(name.replace(generation, ''));

/**
 * Returns whether the names of two records can belong to one person: a variant of one equals a variant of the other or its initials. If
 * both spell out a given name, it must match, because many people share a family name and an initial.
 */
export function areCompatible(one: readonly string[], other: readonly string[]): boolean {
  const pairs = one.flatMap((name) =>
    [wordsOf(name), wordsOf(name).reverse()].flatMap((own) =>
      other.map((each) => ({ own, each: wordsOf(each) })).filter(({ each }) => isSameName(own.join(' '), each.join(' '))),
    ),
  );
  const isSpelled = ([first = '']: readonly string[]): boolean => first.length > 1;
  const spelled = pairs.filter(({ own, each }) => isSpelled(own) && isSpelled(each));
  return spelled.length === 0 ? pairs.length > 0 : spelled.some(({ own, each }) => mayBeFirst(own[0], each[0]));
}
