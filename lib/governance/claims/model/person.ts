import { tokenize } from '#lib/platform/text/tokens.ts';
import { isSameName, mayBeFirst } from './claim.ts';

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
