import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layersDiagram } from './layers-diagram.ts';
import { sourceFiles, trackedFiles } from './source-files.ts';

const folder = 'docs/decisions';
const decisions = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file));
const shape =
  /^# (\d{4}) \S.*\n\nStatus: (accepted|superseded by \d{4})\nDate: \d{4}-\d\d-\d\d\n\n## Context\n\n[\s\S]+\n## Decision\n\n[\s\S]+\n## Alternatives\n\n[\s\S]+\n## Consequences\n\n\S/;

describe('decisions', () => {
  test('have one structure, and the number of their file', () => {
    const wrong = decisions.filter((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      return shape.exec(text)?.[1] !== file.slice(0, 4) || text.match(/^## /gm)?.length !== 4;
    });
    expect(wrong).toEqual([]);
  });

  test('have unique numbers, and are listed once in the index', () => {
    const numbers = decisions.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const listed = [...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/^- \[(\d{4})\]\((\d{4}-[^)]+)\) \S/gm)];
    expect(listed.map(([, , file = '']) => file).sort()).toEqual(decisions);
    expect(listed.filter(([, number = '', file = '']) => !file.startsWith(number))).toEqual([]);
  });
});

describe('the glossary', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const terms = rows.slice(2).map(([, term = '']) => term);

  test('has three columns: term, meaning, not', () => {
    expect(rows[0]).toEqual(['', 'term', 'meaning', 'not', '']);
    expect(rows.filter((cells) => cells.length !== 5)).toEqual([]);
    expect(rows.filter(([, term, meaning]) => !term || !meaning)).toEqual([]);
  });

  test('has each term once, in alphabetical order', () => {
    expect(new Set(terms).size).toBe(terms.length);
    const lower = terms.map((term) => term.toLowerCase());
    expect(lower).toEqual(lower.toSorted());
  });

  test('discourages no word that is itself a term', () => {
    const discouraged = rows.slice(2).flatMap(([, , , not = '']) => not.split(',').map((word) => word.trim()));
    expect(discouraged.filter((word) => terms.includes(word))).toEqual([]);
  });
});

test('every picture in README exists', () => {
  const named = [...readFileSync('README.md', 'utf8').matchAll(/(?:src|srcset)="(docs\/[^"]+)"|!\[[^\]]*\]\((docs\/[^)]+)\)/g)];
  expect(named.length).toBeGreaterThan(0);
  expect(named.map(([, tag, link]) => tag ?? link ?? '').filter((file) => !existsSync(file))).toEqual([]);
});

test('the picture of the layers is generated from their list', async () => {
  await expect(layersDiagram()).toMatchFileSnapshot('../../docs/architecture.svg');
});

/** Returns missing files that comments mention by path or name. A folder of a route with such a name counts as a file. */
function missingFiles(files: readonly { path: string; text: string }[], paths: readonly string[]): string[] {
  const isThere = (name: string): boolean => paths.some((path) => `/${path}/`.includes(`/${name}/`));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm)]
      .flatMap(([comment]) => [...comment.matchAll(/(?<![\w./<>*-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|md)\b/g)])
      .flatMap(([name]) => (isThere(name) ? [] : [`${path}: ${name}`])),
  );
}

describe('files that comments name', () => {
  test('exist', () => {
    const product = sourceFiles().filter(({ path }) => /^(app|components|lib|seeds)\//.test(path));
    expect(missingFiles(product, trackedFiles())).toEqual([]);
  });

  test('are detected if one is missing, in comments only', () => {
    const text = "// see gone.ts and lib/b.ts\nimport './other.ts';\n/** Made by lib/gone/a.ts (docs/c.md). */";
    expect(missingFiles([{ path: 'lib/a.ts', text }], ['lib/b.ts', 'docs/c.md'])).toEqual(['lib/a.ts: gone.ts', 'lib/a.ts: lib/gone/a.ts']);
  });
});
