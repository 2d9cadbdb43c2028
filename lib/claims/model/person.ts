import { isOneOf } from '../model.ts';

/** Returns true where the names of two records can be one person's: a spelling of one is a spelling of the other, or its initials. */
export const areCompatible = (one: readonly string[], other: readonly string[]): boolean => isOneOf(one, other);
