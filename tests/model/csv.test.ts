import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvTable } from '#lib/platform/csv.ts';

const sign = fc.constantFrom('=', '+', '-', '@', ';', ',', '"', "'", '\t', '\r', '\n', ' ', '\ufeff', '＝', '1+1', 'ä', '李');
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
);
const table = fc.array(fc.record({ one: text, other: text, number: fc.oneof(fc.integer(), fc.constant(null)) }), { maxLength: 5 });
type Row = { one: string; other: string; number: number | null };

const write = (rows: readonly Row[]): string =>
  csvTable<Row>({ one: ({ one }) => one, number: ({ number }) => number, other: ({ other }) => other }, rows);
const runs = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

describe('a table as CSV', () => {
  test('is read back by another program, each text unchanged or with an apostrophe before a formula', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const guarded = (value: string) => (runs.test(value) ? `'${value}` : value);
        expect(parse(write(rows), { bom: true })).toEqual([
          ['one', 'number', 'other'],
          ...rows.map(({ one, number, other }) => [guarded(one), `${number ?? ''}`, guarded(other)]),
        ]);
      }),
    );
  });

  test('has no cell that begins like a formula, except for numbers', () => {
    fc.assert(
      fc.property(table, (rows) => {
        for (const [one, , other] of parse(write(rows))) for (const cell of [one, other]) expect(cell).not.toMatch(runs);
      }),
    );
    expect(write([{ one: '=1+1', number: -1, other: ' =1+1' }])).toBe(`\ufeffone,number,other\r\n'=1+1,-1,' =1+1\r\n`);
  });

  test('quotes cells that another separator would split', () => {
    expect(write([{ one: 'x;=1+1', number: null, other: 'x\t=1+1' }])).toBe('\ufeffone,number,other\r\n"x;=1+1",,"x\t=1+1"\r\n');
  });
});
