import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { openGraphOf } from '#components/site/open-graph.ts';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { CitationPanel } from '#components/works/citation-panel.tsx';
import { WorkTitle } from '#components/works/work-title.tsx';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { firstText } from '#lib/platform/form.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { loadCitationIn } from '#lib/portal/pages/loaders/cite.ts';
import { loadCitation, loadWork } from '#lib/portal/pages/loaders/works.ts';
import type { PathProps, QueryProps } from '../../../page-props.ts';

export async function generateMetadata({ params }: PathProps<'id'>): Promise<Metadata> {
  const { id } = await params;
  const work = await loadWork(id);
  if (work === null) notFound();
  const title = `Cite: ${work.title ? readableTitle(plainText(work.title)) : untitledWork}`;
  return {
    title,
    description: 'This work as a citation, to copy.',
    robots: { index: false },
    alternates: { canonical: `/works/${id}/cite` },
    openGraph: openGraphOf(title, `/works/${id}/cite`, 'website', `/works/${id}/card.png`),
  };
}

export default async function CitePage({ params, searchParams }: PathProps<'id'> & QueryProps) {
  const { id } = await params;
  const [work, cited] = [await loadWork(id), await loadCitation(id)];
  if (work === null || cited === null) notFound();
  const citation = await loadCitationIn(cited, firstText((await searchParams).style));
  return (
    <Page width="page">
      <PageHead eyebrow={<a href={`/works/${id}`}>Back to the work</a>} title="Cite" lead={<WorkTitle work={work} />} />
      <div className="max-w-measure rounded-card border border-line bg-card">
        <CitationPanel id={id} citation={citation} />
      </div>
    </Page>
  );
}
