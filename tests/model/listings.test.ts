import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListedPerson, type Listing, listingQuery, selectListings } from '#lib/community/invitations/model/listing.ts';
import { purposeIds } from '#lib/community/invitations/model/purposes.ts';

const named = (slug: string) => ({ slug, name: slug.toUpperCase() });
const listing = fc.record({
  key: fc.nat(),
  purposes: fc.uniqueArray(fc.constantFrom(...purposeIds), { minLength: 1 }),
  topics: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')).map((slugs) => slugs.map(named)),
  institutions: fc.uniqueArray(fc.constantFrom('x', 'y')).map((slugs) => slugs.map(named)),
});
const person: fc.Arbitrary<ListedPerson> = fc.tuple(listing, fc.option(fc.nat(3), { nil: undefined })).map(([facts, works]) => ({
  listing: {
    id: `${facts.key}`,
    slug: `${facts.key}`,
    name: 'Noor',
    note: null,
    affiliation: null,
    venues: [],
    since: new Date(0),
    ...facts,
  } as unknown as Listing,
  closeness: works === undefined ? undefined : { works, common: [] },
}));
const query = fc.record({
  purpose: fc.option(fc.constantFrom(...purposeIds)),
  topic: fc.option(fc.constantFrom('a', 'b', 'unknown')),
  institution: fc.option(fc.constantFrom('x', 'y')),
});

test('the number beside a value of a facet is how many people a press on it shows', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 12 }), query, (people, chosen) => {
      const parsed = listingQuery.parse(chosen);
      const { found, facets } = selectListings(people, parsed);
      expect(found.every((each) => people.includes(each))).toBe(true);
      for (const facet of ['purpose', 'topic', 'institution'] as const)
        for (const { value, count } of facets[facet])
          expect(selectListings(people, listingQuery.parse({ ...chosen, [facet]: value })).found).toHaveLength(count);
    }),
  );
});

test('an unknown parameter of the list selects nothing and breaks nothing', () => {
  expect(listingQuery.parse({ purpose: 'gold', page: '-1', order: 'points', distance: '' })).toMatchObject({
    purpose: null,
    page: 1,
    order: 'closest',
  });
});

test('joint works come before any number of common co-authors, and a search ignores accents', () => {
  const base = {
    purposes: [],
    topics: [named('birds')],
    institutions: [],
    venues: [],
    note: 'Old plates',
    affiliation: null,
    since: new Date(0),
  };
  const of = (name: string, works: number, common: number): ListedPerson => ({
    listing: { ...base, id: name, key: name.length, slug: name, name } as unknown as Listing,
    closeness: { works, common: Array.from({ length: common }, (_, at) => named(`${at}`)) },
  });
  const people = [of('Many Common', 0, 40), of('Inês Duarte', 1, 0), of('Nobody Near', 0, 0)];
  const names = (q: object) => selectListings(people, listingQuery.parse(q)).found.map(({ listing: { name } }) => name);
  expect(names({})).toEqual(['Inês Duarte', 'Many Common', 'Nobody Near']);
  expect(names({ q: 'ines' })).toEqual(['Inês Duarte']);
  expect(names({ q: 'plates birds' })).toHaveLength(3);
  expect(names({ distance: 'common' })).toEqual(['Many Common']);
});
