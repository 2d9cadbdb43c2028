import type { Metadata } from 'next';
import { AuthorRows } from '#components/authors/author-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { WorkList } from '#components/works/work-list.tsx';
import { loadSearch } from '#lib/authors/loaders.ts';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const asked = async ({ searchParams }: Props): Promise<string> => {
  const { q } = await searchParams;
  return ((Array.isArray(q) ? q[0] : q) ?? '').trim();
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const text = await asked(props);
  return { title: text ? `Search: ${text}` : 'Search', robots: { index: false, follow: true } };
}

export default async function SearchPage(props: Props) {
  const text = await asked(props);
  const { authors, works, exact } = await loadSearch(text);
  const nothing = authors.length + works.length === 0;
  return (
    <Page width="list">
      <PageHead
        title="Search"
        lead={text ? <>For “{text}”</> : 'People by name, works by title. Accents, capital letters and word order do not matter.'}
      />
      <form action="/search" className="mb-8 flex max-w-form gap-2">
        <label htmlFor="search" className="sr-only">
          Name or title
        </label>
        <input
          id="search"
          type="search"
          name="q"
          defaultValue={text}
          placeholder="A name, or words of a title"
          className="w-full rounded-md border border-edge bg-paper px-3 py-2 placeholder:text-soft"
        />
        <button type="submit" className="rounded-md border border-accent bg-accent px-4 font-medium text-accent-ink text-sm">
          Search
        </button>
      </form>
      {text && nothing && <NothingFound />}
      {authors.length > 0 && (
        <section aria-labelledby="people" className="mb-10">
          <h2 id="people" className="mb-2 font-semibold">
            People
          </h2>
          <AuthorRows authors={authors} />
        </section>
      )}
      {works.length > 0 && (
        <section aria-labelledby="works">
          <h2 id="works" className="mb-2 font-semibold">
            Works
          </h2>
          <WorkList works={works} level={3} />
        </section>
      )}
      {!nothing && !exact && (
        <p className="mt-6 text-sm text-soft">
          These words stand in very many records, so the most important of them are shown, not the closest. Another word narrows the search.
        </p>
      )}
    </Page>
  );
}

function NothingFound() {
  return (
    <EmptyState title="Nothing found.">
      <p>Try the family name alone, or fewer words of the title. This instance knows only what its operator has imported.</p>
      <p>
        <a href="/authors">Browse all authors</a>
      </p>
    </EmptyState>
  );
}
