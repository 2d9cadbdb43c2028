import { z } from 'zod';

export const recordId = z.string().min(1).max(40);

/**
 * Characters that render as nothing: control and format characters, combining marks, separators, and blank letters such as Hangul fillers.
 */
const unseen = /[\p{C}\p{M}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** Returns the visible characters of a text, without spaces. */
export const visible = (text: string): string => text.replace(unseen, '');

/** Returns the length with each run of invisible characters counted as one space, so that blank lines do not satisfy a minimum length. */
const seenLength = (text: string): number => text.normalize('NFC').replace(unseen, ' ').trim().length;

/** A text field with normalized line ends, so that the counted length is the visible one. */
export const typed = (least: number, most: number, tooShort: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine((text) => least === 0 || seenLength(text) >= least, tooShort)
        .max(most, `Keep it to ${most.toLocaleString('en')} characters.`),
    );

/** Upper bound on the works that one text can refer to. */
const maxWorks = 5;

const ticked = z.preprocess((boxes) => (boxes === undefined ? [] : [boxes].flat()), z.array(recordId));

/**
 * Parses URLs of works on this site, or bare ids, separated by spaces, commas or lines. Returns the permanent ids, or null if an entry has
 * none.
 */
function workIdsIn(lines: string): string[] | null {
  const ids: string[] = [];
  for (const line of lines.split(/[\s,]+/).filter(Boolean)) {
    const id = /(?:^|\/works\/)([0-9a-z]{12})(?:[/?#.].*)?$/.exec(line)?.[1];
    if (!id) return null;
    ids.push(id);
  }
  return ids;
}

/** Form fields that refer to works: ticked in a list, or pasted as URLs. */
export const workFields = { workIds: ticked, workAddresses: z.string().max(2_000).optional() };
interface WithWorks {
  workIds: string[];
  workAddresses?: string | undefined;
}

/** Adds an issue to a form with `workFields` if a URL is invalid or there are too many works. */
export function checkWorks({ workIds, workAddresses }: WithWorks, check: z.RefinementCtx): void {
  const pasted = workIdsIn(workAddresses ?? '');
  if (pasted === null)
    check.addIssue({ code: 'custom', path: ['workAddresses'], message: 'Give addresses of works on this site, one a line.' });
  else if (new Set([...workIds, ...pasted]).size > maxWorks)
    check.addIssue({ code: 'custom', path: ['workAddresses'], message: `Choose ${maxWorks} works at most.` });
}

/** Returns the form with the id of each work once. */
export const withWorkIds = <Form extends WithWorks>({ workAddresses, ...rest }: Form): Omit<Form, 'workAddresses'> => ({
  ...rest,
  workIds: [...new Set([...rest.workIds, ...(workIdsIn(workAddresses ?? '') ?? [])])],
});
