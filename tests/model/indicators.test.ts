import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { median } from '#lib/catalog/indicators/model/indicator.ts';
import { contentWordsOf, type DatedTitle, noveltyOf, noveltyRules } from '#lib/catalog/indicators/model/novelty.ts';
import { signalOf, startOfMonth, startOfNextMonth } from '#lib/catalog/indicators/model/signal.ts';

/** Three groups of words. Only words of the same group occur together in an earlier title. */
const groups = ['parsing grammars treebanks', 'lexical semantics ontologies', 'speech recognition phonemes'];
const earlier: DatedTitle[] = Array.from({ length: noveltyRules.earlierWorks }, (_, at) => ({
  key: at + 1,
  year: 2000 + (at % 10),
  title: groups[at % 3] ?? '',
}));
const figureOf = (title: string, year = 2020) => noveltyOf([...earlier, { key: 5000, year, title }]).get(5000);

describe('novelty-1', () => {
  test('counts the pairs of known words that no earlier title has together', () => {
    // Six words of two groups: 15 pairs, of which 3 + 3 are known.
    expect(figureOf('Parsing grammars, treebanks; lexical semantics and ontologies')).toEqual({
      value: 60,
      parts: { pairs: 15, newPairs: 9, earlierWorks: 1000 },
    });
  });

  test('has no value if too little is known: few pairs, unknown words, few earlier works, no year', () => {
    expect(figureOf('Parsing grammars')).toBeUndefined();
    expect(figureOf('Quokkas wombats numbats bandicoots bilbies')).toBeUndefined();
    expect(figureOf(groups.join(' '), 2005)).toBeUndefined();
    expect(noveltyOf([...earlier, { key: 5000, year: null, title: groups.join(' ') }]).size).toBe(0);
  });

  test('compares works of one year with earlier years, never with each other', () => {
    const [a, b] = [6001, 6002];
    const title = 'Parsing grammars and lexical ontologies';
    const found = noveltyOf([...earlier, { key: a, year: 2020, title }, { key: b, year: 2020, title }]);
    expect(found.get(a)).toEqual(found.get(b));
    expect(found.get(a)?.parts.newPairs).toBe(4);
    expect(noveltyOf([...earlier, { key: a, year: 2020, title }, { key: b, year: 2021, title }]).get(b)?.value).toBe(0);
  });

  test('does not depend on the order in which works are read', () => {
    const works = [...earlier, { key: 7000, year: 2021, title: groups.join(' ') }, { key: 7001, year: 2022, title: groups.join(' and ') }];
    const once = noveltyOf(works);
    expect(noveltyOf(works.toReversed())).toEqual(once);
    expect(once.get(7001)?.value).toBe(0);
  });

  test('any text is a title, and has few significant words', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (title) => contentWordsOf(title).length <= noveltyRules.maxWords));
    expect(contentWordsOf('The use of Grammars and grammar in 2020 for Ürümqi')).toEqual(['grammar', 'urumqi']);
  });
});

describe('signal-1', () => {
  const at = new Date('2026-11-01T00:00:00Z');
  const facts = { date: '2021-11-01', citations: 50, codeState: 'reachable' };

  test('is the weighted mean of recency, velocity and code', () => {
    // Five years old: recency ½; ten citations a year: velocity ½; code 1.
    expect(signalOf(facts, at)).toEqual({ value: 60, parts: { recency: 0.5, velocity: 0.5, code: 1 } });
  });

  test('excludes missing parts, and has no value for one part alone', () => {
    expect(signalOf({ ...facts, citations: null }, at)?.value).toBe(66.7);
    expect(signalOf({ ...facts, citations: null, codeState: null }, at)).toBeNull();
    expect(signalOf({ date: null, citations: 9, codeState: 'linked' }, at)).toBeNull();
  });

  test('stays within 0 and 100, falls with age, rises with citations', () => {
    const dates = fc.date({ min: new Date('1950-01-01'), max: new Date('2027-06-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.nat(1_000_000), fc.constantFrom('reachable', 'linked', 'promised', 'none'), (date, citations, codeState) => {
        const signalFacts = { date: date.toISOString().slice(0, 10), citations, codeState };
        const value = signalOf(signalFacts, at)?.value ?? -1;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(signalOf({ ...signalFacts, citations: citations + 10 }, at)?.value).toBeGreaterThanOrEqual(value);
        expect(signalOf(signalFacts, new Date('2030-01-01'))?.value).toBeLessThanOrEqual(value);
      }),
    );
  });

  test('is computed for a month', () => {
    expect(startOfMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2026-12-01T00:00:00.000Z');
    expect(startOfNextMonth(new Date('2026-12-31T23:59:59Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });
});

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect([median([]), median([3]), median([1, 9]), median([9, 1, 4])]).toEqual([null, 3, 5, 4]);
});
