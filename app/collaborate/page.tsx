import type { Metadata } from 'next';
import { ListingCards } from '#components/collaborate/listing-cards.tsx';
import { ListingFacets } from '#components/collaborate/listing-facets.tsx';
import { listingsUrl } from '#components/collaborate/listing-url.ts';
import { NobodyOpen } from '#components/collaborate/nobody-open.tsx';
import { OwnListings } from '#components/collaborate/own-listings.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { ViewLinks } from '#components/ui/view-links.tsx';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { loadListings } from '#lib/community/invitations/loaders.ts';
import { listingDays, listingQuery } from '#lib/community/invitations/model/listing.ts';
import { firstValue } from '#lib/platform/form.ts';
import type { QueryProps } from '../page-props.ts';
import { sitePageMetadata } from '../site-pages.ts';

async function queryOf({ searchParams }: QueryProps) {
  const { q, purpose, topic, institution, venue, distance, order, page } = await searchParams;
  const given = { q, purpose, topic, institution, venue, distance, order, page };
  return listingQuery.parse(Object.fromEntries(Object.entries(given).map(([name, value]) => [name, firstValue(value)])));
}

export async function generateMetadata(props: QueryProps): Promise<Metadata> {
  const isWhole = listingsUrl(await queryOf(props)) === '/collaborate';
  return { ...sitePageMetadata('collaborate'), robots: isWhole ? undefined : { index: false, follow: true } };
}

export default async function CollaboratePage(props: QueryProps) {
  const query = await queryOf(props);
  const { cards, facets, total, all, hasNext, signedIn, hasOwnGraph, own } = await loadListings(query);
  const follows = await loadListFollows(cards.map(({ listing }) => listing));
  const url = (change: Partial<typeof query>) => listingsUrl({ ...query, page: 1, ...change });
  return (
    <Page width="page">
      <PageHead
        title="Open to collaborate"
        lead="People who say what they want to work on, and on which terms. Everyone here listed themselves."
      />
      {all === 0 ? (
        <NobodyOpen own={own} signedIn={signedIn} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <ListingFacets query={query} facets={facets} hasDistance={hasOwnGraph} />
          <div className="min-w-0">
            <OwnListings own={own} signedIn={signedIn} />
            <p role="status" data-list-status className="sr-only" />
            <div data-refreshed="listings">
              <div data-in-place className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-4">
                <p data-list-count className="font-semibold">
                  {formatCount(total, 'person', 'people')}
                </p>
                {hasOwnGraph && (
                  <ViewLinks
                    label="Order"
                    views={[
                      { label: 'Closest first', href: url({ order: 'closest' }), current: query.order === 'closest' },
                      { label: 'Newest', href: url({ order: 'newest' }), current: query.order === 'newest' },
                    ]}
                  />
                )}
              </div>
              {cards.length > 0 ? (
                <ListingCards cards={cards} follows={follows} />
              ) : (
                <EmptyState title="Nobody matches these filters.">
                  <p data-in-place>
                    <a href="/collaborate">Show everybody who is open</a>
                  </p>
                </EmptyState>
              )}
              <Pager listName="people" previous={query.page > 1 ? url({}) : null} next={hasNext ? url({ page: query.page + 1 }) : null} />
            </div>
            <p className="mt-4 text-soft text-xs">A listing ends after {listingDays} days unless its owner renews it.</p>
          </div>
        </div>
      )}
    </Page>
  );
}
