import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrganisationName, isStandIn, withoutRestMark } from '#lib/catalog/bibliography/name-words.ts';
import {
  namePartsOf,
  type ReadName,
  readBibtexNames,
  readGroupName,
  readLiteralName,
  readNameParts,
  readNames,
  withoutMarks,
  writeBibtexName,
  writeCslName,
  writeRisName,
} from '#lib/catalog/bibliography/names.ts';
import { escapeLatex } from '#lib/catalog/works/model/citations/bibtex.ts';

/** A name as text, for tables: the family name in brackets, a group in braces. */
const shown = ({ name, family, organisation }: ReadName): string => (organisation ? `{${name}}` : family ? `${name} [${family}]` : name);
const bibtex = (field: string) => readBibtexNames(field);

describe('stand-ins', () => {
  test.each(
    `Anonymous|anonymous|ANONYMOUS|[Anonymous]|Anon.|Anonymous Author|Anonymous Authors|A. Anonymous|Anonymous, A.|Anonymus|Anonyme|Anónimo|Anônimo
    Unknown|Unknown Author|Author unknown|Author, Unknown|unknown unknown|Author not identified|N.N.|N. N.|NN|n.n.|n/a|N/A|NA|n.a.|&NA;|[s.n.]|s.n.|S. N.
    NULL|null|NULL AUTHOR_ID|None|undefined|NaN|No Author|No authors listed|[No authors listed]|Listed, No Authors|[No author name available]|no author given
    Not available|Not Available, Not Available|o.V.|o. V.|Unbekannt|Verfasser unbekannt|ohne Verfasser|auteur inconnu|Autor desconocido|sin autor|sem autor
    Desconhecido|Autore sconosciuto|Onbekend|Okänd|Tuntematon|Аноним|Неизвестный автор|Без автора|佚名|无名氏|匿名|作者不详|著者不明|작자 미상|مجهول|אנונימי
    (:unav)|(:unkn)|:null|(:tba)|VV.AA.|AA. VV.|Various authors|Various|A. N. Other|-|—|???|...|*|Name withheld|Author|Author Name|Άγνωστος|Under double-blind review`
      .split(/[|\n]/)
      .map((text) => text.trim()),
  )('"%s" names nobody', (text) => {
    expect(isStandIn(text)).toBe(true);
    expect(readNames(text).names).toEqual([]);
    expect(readBibtexNames(`{${text.replace(/[&_]/g, '\\$&')}}`).names).toEqual([]);
  });

  test.each([
    'Anna Null',
    'Jun No',
    'Na Li',
    'Na',
    'Dan Anon',
    'An Na',
    'Bo Na',
    'Sin Wan Lee',
    'Jan Author',
    'Nihal Unver',
    'Noa Tbilisi',
    'Other Lamp',
    'Max Wither',
    'Ann Void-Lamp',
    'Van Not',
    ...[
      'Budiono',
      'Supryadi',
      'Mausam',
      'Shweta',
      'ashwin',
      'Srinivas',
      'Odbal',
      'Suharto',
      'Sukarno',
      'Elliott',
      'Toni',
      'Yuki',
      'Harshavardhana',
    ],
    ...[
      'Chad',
      'Jordan',
      'Georgia',
      'Israel',
      'Togo',
      'Jordan Boyd',
      'Sebastian Berlin',
      'Cecile Paris',
      'France Mihelic',
      'Fabrice Harel-Canada',
    ],
    ...['Neil Toronto', 'Virginia India', 'Huawei Shen', 'Mathias Bank', 'Mahendra Data', 'Ofir Press', 'Bo Learning', 'Li Method Chen'],
  ])('"%s" is a person', (name) => {
    expect(isStandIn(name)).toBe(false);
    expect(readNames(name).names).toHaveLength(1);
  });

  test.each([
    ...['18437919080', '2020010107', '7', 'liusx14', 'huangyy121', 'suchismita1510.tripathy', 'user_42'],
    ...[
      'Canada',
      'CANADA',
      'F.R. Germany',
      'P.R. China',
      'P. R. China',
      'The Netherlands',
      'United States of America',
      'U.S.A.',
      'South Korea',
    ],
    ...[
      'Deutschland',
      'Brasil',
      'Россия',
      '中国',
      'Beijing',
      'Beijing, China',
      'New York, USA',
      'Czech Republic',
      'Türkiye',
      "People's Republic of China",
    ],
    ...[
      'Workshops',
      'Tutorials',
      'Proceedings',
      'Foreword',
      'Word Alignment Based Parallel Corpora Evaluation',
      'Cross-lingual Knowledge Extraction',
    ],
  ])('"%s" is a number, an account, a place or a title', (text) => {
    expect(isStandIn(text)).toBe(true);
    expect(readNames(text).names).toEqual([]);
  });

  test.each([
    'Symantec',
    'Translated.net',
    'TIPSTER SE/CM',
    'QuickView Team Microsoft',
    'Inalco Paris',
    'Google DeepMind',
    'Machine Translation Group',
  ])('"%s" is a group', (text) => {
    expect(isStandIn(text)).toBe(false);
    expect(isOrganisationName(text)).toBe(true);
  });

  test.each([
    ['Mohammed AlShakhori1', 'AlShakhori1', 'Mohammed AlShakhori', 'AlShakhori'],
    ['Farima Bayat†', 'Bayat†', 'Farima Bayat', 'Bayat'],
    ['Dr. Guoxin Su', 'Su', 'Guoxin Su', 'Su'],
    ['Hal Daumé III', 'Daumé III', 'Hal Daumé III', 'Daumé III'],
    ['亮 杨', '杨', '亮 杨', '杨'],
    ['Xiuzhen (Jenny) Zhang', 'Zhang', 'Xiuzhen (Jenny) Zhang', 'Zhang'],
  ])('a stated name loses its marks only: %s', (name, family, read, readFamily) => {
    expect(withoutMarks({ name, family }).name).toEqual({ name: read, family: readFamily });
    expect(readNames('Mihai G Netea (15649)').names).toMatchObject([{ name: 'Mihai G Netea' }]);
  });

  test('are reported', () => {
    expect(readNames('Anonymous').problems).toMatchObject([{ given: 'Anonymous', kept: 'without it' }]);
  });
});

