import type { ListingQuery } from '#lib/community/invitations/model/listing.ts';

/** Returns the URL of the list for a query, without what is the default. */
export function listingsUrl({ q, purpose, topic, institution, venue, distance, order, page }: Partial<ListingQuery>): string {
  const values = {
    q,
    purpose,
    topic,
    institution,
    venue,
    distance,
    order: order === 'newest' && order,
    page: page && page > 1 && `${page}`,
  };
  const query = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/collaborate${query.size > 0 ? `?${query}` : ''}`;
}
