import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CorrectedRecord, recordNotes } from '#lib/portal/pages/model/record-notes.ts';

const printed = { title: 'On Lamps', identifiers: [{ scheme: 'acl', value: 'P42-1001' }] };
const corrected = (more: Partial<CorrectedRecord> = {}): CorrectedRecord => ({
  field: 'name',
  value: 'Ada Lovelace',
  wrong: 'Ada Byron',
  evidence: { url: 'https://example.org/page', note: 'Her own page.', decidedOn: 'https://here.example/authors/ada-lovelace' },
  record: { name: 'Ada Lovelace', url: 'https://here.example/authors/ada-lovelace', orcid: '0000-0001-2345-6789' },
  works: [printed],
  stating: [{ source: 'acl-anthology-page', pages: ['https://aclanthology.org/people/ada-byron/'], works: [printed] }],
  isUnregistered: false,
  ...more,
});
const idsOf = (more: Partial<CorrectedRecord> = {}) =>
  recordNotes(corrected(more)).map(({ id, isAtFault }) => `${id}${isAtFault ? '!' : ''}`);
const textOf = (id: string, more: Partial<CorrectedRecord> = {}) => recordNotes(corrected(more)).find((note) => note.id === id)?.text ?? '';

test('reports go to the sources that state the field of this record, those with the wrong value first', () => {
  expect(idsOf()).toEqual(['acl-anthology!', 'orcid', 'openalex', 'dblp']);
  expect(idsOf({ stating: [] })).toEqual(['orcid', 'openalex', 'dblp']);
  expect(idsOf({ stating: [{ source: 'orcid', pages: [], works: [printed] }] })).toEqual(['orcid!', 'openalex', 'dblp']);
  const nobody = { name: 'Ada Lovelace', url: 'https://here.example/authors/ada-lovelace', orcid: null };
  expect(idsOf({ stating: [], record: nobody })).toEqual(['dblp']);
  expect(idsOf({ stating: [], record: nobody, works: [{ title: 'Notes', identifiers: [] }] })).toEqual(['dblp']);
  expect(idsOf({ stating: [], record: nobody, works: [] })).toEqual([]);
  const preprint = { title: 'Notes', identifiers: [{ scheme: 'arxiv', value: '1842.00001' }] };
  expect(idsOf({ stating: [{ source: 'scholar-feed', pages: [], works: [preprint] }] })).toEqual(['arxiv!', 'orcid', 'openalex', 'dblp']);
  // OpenAlex derives affiliations from works, so it is excluded. ROR gets a report only for an unregistered institution.
  expect(idsOf({ field: 'affiliation', value: 'Analytical Society', stating: [] })).toEqual(['orcid', 'dblp']);
  expect(idsOf({ field: 'affiliation', value: 'Analytical Society', stating: [], isUnregistered: true })).toEqual(['orcid', 'dblp', 'ror']);
});

test('an issue for the ACL Anthology names the page, the papers and both names', () => {
  const blocks = (text: string) => [...text.matchAll(/```json\n(.*?)\n```/gs)].map(([, json = '']) => JSON.parse(json));
  const text = textOf('acl-anthology');
  expect(text.split('\n')[0]).toBe('Author Page: Ada Lovelace');
  const where = { author_pages: ['https://aclanthology.org/people/ada-byron/'], papers: ['P42-1001'], orcid: '0000-0001-2345-6789' };
  expect(blocks(text)).toEqual([
    { name: { first: 'Ada', last: 'Lovelace' }, shown_now: { first: 'Ada', last: 'Byron' }, ...where },
    { evidence: 'https://example.org/page', note: 'Her own page.', decided: 'https://here.example/authors/ada-lovelace' },
  ]);
  const none = textOf('acl-anthology', { field: 'affiliation', value: '', wrong: 'Analytical Society' });
  expect(blocks(none)[0]).toMatchObject({ author: { last: 'Lovelace' }, affiliation: null, shown_now: 'Analytical Society' });
});

test('a mail names the person, the shown and the correct value; not the former name if that is hidden', () => {
  const lines = textOf('dblp').split('\n');
  expect(lines).toContain('Subject: Person record of Ada Lovelace');
  expect(lines).toContain('Work: On Lamps (acl: P42-1001)');
  expect(lines).toContain('Shown now: Ada Byron');
  expect(lines).toContain('Should be: Ada Lovelace');
  for (const { text } of recordNotes(corrected({ wrong: null, stating: [] }))) expect(text).not.toContain('Byron');
});

test('only the holder of an iD gets advice to change its record', () => {
  expect(textOf('orcid')).toMatch(
    /^1\. Sign in to the record 0000-0001-2345-6789\.\n2\. Open “Names”, and set the published name to: Ada Lovelace\n/,
  );
  expect(textOf('orcid', { field: 'affiliation', value: 'Analytical Society' })).toContain(
    '2. Open “Employment”, and add or edit: Analytical Society',
  );
  expect(textOf('orcid', { field: 'affiliation', value: '' })).toContain('2. Open “Employment”, and give what has ended its last day.');
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('```\n@everybody', '\ud83d', 'x\r\nBcc: all@example.org', 'a\nSubject: b\n\nc', '\u0000\u000b\ufffe', '1.\u2028To: x'),
);

test('no name, affiliation, title or note can escape its field', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, fc.constantFrom('name' as const, 'affiliation' as const), (value, wrong, note, field) => {
      const work = { title: note, identifiers: [...['acl', 'arxiv', 'doi'].map((scheme) => ({ scheme, value: wrong }))] };
      const stating = (['acl-anthology', 'scholar-feed', 'orcid'] as const).map((source) => ({ source, pages: [wrong], works: [work] }));
      const record = { name: value, url: 'https://here.example/authors/x', orcid: '0000-0001-2345-6789' };
      const evidence = { url: null, note, decidedOn: record.url };
      const notes = recordNotes(corrected({ field, value, wrong, evidence, record, stating, works: [work], isUnregistered: true }));
      expect(notes.length).toBeGreaterThan(3);
      for (const { id, text } of notes) {
        const lines = text.split('\n');
        if (id === 'acl-anthology') expect(lines.filter((line) => line.startsWith('```'))).toHaveLength(4);
        else expect(lines.filter((line) => /^(subject|to|cc|bcc):/i.test(line))).toHaveLength(id === 'orcid' ? 0 : 1);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\ufffe\uffff]/u);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
  );
});