describe('the rest of a list', () => {
  test.each([
    ...[
      'et al.',
      'et al',
      'et. al.',
      'others',
      'et alii',
      '[et al.]',
      'and others',
      'u.a.',
      'u. a.',
      'und andere',
      'et autres',
      'y otros',
      'e outros',
      'e altri',
    ],
    ...[
      'm.fl.',
      'i in.',
      'и др.',
      'и другие',
      'та ін.',
      've ark.',
      '等',
      '他',
      'ほか',
      '외',
      '...',
      '…',
      '12 more authors',
      'وآخرون',
      'e.a.',
      'en anderen',
      '(:etal)',
    ],
  ])('is marked by "%s"', (mark) => {
    for (const read of [
      bibtex(`Fable, Ann and ${mark}`),
      bibtex(`Ann Fable and ${mark}`),
      bibtex(`Ann Fable ${mark === 'others' || mark === '(:etal)' ? `and ${mark}` : mark}`),
    ])
      expect([read.names.map(shown), read.complete]).toEqual([['Ann Fable [Fable]'], false]);
    expect(readNames(mark)).toMatchObject({ names: [], complete: false });
  });

  test.each([
    ['Fable, Ann, et al.', ['Ann Fable [Fable]']],
    ['Fable, Ann and Roe, Jane and others', ['Ann Fable [Fable]', 'Jane Roe [Roe]']],
    ['Ann Fable, \\emph{et al.}', ['Ann Fable [Fable]']],
    ['王小明等', ['王小明 [王小明]']],
    ['Иванов И.И. и др.', ['И.И. Иванов [Иванов]']],
  ])('is cut from %s', (field, names) => {
    const read = bibtex(field);
    expect([read.names.map(shown), read.complete]).toEqual([names, false]);
  });

  test('is found at the end of a long text, in a time that grows with its length', () => {
    const gap = ' '.repeat(100_000);
    for (const between of [gap, ','.repeat(100_000), ' ,'.repeat(50_000), 'e '.repeat(50_000)]) {
      expect(withoutRestMark(`Ann${between}Fable`)).toBe(null);
      expect(withoutRestMark(`Ann Fable${between} et al.`)).toMatch(/^Ann Fable(?:e )*e?$/);
    }
    expect(withoutRestMark(`Ann Fable et${gap}al.`)).toBe(null);
  });

  test('is no part of a name in parts', () => {
    expect(readNameParts({ family: 'al.', given: 'et' })).toMatchObject({ names: [], complete: false });
    expect(readNameParts({ family: 'others' })).toMatchObject({ names: [], complete: false });
  });
});

