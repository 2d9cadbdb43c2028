import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contributorRoleNames,
  contributorRoles,
  type RecordDetails,
  type RecordFieldName,
  recordFieldNames,
  recordFieldOf,
  selectDetails,
} from '#lib/catalog/bibliography/record.ts';
import { type WorkType, workTypes } from '#lib/catalog/bibliography/types.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { bibtexFile } from '#lib/catalog/works/model/citations/bibtex.ts';
import type { CitedName, CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { cslFile } from '#lib/catalog/works/model/citations/csl.ts';
import { risFile } from '#lib/catalog/works/model/citations/ris.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { workGraph } from '#lib/portal/pages/model/research-object.ts';
import { citedWork, toCitedWork } from './cited-work.ts';

type Format = 'bibtex' | 'ris' | 'csl' | 'crate';
const writers: Record<Format, (works: readonly CitedWork[]) => string> = {
  ...{ bibtex: bibtexFile, ris: risFile, csl: cslFile },
  crate: (works) => JSON.stringify({ '@graph': [{ '@id': './', '@type': 'Dataset', url: base }, ...workGraph(works, base)] }),
};
const base = 'https://peergraph.example';

const word = fc.constantFrom(
  'Lamp',
  'lamps',
  'Äther',
  'Über',
  'wick',
  'A & B',
  '100 % oil',
  'C#',
  'x_y',
  '灯台',
  'маяк',
  'and',
  '1',
  'naïve',
);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const names: readonly CitedName[] = [
  ...['Ada Byron', 'Ludwig van Beethoven', 'Charles de la Vallée Poussin', 'Martin Luther King Jr.', 'Hypatia', 'Ewa Nowak-Łąk'].map(
    (name) => ({
      name,
      organisation: false,
    }),
  ),
  { name: 'Joseph Le Roux', organisation: false, family: 'Le Roux' },
  { name: '王小明', organisation: false, family: '王' },
  { name: 'World Lamp Office', organisation: true },
];
const people = fc.array(fc.constantFrom(...names), { maxLength: 3 });
const title: fc.Arbitrary<RichText> = fc
  .array(
    fc.oneof(
      text,
      fc.record({ tag: fc.constantFrom('sup', 'sub', 'i', 'b', 'nocase'), of: fc.tuple(fc.constantFrom('Lamp', '2', 'Zipf')) }),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((nodes) => nodes.flatMap((node, at): RichText => (at === 0 ? [node] : [' ', node])) as RichText);

const details = fc
  .record(
    Object.fromEntries(
      recordFieldNames.map((name) => {
        const { kind } = recordFieldOf[name];
        if (name === 'pmid') return [name, fc.constant('123456')];
        if (name === 'pmcid') return [name, fc.constant('PMC123456')];
        if (name === 'issn') return [name, fc.constant(['0028-0836'])];
        if (name === 'pages') return [name, fc.constantFrom('1-9', '12', 'e17')];
        if (['volume', 'issue', 'number', 'seriesNumber', 'chapter', 'volumes', 'pageCount'].includes(name))
          return [name, fc.constantFrom('3', '12')];
        return [
          name,
          kind === 'date'
            ? fc.constantFrom('1984', '2001-05')
            : kind === 'list'
              ? fc.uniqueArray(text, { minLength: 1, maxLength: 2 })
              : text,
        ];
      }),
    ),
    { requiredKeys: [] },
  )
  .map((values: Partial<Record<RecordFieldName, string | string[]>>) => selectDetails((name) => values[name]));

const workOf = (type: WorkType): fc.Arbitrary<CitedWork> =>
  fc
    .record({
      ...{ title, details, authors: people, editors: people, translators: people, retracted: fc.boolean(), isCut: fc.boolean() },
      date: fc.constantFrom('1999', '2001-05', '2019-10-12'),
      // A preprint in a journal or a volume is an article or a paper.
      venue: type === 'preprint' ? fc.constant(null) : fc.option(text, { nil: null }),
      doi: fc.constantFrom(null, '10.5555/lamp.1', '10.5555/(a)b_c'),
      isbn: fc.constantFrom<string[]>([], ['9783161484100']),
    })
    .map(({ editors, translators, isCut, ...fields }) =>
      citedWork({
        ...{ type, ...fields, year: Number(fields.date.slice(0, 4)), authorsComplete: !(isCut && fields.authors.length > 0) },
        contributors: [
          ...editors.map((name) => ({ role: 'editor' as const, name })),
          ...translators.map((name) => ({ role: 'translator' as const, name })),
        ],
      }),
    );

const readBack = (format: Format, work: CitedWork): CitedWork => {
  const { works, faults } = parsePastedWorks(writers[format]([work]));
  expect(faults).toEqual([]);
  expect(works).toHaveLength(1);
  return { ...toCitedWork(works[0] as ImportedWork), arxiv: null };
};

const carriedDetails = (work: CitedWork, format: Format) =>
  selectDetails((name) =>
    format === 'ris' && name === 'pageCount' && work.type === 'book' && !work.details.pages && work.details.pageCount === '12'
      ? '12'
      : format === 'ris' && (name === 'pages' || name === 'note')
        ? work.details[name]
        : (format === 'crate' || recordFieldOf[name][format]) && work.details[name],
  );

/** BibTeX has no order of keywords. */
const withSortedLists = (written: RecordDetails): RecordDetails =>
  selectDetails((name) => (Array.isArray(written[name]) ? written[name].toSorted() : written[name]));

/** RIS and CSL-JSON have one title. */
const carriedTitle = (work: CitedWork, format: Format): string =>
  [plainText(work.title ?? []), ...((format === 'csl' || format === 'ris') && work.details.subtitle ? [work.details.subtitle] : [])].join(
    ': ',
  );

describe.each(Object.keys(writers) as Format[])('%s', (format) => {
  test.each(workTypes)('of %s: what is written is read, and writing it again gives the same', (type) => {
    fc.assert(
      fc.property(workOf(type), (work) => {
        const read = readBack(format, work);
        expect(read.type).toBe(work.type);
        expect(read.authors.map(({ name, organisation }) => [name, organisation])).toEqual(
          work.authors.map(({ name, organisation }) => [name, organisation]),
        );
        expect([read.date, read.doi, read.isbn, read.retracted, read.authorsComplete]).toEqual([
          work.date,
          work.doi,
          work.isbn,
          work.retracted,
          // A list in linked data has no mark that it is cut.
          format === 'crate' || work.authorsComplete,
        ]);
        for (const role of contributorRoleNames)
          if (format === 'csl' || format === 'crate' || contributorRoles[role][format])
            expect(read.contributors.filter((each) => each.role === role).map(({ name }) => name.name)).toEqual(
              work.contributors.filter((each) => each.role === role).map(({ name }) => name.name),
            );
        expect(withSortedLists(read.details)).toEqual(withSortedLists(carriedDetails(work, format)));
        expect(plainText(read.title ?? [])).toBe(carriedTitle(work, format));
        const again = (cited: CitedWork) => writers[format]([{ ...cited, id: work.id, url: null }]);
        expect(again(readBack(format, { ...read, id: work.id, url: null }))).toBe(again(read));
      }),
      { numRuns: 15 },
    );
  });
});
