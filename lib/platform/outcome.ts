/**
 * What a command answers: a value, or a refusal with a name from a closed set.
 * Refusals are values, because a person meets them and the page must say what to do; faults are thrown.
 */
export type Outcome<Value = void, Code extends string = never> = { ok: true; value: Value } | { ok: false; code: Code; until?: Date };

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
/** @param until the moment from which the same can be tried again, where time alone fixes it */
export const refused = <Code extends string>(code: Code, until?: Date | null): { ok: false; code: Code; until?: Date } =>
  until ? { ok: false, code, until } : { ok: false, code };
