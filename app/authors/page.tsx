import type { Metadata } from 'next';
import { DirectoryList, Entries } from '#components/authors/directory-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Letters } from '#components/ui/letters.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { counted, listed } from '#components/ui/sentence.ts';
import { loadAuthorList } from '#lib/portal/pages/loaders/authors.ts';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const startOf = async ({ searchParams }: Props): Promise<string | undefined> => {
  const { from } = await searchParams;
  return Array.isArray(from) ? from[0] : from;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const from = await startOf(props);
  return {
    title: 'People',
    description: 'Everybody with a public profile here, by name.',
    alternates: { canonical: '/authors' },
    robots: from ? { index: false, follow: true } : undefined,
  };
}

export default async function AuthorsPage(props: Props) {
  const from = await startOf(props);
  const { people, organisations, next, counts, letters } = await loadAuthorList(from);
  return (
    <Page width="page">
      <PageHead
        title="People"
        lead={`${inAll(counts)}, by family name: the last word of a name as sources write it. A solid ring means claimed by its owner, a dashed ring not claimed yet.`}
        actions={<FindPerson />}
      />
      <Letters label="People by first letter" path="/authors" current={from} counts={letters} />
      {people.length > 0 && <DirectoryList entries={people} />}
      {organisations.length > 0 && (
        <section aria-labelledby="organisations" className="mt-8 max-w-form">
          <h2 id="organisations" className="mb-2 font-semibold">
            Organisations among the authors
          </h2>
          <Entries entries={organisations} />
        </section>
      )}
      {people.length + organisations.length === 0 && (
        <EmptyState title="No names match.">
          <p>
            The list begins <a href="/authors">with the letter A</a>. An operator fills it by importing a source.
          </p>
        </EmptyState>
      )}
      <Pager of="authors" previous={from ? '/authors' : null} next={next && `/authors?from=${encodeURIComponent(next)}`} />
    </Page>
  );
}

/** "96 people and 1 organisation". */
const inAll = ({ people, organisations }: { people: number; organisations: number }): string =>
  listed([counted(people, 'person', 'people'), ...(organisations > 0 ? [counted(organisations, 'organisation')] : [])]);

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
