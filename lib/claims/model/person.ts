import { isOneOf } from '../model.ts';

/** A generation at the end of a name: of the same name, it does not tell two spellings of one person apart. */
const generation = /[\s,]+(jr|sr|ii|iii|iv)\.?$/i;
const withoutGeneration = (names: readonly string[]): string[] => names.map((name) => name.replace(generation, ''));

/** Returns true where the names of two records can be one person's: a spelling of one is a spelling of the other, or its initials. */
export const areCompatible = (one: readonly string[], other: readonly string[]): boolean =>
  isOneOf(withoutGeneration(one), withoutGeneration(other));
