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

/** What the invented owners say of themselves, and which of their works they show first. Each biography says that the person is invented. */
export const profiles: readonly { person: Person; role: string; affiliation: string; biography: string; pinned: readonly string[] }[] = [
  {
    person: people.mara,
    role: 'Lecturer in image archives',
    affiliation: 'Harbour Institute (invented)',
    biography:
      'Invented for the Peergraph sample. Mara counts birds and lights on old photographs, and writes down how sure each count is. She looks for plates with a known place and an unknown year.',
    pinned: ['Counting Herons on Old Photographs', 'Maps That Admit What They Do Not Know'],
  },
  {
    person: people.tomas,
    role: 'Conservator',
    affiliation: 'Library of Marginal Notes (invented)',
    biography:
      'Invented for the Peergraph sample. Tomás dates ink, footnotes and marginalia, and shares the spectra behind each date. He reviews drafts about paper of any age.',
    pinned: ['Dating Marginalia by Their Ink', 'How Far Does a Footnote Travel?'],
  },
];

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
