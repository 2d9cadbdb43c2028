import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { importedOrganisation } from '#lib/catalog/sources/organisations.ts';
import { demoPeople } from '#lib/portal/demo/model.ts';
import { recordIdOf } from './reference-pages.ts';

/** Invented people. Their accounts are marked as sample accounts, their records as compiled from the sample. */
export const people = {
  ...demoPeople,
  ines: { accountId: 'sample-ines', name: 'Inês Duarte', email: 'ines@example.org' },
  jonas: { accountId: 'sample-jonas', name: 'Jonas Weber', email: 'jonas@example.org' },
  pia: { accountId: 'sample-pia', name: 'Pia Halvorsen', email: 'pia.halvorsen@coast.example' },
} as const;
export type Person = (typeof people)[keyof typeof people];

/** The address that her works print: not the one at her employer. */
export const printedAddress = 'pia@example.org';

/** The invented employer of Pia. The check digits of its id are wrong on purpose, so that the ROR registry never assigns it. */
export const coastSurvey = importedOrganisation.parse({
  rorId: '0c0astx00',
  name: 'Northern Coast Survey (invented)',
  aliases: ['Northern Coast Survey'],
  status: 'active',
  domains: ['coast.example'],
});

/** Profiles and pinned works of the invented owners. Each biography states that the person is invented. */
export const profiles: readonly { person: Person; role: string; affiliation: string; biography: string; pinned: readonly string[] }[] = [
  {
    person: people.mara,
    role: 'Lecturer in image archives',
    affiliation: 'Harbour Institute (invented)',
    biography:
      'Invented for the Peergraph sample. Mara counts birds and lights on old photographs, and writes down how sure each count is. She looks for plates with a known place and an unknown year.',
    pinned: ['Maps That Admit What They Do Not Know', 'Counting Herons on Old Photographs', 'A Thousand Glass Plates, Photographed Again'],
  },
  {
    person: people.tomas,
    role: 'Conservator',
    affiliation: 'Library of Marginal Notes (invented)',
    biography:
      'Invented for the Peergraph sample. Tomás dates ink, footnotes and marginalia, and shares the spectra behind each date. He reviews drafts about paper of any age.',
    pinned: ['Dating Marginalia by Their Ink', 'How Far Does a Footnote Travel?'],
  },
  {
    person: people.pia,
    role: 'Hydrographer',
    affiliation: coastSurvey.name,
    biography:
      'Invented for the Peergraph sample. Pia lays old charts of one coast over new ones, and lists what has moved. Two addresses show that this profile is hers.',
    pinned: ['Reading a Coast Twice'],
  },
];

/** Authors and topics that the invented owners follow, in order. */
export const interests: readonly { person: Person; authors: readonly string[]; topics: readonly string[] }[] = [
  {
    person: people.mara,
    authors: ['Yunquan Zhang', 'Daning Cheng', 'Wenguang Chen', people.tomas.name],
    topics: ['Machine Learning', 'Cartography'],
  },
  { person: people.tomas, authors: [people.mara.name, people.ines.name], topics: ['Historical Photographs', 'Paper and Ink'] },
];

/** Invented authors without an account. Visitors of a local demo may claim the record of Samuel. */
const samuel = { name: 'Samuel Adeyemi' };
const lena = { name: 'Lena Brandt' };
const ada = { name: 'Ada Nwosu' };

interface InventedWork {
  title: string;
  date: string;
  type: ImportedWork['type'];
  /** Topic of the work. */
  category: string;
  venue: string;
  names: readonly { name: string }[];
  abstract: string;
}

const cartography = 'Sample Journal of Cartography';
const letters = 'Sample Letters on Archives';
const charts = 'Sample Symposium on Charts';

