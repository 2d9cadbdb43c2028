import { expect, test } from 'vitest';
import { parseSearchQuery, searchUrlOf } from '#lib/catalog/search-index/model/search-query.ts';

test.each([
  [{ q: ' two  words ', kind: 'works', from: '2001', to: '1999' }, '/search?q=two+words&kind=works&from=1999&to=2001'],
  [{ q: 'a', kind: 'works', from: '1999', to: '2001', type: 'Paper!', code: 'yes' }, '/search?q=a&kind=works&from=1999&to=2001&code=yes'],
  [{ q: 'a', kind: 'works', from: '2001' }, '/search?q=a&kind=works&from=2001'],
  [{ q: 'a', kind: 'people', from: '2001', claim: 'claimed' }, '/search?q=a&kind=people&claim=claimed'],
  [{ q: 'a', kind: 'works', sort: 'newest', code: 'yes', after: 'n1' }, '/search?q=a&kind=works&code=yes&sort=newest&after=n1'],
  [{ q: 'a', kind: 'works', sort: 'best' }, '/search?q=a&kind=works'],
  [{ q: 'a', kind: 'people', sort: 'newest' }, '/search?q=a&kind=people'],
  [{ q: 'a', kind: 'constructor', after: 'x' }, '/search?q=a'],
])('a search has one URL, without what it does not understand: %j', (params, url) => {
  expect(searchUrlOf(parseSearchQuery(params))).toBe(url);
});
