import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecordDetails, recordFieldNames, recordFieldOf, selectDetails } from '#lib/catalog/bibliography/record.ts';
import {
  fromBibtexFields,
  fromCslVariables,
  fromNote,
  fromProperties,
  fromRisFields,
  toBibtexFields,
  toCslVariables,
  toNote,
  toProperties,
  toRisFields,
} from '#lib/catalog/bibliography/record-formats.ts';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';

const word = fc.stringMatching(/^[A-Za-zÄöüé0-9][A-Za-zÄöüé0-9 .,:–&%-]{0,12}[a-z0-9]$/);
const date = fc.constantFrom('1984', '2001-05', '2019-10-12');
const anyValue = (name: (typeof recordFieldNames)[number]): fc.Arbitrary<string | string[]> => {
  const { kind } = recordFieldOf[name];
  return kind === 'date' ? date : kind === 'list' ? fc.array(word, { minLength: 1, maxLength: 3 }) : word;
};
/** Any record: each field with a value or without. */
const details: fc.Arbitrary<RecordDetails> = fc
  .record(Object.fromEntries(recordFieldNames.map((name) => [name, anyValue(name)])), { requiredKeys: [] })
  .map((values) => selectDetails((name) => values[name]));

const carriedBy = (written: RecordDetails, format: 'csl' | 'bibtex' | 'ris', without: readonly string[] = []): RecordDetails =>
  selectDetails((name) => (recordFieldOf[name][format] && !without.includes(name) ? written[name] : undefined));

describe('the fields of a record', () => {
  test.each(workTypes)('are read back from BibTeX, of %s', (type) => {
    fc.assert(
      fc.property(details, (written) => {
        const fields = new Map(toBibtexFields({ type, details: written }));
        expect(fields.size).toBe(Object.keys(carriedBy(written, 'bibtex')).length);
        expect(fromBibtexFields(type, (field) => fields.get(field))).toEqual(carriedBy(written, 'bibtex'));
      }),
    );
  });

  test('are read back from CSL-JSON, RIS and linked data', () => {
    fc.assert(
      fc.property(details, (written) => {
        const variables = toCslVariables(written) as Record<string, string | { 'date-parts': number[][] }>;
        const textOf = (variable: string) => {
          const value = variables[variable];
          return typeof value === 'object' ? value['date-parts'][0]?.map((part) => `${part}`.padStart(2, '0')).join('-') : value;
        };
        expect(fromCslVariables(textOf)).toEqual(carriedBy(written, 'csl'));
        const lines = Map.groupBy(toRisFields(written), ([tag]) => tag);
        const read = fromRisFields((tag) => (lines.get(tag) ?? []).map(([, value]) => value));
        expect(read).toEqual(carriedBy(written, 'ris', ['note']));
        const properties = toProperties(written);
        expect(fromProperties((property) => [properties[property] ?? []].flat())).toEqual(written);
      }),
    );
  });

  test('belong to the record of a source, and one that does not fit does not cost the others', () => {
    const base = { source: 'bibtex', recordId: 'x', title: ['On Lamps'], type: 'book' };
    fc.assert(
      fc.property(details, (written) => {
        expect(importedWork.parse({ ...base, ...written })).toMatchObject(written);
      }),
    );
    expect(importedWork.safeParse({ ...base, eventDate: 'in May' }).success).toBe(false);
  });

  test('a note keeps what a format has no field for, and is read back', () => {
    const marks = fc.record({ retracted: fc.boolean(), incomplete: fc.boolean() });
    fc.assert(
      fc.property(fc.option(word, { nil: undefined }), marks, (note, { retracted, incomplete }) => {
        const text = toNote(note, { retracted, incomplete });
        const read = { ...(note && { note }), ...(retracted && { retracted }), ...(incomplete && { incomplete }) };
        expect(text === null ? {} : fromNote(text)).toEqual(read);
      }),
    );
  });
});
