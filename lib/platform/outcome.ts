/**
 * The result of a command: a value, or a refusal with a code from a closed set. Refusals are values, because a page must explain them;
 * faults are thrown.
 */
export type Outcome<Value = void, Code extends string = never> = { ok: true; value: Value } | Refused<Code>;

export interface Refused<Code extends string> {
  ok: false;
  code: Code;
  /** The time from which a retry can succeed, if only time is missing. */
  until?: Date;
  /** The page that the refusal leads to, if it depends on the subject. */
  path?: string;
}

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
/** @param until the time from which a retry can succeed, if only time is missing */
export const refused = <Code extends string>(code: Code, until?: Date | null): Refused<Code> =>
  until ? { ok: false, code, until } : { ok: false, code };
