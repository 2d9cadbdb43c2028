import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImportedWork, sourceIds } from '#lib/catalog/sources/model.ts';
import { assertions, type FactName } from '#lib/catalog/works/model/assertions.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

const at = new Date('2026-05-12T00:00:00Z');
const calm = (source: ImportedWork['source'], more: Partial<ImportedWork>): ImportedWork => ({
  ...{ source, recordId: 'calm', title: ['CALM'], type: 'preprint', identifiers: [], authors: [], authorsComplete: false, indicators: [] },
  ...more,
});
const read = (...records: ImportedWork[]) => assertions(records.map((record) => ({ record, observedAt: at })));
const fact = (records: ImportedWork[], name: FactName) => read(...records).find((each) => each.name === name);
const words = (records: ImportedWork[], name: FactName) =>
  fact(records, name)?.assertions.map(({ source, value, shown }) => [source.id, plainText(value), shown]);

const bothYears = [calm('bzpeer', { year: 2026 }), calm('scholar-feed', { year: 2025, date: '2025-12-18' })];

describe('provenance', () => {
  test('CALM’s year: the value of each source, the precise one shown, and their disagreement', () => {
    expect(words(bothYears, 'date')).toEqual([
      ['scholar-feed', '18 December 2025', true],
      ['bzpeer', '2026', false],
    ]);
    expect(fact(bothYears, 'date')?.disagree).toBe(true);
  });

  test('a year agrees with a date in it, a title with itself in another case', () => {
    const agreeing = [calm('bzpeer', { year: 2025, title: ['calm.'] }), calm('scholar-feed', { year: 2025, date: '2025-12-18' })];
    expect(fact(agreeing, 'date')?.disagree).toBe(false);
    expect(fact(agreeing, 'title')?.disagree).toBe(false);
  });

  test('a summary of ours is not an abstract, and is shown only if no source has one', () => {
    const ours = calm('peergraph', { title: null, summary: 'A method.', type: 'other' });
    expect(words([calm('bzpeer', {}), ours], 'abstract')).toBeUndefined();
    expect(words([calm('bzpeer', {}), ours], 'summary')).toEqual([['peergraph', 'A method.', true]]);
    const both = [calm('bzpeer', { abstract: ['We show it.'] }), ours];
    expect(words(both, 'abstract')).toEqual([['bzpeer', 'We show it.', true]]);
    expect(words(both, 'summary')).toEqual([['peergraph', 'A method.', false]]);
  });

  test('a retraction has its day and its reason', () => {
    const told = (retraction: ImportedWork['retraction']) =>
      fact([calm('acl-anthology', { retracted: true, retraction })], 'retracted')?.assertions.map(({ value, details, shown }) => [
        plainText(value),
        details,
        shown,
      ]);
    expect(told({ date: '2026-05-12', reason: 'The results cannot be repeated.' })).toEqual([
      ['retracted', '12 May 2026: The results cannot be repeated.', true],
    ]);
    expect(told(undefined)).toEqual([['retracted', null, true]]);
  });

  test('author lists are described by their length, and no fact contains a name', () => {
    const listed = calm('scholar-feed', { authors: [{ name: 'Hidden Person' }, { name: 'Daning Chen' }] });
    expect(words([listed], 'authors')).toEqual([['scholar-feed', '2 names, “et al.”', true]]);
    expect(JSON.stringify(read(listed))).not.toContain('Hidden Person');
  });

  test('our own sentence is a summary, and asserts nothing else', () => {
    const ours = calm('peergraph', { title: null, abstract: ['Ours.'], type: 'other', year: 2019 });
    expect(fact([...bothYears, ours], 'date')?.assertions.length).toBe(2);
    expect(words([...bothYears, ours], 'abstract')).toBeUndefined();
    expect(words([...bothYears, ours], 'summary')).toEqual([['peergraph', 'Ours.', true]]);
  });

  test('a source that asserts a value twice counts once', () => {
    expect(words([calm('bibtex', { recordId: 'a' }), calm('bibtex', { recordId: 'b' })], 'title')).toEqual([['bibtex', 'CALM', true]]);
  });

  test('a value that is not a web URL is not a link', () => {
    expect(fact([calm('bibtex', { url: 'javascript:alert(1)' })], 'title')?.assertions[0]?.href).toBeNull();
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
    .map(({ source, venue, year, ...more }) => calm(source, { ...more, ...(venue && { venue }), ...(year && { year }) }));

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
