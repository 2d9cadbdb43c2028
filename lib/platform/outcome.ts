/**
 * The result of a command: a value, or a refusal with a code from a closed set. Refusals are values, because a page must explain them;
 * faults are thrown.
 */
export type Outcome<Value = void, Code extends string = never> = { ok: true; value: Value } | { ok: false; code: Code; until?: Date };

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
/** @param until the time from which a retry can succeed, if only time is missing */
export const refused = <Code extends string>(code: Code, until?: Date | null): { ok: false; code: Code; until?: Date } =>
  until ? { ok: false, code, until } : { ok: false, code };
