import type { Metadata } from 'next';
import { Fragment } from 'react';
import { PathSteps } from '#components/graph/path-steps.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { WorksByYear } from '#components/works/work-list.tsx';
import { loadListFollows } from '#lib/community/follows/loaders.ts';
import { loadEdge } from '#lib/portal/pages/loaders/graph.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';

const maxNamed = 12;

async function loadEdgeData({ params }: PathProps<'slug' | 'other'>) {
  const { slug, other } = await params;
  return found(await loadEdge(slug, other), (path) => path);
}

export async function generateMetadata(props: PathProps<'slug' | 'other'>): Promise<Metadata> {
  const { author, other } = await loadEdgeData(props);
  const title = `${author.name} and ${other.name}`;
  return {
    title,
    description: `The works that ${author.name} and ${other.name} wrote together.`,
    alternates: { canonical: `/graph/${author.slug}/${other.slug}` },
    openGraph: openGraphOf(title, `/graph/${author.slug}/${other.slug}`, 'website'),
    robots: author.listed && other.listed ? undefined : { index: false },
  };
}

export default async function EdgePage(props: PathProps<'slug' | 'other'>) {
  const { author, other, works, connection } = await loadEdgeData(props);
  const follows = await loadListFollows([author, other]);
  return (
    <Page width="page">
      <PageHead
        eyebrow={works.length > 0 ? 'Joint works' : 'Connection of two authors'}
        size="title"
        title={
          <>
            <a href={`/authors/${author.slug}`} className="quiet-link">
              {author.name}
            </a>{' '}
            and{' '}
            <a href={`/authors/${other.slug}`} className="quiet-link">
              {other.name}
            </a>
          </>
        }
        lead={works.length > 0 ? `${formatCount(works.length, 'joint work')}.` : undefined}
      />
      <div className="columns-main">
        <div className="min-w-0">
          {works.length > 0 ? <WorksByYear works={works} level={2} also={other} /> : <NoJointWork connection={connection} />}
        </div>
        <aside aria-label="The two authors" className="card grid gap-4">
          {[author, other].map((person) => (
            <PersonLine key={person.slug} person={person} aside={<GraphLink person={person} />} follows={follows} />
          ))}
        </aside>
      </div>
    </Page>
  );
}

function NoJointWork({ connection }: Pick<Awaited<ReturnType<typeof loadEdgeData>>, 'connection'>) {
  return (
    <EmptyState title="They have no joint work that is known here.">
      {connection && (
        <div>
          <p>{connection.path ? 'The shortest path between them over joint works:' : 'Path between them over joint works:'}</p>
          <PathSteps {...connection} />
        </div>
      )}
      {connection && connection.common.length > 1 && (
        <p>
          {formatCount(connection.common.length, 'person', 'people')} wrote with both:{' '}
          {connection.common.slice(0, maxNamed).map(({ slug, name }, index) => (
            <Fragment key={slug}>
              {index > 0 && ', '}
              <a href={`/authors/${slug}`}>{name}</a>
            </Fragment>
          ))}
          {connection.common.length > maxNamed && ` and ${connection.common.length - maxNamed} more`}.
        </p>
      )}
    </EmptyState>
  );
}

const GraphLink = ({ person: { slug, name } }: { person: { slug: string; name: string } }) => (
  <a href={`/graph?from=author:${slug}`} aria-label={`Graph around ${name}`}>
    Graph
  </a>
);
