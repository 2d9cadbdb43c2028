import type { Metadata } from 'next';
import { SaveSearch } from '#components/follows/save-search.tsx';
import { FacetForm } from '#components/search/facet-form.tsx';
import { PartialResults } from '#components/search/partial-results.tsx';
import { ResultFiles } from '#components/search/result-files.tsx';
import { IdentifiedSection, ResultKindLinks, ResultSection, TopicBox } from '#components/search/search-sections.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatWorksQuery } from '#lib/catalog/search-index/model/saved.ts';
import { parseSearchQuery, type SearchQuery, searchUrlOf } from '#lib/catalog/search-index/model/search-query.ts';
import { loadListFollows, loadSearchFollow } from '#lib/community/follows/loaders.ts';
import { loadSavedIds } from '#lib/community/saved-works/loaders.ts';
import { loadSearch } from '#lib/portal/search/loaders.ts';
import type { QueryProps } from '../page-props.ts';
import { sitePages } from '../site-pages.ts';

export async function generateMetadata({ searchParams }: QueryProps): Promise<Metadata> {
  const requested = parseSearchQuery(await searchParams);
  const { title, description, path } = sitePages.search;
  const pageTitle = requested.q ? `${title}: ${requested.q}` : title;
  return {
    title: pageTitle,
    description,
    robots: { index: false, follow: true },
    // One share card for all searches: otherwise, a card would be drawn for each query that anybody types.
    openGraph: openGraphOf(pageTitle, searchUrlOf(requested), 'website', `/cards${path}.png`),
  };
}

export default async function SearchPage({ searchParams }: QueryProps) {
  const requested = parseSearchQuery(await searchParams);
  const { identified, totals, sections, topic, facets, countedAmong, next, partial } = await loadSearch(requested);
  const query = requested.kind === 'works' && sections.length > 0 ? formatWorksQuery(requested) : null;
  const saveSearch = query === null ? null : { query, follow: await loadSearchFollow(query) };
  const isIdentified = identified.works.length + identified.people.length > 0;
  const foundWorkIds = sections
    .flatMap((section) => (section.kind === 'works' ? section.works.map(({ id }) => id) : []))
    .concat(identified.works.map(({ id }) => id));
  const savedWorks = await loadSavedIds(foundWorkIds);
  const follows = await loadListFollows([
    ...[...identified.people, ...sections.flatMap((section) => (section.kind === 'people' ? section.people : []))].map(({ card }) => card),
    ...(topic?.people ?? []),
  ]);
  return (
    <Page width="page">
      <PageHead
        title={requested.q ? <span className="line-clamp-2 pb-1">Results for “{requested.q}”</span> : 'Search'}
        lead={requested.q ? undefined : <HowToSearch />}
      />
      <SearchForm requested={requested} />
      {!requested.q && <Browse />}
      <div
        className={requested.q ? 'grid items-start gap-x-12 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]' : undefined}
      >
        {requested.q && (
          <div>
            <ResultKindLinks requested={requested} totals={totals} partial={partial} />
            {requested.kind && <FacetForm requested={requested} facets={facets} countedAmong={countedAmong} />}
          </div>
        )}
        <div className="min-w-0 lg:col-start-2 lg:row-span-2">
          <IdentifiedSection requested={requested} identified={identified} saved={savedWorks} follows={follows} />
          {topic && <TopicBox {...topic} follows={follows} />}
          {sections.map((section) => (
            <ResultSection key={section.kind} requested={requested} section={section} saved={savedWorks} follows={follows} />
          ))}
          {requested.q && sections.length === 0 && !isIdentified && (
            <>
              {partial.length > 0 ? <PartialResults partial={partial} q={requested.q} /> : <NothingFound requested={requested} />}
              {requested.kind !== 'works' && <CreateProfileHint />}
            </>
          )}
          {requested.kind && (
            <Pager
              listName={requested.kind}
              previous={requested.after ? searchUrlOf({ ...requested, after: undefined }) : null}
              next={next && searchUrlOf({ ...requested, after: next })}
            />
          )}
        </div>
        {requested.q && saveSearch && (
          <div className="max-lg:mt-6 lg:row-start-2">
            <SaveSearch {...saveSearch} />
            <ResultFiles query={saveSearch.query} />
          </div>
        )}
      </div>
    </Page>
  );
}

const HowToSearch = () => <>Name, title, topic, DOI or ORCID iD</>;

const browseLinks = [
  { href: '/authors', icon: 'people', title: 'People', description: 'By family name' },
  { href: '/topics', icon: 'topic', title: 'Topics', description: 'What works are about' },
  { href: '/venues', icon: 'venue', title: 'Venues', description: 'Journals and conferences' },
  { href: '/institutions', icon: 'institution', title: 'Institutions', description: 'Where authors work' },
] as const;

const Browse = () => (
  <section aria-labelledby="browse" className="mt-10">
    <h2 id="browse" className="mb-4 font-semibold text-md">
      Or browse
    </h2>
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {browseLinks.map(({ href, icon, title, description }) => (
        <li key={href} className="card">
          <p className="flex items-center gap-2 font-semibold">
            <Icon name={icon} className="text-accent text-xl" />
            <a href={href}>{title}</a>
          </p>
          <p className="mt-1 text-soft text-sm">{description}</p>
        </li>
      ))}
    </ul>
  </section>
);

function SearchForm({ requested }: { requested: SearchQuery }) {
  return (
    <search>
      <form action="/search" className="mb-6 flex max-w-form gap-2">
        <label htmlFor="search" className="sr-only">
          Name or title
        </label>
        <input
          id="search"
          type="search"
          name="q"
          defaultValue={requested.q}
          placeholder="Search by name or title"
          autoComplete="off"
          className="w-full rounded-md border border-edge bg-paper px-3 py-2 placeholder:text-soft"
        />
        {requested.kind && <input type="hidden" name="kind" value={requested.kind} />}
        <button type="submit" className="rounded-md border border-accent bg-accent px-4 font-medium text-accent-ink text-sm">
          Search
        </button>
      </form>
    </search>
  );
}

const CreateProfileHint = () => (
  <p className="mt-6 text-sm">
    Are you looking for yourself? <a href="/me/new-profile">Create a profile</a>
  </p>
);

function NothingFound({ requested }: { requested: SearchQuery }) {
  const isNarrow = requested.kind !== null || Object.keys(requested.filters).length > 0;
  return (
    <EmptyState title="Nothing found.">
      {isNarrow && (
        <p>
          <a href={searchUrlOf({ q: requested.q, kind: null, filters: {} })}>Search everything for “{requested.q}”</a>, without filters.
        </p>
      )}
      <p>
        Check the spelling of a title. Try the family name only, or fewer words. This instance contains only what its operator has imported.
      </p>
      <p>
        <a href="/authors">Browse people</a>
      </p>
    </EmptyState>
  );
}
