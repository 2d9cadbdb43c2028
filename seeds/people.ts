import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { demoPeople } from '#lib/portal/demo/model.ts';
import { recordIdOf } from './reference-pages.ts';

/** Invented people. Their accounts are marked as sample accounts, their records as compiled from the sample. */
export const people = {
  ...demoPeople,
  ines: { accountId: 'sample-ines', name: 'Inês Duarte', email: 'ines@example.org' },
  jonas: { accountId: 'sample-jonas', name: 'Jonas Weber', email: 'jonas@example.org' },
} as const;
export type Person = (typeof people)[keyof typeof people];

/** An invented author without an account: the record that a visitor of a local demo claims. */
const samuel = { name: 'Samuel Adeyemi' };

const invented: readonly [title: string, date: string, names: { name: string }[], summary: string][] = [
  ['Folding Paper, Folding Time', '2021-04-12', [people.ines], 'Asks what a crease remembers.'],
  [
    'Counting Herons on Old Photographs',
    '2022-09-03',
    [people.mara, people.tomas, people.ines],
    'Counts birds on plates from 1890 and says how sure each count is.',
  ],
  [
    'A Small Grammar of Lighthouse Signals',
    '2023-02-17',
    [people.mara, people.ines],
    'Describes flash patterns as sentences with very few words.',
  ],
  ['How Far Does a Footnote Travel?', '2024-06-21', [people.mara, people.tomas], 'Follows one footnote through 41 later works.'],
  [
    'Dating Marginalia by Their Ink',
    '2025-03-08',
    [people.tomas, people.ines],
    'Tells the hands in a margin apart by the fading of $\\lambda_{max}$.',
  ],
  ['What a Ferry Timetable Leaves Out', '2024-10-02', [samuel], 'Counts the crossings that were never printed.'],
  [
    'Error Bars for Tide Tables',
    '2025-11-14',
    [samuel, people.mara],
    'Adds to each predicted tide how far the harbour has been from it before.',
  ],
  [
    'Maps That Admit What They Do Not Know',
    '2026-01-30',
    [people.mara, people.ines, people.tomas],
    'Draws the doubt of a survey into the map itself.',
  ],
];

/** The works of the invented people, as records of the source `sample`. */
export const inventedWorks = (tree: (latex: string) => ImportedWork['abstract']): ImportedWork[] =>
  invented.map(([title, date, names, summary]) => ({
    source: 'sample',
    recordId: recordIdOf(title),
    title: [title],
    abstract: tree(summary),
    type: 'article',
    year: Number(date.slice(0, 4)),
    date,
    venue: 'Invented for the Peergraph sample',
    identifiers: [],
    authors: names.map(({ name }) => ({ name })),
    authorsComplete: true,
    indicators: [],
  }));
