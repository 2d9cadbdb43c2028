import type { Refusal } from '#lib/platform/refusals.ts';

/** The error codes of this module. */
export const additionRefusals = {
  nothing_to_read: {
    status: 400,
    title: 'There is nothing to read',
    detail: 'No text, no file and no identifier was given, or none of them holds a work.',
    action: 'Paste BibTeX, RIS or CSL-JSON, choose a file, or enter a DOI or an arXiv id.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    detail: 'A file holds up to 200 KB.',
    action: 'Split it, and add the parts.',
  },
  too_many_entries: {
    status: 400,
    title: 'These are too many works at once',
    detail: 'Up to 200 entries and 20 identifiers can be read at once.',
    action: 'Split them, and add the parts.',
  },
  too_many_additions: {
    status: 429,
    title: 'Too many works in a short time',
    detail: 'An account can read works 30 times an hour, and add works 30 times a day.',
    action: 'Try again later.',
  },
  draft_changed: {
    status: 409,
    title: 'The list has changed since you opened it',
    detail: 'You read other works in the meantime, or added these before.',
    action: 'Reload the page, and choose again.',
  },
  nothing_chosen: {
    status: 400,
    title: 'No work is selected',
    detail: 'Every entry is left out.',
    action: 'Select at least one work to add.',
  },
  unknown_added_work: {
    status: 404,
    title: 'You have not added this work',
    detail: 'It was removed before, or another source describes it.',
    action: 'Reload the page to see what you have added.',
  },
} as const satisfies Record<string, Refusal>;
