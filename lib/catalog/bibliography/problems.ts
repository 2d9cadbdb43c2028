/** What happens to a value that cannot be read in full: stored as written, left out, or stored as far as it is certain. */
type Outcome = 'as text' | 'without it' | 'in part';

/** What a reader found wrong with a value. */
export interface Finding {
  /** The value as the source gives it, shortened. */
  given: string;
  /** A sentence that states what is wrong. */
  message: string;
  kept: Outcome;
}

/** A finding in a field of a record. */
export interface Problem extends Finding {
  field: string;
}

/** A value, and what its reader could not read. */
export interface Reading<Value> {
  value: Value;
  problems: Finding[];
}

const maxGivenCharacters = 200;

export const finding = (given: unknown, message: string, kept: Outcome): Finding => ({
  given: (typeof given === 'string' ? given : (JSON.stringify(given) ?? '')).slice(0, maxGivenCharacters).toWellFormed(),
  message,
  kept,
});

/** Returns a problem for each field with content that is neither read nor in a list of those that are deliberately not read. */
export const unreadFields = (fields: Readonly<Record<string, unknown>>, isKnown: (name: string) => boolean): Problem[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    hasContent(value) && !isKnown(field) ? [{ field, ...finding(value, 'This field is not read.', 'without it') }] : [],
  );

const hasContent = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

/** Returns findings as problems of a field. */
export const inField = (field: string, findings: readonly Finding[]): Problem[] => findings.map((each) => ({ field, ...each }));
