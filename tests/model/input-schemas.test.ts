import { expect, test } from 'vitest';
import { endOfDay } from '#lib/catalog/history/model/as-of.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { reportInput } from '#lib/governance/reports/model/report.ts';
import { announcementInput } from '#lib/portal/operations/model/operations.ts';
import { readRoster } from '#lib/portal/roster/commands/entries.ts';

test.each(['2031-02-30', '2031-1-1', '', 'today', '2031-01-01T00:00', '+02031-01-01', '２０３１-01-01'])(
  '%j is no day in an address',
  (day) => {
    expect(endOfDay(day)).toBeNull();
  },
);

const school = { 'education-0-place': 'Harbour School', 'education-0-from': '1835-09', 'education-0-to': '1838' };

test('a form of positions and education reports errors of an entry, and keeps hostile text as text', () => {
  const faults = (typed: Record<string, string>) =>
    careerInput.safeParse({ authorId: 'one', ...typed }).error?.issues.map(({ path }) => path[0]);
  expect(faults({ 'positions-0-title': 'Keeper' })).toEqual(['positions-0-place']);
  expect(faults({ ...school, 'education-0-to': '1834' })).toEqual(['education-0-to']);
  expect(faults({ ...school, 'education-0-to': 'now' })).toEqual(['education-0-to']);
  expect(faults({ ...school, 'education-0-from': '1835', 'education-0-to': '1835-01' })).toBeUndefined();
  const { positions } = careerInput.parse({ authorId: 'one', 'positions-3-place': ' \u202eLamp\n<b>House ', 'positions-99-place': 'x' });
  expect(positions).toEqual([{ title: '', place: 'Lamp <b>House', from: null, to: null }]);
});

test('an abstract, a volume, pages and a publisher have the limits of a work; a language is one of the list', () => {
  const isValidField = (field: string, value: string) =>
    correctionInput.safeParse({ subjectId: 'one', field, value, note: 'As printed.' }).success;
  const limits = { abstract: 10_000, volume: 100, pages: 100, publisher: 400 };
  for (const [field, most] of Object.entries(limits))
    expect([isValidField(field, 'A'.repeat(most)), isValidField(field, 'A'.repeat(most + 1)), isValidField(field, ' ')], field).toEqual([
      true,
      false,
      false,
    ]);
  expect(['en', 'pt-BR', 'zh-Hant', 'Klingonish', 'x', ''].map((value) => isValidField('language', value))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('a note has no character that a database cannot store or that changes the text direction', () => {
  const typed = 'As printed.\n\u202eOn\u0000 page 1.\ud83d';
  const input = { subjectId: 'one', field: 'title', value: 'On Lamps', note: typed };
  expect(correctionInput.parse(input).note).toBe('As printed.\nOn page 1.');
});

test('a staff list is read, and the lines that cannot be used are told', () => {
  const text =
    '\ufeffName,E-mail,ORCID iD,ROR unit\r\n"Byron, Ada",ADA@Lamp.example,https://orcid.org/0000-0002-1825-0097,https://ror.org/02mhbdp94\nNobody,,,\nTwice,ada@lamp.example,,\nBad,bad@lamp.example,0000-0000-0000-0002,\n';
  expect(readRoster(text)).toEqual({
    entries: [{ name: 'Ada Byron', email: 'ada@lamp.example', orcid: '0000-0002-1825-0097', rorId: '02mhbdp94', profile: null }],
    faults: [
      'Line 3 does not name one person, and has no email address.',
      'Line 4 has the address of a line before it.',
      'Line 5 has an ORCID iD that is none.',
    ],
  });
});

test.each([
  ['', 'The list has no column name and no column email.'],
  ['name,orcid\nAda,\n', 'The list has no column email. Its first line names the columns'],
  ['name;email\nAda;ada@lamp.example\n', 'The columns are separated by ";".'],
  ['name\temail\nAda\tada@lamp.example\n', 'The columns are separated by tabs.'],
  ['name,email\n"Ada" Byron,ada@lamp.example\n', 'The list is not CSV'],
])('a staff list that cannot be read is refused with what is wrong: %j', (text, reason) => {
  expect(() => readRoster(text)).toThrow(reason);
});

test('a truncated line of a roster has no address', () => {
  expect(readRoster('name,email\nAda\n').faults).toEqual(['Line 2 has no email address.']);
});

test('an announcement links to this site or to an https URL, and nowhere else', () => {
  const isValidLink = (href: string) => announcementInput.safeParse({ text: 'x', href, days: '7' }).success;
  const good = ['', '/about', '/search?q=liu#works', 'https://example.org/status', 'https://example.org:8443/'];
  expect(good.filter((href) => !isValidLink(href))).toEqual([]);
  const bad = [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\u202eb',
    'http://example.org',
    'https://',
  ];
  expect([...bad, 'https://we@evil.example/', 'https://we:pass@evil.example/', 'https:///about', '/ about'].filter(isValidLink)).toEqual(
    [],
  );
});

test('an announcement has visible words, and whole days', () => {
  const isValidText = (text: string, days: string) => announcementInput.safeParse({ text, href: '', days }).success;
  expect([isValidText('We pause.', '1'), isValidText('We pause.', ' 90 ')]).toEqual([true, true]);
  expect(
    [
      isValidText('\u200b', '7'),
      isValidText(' ', '7'),
      ...['0', '91', '1e1', '7.5', '-1', ''].map((days) => isValidText('x', days)),
    ].filter(Boolean),
  ).toEqual([]);
});

test('a report asks for a typed reason and for the fields of its kind', () => {
  const about = { subject: 'author', subjectId: 'one', kind: 'not_same_person', reason: 'some_works', works: 'Notes on the engine' };
  const read = (more: object) => reportInput.safeParse({ ...about, ...more }).error?.issues.map(({ path }) => path[0]) ?? [];
  expect(read({})).toEqual([]);
  expect(read({ reason: 'constructor' })).toEqual(['reason']);
  expect(read({ works: '' })).toEqual(['works']);
  expect(read({ kind: 'merge_with', reason: 'same' })).toEqual(['other']);
  expect(read({ kind: 'wrong_fact', reason: 'date' })).toEqual(['right']);
  expect(read({ subject: 'work', kind: 'missing_work', reason: 'not_here' })).toEqual(['kind']);
});
