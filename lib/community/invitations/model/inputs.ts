import { z } from 'zod';
import { checkedValues, idField } from '#lib/platform/form.ts';

/**
 * Characters that render as nothing: control and format characters, combining marks, separators, and blank letters such as Hangul fillers.
 */
const invisibleRuns = /[\p{C}\p{M}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** Returns the visible characters of a text, without spaces. */
export const visibleCharacters = (text: string): string => text.replace(invisibleRuns, '');

/** Returns the length with each run of invisible characters counted as one space, so that blank lines do not satisfy a minimum length. */
const visibleLength = (text: string): number => text.normalize('NFC').replace(invisibleRuns, ' ').trim().length;

/** A text field with normalized line ends, so that the counted length is the visible one. */
export const textField = (minLength: number, maxLength: number, tooShort: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine((text) => minLength === 0 || visibleLength(text) >= minLength, tooShort)
        .max(maxLength, `Keep it to ${maxLength.toLocaleString('en')} characters.`),
    );

/** Upper bound on the works that one text can refer to. */
export const maxWorks = 5;

/**
 * Parses URLs of works on this site, or bare ids, separated by spaces, commas or lines. Returns the permanent ids, or null if an entry has
 * none.
 */
function parseWorkIds(lines: string): string[] | null {
  const ids: string[] = [];
  for (const line of lines.split(/[\s,]+/).filter(Boolean)) {
    const id = /(?:^|\/works\/)([0-9a-z]{12})(?:[/?#.].*)?$/.exec(line)?.[1];
    if (!id) return null;
    ids.push(id);
  }
  return ids;
}

/** Form fields that refer to works: ticked in a list, or pasted as URLs. */
export const workFields = { workIds: checkedValues(idField), workAddresses: z.string().max(2_000).optional() };
interface WorkSelection {
  workIds: string[];
  workAddresses?: string | undefined;
}

/** Adds an issue to a form with `workFields` if a URL is invalid or there are too many works. */
export function checkWorkFields({ workIds, workAddresses }: WorkSelection, context: z.RefinementCtx): void {
  const pasted = parseWorkIds(workAddresses ?? '');
  if (pasted === null)
    context.addIssue({ code: 'custom', path: ['workAddresses'], message: 'Give addresses of works on this site, one a line.' });
  else if (new Set([...workIds, ...pasted]).size > maxWorks)
    context.addIssue({ code: 'custom', path: ['workAddresses'], message: `Choose ${maxWorks} works at most.` });
}

/** Returns the form with the id of each work once. */
export const withWorkIds = <Form extends WorkSelection>({ workAddresses, ...rest }: Form): Omit<Form, 'workAddresses'> => ({
  ...rest,
  workIds: [...new Set([...rest.workIds, ...(parseWorkIds(workAddresses ?? '') ?? [])])],
});
