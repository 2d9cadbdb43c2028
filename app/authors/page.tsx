import type { Metadata } from 'next';
import { AuthorRows } from '#components/authors/author-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Letters } from '#components/ui/letters.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
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
  const { authors, next } = await loadAuthorList(from);
  return (
    <Page width="page">
      <PageHead
        title="People"
        lead="All profiles by name, as sources write it. A solid ring means claimed by its owner, a dashed ring not claimed yet."
      />
      <Letters label="People by first letter" path="/authors" current={from} />
      {authors.length > 0 ? (
        <People authors={authors} />
      ) : (
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

/** People of this part of the alphabet, and apart from them the organisations that sign works. */
function People({ authors }: { authors: readonly AuthorCard[] }) {
  const persons = authors.filter(({ kind }) => kind === 'person');
  const organisations = authors.filter(({ kind }) => kind === 'organisation');
  return (
    <>
      {persons.length > 0 && <AuthorRows authors={persons} />}
      {organisations.length > 0 && (
        <section aria-labelledby="organisations" className="mt-8">
          <h2 id="organisations" className="mb-2 font-semibold">
            Organisations among the authors
          </h2>
          <AuthorRows authors={organisations} />
        </section>
      )}
    </>
  );
}
