import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { CoauthorTable } from '#components/graph/coauthor-table.tsx';
import { SilentPage } from '#components/statements/hidden-notice.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { counted } from '#components/ui/sentence.ts';
import { Turns } from '#components/ui/turns.tsx';
import { loadCoauthors } from '#lib/portal/pages/loaders/graph.ts';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

async function coauthors({ params, searchParams }: Props) {
  const [{ slug }, query] = [await params, await searchParams];
  const by = one(query.by) === 'name' ? ('name' as const) : ('works' as const);
  const after = one(query.after);
  const found = await loadCoauthors(slug, by, after);
  if (found === null) notFound();
  if ('redirect' in found) permanentRedirect(`/authors/${found.redirect}/coauthors`);
  return { ...found, by, after };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author, by, after } = await coauthors(props);
  return {
    title: `Co-authors of ${author.name}`,
    description: `Everybody who signs works with ${author.name}, with the number of shared works and their years.`,
    alternates: { canonical: `/authors/${author.slug}/coauthors` },
    robots: after || by === 'name' || !author.listed ? { index: false, follow: true } : undefined,
  };
}

export default async function CoauthorsPage(props: Props) {
  const { author, page, by, after } = await coauthors(props);
  const path = `/authors/${author.slug}/coauthors`;
  const address = (change: { by?: string; after?: string }) => {
    const query = new URLSearchParams({ ...(by === 'name' && { by }), ...change });
    return query.size > 0 ? `${path}?${query}` : path;
  };
  if (author.silent) return <SilentPage record={author} title="Co-authors" of="co-authors" />;
  return (
    <Page width="list">
      <PageHead
        eyebrow={<a href={`/authors/${author.slug}`}>{author.name}</a>}
        title="Co-authors"
        actions={<ButtonLink href={`/graph/${author.slug}`}>View as a graph</ButtonLink>}
        lead={`${counted(page.all, 'person', 'people')} with a record of their own. Works with more than 1,000 authors are left out.`}
      />
      <div className="mb-3">
        <Turns
          label="Order of the co-authors"
          turns={[
            { label: 'By shared works', href: path, current: by === 'works' },
            { label: 'By name', href: `${path}?by=name`, current: by === 'name' },
          ]}
        />
      </div>
      {page.people.length > 0 ? (
        <CoauthorTable author={author} people={page.people} caption="Co-authors" />
      ) : (
        <EmptyState title="No co-author with a record of their own is known here." />
      )}
      {page.organisations.length > 0 && (
        <section aria-labelledby="organisations" className="mt-8">
          <h2 id="organisations" className="mb-2 font-semibold">
            Organisations that sign with them
          </h2>
          <CoauthorTable author={author} people={page.organisations} caption="Organisations" />
        </section>
      )}
      <Pager of="co-authors" previous={after ? address({}) : null} next={page.next && address({ after: page.next })} />
    </Page>
  );
}
