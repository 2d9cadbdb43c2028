import { expect, test } from 'vitest';
import { loadCitationIn } from '#lib/portal/pages/loaders/cite.ts';
import { citedWork } from './cited-work.ts';

const work = citedWork({
  ...{ title: ['Counting Gulls'], type: 'article', date: '2021-05', year: 2021, venue: 'Journal of Shores', doi: '10.5555/gulls' },
  authors: ['Ada Maria Byron', 'Jo Weber', 'Lena Brandt'].map((name) => ({ name, organisation: false })),
});

test.each([
  ['apa', 'Byron, A. M., Weber, J., & Brandt, L. (2021). Counting Gulls. Journal of Shores. https://doi.org/10.5555/gulls'],
  ['mla', 'Byron, Ada Maria, et al. “Counting Gulls.” Journal of Shores, May 2021, https://doi.org/10.5555/gulls.'],
  ['chicago', 'Byron, Ada Maria, Jo Weber, and Lena Brandt. 2021. “Counting Gulls.” Journal of Shores. https://doi.org/10.5555/gulls.'],
  ['bibtex', /^@article\{/],
  ['ris', /^TY {2}- JOUR/],
])('a work is cited in the style %s', async (style, expected) => {
  const citation = await loadCitationIn(work, style);
  expect(citation.style.id).toBe(style);
  const text = citation.kind === 'text' ? citation.parts.map((part) => part.text).join('') : citation.content;
  expect(text).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});
