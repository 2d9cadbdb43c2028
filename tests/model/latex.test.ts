import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLatex } from '#lib/platform/text/latex/tree.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { measureCpuMs } from '../cpu-time.ts';

describe('LaTeX in a record', () => {
  test.each<[string, RichText]>([
    ['\\textbf{L}oss\\textbf{L}ess', [{ tag: 'b', of: ['L'] }, 'oss', { tag: 'b', of: ['L'] }, 'ess']],
    ['grows by $Θ(\\log N)$ here', ['grows by ', { tag: 'math', tex: 'Θ(\\log N)' }, ' here']],
    ['4$\\times$RTX 3090', ['4', { tag: 'math', tex: '\\times' }, 'RTX 3090']],
    [
      'at \\url{https://github.com/THUDM/GLM-130B/}.',
      ['at ', { tag: 'a', href: 'https://github.com/THUDM/GLM-130B/', of: ['https://github.com/THUDM/GLM-130B/'] }, '.'],
    ],
    [
      '\\href{https://a.example/x}{the \\emph{code}}',
      [{ tag: 'a', href: 'https://a.example/x', of: ['the ', { tag: 'i', of: ['code'] }] }],
    ],
    ['reduced by 70\\% \\& more', ['reduced by 70% & more']],
    ['Caf\\\'e, \\"{o}ver, \\c{c}a, \\v{S}koda, na\\"{\\i}ve, \\\'{E}', ['Café, över, ça, Škoda, naïve, É']],
    ["Stra\\ss e, \\O re, {\\L}\\'od\\'z", ['Straße, Øre, Łódź']],
    ['{\\em ab initio} runs', [{ tag: 'i', of: ['ab initio'] }, ' runs']],
    ["pages 1--2 --- ``quoted''", ['pages 1–2 — “quoted”']],
    ['\\foo{kept} text', ['kept text']],
    ['\\foo[option]{kept} text', ['kept text']],
    ['It costs $5 and $6', ['It costs $5 and $6']],
  ])('%s', (source, tree) => {
    expect(parseLatex(source)).toEqual(tree);
  });

  test.each(['\\href{javascript:alert(1)}{click}', '\\url{javascript:alert(1)}', 'an unclosed $x^2', '\\href{data:text/html,<script>}{x}'])(
    'stays text: %s',
    (source) => {
      expect(parseLatex(source)).toEqual([source]);
    },
  );

  test('reads a thousand nested groups as text, without a crash', () => {
    expect(plainText(parseLatex(`${'{\\textbf'.repeat(1000)} x`))).toContain('x');
  });
});

const nodes = (tree: RichText): RichText =>
  tree.flatMap((node) => (typeof node === 'string' || node.tag === 'math' ? [node] : [node, ...nodes(node.of)]));

test('any text: no error, no URL except http and https, no link in a link', () => {
  const pieces = fc.constantFrom(
    '\\textbf{',
    '\\href{',
    '\\url{',
    '}',
    '{',
    '$',
    '\\(',
    '\\',
    'javascript:',
    'https://a.example',
    '\\em ',
    "\\'",
    'é',
    ' ',
    'x',
    '~',
    '%',
    '\\item',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      ),
      (source) => {
        for (const node of nodes(parseLatex(source))) {
          if (typeof node === 'string' || node.tag !== 'a') continue;
          expect(node.href).toMatch(/^https?:\/\//);
          expect(nodes(node.of).some((inner) => typeof inner !== 'string' && inner.tag === 'a')).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('text without LaTeX characters is its own tree', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => text !== '' && !/[\\${}~`'-]/.test(text)),
      (text) => {
        expect(parseLatex(text)).toEqual([text]);
      },
    ),
  );
});

test('takes linear time, however it is nested', async () => {
  for (const piece of ['{', '\\textbf{', '\\url{', '$a ', '\\(a', '\\bf ', "\\'{", '\\foo[']) {
    expect(await measureCpuMs(() => parseLatex(piece.repeat(20_000))), piece).toBeLessThan(5000);
  }
});
