import type { Metadata } from 'next';
import { DirectoryEntries, DirectoryList } from '#components/authors/directory-list.tsx';
import { EmptyDirectory } from '#components/authors/empty-directory.tsx';
import { LetterLinks } from '#components/ui/letters.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { sharedYearsOf, sparkLegend } from '#components/ui/spark.tsx';
import { ViewLinks } from '#components/ui/view-links.tsx';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadAuthorList } from '#lib/portal/pages/loaders/authors.ts';
import type { QueryProps } from '../page-props.ts';
import { sitePageMetadata } from '../site-pages.ts';

const rangeOf = async ({ searchParams }: QueryProps) => {
  const { from, claimed } = await searchParams;
  return { from: firstValue(from), isClaimed: claimed === 'yes' };
};

/** Returns the URL of the list, starting at a cursor or letter. */
const address = (isClaimed: boolean, from?: string): string => {
  const query = new URLSearchParams({ ...(isClaimed && { claimed: 'yes' }), ...(from && { from }) });
  return `/authors${query.size > 0 ? `?${query}` : ''}`;
};

export async function generateMetadata(props: QueryProps): Promise<Metadata> {
  const { from, isClaimed } = await rangeOf(props);
  return { ...sitePageMetadata('people'), robots: from || isClaimed ? { index: false, follow: true } : undefined };
}

export default async function AuthorsPage(props: QueryProps) {
  const { from, isClaimed } = await rangeOf(props);
  const { people, organisations, next, counts, letters } = await loadAuthorList({ from, isClaimed });
  const shared = sharedYearsOf([...people, ...organisations].map(({ card }) => card));
  const follows = await loadListFollows(people.map(({ card }) => card));
  return (
    <Page width="page">
      <PageHead
        title="People"
        lead={`${countsText(counts)}${isClaimed ? ' with a claimed profile' : ''}, by family name.`}
        actions={<FindPerson />}
      />
      <LetterLinks label="People by first letter" path={address(isClaimed)} current={from} letters={letters} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <ViewLinks
          label="Claim of the profile"
          views={[
            { label: 'All', href: address(false), current: !isClaimed },
            { label: 'Claimed', href: address(true), current: isClaimed },
          ]}
        />
        <p className="text-soft text-xs">Solid ring: claimed by its owner. Dashed ring: not claimed yet. {sparkLegend(shared)}</p>
      </div>
      {people.length > 0 && <DirectoryList entries={people} shared={shared} follows={follows} />}
      {organisations.length > 0 && (
        <section aria-labelledby="organisations" className="mt-8 max-w-form">
          <h2 id="organisations" className="mb-2 font-semibold">
            Organisations among the authors
          </h2>
          <DirectoryEntries entries={organisations} shared={shared} follows={follows} />
        </section>
      )}
      {people.length + organisations.length === 0 ? (
        <EmptyDirectory first={address(isClaimed)} from={from} isClaimed={isClaimed} />
      ) : (
        <Pager listName="authors" previous={from ? address(isClaimed) : null} next={next && address(isClaimed, next)} />
      )}
    </Page>
  );
}

/** "96 people and 1 organisation". */
const countsText = ({ people, organisations }: { people: number; organisations: number }): string =>
  joinWords([formatCount(people, 'person', 'people'), ...(organisations > 0 ? [formatCount(organisations, 'organisation')] : [])]);

const FindPerson = () => (
  <form action="/search" className="flex max-w-full gap-2">
    <label htmlFor="person" className="sr-only">
      Name of a person
    </label>
    <input type="hidden" name="kind" value="people" />
    <input
      id="person"
      type="search"
      name="q"
      placeholder="Find a person by name"
      autoComplete="off"
      className="w-72 min-w-0 rounded-md border border-edge bg-paper px-3 py-2 placeholder:text-soft"
    />
    <button type="submit" className="rounded-md border border-edge px-4 font-medium text-sm hover:border-accent hover:text-accent">
      Find
    </button>
  </form>
);
