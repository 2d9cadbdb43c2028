import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportPage } from '#components/reports/report-page.tsx';
import { loadReportPage } from '#lib/governance/reports/loaders.ts';
import { parseReportStep } from '#lib/governance/reports/model/report.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Report a problem', robots: { index: false, follow: false } };

export default async function FixPage({ params, searchParams }: PageProps<'id'>) {
  const page = await loadReportPage('work', (await params).id);
  if (!page) notFound();
  const step = parseReportStep('work', await searchParams);
  return <ReportPage subject="work" page={page} step={step} />;
}
