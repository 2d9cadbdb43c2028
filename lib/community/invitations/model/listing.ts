import { z } from 'zod';
import type { InvitationAudience } from '#lib/catalog/ownership/model.ts';
import type { Privacy } from '#lib/catalog/statements/model/statement.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { idField } from '#lib/platform/form.ts';
import type { InviteErrorCode } from './invitation-policy.ts';
import { type Purpose, purposeIds } from './purposes.ts';

/** Days after which a listing as open to collaborate ends, unless its owner renews it. */
export const listingDays = 183;
/** Days before its end at which the owner of a listing is reminded. */
export const listingReminderDays = 14;

export const listingEnd = (from: Date): Date => addMs(from, daysMs(listingDays));

export const listingInput = z.object({ authorId: idField, want: z.enum(['on', 'off']) });

/** A profile of the viewer, with what it is open to. */
export interface OwnListing {
  id: string;
  slug: string;
  name: string;
  availability: { open: boolean; purposes: string[] } | null;
  /** Until when it is listed. */
  listedUntil: Date | null;
  /** Whether lists may name it. */
  isInLists: boolean;
}

interface Named {
  slug: string;
  name: string;
}

/** A person who is listed as open to collaborate. */
export interface Listing {
  id: string;
  key: number;
  ownerId: string;
  slug: string;
  name: string;
  family: string | null;
  invented: boolean;
  affiliation: string | null;
  purposes: Purpose[];
  note: string | null;
  from: InvitationAudience;
  monthly: number | null;
  topics: Named[];
  institutions: Named[];
  venues: Named[];
  /** The fields that the owner hides. */
  privacy: Privacy | null;
  since: Date;
  until: Date;
}

/** What a viewer with a profile has in common with a listed person. */
export interface Closeness {
  /** Works of both. */
  works: number;
  /** Co-authors of both. */
  common: Named[];
}

const listingOrders = ['closest', 'newest'] as const;
const distances = ['worked', 'common', 'further'] as const;
export type Distance = (typeof distances)[number];

/** Returns how far a person is in the graph of co-authors. */
const distanceOf = ({ works, common }: Closeness): Distance => (works > 0 ? 'worked' : common.length > 0 ? 'common' : 'further');

/** The parameters of the list; values that it does not know are ignored. */
export const listingQuery = z.object({
  q: z.string().trim().max(200).catch(''),
  purpose: z.enum(purposeIds).nullable().catch(null),
  topic: z.string().max(200).nullable().catch(null),
  institution: z.string().max(200).nullable().catch(null),
  venue: z.string().max(200).nullable().catch(null),
  distance: z.enum(distances).nullable().catch(null),
  order: z.enum(listingOrders).catch('closest'),
  page: z.coerce.number().int().min(1).max(100).catch(1),
});
export type ListingQuery = z.infer<typeof listingQuery>;

const listingFacets = ['purpose', 'distance', 'topic', 'institution', 'venue'] as const;
export type ListingFacet = (typeof listingFacets)[number];

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const hasWords = (listing: Listing, q: string): boolean => {
  const text = fold([listing.name, listing.note, listing.affiliation, ...listing.topics.map(({ name }) => name)].join(' '));
  return fold(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

type Test = (listing: Listing, closeness: Closeness | undefined) => boolean;

const among = (named: readonly Named[], slug: string): boolean => named.some((each) => each.slug === slug);

/** The condition of each facet that is chosen. */
function conditionsOf({ purpose, topic, institution, venue, distance }: ListingQuery): Partial<Record<ListingFacet, Test>> {
  return {
    ...(purpose && { purpose: ({ purposes }) => purposes.includes(purpose) }),
    ...(topic && { topic: ({ topics }) => among(topics, topic) }),
    ...(institution && { institution: ({ institutions }) => among(institutions, institution) }),
    ...(venue && { venue: ({ venues }) => among(venues, venue) }),
    ...(distance && { distance: (_, closeness) => closeness !== undefined && distanceOf(closeness) === distance }),
  };
}

export interface FacetValue {
  value: string;
  name: string;
  count: number;
}

/** A listed person beside what the viewer has in common with them; undefined without a profile of the viewer's own. */
export interface ListedPerson {
  listing: Listing;
  closeness: Closeness | undefined;
}

/** Returns the listed people that a query selects, in its order, and the values of each facet among those that the other facets select. */
export function selectListings(people: readonly ListedPerson[], query: ListingQuery) {
  const conditions = Object.entries(conditionsOf(query)) as [ListingFacet, Test][];
  const searched = query.q === '' ? people : people.filter(({ listing }) => hasWords(listing, query.q));
  const passing = (except?: ListingFacet) =>
    searched.filter(({ listing, closeness }) => conditions.every(([facet, test]) => facet === except || test(listing, closeness)));
  const valuesOf: Record<ListingFacet, (person: ListedPerson) => { value: string; name: string }[]> = {
    purpose: ({ listing }) => listing.purposes.map((purpose) => ({ value: purpose, name: purpose })),
    distance: ({ closeness }) => (closeness ? [{ value: distanceOf(closeness), name: distanceOf(closeness) }] : []),
    topic: ({ listing }) => listing.topics.map(({ slug, name }) => ({ value: slug, name })),
    institution: ({ listing }) => listing.institutions.map(({ slug, name }) => ({ value: slug, name })),
    venue: ({ listing }) =>
      (query.venue ? listing.venues.filter(({ slug }) => slug === query.venue) : []).map(({ slug, name }) => ({ value: slug, name })),
  };
  const facets = Object.fromEntries(
    listingFacets.map((facet) => {
      const values = new Map<string, FacetValue>();
      for (const person of passing(facet))
        for (const { value, name } of valuesOf[facet](person))
          values.set(value, { value, name, count: (values.get(value)?.count ?? 0) + 1 });
      return [facet, [...values.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))];
    }),
  ) as Record<ListingFacet, FacetValue[]>;
  const found = passing().toSorted(
    (a, b) =>
      (query.order === 'closest' ? nearness(b.closeness) - nearness(a.closeness) : 0) ||
      b.listing.since.getTime() - a.listing.since.getTime() ||
      a.listing.key - b.listing.key,
  );
  return { found, facets };
}

/** Joint works weigh more than any number of common co-authors. */
const nearness = (closeness: Closeness | undefined): number => (closeness ? closeness.works * 1_000 + closeness.common.length : 0);

/** A listed person as a card shows them. */
export interface ListingCard extends ListedPerson {
  role: string | null;
  /** The first condition for an invitation that the viewer does not meet; null without a profile of the viewer's own. */
  refusal: { code: InviteErrorCode } | null;
}
