import { expect, test } from 'vitest';
import { type ImportedWork, importedWork, recordLabel } from '#lib/catalog/sources/model.ts';
import { rereadPayload } from '#lib/catalog/sources/stored-payload.ts';

const stored = (fields: Partial<ImportedWork>): ImportedWork =>
  importedWork.parse({ source: 'bibtex', recordId: 'a', title: ['On lamps'], type: 'article', ...fields });

test('reads a stored record again: stand-ins, groups, iDs, dates, identifiers and archives', () => {
  const authors = [
    { name: 'Ann Fable', family: 'Fable', orcid: '0000-0002-1825-0098' },
    { name: 'University of Lampgothen', family: 'Lampgothen' },
    { name: 'Anonymous' },
    { name: 'et al.' },
  ];
  const identifiers = [
    { scheme: 'doi' as const, value: '10.5555/x{_}53' },
    { scheme: 'arxiv' as const, value: 'math.gt/0399136' },
    { scheme: 'isbn' as const, value: '9783161484100' },
  ];
  const work = rereadPayload(stored({ authors, identifiers, date: '2031-02-30', venue: 'arXiv preprint arXiv:2099.01234' }));
  expect(work).toMatchObject({
    type: 'preprint',
    date: '2031-02',
    authors: [
      { name: 'Ann Fable', family: 'Fable' },
      { name: 'University of Lampgothen', organisation: true },
    ],
    authorsComplete: false,
    identifiers: [{ value: '10.5555/x_53' }, { value: 'math/0399136' }, { value: '9783161484100' }],
  });
  expect([work.venue, work.authors[0]?.orcid, work.authors[1]?.family]).toEqual([undefined, undefined, undefined]);
  expect(rereadPayload(work)).toEqual(work);
});

test('a file is called by the name that the operator gave it', () => {
  expect(recordLabel(stored({ collection: 'Department bibliography' }))).toEqual({
    id: 'bibtex:Department bibliography',
    name: 'Department bibliography',
  });
  expect(recordLabel(stored({})).name).toBe('BibTeX file');
});
