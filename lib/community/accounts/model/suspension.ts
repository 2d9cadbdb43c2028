/** Why an admin suspends an account. Its owner reads the sentence: it states what was found and blames nobody. */
export const suspensionReasons = {
  spam: 'It sent advertising, or the same message to many people.',
  pressure: 'It insulted, threatened or pressed people.',
  deception: 'It made people believe that it belongs to somebody else.',
  taken_over: 'Somebody else may have access to it.',
} as const satisfies Record<string, string>;
export type SuspensionReason = keyof typeof suspensionReasons;

export const suspensionReasonCodes = Object.keys(suspensionReasons) as [SuspensionReason, ...SuspensionReason[]];

/** Returns the sentence of a stored reason; an empty string for one of another release. */
export const suspensionSentence = (reason: string | null): string =>
  reason !== null && Object.hasOwn(suspensionReasons, reason) ? suspensionReasons[reason as SuspensionReason] : '';
