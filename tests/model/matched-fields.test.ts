import { expect, test } from 'vitest';
import type { WorksOrder } from '#lib/catalog/search-index/model/search-query.ts';
import { matchedFields, matchedTerms } from '#lib/portal/search/model/matched-fields.ts';

const work = {
  title: ['Quiet ', { tag: 'i' as const, of: ['lámps'] }],
  authors: [{ name: 'Ada Zhang' }, { name: 'Bo Zhang' }, { name: 'Lamp Maker' }],
  venue: 'ACL',
  abstract: { text: ['Quantizes a model.'], source: { id: 'bibtex', name: 'BibTeX' } },
};

test.each<[string, WorksOrder, object]>([
  ['zhang lamps', 'relevance', { title: true, authors: 2, venue: false, abstract: false }],
  ['acl', 'relevance', { title: false, authors: 0, venue: true, abstract: false }],
  ['quant', 'begun', { title: false, authors: 0, venue: false, abstract: true }],
  ['lamp', 'begun', { title: true, authors: 1, venue: false, abstract: false }],
  ['quantisation', 'forms', { title: false, authors: 0, venue: false, abstract: true }],
  ['elsewhere', 'relevance', { title: false, authors: 0, venue: false, abstract: false }],
])('says where a work has the words of “%s”', (query, order, found) => {
  expect(matchedFields(work, matchedTerms(query, order))).toEqual(found);
});
