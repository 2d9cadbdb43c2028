import { expect, test } from 'vitest';
import { foundIn } from '#lib/portal/search/model/found-in.ts';

const work = {
  title: ['Quiet ', { tag: 'i' as const, of: ['lámps'] }],
  authors: [{ name: 'Ada Zhang' }, { name: 'Bo Zhang' }, { name: 'Lamp Maker' }],
  venue: 'ACL',
  abstract: { text: ['Quantizes a model.'], source: { id: 'bibtex', name: 'BibTeX' } },
};

test.each([
  ['zhang lamps', { title: true, authors: 2, venue: false, abstract: false }],
  ['acl', { title: false, authors: 0, venue: true, abstract: false }],
  ['quant', { title: false, authors: 0, venue: false, abstract: true }],
  ['lamp', { title: true, authors: 1, venue: false, abstract: false }],
  ['elsewhere', { title: false, authors: 0, venue: false, abstract: false }],
])('says where a work has the words of “%s”', (query, found) => {
  expect(foundIn(work, query)).toEqual(found);
});
