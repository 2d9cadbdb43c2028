import { expect, test } from 'vitest';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';

test.each([
  [
    'Bounds on \\alpha-decay rates in {}^{238}U at 10^{-3}\\,\\mathrm{eV} and the H_2O line',
    'Bounds on α-decay rates in ²³⁸U at 10⁻³ eV and the H₂O line',
  ],
  ['An O(n^{2} \\log n) algorithm', 'An O(n² log n) algorithm'],
  ['Scaling of x^{ab} with p_{ij} \\leq \\unknown{5}', 'Scaling of x^ab with p_ij ≤ unknown5'],
  ['snake_case names, C:\\ and 2^10', 'snake_case names, C:\\ and 2^10'],
  ['\\constructor of \\toString', 'constructor of toString'],
])('%s', (written, shown) => {
  expect(readableTitle(written)).toBe(shown);
});
