import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CorrectedWork, upstreamNotes } from '#lib/catalog/works/model/upstream-notes.ts';

const corrected = (more: Partial<CorrectedWork> = {}): CorrectedWork => ({
  field: 'title',
  name: 'title',
  value: 'On Lamps',
  wrongValue: 'On Lampps',
  evidence: { url: 'https://example.org/page', note: 'As printed.' },
  work: {
    title: 'On Lamps',
    url: 'https://here.example/works/w1',
    type: 'article',
    date: '1842-05',
    venue: 'Journal of Light',
    identifiers: [
      { scheme: 'acl', value: 'P42-1001' },
      { scheme: 'doi', value: '10.1000/lamps' },
    ],
  },
  sourcesAtFault: [],
  ...more,
});

test('sources with the wrong value come first, and sources that cannot have the work are excluded', () => {
  const notes = upstreamNotes(corrected({ sourcesAtFault: ['orcid', 'acl-anthology-page'] }));
  expect(notes.map(({ id, isAtFault }) => [id, isAtFault])).toEqual([
    ['acl-anthology', true],
    ['orcid', true],
    ['crossref', false],
    ['openalex', false],
    ['dblp', false],
  ]);
});

const withArxivId = (of: CorrectedWork): CorrectedWork => {
  const identifiers = [...of.work.identifiers, { scheme: 'arxiv', value: '2005.01234' }];
  return { ...of, work: { ...of.work, identifiers } };
};

test('each source has a text with the corrected value, addressed to it', () => {
  const notes = upstreamNotes(withArxivId(corrected({ sourcesAtFault: ['scholar-feed'] })));
  expect(notes.map(({ id, text }) => [id, text.split('\n')[0]])).toEqual([
    ['arxiv', 'Subject: Metadata of arXiv:2005.01234'],
    ['acl-anthology', 'Paper Metadata: P42-1001'],
    ['orcid', '<?xml version="1.0" encoding="UTF-8"?>'],
    ['crossref', 'Subject: Metadata of 10.1000/lamps'],
    ['openalex', 'Subject: Curation request'],
    ['dblp', 'Subject: Correction of “On Lamps”'],
  ]);
  for (const { id, text } of notes) {
    expect(text, id).toContain('On Lamps');
    if (text.startsWith('Subject:'))
      expect(text, id).toContain('Shown now: On Lampps\nShould be: On Lamps\nEvidence: https://example.org/page\n');
  }
});

test('an ORCID work has the corrected value', () => {
  const xml = upstreamNotes(corrected({ field: 'date', value: '1843-06-01' })).find(({ id }) => id === 'orcid')?.text;
  expect(xml).toContain('<common:year>1843</common:year><common:month>06</common:month><common:day>01</common:day>');
  expect(xml).toContain('<work:title><common:title>On Lamps</common:title></work:title>');
  expect(xml).toContain('<common:external-id-value>10.1000/lamps</common:external-id-value>');
});

test('a corrected abstract or language is reported if the source has it, in the form that it reads', () => {
  const textsOf = (field: CorrectedWork['field'], value: string) =>
    new Map(upstreamNotes(corrected({ field, value })).map(({ id, text }) => [id, text]));
  const abstract = textsOf('abstract', `Lamps & <b>${'x'.repeat(6_000)}`);
  expect(abstract.get('acl-anthology')).toContain('"abstract": "Lamps &amp; &lt;b&gt;xxx');
  expect(/<work:short-description>(.*)<\/work/.exec(abstract.get('orcid') ?? '')?.[1]).toMatch(/^Lamps &amp; &lt;b&gt;x{4989}$/);
  expect(textsOf('language', 'zh-Hant').get('orcid')).toContain('<common:language-code>zh</common:language-code>\n</work:work>');
  expect([...textsOf('pages', '1-9').keys()]).toEqual(['acl-anthology', 'crossref', 'openalex', 'dblp']);
  expect([...abstract.keys()]).not.toContain('dblp');
});

test('a mail states when and why a work is retracted', () => {
  const notes = upstreamNotes(corrected({ field: 'retracted', value: 'yes\n1843-05-12\nNo lamp was lit.', wrongValue: 'no' }));
  const text = notes.find(({ id }) => id === 'crossref')?.text ?? '';
  expect(text).toContain('Shown now: not retracted\nShould be: retracted (12 May 1843: No lamp was lit.)\n');
});

test('an issue for the ACL Anthology has the JSON that its own program reads', () => {
  const blockOf = (field: CorrectedWork['field'], value: string) => {
    const text = upstreamNotes(corrected({ field, value })).find(({ id }) => id === 'acl-anthology')?.text ?? '';
    expect(text.split('\n')[0]).toBe('Paper Metadata: P42-1001');
    return JSON.parse(/```json\n(.*?)\n```/s.exec(text)?.[1] ?? '');
  };
  expect(blockOf('title', 'On Lamps & <b>Light</b>')).toEqual({
    anthology_id: 'P42-1001',
    title: 'On Lamps &amp; &lt;b&gt;Light&lt;/b&gt;',
  });
  const authors = [
    { first: 'Ludwig', last: 'van Beethoven' },
    { first: '', last: 'Plato' },
    { first: 'Ada B.', last: 'Byron Jr.' },
  ];
  expect(blockOf('authors', 'Ludwig van Beethoven\nPlato\nAda B. Byron Jr.')).toEqual({ anthology_id: 'P42-1001', authors });
  expect(blockOf('affiliations', 'Ada Byron: Lamp House\nPlato:').authors).toEqual([
    { first: 'Ada', last: 'Byron', affiliation: 'Lamp House' },
    { first: '', last: 'Plato' },
  ]);
  expect(blockOf('venue', 'Journal of Lamps')).toEqual({ anthology_id: 'P42-1001', venue: 'Journal of Lamps' });
  const retracted = { date: '1843-05', reason: 'The lamps were never lit.' };
  expect(blockOf('retracted', 'yes\n1843-05\nThe lamps were never lit.')).toEqual({ anthology_id: 'P42-1001', retracted });
  expect(blockOf('retracted', 'no')).toEqual({ anthology_id: 'P42-1001', retracted: false });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('```\n@everybody', ']]><x>', '<!DOCTYPE a>', 'x\r\nBcc: all@example.org', '&amp;"\'', '\u0000\u000b\ufffe'),
);

test('no title, value or note can escape its field', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, value, note) => {
      const base = withArxivId(corrected());
      const notes = upstreamNotes({ ...base, value, evidence: { url: null, note }, work: { ...base.work, title, venue: note } });
      for (const { id, text } of notes) {
        if (id === 'orcid') {
          const inner = text.replace(/<\?xml[^>]*\?>/, '').replace(/<\/?(?:work|common):[a-z-]+(?: xmlns:\w+="[^"]*")*>/g, '');
          expect(inner).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/);
        } else if (id === 'acl-anthology') expect(text.split('\n').filter((line) => line.startsWith('```'))).toHaveLength(4);
        else expect(text.split('\n').filter((line) => /^(subject|to|cc|bcc):/i.test(line))).toHaveLength(1);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\ufffe\uffff]/u);
      }
    }),
  );
});
