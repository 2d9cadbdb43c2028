import { z } from 'zod';

export const recordId = z.string().min(1).max(40);

/** Signs that leave no mark: formats, marks without a letter of their own, and letters and spaces that are drawn as nothing. */
const unseen = /[\p{C}\p{M}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** What can be seen of a text, without the space between. */
export const visible = (text: string): string => text.replace(unseen, '');

/** Runs of what cannot be seen count as one space: thirty empty lines are no sentence. */
const seenLength = (text: string): number => text.normalize('NFC').replace(unseen, ' ').trim().length;

/** Text as somebody typed it: line ends made one kind, so that what is counted is what was seen. */
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

/** Works that one text can point to. */
const maxWorks = 5;

const ticked = z.preprocess((boxes) => (boxes === undefined ? [] : [boxes].flat()), z.array(recordId));

/** The permanent ids in a list of addresses of works on this site, or of bare ids, one a line; null where a line holds none. */
function workIdsIn(lines: string): string[] | null {
  const ids: string[] = [];
  for (const line of lines.split(/[\s,]+/).filter(Boolean)) {
    const id = /(?:^|\/works\/)([0-9a-z]{12})(?:[/?#.].*)?$/.exec(line)?.[1];
    if (!id) return null;
    ids.push(id);
  }
  return ids;
}

/** The fields of a form that points to works: ticked in a list, or pasted as addresses. */
export const workFields = { workIds: ticked, workAddresses: z.string().max(2_000).optional() };
interface WithWorks {
  workIds: string[];
  workAddresses?: string | undefined;
}

/** Says of a form with `workFields` what cannot be read, or is too much. */
export function checkWorks({ workIds, workAddresses }: WithWorks, check: z.RefinementCtx): void {
  const pasted = workIdsIn(workAddresses ?? '');
  if (pasted === null)
    check.addIssue({ code: 'custom', path: ['workAddresses'], message: 'Give addresses of works on this site, one a line.' });
  else if (new Set([...workIds, ...pasted]).size > maxWorks)
    check.addIssue({ code: 'custom', path: ['workAddresses'], message: `Choose ${maxWorks} works at most.` });
}

/** The same form with each work's id once. */
export const withWorkIds = <Form extends WithWorks>({ workAddresses, ...rest }: Form): Omit<Form, 'workAddresses'> => ({
  ...rest,
  workIds: [...new Set([...rest.workIds, ...(workIdsIn(workAddresses ?? '') ?? [])])],
});
