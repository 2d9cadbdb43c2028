import { expect, it } from 'vitest';
import { parseInlineMarkup, parseTitle } from '#lib/catalog/bibliography/markup.ts';
import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';
import { measureCpuMs } from '../cpu-time.ts';

it.each<[string, RichText]>([
  ['<i>Planck</i> 2018 results', [{ tag: 'i', of: ['Planck'] }, ' 2018 results']],
  ['H<sub>2</sub>O &amp; CO<SUB>2</SUB>', ['H', { tag: 'sub', of: ['2'] }, 'O & CO', { tag: 'sub', of: ['2'] }]],
  ['<jats:italic>In <jats:bold>situ</jats:bold></jats:italic>', [{ tag: 'i', of: ['In ', { tag: 'b', of: ['situ'] }] }]],
  ['a <scp>rna</scp>', ['a ', { tag: 'sc', of: ['rna'] }]],
  ['Where x < y and y > z', ['Where x < y and y > z']],
  ['The <b> element, and </i>', ['The <b> element, and </i>']],
  ['<i>open <b>both</i> on', [{ tag: 'i', of: ['open <b>both'] }, ' on']],
  ['<script>alert(1)</script><i></i>', ['<script>alert(1)</script>']],
  ['&amp;lt;i&amp;gt;', ['&lt;i&gt;']],
  ['From $5 to $10', ['From $5 to $10']],
  ['Decay of $B^0$', ['Decay of ', { tag: 'math', tex: 'B^0' }]],
])('%s', (written, tree) => {
  expect(parseTitle(written)).toEqual(tree);
});

it('reads MathML as its characters, with subscripts and superscripts', () => {
  const formula =
    '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>-</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup> <mml:mi>e</mml:mi></mml:math>';
  expect(parseTitle(`At ${formula} V`)).toEqual(['At 10', { tag: 'sup', of: ['-3'] }, 'e V']);
});

it('keeps other markup in a title, and pairs of tags around it', () => {
  const tree: RichText = ['<i>', { tag: 'math', tex: 'x' }, '</i> and ', { tag: 'b', of: ['<sup>2</sup>'] }];
  expect(parseInlineMarkup(tree)).toEqual([
    { tag: 'i', of: [{ tag: 'math', tex: 'x' }] },
    ' and ',
    { tag: 'b', of: [{ tag: 'sup', of: ['2'] }] },
  ]);
});

it('reads tags without an end as text, however many', () => {
  const written = '<i>x'.repeat(5000);
  expect(plainText(parseTitle(written)) === written).toBe(true);
  expect(plainText(parseTitle(`${'<i>'.repeat(20)}x${'</i>'.repeat(20)}`))).toContain('<i>');
});

it.each(['<math ', '$_', '<i><b></i>'])('reads a hostile text of many "%s" in linear time', async (piece) => {
  const text = piece.repeat(Math.ceil(50_000 / piece.length));
  expect(await measureCpuMs(() => parseTitle(text))).toBeLessThan(300);
});

it('reads formulas in an unclosed tag in linear time', async () => {
  expect(await measureCpuMs(() => parseTitle(`<math><${'m'.repeat(7_900)}</math>`.repeat(30)))).toBeLessThan(500);
});