describe('a name of BibTeX', () => {
  test.each([
    ['Fable, Ann, Jr.', 'Ann Fable Jr. [Fable]'],
    ['Fable, Jr., Ann', 'Ann Fable Jr. [Fable]'],
    ['Ann Fable, Jr.', 'Ann Fable Jr. [Fable]'],
    ['Jane Roe, III', 'Jane Roe III [Roe]'],
    ['Jane Roe III', 'Jane Roe III [Roe]'],
    ['Fable Jr., Ann', 'Ann Fable Jr. [Fable]'],
    ['Fable, Ann Jr.', 'Ann Fable Jr. [Fable]'],
    ['Jane Roe, PhD', 'Jane Roe [Roe]'],
    ['Roe, Jane, Ph.D.', 'Jane Roe [Roe]'],
    ['Dr. Jane Roe', 'Jane Roe [Roe]'],
    ['Prof. Dr. Jane Roe', 'Jane Roe [Roe]'],
    ['Roe, Dr. Jane', 'Jane Roe [Roe]'],
    ['Ann Fable, Jr., MD', 'Ann Fable Jr. [Fable]'],
    ['Rahman, Md.', 'Md. Rahman [Rahman]'],
    ['Md. Rahman', 'Md. Rahman [Rahman]'],
    ['Ivanov, II', 'II Ivanov [Ivanov]'],
    ['Roe, Jane, 1950-', 'Jane Roe [Roe]'],
    ['von Lampe', 'von Lampe [von Lampe]'],
    ['de la Cruz, Ana', 'Ana de la Cruz [de la Cruz]'],
    ['Ana de la Cruz', 'Ana de la Cruz [de la Cruz]'],
    ['Beethoven, Ludwig van', 'Ludwig van Beethoven [van Beethoven]'],
    ["Gerard 't Hooft", "Gerard 't Hooft ['t Hooft]"],
    ['danah boyd', 'danah boyd [boyd]'],
    ['José Ortega y Gasset', 'José Ortega y Gasset [Ortega y Gasset]'],
    ['王, 小明', '王小明 [王]'],
    ['王 小明', '王小明 [王]'],
    ['王，小明', '王小明 [王]'],
    ['灯台 太郎', '灯台太郎 [灯台]'],
    ['灯台　太郎', '灯台太郎 [灯台]'],
    ['홍 길동', '홍길동 [홍]'],
    ['スミス, ジョン', 'ジョン スミス [スミス]'],
    ['王小明', '王小明 [王小明]'],
    ['Plato', 'Plato [Plato]'],
    ['{World Lamp Office}', '{World Lamp Office}'],
    ['University of Lampgothen', '{University of Lampgothen}'],
    ['Lampgothen, University of', '{University of Lampgothen}'],
    ['{Fable, Ann}', 'Ann Fable [Fable]'],
    ['{{World Lamp Office}}', '{World Lamp Office}'],
    ['Rob Moss$^{1}$', 'Rob Moss [Moss]'],
    ['Bea Thorn\\textsuperscript{2,*}', 'Bea Thorn [Thorn]'],
    ['Bea Thorn2,*', 'Bea Thorn [Thorn]'],
    ['Rob Moss\\thanks{Supported by nobody}', 'Rob Moss [Moss]'],
    ['Rob Moss$^\\dagger$', 'Rob Moss [Moss]'],
    ['Rob Moss*', 'Rob Moss [Moss]'],
    ['Rob Moss¹', 'Rob Moss [Moss]'],
    ['Rob Moss (corresponding author)', 'Rob Moss [Moss]'],
    ['Wei Wang 0001', 'Wei Wang [Wang]'],
    ['ARC A3', '{ARC A3}'],
    ['Lakshmi S.', 'Lakshmi S. [S.]'],
    ['IsoQuest, Inc.', '{IsoQuest, Inc.}'],
    ['{\\noopsort{Lampe}}{van Lampe}, L.', 'L. van Lampe [van Lampe]'],
    ['{\\IJ}sbrand Moss', 'IJsbrand Moss [Moss]'],
    ['\\t{oo}na Thorn', 'o͡ona Thorn [Thorn]'],
    ['{\\ij}ra Wick', 'ijra Wick [Wick]'],
    ['Wang, Xiaoming (王小明)', 'Xiaoming Wang [Wang]'],
    ['Ann St. John', 'Ann St. John [St. John]'],
    ['Sir Jo Lampe', 'Jo Lampe [Lampe]'],
    ['(Lampe, Jo)', 'Jo Lampe [Lampe]'],
    ['Lampeninstitut', '{Lampeninstitut}'],
    ['Donald~E. Knuth', 'Donald E. Knuth [Knuth]'],
    ['Nguy{\\~{\\^e}}n, Th{\\d{i}} Lan', 'Thị Lan Nguyễn [Nguyễn]'],
    ["Ren\\^{e} C\\^ot\\'e", 'Renê Côté [Côté]'],
    ['M{\\"u}ller, J{\\"o}rg', 'Jörg Müller [Müller]'],
    ['M&uuml;ller, J&ouml;rg', 'Jörg Müller [Müller]'],
    ['given=Ann, family=Fable, prefix=van, suffix=Jr.', 'Ann van Fable Jr. [van Fable]'],
  ])('%s', (field, name) => {
    expect(bibtex(field).names.map(shown)).toEqual([name]);
  });

  test.each([
    ['Roe, Jane; Fable, Ann', ['Jane Roe [Roe]', 'Ann Fable [Fable]']],
    ['Jane Roe; Ann Fable; Bob Moss', ['Jane Roe [Roe]', 'Ann Fable [Fable]', 'Bob Moss [Moss]']],
    ['Jane Roe, Ann Fable, Bob Moss', ['Jane Roe [Roe]', 'Ann Fable [Fable]', 'Bob Moss [Moss]']],
    ['Jane Roe, Ann Fable, Bob Moss and Eve Thorn', ['Jane Roe [Roe]', 'Ann Fable [Fable]', 'Bob Moss [Moss]', 'Eve Thorn [Thorn]']],
    ['Roe, Jane, Fable, Ann', ['Jane Roe [Roe]', 'Ann Fable [Fable]']],
    ['Roe, J., van Fable, A. B.', ['J. Roe [Roe]', 'A. B. van Fable [van Fable]']],
    ['Roe J, Fable AB, Moss C', ['J Roe [Roe]', 'AB Fable [Fable]', 'C Moss [Moss]']],
    ['Jane Roe \\& Ann Fable', ['Jane Roe [Roe]', 'Ann Fable [Fable]']],
    ['王小明、李华', ['王小明 [王小明]', '李华 [李华]']],
    ['王小明；李华', ['王小明 [王小明]', '李华 [李华]']],
    ['Roe J., Fable A., Moss R.', ['J. Roe [Roe]', 'A. Fable [Fable]', 'R. Moss [Moss]']],
    ['Roe J.; Fable A.', ['J. Roe [Roe]', 'A. Fable [Fable]']],
    ['Jo von und zu Lampe', ['Jo von und zu Lampe [von und zu Lampe]']],
    ['Ministry of Lamps and Harbours', ['{Ministry of Lamps and Harbours}']],
    ['И. И. Иванов и П. П. Петров', ['И. И. Иванов [Иванов]', 'П. П. Петров [Петров]']],
    ['{Simon and Schuster}', ['{Simon and Schuster}']],
  ])('%s: several people', (field, names) => {
    expect(bibtex(field).names.map(shown)).toEqual(names);
  });
});

