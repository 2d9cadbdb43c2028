import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { UpstreamNotes } from '#components/corrections/upstream-notes.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadUpstreamNotes } from '#lib/governance/corrections/loaders.ts';

interface Props {
  params: Promise<{ id: string }>;
}

export const metadata: Metadata = { title: 'Tell the source', robots: { index: false, follow: false } };

export default async function UpstreamPage({ params }: Props) {
  const page = await loadUpstreamNotes((await params).id);
  if (!page) notFound();
  const { work, corrected } = page;
  return (
    <Page>
      <PageHead
        eyebrow={<a href={work.path}>Back to the work</a>}
        title="Tell the source"
        lead={<>Texts about the accepted corrections of “{work.name}”, to copy or to save. Nothing is sent from here.</>}
      />
      {corrected.length === 0 && (
        <EmptyState title="No correction of this work is accepted.">
          <a href={`${work.path}/correct`} rel="nofollow">
            Suggest a correction
          </a>
        </EmptyState>
      )}
      {corrected.map((each) => (
        <UpstreamNotes key={each.id} corrected={each} path={`${work.path}/upstream`} />
      ))}
    </Page>
  );
}
