import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImportedWork, sourceIds } from '#lib/catalog/sources/model.ts';
import { assertions, type FactName } from '#lib/catalog/works/model/assertions.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

const at = new Date('2026-05-12T00:00:00Z');
const calmRecord = (source: ImportedWork['source'], more: Partial<ImportedWork>): ImportedWork => ({
  ...{ source, recordId: 'calm', title: ['CALM'], type: 'preprint', identifiers: [], authors: [], authorsComplete: false, indicators: [] },
  ...more,
});
const read = (...records: ImportedWork[]) => assertions(records.map((record) => ({ record, observedAt: at })));
const fact = (records: ImportedWork[], name: FactName) => read(...records).find((each) => each.name === name);
const shownValues = (records: ImportedWork[], name: FactName) =>
  fact(records, name)?.assertions.map(({ source, value, shown }) => [source.id, plainText(value), shown]);

const bothYears = [calmRecord('bzpeer', { year: 2026 }), calmRecord('scholar-feed', { year: 2025, date: '2025-12-18' })];

describe('provenance', () => {
  test('CALM’s year: the value of each source, the precise one shown, and their disagreement', () => {
    expect(shownValues(bothYears, 'date')).toEqual([
      ['scholar-feed', '18 December 2025', true],
      ['bzpeer', '2026', false],
    ]);
    expect(fact(bothYears, 'date')?.disagree).toBe(true);
  });

  test('a year agrees with a date in it, a title with itself in another case', () => {
    const agreeing = [
      calmRecord('bzpeer', { year: 2025, title: ['calm.'] }),
      calmRecord('scholar-feed', { year: 2025, date: '2025-12-18' }),
    ];
    expect(fact(agreeing, 'date')?.disagree).toBe(false);
    expect(fact(agreeing, 'title')?.disagree).toBe(false);
  });

  test('a summary of ours is not an abstract, and is shown only if no source has one', () => {
    const ours = calmRecord('peergraph', { title: null, summary: 'A method.', type: 'other' });
    expect(shownValues([calmRecord('bzpeer', {}), ours], 'abstract')).toBeUndefined();
    expect(shownValues([calmRecord('bzpeer', {}), ours], 'summary')).toEqual([['peergraph', 'A method.', true]]);
    const both = [calmRecord('bzpeer', { abstract: ['We show it.'] }), ours];
    expect(shownValues(both, 'abstract')).toEqual([['bzpeer', 'We show it.', true]]);
    expect(shownValues(both, 'summary')).toEqual([['peergraph', 'A method.', false]]);
  });

  test('a retraction has its day and its reason', () => {
    const retractionOf = (retraction: ImportedWork['retraction']) =>
      fact([calmRecord('acl-anthology', { retracted: true, retraction })], 'retracted')?.assertions.map(({ value, details, shown }) => [
        plainText(value),
        details,
        shown,
      ]);
    expect(retractionOf({ date: '2026-05-12', reason: 'The results cannot be repeated.' })).toEqual([
      ['retracted', '12 May 2026: The results cannot be repeated.', true],
    ]);
    expect(retractionOf(undefined)).toEqual([['retracted', null, true]]);
  });

  test('author lists are described by their length, and no fact contains a name', () => {
    const listed = calmRecord('scholar-feed', { authors: [{ name: 'Hidden Person' }, { name: 'Daning Chen' }] });
    expect(shownValues([listed], 'authors')).toEqual([['scholar-feed', '2 names, “et al.”', true]]);
    expect(JSON.stringify(read(listed))).not.toContain('Hidden Person');
  });

  test('our own sentence is a summary, and asserts nothing else', () => {
    const ours = calmRecord('peergraph', { title: null, abstract: ['Ours.'], type: 'other', year: 2019 });
    expect(fact([...bothYears, ours], 'date')?.assertions.length).toBe(2);
    expect(shownValues([...bothYears, ours], 'abstract')).toBeUndefined();
    expect(shownValues([...bothYears, ours], 'summary')).toEqual([['peergraph', 'Ours.', true]]);
  });

  test('a source that asserts a value twice counts once', () => {
    expect(shownValues([calmRecord('bibtex', { recordId: 'a' }), calmRecord('bibtex', { recordId: 'b' })], 'title')).toEqual([
      ['bibtex', 'CALM', true],
    ]);
  });

  test('a value that is not a web URL is not a link', () => {
    expect(fact([calmRecord('bibtex', { url: 'javascript:alert(1)' })], 'title')?.assertions[0]?.href).toBeNull();
  });

  const record = fc
    .record({
      source: fc.constantFrom(...sourceIds),
      recordId: fc.string({ minLength: 1, maxLength: 5 }),
      title: fc.option(fc.string().map((text) => [text])),
      type: fc.constantFrom('preprint' as const, 'paper' as const, 'other' as const),
      venue: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      year: fc.option(fc.integer({ min: 1990, max: 2026 }), { nil: undefined }),
    })
    .map(({ source, venue, year, ...more }) => calmRecord(source, { ...more, ...(venue && { venue }), ...(year && { year }) }));

  test('the order of the records does not matter, and every fact has a source', () => {
    const distinct = fc.uniqueArray(record, { maxLength: 6, selector: ({ source, recordId }) => `${source} ${recordId}` });
    fc.assert(
      fc.property(distinct, (records) => {
        const facts = read(...records);
        expect(read(...records.toReversed())).toEqual(facts);
        for (const { assertions, disagree } of facts) {
          expect(assertions.length).toBeGreaterThan(0);
          if (disagree) expect(assertions.length).toBeGreaterThan(1);
        }
      }),
    );
  });
});
