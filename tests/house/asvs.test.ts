import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './source-files.ts';

/** Levels of the requirements of ASVS 5.0.0 by section; one digit per requirement, in order. */
const levels: Readonly<Record<string, string>> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
};
/** Chapters that are also assessed at level 3. */
const toLevel3 = ['V2', 'V6', 'V7', 'V8', 'V16'];
const isAssessed = (section: string, level: string): boolean => level !== '3' || toLevel3.includes(section.split('.')[0] ?? '');

const text = readFileSync('docs/asvs.md', 'utf8');
const rowsOf = (document: string, pattern: RegExp): string[][] =>
  document
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const requirements = rowsOf(text, /^\| V\d/).map(([, number = '', met = '', by = '']) => ({ number, met, by }));
/** Findings of security reviews. */
const findings = rowsOf(readFileSync('SECURITY.md', 'utf8'), /^\| [CML]\d/).map(([, number = '', , by = '']) => ({
  number,
  met: 'yes',
  by,
}));

const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));

/** Returns the test titles of a file; a leading `%s ` is removed. */
function titlesOf(path: string): string[] {
  const written = readFileSync(path, 'utf8').matchAll(
    /^\s*(?:(?:test|it|describe)(?:\.each)?\(|test\.each\(\[.*\]\)\(|\]\)\(|\] satisfies \w+\[\]\)\(|\s*)(['"`])(.*?)\1,\s+(?:\{ tag: '[^']+' \}, )?(?:async )?\(/gm,
  );
  return [...written].map((match) => (match[2] ?? '').replace(/^%s /, ''));
}
const titles = new Set(
  trackedFiles()
    .filter((path) => /^tests\/.*\.(test|spec)\.ts$/.test(path))
    .flatMap(titlesOf),
);

/** Returns what a row names: titles in quotes, and files and sections with whether they exist. */
function evidenceOf(by: string): { name: string; exists: boolean }[] {
  const named = [...by.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ name: title, exists: titles.has(title) }));
  const paths = [...by.matchAll(/`((?:app|components|lib|seeds|tests)\/[^`]*)`|\b(docs\/[\w/.-]+\.md)/g)].map(
    ([, code, document]) => code ?? document ?? '',
  );
  const sections = [...by.matchAll(/\]\(#([\w-]+)\)/g)].map(([, section = '']) => ({
    name: `#${section}`,
    exists: headings.includes(section),
  }));
  return [...named, ...paths.map((path) => ({ name: path, exists: existsSync(path) })), ...sections];
}

describe('the table of ASVS 5.0.0', () => {
  test('has every requirement of the chapters once, in order', () => {
    const wanted = Object.entries(levels).flatMap(([section, each]) =>
      [...each].flatMap((level, at) => (isAssessed(section, level) ? [`${section}.${at + 1}`] : [])),
    );
    expect(requirements.map(({ number }) => number)).toEqual(wanted);
  });

  test('states for each requirement that it is met, not met or not applicable, and by what or why', () => {
    const minLengths: Readonly<Record<string, number>> = { yes: 12, no: 60, 'n.a.': 12 };
    expect(requirements.filter(({ met, by }) => by.length < (minLengths[met] ?? Number.POSITIVE_INFINITY))).toEqual([]);
  });

  test('names tests, files and sections that exist', () => {
    const lost = [...requirements, ...findings].flatMap(({ number, by }) =>
      evidenceOf(by).flatMap(({ name, exists }) => (exists ? [] : [`${number}: ${name}`])),
    );
    expect(lost).toEqual([]);
  });
});
