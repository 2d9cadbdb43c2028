import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { openGraphOf } from '#components/site/open-graph.ts';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { HistoryRows } from '#components/works/history-rows.tsx';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { feedLinks } from '#lib/catalog/works/model/feeds.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { loadWorkHistory } from '#lib/portal/pages/loaders/history.ts';
import { loadWork } from '#lib/portal/pages/loaders/works.ts';
import type { PathProps } from '../../../page-props.ts';

export async function generateMetadata({ params }: PathProps<'id'>): Promise<Metadata> {
  const { id } = await params;
  const path = `/works/${id}/history`;
  const work = await loadWork(id);
  if (work === null) notFound();
  const title = `History: ${work.title ? readableTitle(plainText(work.title)) : untitledWork}`;
  return {
    title,
    description: 'What each source has stated about this work, and when.',
    robots: { index: false },
    alternates: { canonical: path, types: feedLinks(path, 'History') },
    openGraph: openGraphOf(title, path, 'website', `/works/${id}/card.png`),
  };
}

export default async function WorkHistoryPage({ params }: PathProps<'id'>) {
  const history = await loadWorkHistory((await params).id);
  if (!history) notFound();
  const { id, name, changes } = history;
  return (
    <Page width="page">
      <PageHead
        eyebrow={<a href={`/works/${id}`}>Back to the work</a>}
        title="History"
        lead={<>What each source has said of “{name}”, newest first. Author lists are shown as counts.</>}
      />
      <div className="columns-main">
        <div className="min-w-0">
          {changes.length > 0 ? (
            <HistoryRows changes={changes} />
          ) : (
            <p className="text-soft">No source’s record of this work is kept here.</p>
          )}
        </div>
        <aside aria-label="About this history" className="no-print card text-sm">
          <h2 className="mb-2 font-semibold text-base">Follow the changes</h2>
          <p className="mb-3 text-soft">A feed reader shows each change that a source makes.</p>
          <p>
            <a href={`/works/${id}/history/feed.atom`}>Atom</a> · <a href={`/works/${id}/history/feed.json`}>JSON Feed</a>
          </p>
          <p className="mt-3 border-line border-t pt-3 text-soft">
            <a href={`/works/${id}/fix`} rel="nofollow">
              Report a problem
            </a>
          </p>
        </aside>
      </div>
    </Page>
  );
}