const invented: readonly InventedWork[] = [
  {
    title: 'Folding Paper, Folding Time',
    date: '2021-04-12',
    type: 'article',
    category: 'Paper and Ink',
    venue: letters,
    names: [people.ines],
    abstract: 'Asks what a crease remembers.',
  },
  {
    title: 'What a Legend Leaves Out',
    date: '2021-05-20',
    type: 'article',
    category: 'Cartography',
    venue: cartography,
    names: [people.pia, people.mara, lena],
    abstract: 'Compares the legends of forty maps with what the maps show.',
  },
  {
    title: 'Counting Herons on Old Photographs',
    date: '2022-09-03',
    type: 'article',
    category: 'Historical Photographs',
    venue: letters,
    names: [people.mara, people.tomas, people.ines],
    abstract: 'Counts birds on plates from 1890 and says how sure each count is.',
  },
  {
    title: 'A Small Grammar of Lighthouse Signals',
    date: '2023-02-17',
    type: 'article',
    category: 'Cartography',
    venue: cartography,
    names: [people.mara, people.ines],
    abstract: 'Describes flash patterns as sentences with very few words.',
  },
  {
    title: 'Reading a Coast Twice',
    date: '2023-11-02',
    type: 'article',
    category: 'Cartography',
    venue: cartography,
    names: [people.pia, people.mara, lena],
    abstract: 'Lays two surveys of one coast over each other and marks where they differ.',
  },
  {
    title: 'The Silence of Empty Cells',
    date: '2024-01-11',
    type: 'paper',
    category: 'Uncertainty',
    venue: charts,
    names: [people.mara, ada],
    abstract: 'Tells apart a zero, a missing value and a question that nobody asked.',
  },
  {
    title: 'How Far Does a Footnote Travel?',
    date: '2024-06-21',
    type: 'article',
    category: 'Paper and Ink',
    venue: letters,
    names: [people.mara, people.tomas],
    abstract: 'Follows one footnote through 41 later works.',
  },
  {
    title: 'What a Ferry Timetable Leaves Out',
    date: '2024-10-02',
    type: 'article',
    category: 'Uncertainty',
    venue: charts,
    names: [samuel],
    abstract: 'Counts the crossings that were never printed.',
  },
  {
    title: 'Dating Marginalia by Their Ink',
    date: '2025-03-08',
    type: 'article',
    category: 'Paper and Ink',
    venue: letters,
    names: [people.tomas, people.ines],
    abstract: 'Tells the hands in a margin apart by the fading of $\\lambda_{max}$.',
  },
  {
    title: 'A Thousand Glass Plates, Photographed Again',
    date: '2025-10-09',
    type: 'dataset',
    category: 'Historical Photographs',
    venue: 'Sample Data Archive',
    names: [people.tomas, people.mara],
    abstract: 'Pairs of pictures of the same shore, taken 120 years apart, with the place of the camera.',
  },
  {
    title: 'Error Bars for Tide Tables',
    date: '2025-11-14',
    type: 'paper',
    category: 'Uncertainty',
    venue: charts,
    names: [samuel, people.mara, ada],
    abstract: 'Adds to each predicted tide how far the harbour has been from it before.',
  },
  {
    title: 'Maps That Admit What They Do Not Know',
    date: '2026-01-30',
    type: 'article',
    category: 'Uncertainty',
    venue: cartography,
    names: [people.mara, people.ines, people.tomas],
    abstract: 'Draws the doubt of a survey into the map itself.',
  },
];

/**
 * Returns the works of the invented people as records of the source `sample`. Those of Pia print her employer and her
 * address, by which she proves her profile twice.
 */
export const inventedWorks = (tree: (latex: string) => ImportedWork['abstract'], sealOf: (address: string) => string): ImportedWork[] =>
  invented.map(({ title, names, abstract, date, ...given }) => ({
    ...given,
    source: 'sample',
    recordId: recordIdOf(title),
    title: [title],
    abstract: tree(abstract),
    year: Number(date.slice(0, 4)),
    date,
    identifiers: [],
    authors: names.map(({ name }) =>
      name === people.pia.name ? { name, affiliation: coastSurvey.name, printedAddresses: [sealOf(printedAddress)] } : { name },
    ),
    authorsComplete: true,
    indicators: [],
  }));