describe('a name of other formats', () => {
  test('keeps both particles of CSL-JSON, and a suffix', () => {
    const read = readNameParts({ family: 'Fontanelle', given: 'Jo', droppingParticle: 'de', nonDroppingParticle: 'La', suffix: 'Jr.' });
    expect(read.names.map(shown)).toEqual(['Jo de La Fontanelle Jr. [de La Fontanelle]']);
  });

  test.each([
    ['World Lamp Office', '{World Lamp Office}'],
    ['Harbour Lamp Society', '{Harbour Lamp Society}'],
    ['Bundesamt für Leuchtfeuer', '{Bundesamt für Leuchtfeuer}'],
    ['Servicio Nacional de Faros', '{Servicio Nacional de Faros}'],
    ['Friends of the Lamp', '{Friends of the Lamp}'],
    ['UNESCO', '{UNESCO}'],
    ['Université de Lampville', '{Université de Lampville}'],
    ['東京大学', '{東京大学}'],
    ['Институт маяков', '{Институт маяков}'],
    ['Jane Roe', 'Jane Roe'],
    ['Plato', 'Plato'],
  ])('%s: a name that is not split', (literal, name) => {
    expect(readLiteralName(literal).names.map(shown)).toEqual([name]);
  });

  test.each([
    'William H. Press',
    'Robert F. Service',
    'Jane Roe',
    'Ottilie Samt',
    'Georg Bank',
    'Eva Young',
    'Ann de Roe',
    'Maria do Carmo',
    'Peter For',
    'Lin Office',
  ])('%s is no group', (name) => {
    expect(isOrganisationName(name)).toBe(false);
  });

  test('takes an iD beside a name, and leaves out one with a wrong check digit', () => {
    expect(readNames('Jane Roe (0000-0002-1825-0097)').names).toEqual([{ name: 'Jane Roe', orcid: '0000-0002-1825-0097' }]);
    const wrong = bibtex('Jane Roe\\orcidlink{0000-0002-1825-0098}');
    expect(wrong.names).toEqual([{ name: 'Jane Roe', family: 'Roe' }]);
    expect(wrong.problems.length).toBeGreaterThan(0);
  });

  test('reads a group as it is', () => {
    expect(readGroupName('The Lamp &amp; Light Consortium').names).toEqual([{ name: 'The Lamp & Light Consortium', organisation: true }]);
  });
});

