/**
 * What a command answers: a value, or a refusal with a name from a closed set.
 * Refusals are values, because a person meets them and the page must say what to do; faults are thrown.
 */
export type Outcome<Value = void, Because extends string = never> =
  | { ok: true; value: Value }
  | { ok: false; because: Because; until?: Date };

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
/** @param until the moment from which the same can be tried again, where time alone mends it */
export const refused = <Because extends string>(because: Because, until?: Date | null): { ok: false; because: Because; until?: Date } =>
  until ? { ok: false, because, until } : { ok: false, because };
