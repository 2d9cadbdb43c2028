import { expect, test } from 'vitest';
import { readableText, readableTitle } from '#lib/platform/text/latex/readable.ts';

test.each([
  [
    'Bounds on \\alpha-decay rates in {}^{238}U at 10^{-3}\\,\\mathrm{eV} and the H_2O line',
    'Bounds on α-decay rates in ²³⁸U at 10⁻³ eV and the H₂O line',
  ],
  ['An O(n^{2} \\log n) algorithm', 'An O(n² log n) algorithm'],
  ['Scaling of x^{ab} with p_{ij} \\leq \\unknown{5}', 'Scaling of xᵃᵇ with pᵢⱼ ≤ unknown5'],
  ['snake_case names, C:\\ and 2^10', 'snake_case names, C:\\ and 2^10'],
  ['\\constructor of \\toString', 'constructor of toString'],
])('%s', (written, shown) => {
  expect(readableTitle(written)).toBe(shown);
});

test.each([
  ['O(M(n^2))', 'O(M(n²))'],
  ['O(n\\log n)', 'O(n log n)'],
  ['\\infty', '∞'],
  ['^N', 'ᴺ'],
  ['\\textrm{DuReader}_{\\textrm{vis}}', 'DuReaderᵥᵢₛ'],
  ['^{\\mathcal{E}}', 'ᴱ'],
  ['X_{NLG}', 'X_NLG'],
  ['x_{N^{k}+\\sqrt{m}}', 'x_(Nᵏ+√m)'],
  ['2^{\\frac{n-1}{2}}', '2^((n-1)/2)'],
  ['\\frac{a}{\\mathcal{B}_{c}}', 'a/(B_c)'],
  ['\\{0,1\\}^n', '{0,1}ⁿ'],
  ['\\hat{x}\\leftrightarrow{\\it Time~of}', 'x̂↔Time of'],
  ['\\constructor_{constructor}', 'constructor_constructor'],
  ['}{^{_{\\frac{', '^_frac'],
])('the formula %s', (tex, shown) => {
  expect(readableText([{ tag: 'math', tex }])).toBe(shown);
});

test('scripts of a text', () => {
  const title = ['A $ and ^{x}: H', { tag: 'sub' as const, of: ['2'] }, 'O of the 19', { tag: 'sup' as const, of: ['th'] }, '\n century'];
  expect(readableText(title)).toBe('A $ and ^{x}: H₂O of the 19th century');
});
