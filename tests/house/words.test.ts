import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusals } from '#lib/portal/refusals.ts';
import { sourceFiles, trackedFiles } from './source-files.ts';
import { phraseViolations, proseViolations, termsOf, wordViolations } from './words.ts';

const terms = termsOf(readFileSync('docs/glossary.md', 'utf8'));
const code = sourceFiles().filter(({ path }) => !path.startsWith('tests/house/words'));
const documents = trackedFiles()
  .filter((path) => path.endsWith('.md') && path !== 'docs/glossary.md')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('the words of the glossary', () => {
  test('are used in file names, exported identifiers, error codes and texts', () => {
    expect(wordViolations([...code, ...documents], terms, Object.keys(refusals))).toEqual([]);
  });

  test('are suggested where a private word is planted', () => {
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

describe('words without a meaning in the field', () => {
  test('are in no name of any scope, comment, test title or document', () => {
    expect(proseViolations([...code, ...documents])).toEqual([]);
  });

  test('are detected where they are planted, and ordinary ones are not', () => {
    const planted = [
      {
        path: 'lib/one.ts',
        text: 'const { keptBack, mostBytes } = row; // its owner takes it back\nlet told = wayBackOf(row), other = wayBackOf(row);',
      },
      { path: 'tests/one.test.ts', text: "test('a proof runs out', async () => {\n  const { told, leftOut } = await read();\n});" },
      { path: 'docs/one.md', text: 'The claim stands. It stands for a stand-alone program, and its name stands out.' },
    ];
    expect(proseViolations(planted)).toHaveLength(7);
  });
});

/** Returns true for files with interface text. The labels of a trust method are excluded, because they are signed. */
const hasInterfaceText = ({ path }: { path: string }): boolean =>
  /^(app|components|lib)\//.test(path) && path !== 'lib/catalog/trust/model/points.ts';

describe('interface texts', () => {
  test('have none of the replaced phrases', () => {
    expect(phraseViolations(code.filter(hasInterfaceText))).toEqual([]);
  });

  test('are checked for planted phrases, and comments are not', () => {
    const planted = [
      { path: 'app/one.tsx', text: '// it stands here\nconst stands = 1;\nreturn <p>It runs out\n  today</p>;' },
      { path: 'lib/one.ts', text: "const it = 'Take it back'; /* another look */ const other = `Look into it`;" },
    ];
    expect(phraseViolations(planted)).toHaveLength(3);
  });
});

/** Returns non-standard spellings of "email" in a document, outside quotes and code. Signed labels of a trust method are excluded. */
const emailSpellings = ({ path, text }: { path: string; text: string }): string[] =>
  path === 'docs/specifications/trust.md'
    ? []
    : [
        ...text.replace(/`[^`\n]*`|"[^"\n]*"/g, '').matchAll(/\be-mails?\b|\bmails\b|\b(?:a|by) mail\b(?! (?:server|program|client))/gi),
      ].map(([words]) => `${path}: "${words}" is "email"`);

test('documents write email', () => {
  const glossary = { path: 'docs/glossary.md', text: readFileSync('docs/glossary.md', 'utf8') };
  expect([...documents, glossary].flatMap(emailSpellings)).toEqual([]);
  const planted = { path: 'README.md', text: 'An e-mail, `by mail`, by mail, "two mails", a mail server, E-Mails and mails.' };
  expect(emailSpellings(planted)).toHaveLength(4);
});

/** Matches uses of the product name for the software itself: its archive format, sample and user agent. */
const productUse = /Peergraph (archive|sample|\(\+)|update Peergraph|Summary by Peergraph/;

const productNames = (files: readonly { path: string; text: string }[]): string[] =>
  files
    .filter(({ path }) => /^(app|components|lib\/community|lib\/portal|lib\/platform\/mail)\//.test(path) && path !== 'app/about/page.tsx')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /Peergraph/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line) && !productUse.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );

test('pages and mails use the name of the instance, not of the software', () => {
  expect(productNames(code)).toEqual([]);
  expect(productNames([{ path: 'lib/platform/mail/messages.ts', text: "createMessage('Sign in to Peergraph')" }])).toHaveLength(1);
});
