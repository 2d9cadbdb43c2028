import { purposeTitles } from '#components/invitations/purpose-titles.ts';
import { Disclosure } from '#components/ui/disclosure.tsx';
import type { Distance, FacetValue, ListingFacet, ListingQuery } from '#lib/community/invitations/model/listing.ts';
import { isPurpose } from '#lib/community/invitations/model/purposes.ts';
import { listingsUrl } from './listing-url.ts';

const titles: Record<ListingFacet, string> = {
  purpose: 'Open to',
  distance: 'Distance in the graph',
  topic: 'Topic',
  institution: 'Institution',
  venue: 'Venue',
};
const distanceLabels: Record<Distance, string> = { worked: 'Worked with me', common: 'Co-authors in common', further: 'Further away' };
const maxShown = 8;

function labelOf(facet: ListingFacet, { value, name }: FacetValue): string {
  if (facet === 'purpose') return isPurpose(value) ? purposeTitles[value] : value;
  return facet === 'distance' ? distanceLabels[value as Distance] : name;
}

interface Props {
  query: ListingQuery;
  facets: Record<ListingFacet, FacetValue[]>;
  /** False for a viewer without a profile, who is nowhere in the graph. */
  hasDistance: boolean;
}

/** Links that select listed people: each is pressed once, and pressed again to undo it. */
export function ListingFacets({ query, facets, hasDistance }: Props) {
  const shownFacets = (Object.keys(titles) as ListingFacet[]).filter(
    (facet) => facets[facet].length > 0 && (facet !== 'distance' || hasDistance),
  );
  return (
    <nav aria-label="Filters" data-in-place data-refreshed="filters" className="no-print grid gap-4">
      {shownFacets.map((facet) => {
        const chosen = query[facet];
        const values = facets[facet];
        const link = (each: FacetValue) => (
          <li key={each.value}>
            <a
              id={`${facet}-${each.value}`}
              href={listingsUrl({ ...query, page: 1, [facet]: chosen === each.value ? null : each.value })}
              aria-current={chosen === each.value ? 'true' : undefined}
              className="flex items-baseline justify-between gap-3 rounded-md px-2.5 py-1 text-read text-sm no-underline hover:bg-plain-wash aria-[current]:bg-wash aria-[current]:font-semibold aria-[current]:text-accent forced-colors:aria-[current]:outline-2"
            >
              <span className="wrap-anywhere min-w-0">{labelOf(facet, each)}</span>
              <span className="text-soft text-xs">{each.count}</span>
            </a>
          </li>
        );
        return (
          <section key={facet} aria-labelledby={`facet-${facet}`} className="min-w-0">
            <h2 id={`facet-${facet}`} className="px-2.5 font-semibold text-sm">
              {titles[facet]}
            </h2>
            <ul className="max-lg:flex max-lg:flex-wrap">{values.slice(0, maxShown).map(link)}</ul>
            {values.length > maxShown && (
              <div className="px-2.5">
                <Disclosure summary={`${values.length - maxShown} more`} small>
                  <ul>{values.slice(maxShown).map(link)}</ul>
                </Disclosure>
              </div>
            )}
          </section>
        );
      })}
    </nav>
  );
}
