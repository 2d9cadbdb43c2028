import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { codeStates, type ImportedWork, importedWork, sourceIds } from '#lib/catalog/sources/model.ts';
import { resolveWork } from '#lib/catalog/works/model/resolve.ts';

const record = (fields: Partial<ImportedWork>): ImportedWork =>
  importedWork.parse({ source: 'scholar-feed', recordId: 'one', title: ['A work'], type: 'preprint', ...fields });

const names = (...written: string[]) => written.map((name) => ({ name }));

describe('the shown values of a work', () => {
  test('prefer the more precise date, and show the other year with its source', () => {
    const calm = resolveWork([
      record({ source: 'bzpeer', year: 2026, authors: [], authorsComplete: false }),
      record({ source: 'scholar-feed', year: 2025, date: '2025-12-18' }),
    ]);
    expect(calm).toMatchObject({ year: 2025, date: '2025-12-18' });
    expect(calm.conflicts).toEqual([
      {
        field: 'year',
        values: [
          { source: 'scholar-feed', value: '2025-12-18' },
          { source: 'bzpeer', value: '2026' },
        ],
      },
    ]);
  });

  test('ignore our own summary for the year', () => {
    const ours = record({ source: 'peergraph', year: 2024, summary: 'Our sentence.' });
    expect(resolveWork([record({ year: 2025 }), ours]).conflicts).toEqual([]);
  });

  test('treat a month next to its year as no conflict', () => {
    expect(resolveWork([record({ year: 2024 }), record({ source: 'bzpeer', year: 2024, date: '2024-05' })]).conflicts).toEqual([]);
  });

  test('use a research object of another instance until a source describes the work, and before its owner', () => {
    const object = record({ source: 'research-object', title: ['Elsewhere'], date: '2024-05-01', authors: names('Ada', 'Ben', 'Cem') });
    const owned = record({ source: 'owner', title: ['Owned'] });
    expect(resolveWork([object, owned])).toMatchObject({ title: ['Elsewhere'], sources: ['research-object'] });
    const known = record({ source: 'bibtex', title: ['Known'], date: '2023', authors: names('Ada') });
    const shown = resolveWork([object, owned, known]);
    expect(shown).toMatchObject({ title: ['Known'], date: '2023', sources: ['bibtex'] });
    expect(shown.authors.names.map(({ name }) => name)).toEqual(['Ada']);
  });

  test('prefer a complete list of authors to a longer truncated one', () => {
    const cut = record({ authors: names('Ada', 'Ben', 'Cem'), authorsComplete: false });
    const whole = record({ source: 'bibtex', authors: names('Ada', 'Ben') });
    expect(resolveWork([cut, whole]).authors).toMatchObject({ source: 'bibtex', complete: true });
    expect(resolveWork([cut, record({ source: 'bzpeer', authors: [] })]).authors).toMatchObject({
      source: 'scholar-feed',
      complete: false,
    });
  });

  test('prefer the abstract of a source to our own summary', () => {
    const own = record({ source: 'peergraph', summary: 'Our sentence.' });
    expect(resolveWork([own]).abstract).toEqual({ text: ['Our sentence.'], source: 'peergraph' });
    expect(resolveWork([own, record({ source: 'bibtex', abstract: ['Theirs.'] })]).abstract).toEqual({
      text: ['Theirs.'],
      source: 'bibtex',
    });
  });

  test('prefer linked code to promised code, and accept a retraction from any source', () => {
    const promised = record({ code: { state: 'promised' } });
    const linked = record({ source: 'bibtex', code: { state: 'linked', url: 'https://example.org/code' }, retracted: true });
    expect(resolveWork([promised, linked])).toMatchObject({ code: { state: 'linked', url: 'https://example.org/code' }, retracted: true });
  });
});

const anyRecord: fc.Arbitrary<ImportedWork> = fc
  .record({
    source: fc.constantFrom(...sourceIds),
    recordId: fc.stringMatching(/^[a-z]{1,3}$/),
    title: fc.option(fc.array(fc.string({ minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 2 })),
    type: fc.constantFrom(...workTypes),
    year: fc.integer({ min: 1990, max: 2026 }),
    date: fc.constantFrom(undefined, '2020', '2020-05', '2021-01-31'),
    code: fc.constantFrom(undefined, ...codeStates.map((state) => ({ state }))),
    authors: fc.array(fc.record({ name: fc.stringMatching(/^[A-Z][a-z]{1,5}$/) }), { maxLength: 4 }),
    authorsComplete: fc.boolean(),
    identifiers: fc.array(fc.record({ scheme: fc.constantFrom('doi' as const, 'arxiv' as const), value: fc.stringMatching(/^\d{1,2}$/) }), {
      maxLength: 2,
    }),
  })
  .map((fields) => importedWork.parse(fields));

// Record ids are unique within a source.
const anyRecords = fc.uniqueArray(anyRecord, { minLength: 1, maxLength: 5, selector: ({ source, recordId }) => `${source} ${recordId}` });

test('do not depend on the order in which records arrived', () => {
  fc.assert(
    fc.property(
      anyRecords.chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length }))),
      ([records, shuffled]) => {
        expect(resolveWork(shuffled)).toEqual(resolveWork(records));
      },
    ),
  );
});

test('are those of a single record unchanged', () => {
  fc.assert(
    fc.property(anyRecord, (only) => {
      const shown = resolveWork([only]);
      expect(shown.title).toEqual(only.title);
      expect(shown.authors.names).toEqual(only.authors);
      expect(shown.identifiers).toEqual(only.identifiers);
      expect(shown.conflicts).toEqual([]);
      expect(shown.sources).toEqual(only.source === 'correction' ? [] : [only.source]);
    }),
  );
});
