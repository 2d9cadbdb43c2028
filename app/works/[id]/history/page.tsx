import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { HistoryRows } from '#components/works/history-rows.tsx';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { loadWorkHistory } from '#lib/portal/pages/loaders/history.ts';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const path = `/works/${id}/history`;
  return { title: 'History of a work', robots: { index: false }, alternates: { canonical: path, types: feedLinks(path, 'History') } };
}

export default async function WorkHistoryPage({ params }: Props) {
  const history = await loadWorkHistory((await params).id);
  if (!history) notFound();
  const { id, name, changes } = history;
  return (
    <Page>
      <PageHead
        eyebrow={<a href={`/works/${id}`}>Back to the work</a>}
        title="History"
        lead={<>What each source has said of “{name}”, the newest first. Names of authors are told by their number.</>}
      />
      {changes.length > 0 ? <HistoryRows changes={changes} /> : <p className="text-soft">No source’s record of this work is kept here.</p>}
      <p className="mt-6 text-sm">
        <a href={`/works/${id}/history/feed.atom`}>Atom</a> · <a href={`/works/${id}/history/feed.json`}>JSON Feed</a>
      </p>
    </Page>
  );
}
