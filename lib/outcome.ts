/**
 * What a command answers: a value, or a refusal with a name from a closed set.
 * Refusals are values, because a person meets them and the page must say what to do; faults are thrown.
 */
export type Outcome<Value = void, Because extends string = never> = { ok: true; value: Value } | { ok: false; because: Because };

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
export const refused = <Because extends string>(because: Because): { ok: false; because: Because } => ({ ok: false, because });
