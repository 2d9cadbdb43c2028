import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportSteps } from '#components/reports/report-steps.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadReportPage } from '#lib/reports/loaders.ts';
import { reportStep } from '#lib/reports/model.ts';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Fix this work', robots: { index: false, follow: false } };

export default async function FixPage({ params, searchParams }: Props) {
  const page = await loadReportPage('work', (await params).id);
  if (!page) notFound();
  const step = reportStep('work', await searchParams);
  return (
    <Page>
      <PageHead
        eyebrow={<a href={page.subject.path}>Back to the work</a>}
        title="Fix this work"
        lead={
          <>
            About “{page.subject.name}”. What you send is private: those who decide on it read it, nobody else, and only what they decide is
            shown.
          </>
        }
      />
      <ReportSteps subject="work" about={page.subject} signedIn={page.signedIn} {...step} />
    </Page>
  );
}
