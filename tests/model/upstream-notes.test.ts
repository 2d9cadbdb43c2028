import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CorrectedWork, upstreamNotes } from '#lib/catalog/works/model/upstream-notes.ts';

const corrected = (more: Partial<CorrectedWork> = {}): CorrectedWork => ({
  field: 'title',
  name: 'title',
  value: 'On Lamps',
  wrong: 'On Lampps',
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
  faulty: [],
  ...more,
});

test('the sources that say the wrong value come first, and those that cannot have the work are left out', () => {
  const notes = upstreamNotes(corrected({ faulty: ['orcid', 'acl-anthology-page'] }));
  expect(notes.map(({ id, isAtFault }) => [id, isAtFault])).toEqual([
    ['acl-anthology', true],
    ['orcid', true],
    ['crossref', false],
    ['openalex', false],
    ['dblp', false],
  ]);
});

test('an ORCID work has the corrected value', () => {
  const xml = upstreamNotes(corrected({ field: 'date', value: '1843-06-01' })).find(({ id }) => id === 'orcid')?.text;
  expect(xml).toContain('<common:year>1843</common:year><common:month>06</common:month><common:day>01</common:day>');
  expect(xml).toContain('<work:title><common:title>On Lamps</common:title></work:title>');
  expect(xml).toContain('<common:external-id-value>10.1000/lamps</common:external-id-value>');
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('```\n@everybody', ']]><x>', '<!DOCTYPE a>', 'x\r\nBcc: all@example.org', '&amp;"\'', '\u0000\u000b\ufffe'),
);

test('no title, value or note can leave its place', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, value, note) => {
      const base = corrected();
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