describe('writing a name', () => {
  test.each<[ReadName, string, string, object]>([
    [{ name: '王小明', family: '王' }, '王, 小明', '王,小明', { family: '王', given: '小明' }],
    [{ name: '灯台太郎', family: '灯台' }, '灯台, 太郎', '灯台,太郎', { family: '灯台', given: '太郎' }],
    [{ name: '王小明', family: '王小明' }, '王小明', '王小明', { family: '王小明' }],
    [{ name: '王小明' }, '王小明', '王小明', { family: '王小明' }],
    [{ name: 'von Lampe', family: 'von Lampe' }, 'von Lampe,', 'von Lampe', { family: 'Lampe', 'non-dropping-particle': 'von' }],
    [{ name: 'World Lamp Office', organisation: true }, '{World Lamp Office}', 'World Lamp Office', { literal: 'World Lamp Office' }],
    [{ name: 'Lamp Office, North', organisation: true }, '{Lamp Office, North}', 'Lamp Office North', { literal: 'Lamp Office, North' }],
    [{ name: 'Ann Fable Jr.', family: 'Fable' }, 'Fable, Jr., Ann', 'Fable, Ann, Jr.', { family: 'Fable', given: 'Ann', suffix: 'Jr.' }],
    [{ name: 'Plato', family: 'Plato' }, 'Plato', 'Plato', { family: 'Plato' }],
    [
      { name: 'Ludwig van Beethoven', family: 'van Beethoven' },
      'van Beethoven, Ludwig',
      'van Beethoven, Ludwig',
      { family: 'Beethoven', given: 'Ludwig', 'non-dropping-particle': 'van' },
    ],
  ])('$name', (name, inBibtex, inRis, inCsl) => {
    expect(writeBibtexName(name, escapeLatex)).toBe(inBibtex);
    expect(writeRisName(name)).toBe(inRis);
    expect(writeCslName(name)).toEqual(inCsl);
  });

  const part = fc.constantFrom('Ann', 'Émile', 'Mary Jane', 'J. B.', 'Zoë', 'Jean-Luc', 'Bea');
  const family = fc.constantFrom(
    'Fable',
    "O'Brien",
    'van der Berg',
    'de la Cruz',
    'Ortega y Gasset',
    'Müller',
    'Smythe-Lampe',
    'von Lampe',
    'Roe Smith',
    'al-Khwarizmi',
  );
  const suffix = fc.constantFrom('', '', 'Jr.', 'III', 'Sr.');
  const person = fc.oneof(
    fc.tuple(part, family, suffix).map(([given, last, end]) => ({ name: [given, last, end].filter(Boolean).join(' '), family: last })),
    fc.constantFrom(
      { name: '王小明', family: '王' },
      { name: '灯台太郎', family: '灯台' },
      { name: '홍길동', family: '홍' },
      { name: '王小明', family: '王小明' },
    ),
    fc.constantFrom({ name: 'Plato', family: 'Plato' }, { name: 'von Lampe', family: 'von Lampe' }),
  );
  const group = fc
    .constantFrom('World Lamp Office', 'Lamp & Light Society', 'University of X', 'Simon and Schuster')
    .map((name) => ({ name, organisation: true as const }));

  test('and reading it again returns it, in each format', () => {
    fc.assert(
      fc.property(fc.oneof(person, group), (name) => {
        expect(readBibtexNames(writeBibtexName(name, escapeLatex)).names).toEqual([name]);
        const csl = writeCslName(name) as { literal?: string; family?: string; given?: string; suffix?: string };
        const fromCsl =
          csl.literal === undefined
            ? readNameParts({ ...csl, nonDroppingParticle: (csl as Record<string, string>)['non-dropping-particle'] })
            : readGroupName(csl.literal);
        expect(fromCsl.names.map(namePartsOf)).toEqual([namePartsOf(name)]);
        if (!('organisation' in name)) expect(readNames(writeRisName(name)).names.map(namePartsOf)).toEqual([namePartsOf(name)]);
      }),
    );
  });

  test('splits a name without a stated family name as people read it', () => {
    expect(namePartsOf({ name: 'Ann van Fable' })).toEqual({ given: 'Ann', particle: 'van', family: 'Fable', suffix: '' });
    // A suffix without a given name has no place of its own.
    expect(namePartsOf({ name: '李 jr' })).toEqual({ given: '', particle: '', family: '李 jr', suffix: '' });
  });
});

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('{', '}', ',', ' and ', ';', '\\', '$', '^', '王', 'Roe', 'Jr.', '"', '=', '&', '1', '*', '@', ' '))
      .map((each) => each.join('')),
  );
  test('is read without an error, and never as nobody’s name', () => {
    fc.assert(
      fc.property(text, (written) => {
        for (const read of [
          readBibtexNames(written),
          readNames(written),
          readLiteralName(written),
          readNameParts({ family: written, given: written }),
        ])
          for (const { name } of read.names) {
            expect(name.trim()).not.toBe('');
            expect(isStandIn(name)).toBe(false);
          }
      }),
      { numRuns: 300 },
    );
  });
});
