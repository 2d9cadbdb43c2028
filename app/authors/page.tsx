import type { Metadata } from 'next';
import { AuthorRows } from '#components/authors/author-rows.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { loadAuthorList } from '#lib/authors/loaders.ts';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const startOf = async ({ searchParams }: Props): Promise<string | undefined> => {
  const { from } = await searchParams;
  return Array.isArray(from) ? from[0] : from;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const from = await startOf(props);
  return {
    title: 'Authors',
    description: 'Every author with a public record here, by name.',
    alternates: { canonical: '/authors' },
    robots: from ? { index: false, follow: true } : undefined,
  };
}

export default async function AuthorsPage(props: Props) {
  const from = await startOf(props);
  const { authors, next } = await loadAuthorList(from);
  return (
    <Page width="list">
      <PageHead
        title="Authors"
        lead="Everybody with a public record here, by name as written. Claimed or not, each record can be read and followed."
      />
      <nav aria-label="Authors by first letter" className="mb-4">
        <ul className="flex flex-wrap gap-x-1">
          {letters.map((letter) => (
            <li key={letter}>
              <a
                href={`/authors?from=${letter}`}
                aria-current={from === letter ? 'true' : undefined}
                className={`inline-block min-w-6 px-1 py-0.5 text-center uppercase ${from === letter ? 'border-accent border-b-2 no-underline' : 'bare-link text-soft'}`}
              >
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {authors.length > 0 ? (
        <AuthorRows authors={authors} />
      ) : (
        <EmptyState title="No name stands here.">
          <p>
            The list begins <a href="/authors">with the letter A</a>. An operator fills it by importing a source.
          </p>
        </EmptyState>
      )}
      <Pager of="authors" previous={from ? '/authors' : null} next={next && `/authors?from=${encodeURIComponent(next)}`} />
    </Page>
  );
}
