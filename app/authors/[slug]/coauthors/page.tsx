import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CoauthorTable } from '#components/graph/coauthor-table.tsx';
import { GraphFigure } from '#components/graph/graph-figure.tsx';
import { CollaboratorList } from '#components/invitations/collaborator-list.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { HiddenNotice } from '#components/statements/hidden-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { ViewLinks } from '#components/ui/view-links.tsx';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { authorNodeId } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import { loadCollaborators } from '#lib/community/invitations/loaders.ts';
import { firstValue } from '#lib/platform/form.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor } from '#lib/portal/pages/loaders/authors.ts';
import { loadCoauthors, loadGraph } from '#lib/portal/pages/loaders/graph.ts';
import { found } from '../../../found.ts';
import type { PageProps } from '../../../page-props.ts';
import { ProfileFrame } from '../profile-frame.tsx';

async function loadPageData({ params, searchParams }: PageProps<'slug'>) {
  const [{ slug }, query] = [await params, await searchParams];
  const by = firstValue(query.by) === 'name' ? ('name' as const) : ('works' as const);
  const after = firstValue(query.after);
  const result = found(await loadCoauthors(slug, by, after), (current) => `/authors/${current}/coauthors`);
  return { ...result, by, after };
}

export async function generateMetadata(props: PageProps<'slug'>): Promise<Metadata> {
  const { author, by, after } = await loadPageData(props);
  const [title, path] = [`Co-authors of ${author.name}`, `/authors/${author.slug}`];
  return {
    title,
    description: `All co-authors of ${author.name}, with the number of shared works and their years.`,
    alternates: { canonical: `${path}/coauthors` },
    openGraph: openGraphOf(title, `${path}/coauthors`, 'website', `${path}/card.png`),
    robots: after || by === 'name' || !author.listed ? { index: false, follow: true } : undefined,
  };
}

export default async function CoauthorsPage(props: PageProps<'slug'>) {
  const { author, page, by, after } = await loadPageData(props);
  const path = `/authors/${author.slug}/coauthors`;
  const address = (change: { by?: string; after?: string }) => {
    const query = new URLSearchParams({ ...(by === 'name' && { by }), ...change });
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const profile = await loadAuthor(author.slug);
  if (profile === null || 'redirect' in profile) notFound();
  const query = { ...graphQueryOf(authorNodeId(profile)), kinds: ['author' as const] };
  const around = await loadGraph(query);
  const isEmpty = page.people.length + page.organisations.length === 0 && !after;
  const collaborators = profile.claimState === 'claimed' && !author.coauthorsHidden ? await loadCollaborators(profile.id) : [];
  return (
    <ProfileFrame author={profile} viewer={await loadViewerState(profile)} tab="coauthors">
      {author.coauthorsHidden ? (
        <HiddenNotice id="coauthors" title="Co-authors" what="co-authors" />
      ) : isEmpty ? (
        <div className="space-y-8">
          <EmptyState title="No co-authors yet">
            <p>No other author of these works has a profile here.</p>
            <OmittedWorks works={page.omittedWorks} />
          </EmptyState>
          <CollaboratorList collaborators={collaborators} />
        </div>
      ) : (
        <div className="columns-main">
          <div className="min-w-0 space-y-8">
            {around && 'slice' in around && around.slice.nodes.length > 1 && <GraphFigure slice={around.slice} />}
            <CollaboratorList collaborators={collaborators} />
          </div>
          <div>
            <CoauthorList
              {...{ author, page, by, path }}
              graph={`/graph${formatGraphQuery(query)}`}
              follows={await loadListFollows(page.people)}
            />
            <Pager listName="co-authors" previous={after ? address({}) : null} next={page.next && address({ after: page.next })} />
          </div>
        </div>
      )}
    </ProfileFrame>
  );
}

type CoauthorsData = Awaited<ReturnType<typeof loadPageData>>;

type CoauthorListProps = Pick<CoauthorsData, 'author' | 'page' | 'by'> & { path: string; graph: string; follows: ListFollows };

function CoauthorList({ author, page, by, path, graph, follows }: CoauthorListProps) {
  return (
    <section aria-labelledby="coauthors">
      <HeadingRow id="coauthors" aside={<a href={graph}>Open in the graph</a>}>
        {formatCount(page.total, 'co-author')}
      </HeadingRow>
      <ViewLinks
        label="Order of the co-authors"
        views={[
          { label: 'By joint works', href: path, current: by === 'works' },
          { label: 'By name', href: `${path}?by=name`, current: by === 'name' },
        ]}
      />
      {page.people.length > 0 && <CoauthorTable author={author} people={page.people} caption="Co-authors" follows={follows} />}
      {page.organisations.length > 0 && (
        <section aria-labelledby="organisations" className="mt-8">
          <h3 id="organisations" className="mb-2 font-semibold text-sm">
            Organisations among the co-authors
          </h3>
          <CoauthorTable author={author} people={page.organisations} caption="Organisations" follows={null} />
        </section>
      )}
      <OmittedWorks works={page.omittedWorks} />
    </section>
  );
}

const OmittedWorks = ({ works }: { works: number }) =>
  works > 0 && (
    <p className="mt-3 text-soft text-xs">
      {formatCount(works, 'work')} with more than {formatNumber(maxAuthorsForEdges)} authors {works === 1 ? 'is' : 'are'} left out.
    </p>
  );
