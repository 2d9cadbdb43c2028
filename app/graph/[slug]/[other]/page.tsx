import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { counted } from '#components/ui/sentence.ts';
import { WorksByYear } from '#components/works/work-list.tsx';
import { loadEdge } from '#lib/graph/loaders.ts';

interface Props {
  params: Promise<{ slug: string; other: string }>;
}

async function edge({ params }: Props) {
  const { slug, other } = await params;
  const found = await loadEdge(slug, other);
  if (found === null) notFound();
  if ('redirect' in found) permanentRedirect(found.redirect);
  return found;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { author, other } = await edge(props);
  return {
    title: `${author.name} and ${other.name}`,
    description: `The works that ${author.name} and ${other.name} have signed together.`,
    alternates: { canonical: `/graph/${author.slug}/${other.slug}` },
    robots: author.listed && other.listed ? undefined : { index: false },
  };
}

export default async function EdgePage(props: Props) {
  const { author, other, works } = await edge(props);
  return (
    <Page width="list">
      <PageHead
        eyebrow="Why these two are linked"
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
        lead={works.length > 0 ? `Both stand on ${counted(works.length, 'work')} known here. Nothing else makes the link.` : undefined}
      />
      {works.length > 0 ? (
        <WorksByYear works={works} level={2} />
      ) : (
        <EmptyState title="No shared work is known here.">
          <p>
            Their records are <a href={`/authors/${author.slug}`}>{author.name}</a> and <a href={`/authors/${other.slug}`}>{other.name}</a>.
          </p>
        </EmptyState>
      )}
    </Page>
  );
}
