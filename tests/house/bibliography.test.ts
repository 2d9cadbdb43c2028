import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/* The rules of bibliographic values are in lib/catalog/bibliography; a second pattern elsewhere would know another part of them. */

const room = 'lib/catalog/bibliography/';
const patterns: Readonly<Record<string, RegExp>> = {
  'a DOI': /10\\\.\\d\{|doi\\\.org/,
  'an arXiv id': /\\d\{4\}\\\.\\d\{4,5\}|arxiv\\\.org/i,
  'an ORCID iD': /\\d\{4\}-\\d\{4\}-\\d\{4\}/,
  'an Anthology id': /\\d\{2\}-\\d\{4\}(?!-)|aclanthology\\\.|aclweb\\\./,
  'a suffix of a name': /\[js\]n?r|\bjr\|sr\b/i,
  'the rest of a list': /et(?:\\\.\?)?\\s[*+]al/,
  'a kind of organisation': /consortium\|/,
};

/** Returns "file: what" for each pattern outside the room. */
const secondPatterns = (files: readonly { path: string; text: string }[]): string[] =>
  files.flatMap(({ path, text }) =>
    path.startsWith(room) ? [] : Object.entries(patterns).flatMap(([what, pattern]) => (pattern.test(text) ? [`${path}: ${what}`] : [])),
  );

describe('patterns of bibliographic values', () => {
  test('are in the room of the bibliography, and nowhere else', () => {
    expect(secondPatterns(sourceFiles().filter(({ path }) => /^(?:lib|app|components)\//.test(path)))).toEqual([]);
  });

  test.each([
    ['a DOI', String.raw`/^10\.\d{4,9}\//`],
    ['an arXiv id', String.raw`/\d{4}\.\d{4,5}/`],
    ['an ORCID iD', String.raw`/\d{4}-\d{4}-\d{4}-\d{3}[\dX]/`],
    ['an Anthology id', String.raw`/aclanthology\.org/`],
    ['a suffix of a name', '/^[js]r$/'],
    ['the rest of a list', String.raw`/\bet\s+al/`],
  ])('are detected where they are planted: %s', (what, text) => {
    expect(secondPatterns([{ path: 'lib/x.ts', text }])).toEqual([`lib/x.ts: ${what}`]);
  });
});
