import { expect, test } from 'vitest';
import { writtenNumbers } from './sentences.ts';
import { sourceFiles } from './source-files.ts';

/** Sentences with a number that is no limit. */
const exceptions = [
  // Lists of words.
  'no one two three',
  'a an and are as',
  'van der den',
  'protonmail.com',
  // What a method is and was measured on. The texts of a trust method are signed.
  'six European languages',
  'INSPIRE, 15 names',
  'S2AND Qian, 282 names',
  'ten parts of each set; with five',
  'of the three parts',
  'works above three',
  // The minutes of a person for a next step, and a section of README.
  'two minutes',
  'three minutes, with an email',
  '(README, five minutes)',
  // A sample, a phrase to type, ports and escapes.
  '3 new works this week',
  'Type the three words',
  'Choose one above 1023',
  'mostly 465',
  'are written %23 %2F %40',
];
const hasTexts = (path: string): boolean => /^(app|components|lib)\/.*\.tsx?$/.test(path) && path !== 'lib/catalog/trust/model/points.ts';

test('numbers in sentences come from constants', () => {
  const texts = sourceFiles().filter(({ path }) => hasTexts(path));
  expect(texts.flatMap((file) => writtenNumbers(file, exceptions))).toEqual([]);
});

test('written numbers are detected in texts, templates and elements, and numbers of other kinds are not', () => {
  const planted = {
    path: 'components/one.tsx',
    text: `
      const one = 'Wait until the 30 days have passed.';
      const other = \`You have \${count} of five open claims\`;
      const page = <p>It expires <b>after</b> seven days, or in {days} days.</p>;
      const pause = <Hint text="Try again in two minutes." />;`,
  };
  expect(writtenNumbers(planted)).toEqual([
    'components/one.tsx: Wait until the 30 days have passed.',
    'components/one.tsx: You have … of five open claims',
    'components/one.tsx: It expires ¤ seven days, or in … days.',
    'components/one.tsx: Try again in two minutes.',
  ]);
  const fine = {
    path: 'lib/one.ts',
    text: `
      // It waits 30 days.
      const texts = ['Two profiles are one person', 'A date such as 2024-05-17', 'Points of 100', 'See RFC 9457, 3.2', 'about five minutes'];
      const query = sql\`select 30 from days\`;
      const style = 'mt-2 gap-3 p-4';
      const line = \`It expires after \${days} days.\`;`,
  };
  expect(writtenNumbers(fine)).toEqual([]);
});
