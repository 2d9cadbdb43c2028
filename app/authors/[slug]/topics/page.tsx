import type { Metadata } from 'next';
import { RecordContexts } from '#components/contexts/record-contexts.tsx';
import { hasAllTopics, TopicMatrix } from '#components/contexts/topic-matrix.tsx';
import { openGraphOf } from '#components/site/open-graph.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { YearCount } from '#lib/catalog/contexts/model/years.ts';
import { loadViewerState } from '#lib/portal/me/loaders.ts';
import { loadAuthor, loadTopicYears } from '#lib/portal/pages/loaders/authors.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';
import { ProfileFrame } from '../profile-frame.tsx';

const loadProfile = async ({ params }: PathProps<'slug'>) =>
  found(await loadAuthor((await params).slug), (slug) => `/authors/${slug}/topics`);

export async function generateMetadata(props: PathProps<'slug'>): Promise<Metadata> {
  const { name, slug, listed } = await loadProfile(props);
  const [title, path] = [`Topics and venues of ${name}`, `/authors/${slug}`];
  return {
    title,
    description: `What the works of ${name} are about, where they appeared, and from which institutions.`,
    alternates: { canonical: `${path}/topics` },
    openGraph: openGraphOf(title, `${path}/topics`, 'website', `${path}/card.png`),
    robots: listed ? undefined : { index: false },
  };
}

export default async function TopicsPage(props: PathProps<'slug'>) {
  const author = await loadProfile(props);
  const { topics, venues, institutions } = author.contexts;
  const years = author.hiddenFields.includes('years') ? new Map<string, YearCount[]>() : await loadTopicYears(author.slug);
  return (
    <ProfileFrame author={author} viewer={await loadViewerState(author)} tab="topics">
      {topics.all + venues.all + institutions.all === 0 ? (
        <EmptyState title="No topics, venues or institutions yet">
          <p>They come with works whose source states them.</p>
        </EmptyState>
      ) : (
        <>
          <TopicMatrix topics={topics.shown} years={years} />
          <RecordContexts contexts={author.contexts} withTopics={!hasAllTopics(topics, years)} />
        </>
      )}
    </ProfileFrame>
  );
}
