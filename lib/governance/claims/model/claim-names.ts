import { tokenize } from '#lib/platform/text/tokenizer.ts';

/** The same written name, or the same last word and first initial ("G. Chiarini" and "Giulia Chiarini"). */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a.join(' ') === b.join(' ') || (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1) && a[0]?.[0] === b[0]?.[0]);
}

const turned = (name: string): string => tokenize(name).reverse().join(' ');

/** One of a person's names is one of a record's, whichever of its parts comes first. */
export const isOneOf = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) => written.some((each) => isSameName(name, each) || isSameName(turned(name), each)));

/** A first name and another may be one person's: one is the other's beginning, an initial at the shortest. */
const mayBeFirst = (one = '', other = ''): boolean => one.startsWith(other) || other.startsWith(one);

/**
 * One of a person's names is one of a record's, and none that the record spells out says another first name. For what somebody has
 * looked at who does not know the record: at one place many share a family name and an initial.
 */
export const isCalledBy = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) =>
    [tokenize(name), tokenize(name).reverse()].some((own) => {
      const alike = written.map((each) => tokenize(each)).filter((each) => isSameName(own.join(' '), each.join(' ')));
      const spelled = alike.filter(([first = '']) => first.length > 1);
      return (spelled.length > 0 ? spelled : alike).some(([first]) => mayBeFirst(own[0], first));
    }),
  );

/** As `isOneOf`, with no initial taken for a name. */
export const isWhollyOneOf = (names: readonly string[], written: readonly string[]): boolean =>
  names.some((name) => written.some((each) => [tokenize(name).join(' '), turned(name)].includes(tokenize(each).join(' '))));

/** A generation at the end of a name: of the same name, it does not tell two spellings of one person apart. */
const generation = /[\s,]+(jr|sr|ii|iii|iv)\.?$/i;

const wordsOf = (name: string): string[] => tokenize(name.replace(generation, ''));

/**
 * Returns true where the names of two records can be one person's: a spelling of one is a spelling of the other, or its initials. Where both
 * spell a given name out, it is the same: many people share a family name and an initial.
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
