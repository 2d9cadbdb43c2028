import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identityFlags } from '#lib/catalog/authors/model/identity-flags.ts';
import { findDifferentHanNames, hanKey } from '#lib/platform/names/han-names.ts';

const nativeName = (latin: string, native: string, confirmed = false) => ({ latin, native, confirmed });

describe('names in Han characters', () => {
  test.each([
    ['陈伟', '陳偉'],
    ['刘国强', '劉國強'],
    ['王伟', '伟王'],
    ['王 伟', '王伟'],
    ['高橋', '髙橋'],
    ['渡辺', '渡邊'],
    ['渡辺', '渡邉'],
    ['斎藤', '齋藤'],
    ['黄丽丽', '黃麗麗'],
    ['鍾紅', '钟红'],
  ])('%s and %s are one name', (one, other) => {
    expect(hanKey(one)).toBe(hanKey(other));
    expect(findDifferentHanNames([nativeName('Wei Wang', one), nativeName('Wei Wang', other)])).toBe(null);
  });

  test.each([
    ['王伟', '王玮'],
    ['王斌', '王彬'],
    ['王哲', '王喆'],
    ['李娜', '李娜娜'],
  ])('%s and %s are two names', (one, other) => {
    expect(findDifferentHanNames([nativeName('Wei Wang', one), nativeName('Wei Wang', other)])?.natives).toEqual([one, other].sort());
  });

  test.each(['王', 'Wei Wang', '山田はなこ', '김민준', ''])('%j is not compared', (name) => {
    expect(hanKey(name)).toBe(null);
    expect(findDifferentHanNames([nativeName('Wei Wang', name), nativeName('Wei Wang', '王伟')])).toBe(null);
  });

  test('raise a doubt only under one Latin spelling', () => {
    expect(findDifferentHanNames([nativeName('Wei Wang', '王伟'), nativeName('Weiwei Wang', '王玮')])).toBe(null);
    expect(findDifferentHanNames([nativeName('Wei Wang', '王伟'), nativeName('wei wáng', '王玮')])?.latin).toBe('Wei Wang');
  });

  test('raise no doubt once the person has confirmed a work under each', () => {
    const some = [nativeName('Wei Wang', '王伟'), nativeName('Wei Wang', '王伟', true), nativeName('Wei Wang', '王玮')];
    expect(findDifferentHanNames(some)).not.toBe(null);
    expect(findDifferentHanNames([...some, nativeName('Wei Wang', '王玮', true)])).toBe(null);
  });

  test('do not depend on the order of works', () => {
    const any = fc.array(
      fc.record({
        latin: fc.constantFrom('Wei Wang', 'Wei WANG', 'Wéi Wang', 'Bin Li'),
        native: fc.constantFrom('王伟', '王偉', '王玮', '王瑋', '伟王', '李斌', '李彬', 'Ouang'),
        confirmed: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        any.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([one, other]) => {
          expect(identityFlags([], [], false, other)).toEqual(identityFlags([], [], false, one));
        },
      ),
    );
  });

  test('are both named in the sentence, and no more than three', () => {
    const natives = ['王伟', '王玮', '王薇', '王维'];
    const [flag] = identityFlags(
      [],
      [],
      false,
      natives.map((native) => nativeName('Wei Wang', native)),
    );
    expect(flag).toEqual({
      rule: 'two_han_names',
      reason: 'Sources write Wei Wang as different names in Han characters: 王伟, 王玮, 王维 and 1 more.',
    });
  });
});
