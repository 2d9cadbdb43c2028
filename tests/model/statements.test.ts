import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hideableFieldNames } from '#lib/catalog/statements/model/hidden-fields.ts';
import { parseLinks } from '#lib/catalog/statements/model/links.ts';
import { isNameAccepted, nameNearness, nameReadingsOf } from '#lib/catalog/statements/model/names.ts';
import {
  isHidden,
  normaliseHomepage,
  parsePinned,
  parsePrivacy,
  privacyInput,
  statementsInput,
  statementsVersionOf,
} from '#lib/catalog/statements/model/statement.ts';
import { latinLookalikeOf } from '#lib/platform/names/name-variant.ts';

const words = (input: Record<string, string>) => statementsInput.safeParse({ authorId: 'one', ...input });

describe('the stated name of an owner compared with the names of sources', () => {
  test.each([
    ['Ada Shade', ['Ada Shade'], 'same'],
    ['ADA SHADE', ['Ada Shade'], 'same'],
    ['Shade, Ada', ['Ada Shade'], 'same'],
    ['Shade Ada', ['Ada Shade'], 'same'],
    ['Jürgen Müller', ['Juergen Mueller'], 'same'],
    ['Yun-quan Zhang', ['Yunquan Zhang'], 'same'],
    ['Γιώργος Παπαδόπουλος', ['Giorgos Papadopoulos'], 'same'],
    ['Ada M. Shade', ['Ada Shade'], 'form'],
    ['Ada Shade', ['A. Shade'], 'form'],
    ['A. Shade', ['Ada Shade'], 'form'],
    ['Adam Shade', ['Ada Shade'], 'other'],
    ['Ada Brandt', ['Ada Shade'], 'other'],
    ['Geoffrey Hinton', ['Ada Shade', 'A. Shade'], 'other'],
  ] as const)('%s, where sources write %s, is of nearness "%s"', (stated, given, near) => {
    expect(nameNearness(stated, given)).toBe(near);
  });

  test('is accepted if a source has it; another name needs proof of control, and more if somebody else has it; only of a created profile below it', () => {
    for (const level of [0, 1, 2, 3, 4, 5])
      for (const [isTaken, isCreated] of [true, false].flatMap((first) => [true, false].map((second) => [first, second] as const))) {
        const facts = { level, isTaken, isCreated };
        for (const nearness of ['same', 'form', 'other'] as const)
          expect(isNameAccepted(nearness, { ...facts, isPrinted: true })).toBe(true);
        for (const nearness of ['same', 'form'] as const)
          expect(isNameAccepted(nearness, { ...facts, isPrinted: false })).toBe(level >= 3 || (isCreated && level < 2 && !isTaken));
        expect(isNameAccepted('other', { ...facts, isPrinted: false })).toBe(level >= (isTaken ? 4 : 3));
      }
  });

  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnoprstuvwyzäöüéñø'), minLength: 2, maxLength: 9 });
  const name = fc.array(letters, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(' '));

  test('is the same in any case and order, whatever else sources have', () => {
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 3 }), (one, others) => {
        expect(nameNearness(one.toUpperCase(), [...others, one])).toBe('same');
        expect(nameNearness(one.split(' ').toReversed().join(' '), [...others, one])).toBe('same');
      }),
    );
  });

  test('never becomes closer with fewer given names, nor more distant with more', () => {
    const rank = { other: 0, form: 1, same: 2 };
    fc.assert(
      fc.property(name, fc.array(name, { minLength: 1, maxLength: 4 }), (stated, given) => {
        expect(rank[nameNearness(stated, given.slice(1))]).toBeLessThanOrEqual(rank[nameNearness(stated, given)]);
      }),
    );
  });

  test('is another name if family name and given names differ', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 4, maxLength: 4, selector: (word) => word.normalize('NFKD').slice(0, 2) }),
        ([a, b, c, d]) => {
          fc.pre([a, b, c, d].every((word) => /^[a-z]+$/.test(word ?? '')) && a?.[0] !== c?.[0]);
          expect(nameNearness(`${a} ${b}`, [`${c} ${d}`])).toBe('other');
        },
      ),
    );
  });

  test.each([
    'Keaweʻaimoku Kaholokula',
    'Nuño O’Donnell-Łukasz, Jr.',
    '葛\u{e0100}城 翔太',
    'ナンシー・ヤング',
    'می\u200cرا آهو',
    'J. (Wei) Ștefănescu',
    'क\u094d\u200dषितिज शर्मा',
    'Nguyễn Thị Ánh',
    'T李 Wang',
    'J.R.R. Tolkien',
    'Prof.Chr.Berg',
    'Md.rahman Ali',
    'Ana Ma.DEL Río',
  ])('%s is one', (typed) => {
    expect(words({ name: typed }).success).toBe(true);
  });

  test('is compared in any order and by the look of its letters', () => {
    const read = (name: string) => nameReadingsOf(name).map((each) => each.join(' '));
    expect(read('Person, Famous')).toContain('famous person');
    expect(read('Сосо Роре')).toContain('coco pope');
    expect(latinLookalikeOf('Мария Ёлкина')).toBe(null);
    expect(nameReadingsOf('One Two Three Four Five').length).toBeLessThan(5);
  });

  test.each([
    '<b>Ada</b>',
    'Ada https://x.org',
    'ada@example.org',
    '12345',
    'Adа Shade' /* Cyrillic а */,
    'A'.repeat(121),
    'J\u0585hn Doe' /* Armenian o */,
    '\u13abohn Doe' /* Cherokee */,
    '\u3164' /* a letter that is a gap */,
    'Fei\u034f Yang',
    'Fei\u2062 Yang',
    'Fei\u200e Yang',
    'Fei Yang\ufe0f',
    'Fei Yang\u{e0041}',
    'Fei\u2800Yang',
    'Verify it at evil.example',
    'EVIL.COM Support',
    'Fei Yang t.co/a',
    'Fei Yang ✓',
    'Fei Yang ⭐',
    '𝐅𝐞𝐢 𝐘𝐚𝐧𝐠',
    'F\u0301\u0301\u0301\u0301\u0301\u0301\u0301ei Yang',
  ])('%j is none', (typed) => {
    expect(words({ name: typed }).success).toBe(false);
  });

  test('keeps its letters and loses direction marks and zero-width spaces', () => {
    expect(words({ name: 'Ada\u200b Shade' }).data?.name).toBe('Ada Shade');
    expect(words({ name: ' Ada \u202eShade  O’Neill ' }).data?.name).toBe('Ada Shade O’Neill');
    expect(words({ name: '' }).data?.name).toBe('');
    expect(words({ name: 'محمد العلي' }).data?.name).toBe('محمد العلي');
  });
});

