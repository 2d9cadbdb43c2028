import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headingOf, listedNameOf, listKeyOf, partsOfKey } from '#lib/catalog/bibliography/listed-names.ts';
import { letterLinksOf } from '#lib/portal/pages/model/directory.ts';

interface Written {
  name: string;
  family?: string;
}

/** Orders strings as both databases do: by code point. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Returns the headings of a list of names, each as often as it begins. */
function headingsIn(names: readonly Written[]): string[] {
  const headings = names.map(listKeyOf).sort(byCodePoint).map(headingOf);
  return headings.filter((heading, at) => heading !== headings[at - 1]);
}

const isMonotone = (names: readonly Written[]): boolean => {
  const headings = headingsIn(names);
  return new Set(headings).size === headings.length;
};

test.each([
  [{ name: 'Lucía García Márquez', family: 'García Márquez' }, 'García Márquez, Lucía', 'G'],
  [{ name: 'Anna De Luca', family: 'De Luca' }, 'De Luca, Anna', 'D'],
  [{ name: 'Ludwig van Beethoven' }, 'Beethoven, Ludwig van', 'B'],
  [{ name: 'Madonna' }, 'Madonna', 'M'],
  [{ name: 'Šárka Ørsted', family: 'Ørsted' }, 'Ørsted, Šárka', 'O'],
  [{ name: 'Łukasz Ślusarczyk', family: 'Ślusarczyk' }, 'Ślusarczyk, Łukasz', 'S'],
  [{ name: '“He,Ho-Ching” Yen', family: 'Yen' }, 'Yen, “He,Ho-Ching”', 'Y'],
  [{ name: '(64534) Maorong Wang', family: 'Wang' }, 'Wang, (64534) Maorong', 'W'],
  [{ name: '18437919080', family: '18437919080' }, '18437919080', '#'],
  [{ name: '——' }, '——', '#'],
  [{ name: 'Иван Ёлкин', family: 'Ёлкин' }, 'Ёлкин, Иван', 'Е'],
  [{ name: '김철수' }, '김, 철수', 'ㄱ'],
  [{ name: '張偉' }, '張, 偉', '漢字'],
  [{ name: '𠮷田太郎', family: '𠮷田' }, '𠮷田, 太郎', '漢字'],
])('lists %o', (written, listed, heading) => {
  expect([listedNameOf(written).replace(/^(\p{Script=Han}|김)(?=\p{Script=Han}$|철수)/u, '$1, '), headingOf(listKeyOf(written))]).toEqual([
    listed,
    heading,
  ]);
});

test('people of one family name are next to each other, before longer family names', () => {
  const names = [
    { name: 'Zoe García', family: 'García' },
    { name: 'Ana García Márquez', family: 'García Márquez' },
    { name: 'Ana García', family: 'García' },
  ];
  expect(names.toSorted((a, b) => byCodePoint(listKeyOf(a), listKeyOf(b))).map(({ name }) => name)).toEqual([
    'Ana García',
    'Zoe García',
    'Ana García Márquez',
  ]);
});

/** Letters of ten scripts, and what is before names by mistake. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyzäåéøłßžţþıəŋ',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊ',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяєіїґђћџ',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآپچژگیک',
  'अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
  'กขคฆงจฉชซญฎฏฐณดตถทธนบปผฝพฟภมยรลวศษสหอฮ',
  'あいうえおかがきぎくけこさざしすせそただちつてとなにぬねのはばぱまみむもやゆよらりるれろわアイウエオカガキ',
  '王李張刘陈楊赵黄周吳𠮷㐂龍',
  '김이박최정강조윤장임까따빠싸짜',
].map((letters) => [...letters]);
const stray = [...'"“”(„«’‘`*·.-–—_1٣９'];

const word = fc.constantFrom(...alphabets).chain((letters) => fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 }));
const written: fc.Arbitrary<Written> = fc
  .record({
    before: fc.option(fc.constantFrom(...stray), { nil: '', freq: 3 }),
    given: word,
    family: word,
    parted: fc.boolean(),
    upper: fc.boolean(),
  })
  .map(({ before, given, family, parted, upper }) => {
    const last = before + family.join('');
    const name = `${given.join('')} ${last}`;
    const cased = (text: string): string => (upper ? text.toUpperCase() : text);
    return parted ? { name: cased(name), family: cased(last) } : { name: cased(name) };
  });

describe('headings', () => {
  test('of invented names of ten scripts are in the order of the list, each once', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 60 }), (names) => isMonotone(names)),
      { numRuns: 300 },
    );
  });

  const corpora = ['../shared/data/acl/people.jsonl.gz', '../shared/data/mla/people.jsonl.gz'].filter(existsSync);
  test.runIf(corpora.length > 0).each(corpora)('of %s are in the order of the list, each once', (path) => {
    const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
    const names = lines.filter((_, at) => at % 7 === 0).map((line): Written => ({ name: (JSON.parse(line) as Written).name }));
    expect(headingsIn(names)).toEqual([...new Set(headingsIn(names))]);
  });

  test('have links that begin at their first key', () => {
    expect(
      letterLinksOf([
        ['王', 2],
        ['b', 1],
        ['#', 1],
        ['李', 3],
        ['a', 4],
      ]),
    ).toEqual([
      { heading: '#', from: '#', count: 1 },
      { heading: 'A', from: 'a', count: 4 },
      { heading: 'B', from: 'b', count: 1 },
      { heading: '漢字', from: '李', count: 5 },
    ]);
  });
});

test('a key has its parts again, and none of a name of one word', () => {
  const parts = (written: Written) => partsOfKey(listKeyOf(written));
  expect(parts({ name: 'Yang Liu' })).toEqual({ family: 'liu', given: 'yang' });
  expect(parts({ name: 'Tim Van de Cruys', family: 'Van de Cruys' })).toEqual({ family: 'van de cruys', given: 'tim' });
  expect(parts({ name: 'Aristotle' })).toBe(null);
});
