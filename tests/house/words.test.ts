import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusals } from '#lib/portal/refusals.ts';
import { sourceFiles, trackedFiles } from './house.ts';
import { termsOf, wordViolations } from './words.ts';

const terms = termsOf(readFileSync('docs/glossary.md', 'utf8'));
const code = sourceFiles().filter(({ path }) => !path.startsWith('tests/house/words'));
const documents = trackedFiles()
  .filter((path) => path.endsWith('.md') && path !== 'docs/glossary.md')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('the words of the glossary', () => {
  test('are used in file names, exported identifiers, error codes and texts', () => {
    expect(wordViolations([...code, ...documents], terms, Object.keys(refusals))).toEqual([]);
  });

  test('are asked for where a private word is planted', () => {
    const planted = [
      { path: 'lib/catalog/works/kept-pages.ts', text: 'export const mostPages = 3;' },
      { path: 'lib/catalog/works/model.ts', text: 'export function giveAsAsked() {} // whoever reads this anew' },
    ];
    const list = [
      { term: 'page cache', not: ['kept pages'] },
      { term: 'content negotiation', not: ['giveAsAsked'] },
    ];
    expect(wordViolations(planted, list, ['word_there'])).toHaveLength(6);
  });
});

/** The product, and no instance of it: the software, its format of archives, its sample, and how it names itself to other servers. */
const ofTheProduct = /Peergraph (archive|sample|\(\+)|update Peergraph|Summary by Peergraph/;

const productNames = (files: readonly { path: string; text: string }[]): string[] =>
  files
    .filter(({ path }) => /^(app|components|lib\/community|lib\/portal|lib\/platform\/mail)\//.test(path) && path !== 'app/about/page.tsx')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /Peergraph/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line) && !ofTheProduct.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );

test('pages and mails say the name of the instance, not of the software', () => {
  expect(productNames(code)).toEqual([]);
  expect(productNames([{ path: 'lib/platform/mail/messages.ts', text: "createMessage('Sign in to Peergraph')" }])).toHaveLength(1);
});
