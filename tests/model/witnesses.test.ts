import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findContradiction } from '#lib/catalog/trust/model/witness.ts';
import { readEnv } from '#lib/platform/env.ts';

describe('the settings of witnesses', () => {
  test('are the origins of other instances', () => {
    const { LOG_WITNESSES } = readEnv({ LOG_WITNESSES: 'https://other.example  https://third.example/' });
    expect(LOG_WITNESSES).toEqual(['https://other.example', 'https://third.example']);
  });

  test.each([
    ['ftp://host', /must name other instances/],
    ['witness@example.org', /must name other instances/],
    ['https://other.example/path', /by its origin alone/],
    ['http://other.example', /must use https/],
    ['https://other.example mailto:witness@example.org', /LOG_WITNESSES no longer sends heads by email/],
    ['git+https://me:s3cret%21@host.example/a/b.git', /^(?![\s\S]*s3cret)[\s\S]*LOG_WITNESSES no longer sends heads by email or to git/],
    ['https://other.example https://other.example', /names a witness twice/],
  ])('of %s stop the start', (LOG_WITNESSES, why) => {
    expect(() => readEnv({ LOG_WITNESSES })).toThrow(why);
  });

  test('include origins to witness, which are validated too', () => {
    expect(readEnv({ WITNESS_FOR: 'https://a.example https://b.example#0123456789abcdef' }).WITNESS_FOR).toEqual([
      { origin: 'https://a.example', key: null },
      { origin: 'https://b.example', key: '0123456789abcdef' },
    ]);
    expect(() => readEnv({ WITNESS_FOR: 'https://a.example/x' })).toThrow(/WITNESS_FOR must hold origins/);
    expect(() => readEnv({ WITNESS_FOR: 'http://a.example' })).toThrow(/WITNESS_FOR must use https/);
  });
});

describe('a contradiction', () => {
  const head = (onDay: string, number: number, hash = `${number}`) => ({ day: onDay, number, hash });
  test.each([
    ['the same head', head('2026-03-02', 5)],
    ['a later head of a longer log', head('2026-03-03', 6)],
    ['an earlier head of a shorter log', head('2026-03-01', 4)],
  ])('is not found in %s', (_, given) => {
    expect(findContradiction([head('2026-03-02', 5)], given)).toBeNull();
  });

  test.each([
    ['another head of the same day', head('2026-03-02', 6)],
    ['the same number with another hash', head('2026-03-03', 5, 'x')],
    ['a lower number on a later day', head('2026-03-03', 4)],
    ['a higher number on an earlier day', head('2026-03-01', 6)],
  ])('is found in %s', (_, given) => {
    expect(findContradiction([head('2026-03-02', 5)], given)).not.toBeNull();
  });

  test('is never found in heads of one log, and always in heads of two that diverge before both', () => {
    const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(lengths, (numbers) => {
        const sorted = numbers.sort((a, b) => a - b);
        const log = sorted.map((number, index) => head(`2026-03-${String(index + 1).padStart(2, '0')}`, number));
        for (const each of log) expect(findContradiction(log, each)).toBeNull();
        for (const each of log) expect(findContradiction(log, { ...each, hash: 'other' })).not.toBeNull();
      }),
    );
  });
});