describe('a home page', () => {
  test.each([
    ['ada.example.org', 'https://ada.example.org/'],
    ['http://ada.example.org/~ada', 'http://ada.example.org/~ada'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('%s is %s', (typed, href) => expect(normaliseHomepage(typed)).toBe(href));

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@example.org/',
    'https://localhost/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'mailto:a@example.org',
    'ftp://example.org/',
    'https://',
    'not an address',
  ])('%s is none', (typed) => {
    expect(normaliseHomepage(typed)).toBe(null);
    expect(words({ homepage: typed }).success).toBe(false);
  });
});

describe('other pages', () => {
  const kept = (links: string) => words({ links }).data?.links;

  test('are one a line with an optional label, each URL once and complete', () => {
    expect(kept('Code:  code.example.org/ada\n\nhttps://talks.example.org\r\nAgain https://code.example.org/ada')).toBe(
      'Code https://code.example.org/ada\nhttps://talks.example.org/',
    );
    expect(parseLinks(kept('My code code.example.org') ?? '')).toEqual([{ label: 'My code', url: 'https://code.example.org/' }]);
    expect(kept('')).toBe('');
  });

  test.each([
    'Code javascript:alert(1)',
    'https://ada.example.org Code',
    'Local https://localhost/',
    `${'x'.repeat(41)} https://ada.example.org`,
    Array.from({ length: 7 }, (_, at) => `https://${at}.example.org`).join('\n'),
    `https://ada.example.org/${'x'.repeat(2_100)}`,
  ])('%s is refused', (links) => expect(words({ links }).success).toBe(false));
});

describe('stored statements', () => {
  test('keep the paragraphs of a biography and no other layout', () => {
    expect(words({ biography: 'One \r\n two\n\n\n\nthree\u0007' }).data?.biography).toBe('One\ntwo\n\nthree');
    expect(words({ biography: 'x'.repeat(601) }).success).toBe(false);
  });

  test('read back privacy settings as written, and nothing else', () => {
    fc.assert(
      fc.property(fc.subarray(hideableFieldNames), fc.boolean(), (hidden, indexed) => {
        const kept = parsePrivacy(JSON.stringify({ hidden, indexed }));
        for (const field of hideableFieldNames) expect(isHidden(kept, field)).toBe(hidden.includes(field));
        expect(kept?.indexed).toBe(indexed);
      }),
    );
    expect(parsePrivacy('no JSON')).toBe(null);
    expect(parsePinned('{"a":1}')).toEqual([]);
    expect(privacyInput.safeParse({ authorId: 'one', hidden: 'everything' }).success).toBe(false);
    expect(privacyInput.safeParse({ authorId: 'one', hidden: 'orcid' }).data).toEqual({
      authorId: 'one',
      hidden: ['orcid'],
      indexed: 'yes',
    });
  });

  test('have a version for the form that edits them', () => {
    const [early, late] = [{ since: new Date(1000) }, { since: new Date(2000) }];
    expect(statementsVersionOf([])).toBe('');
    expect(new Set([statementsVersionOf([early]), statementsVersionOf([late]), statementsVersionOf([early, late])]).size).toBe(3);
  });
});
