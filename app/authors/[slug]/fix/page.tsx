import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportPage } from '#components/reports/report-page.tsx';
import { loadReportPage } from '#lib/governance/reports/loaders.ts';
import { parseReportStep } from '#lib/governance/reports/model/report.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Report a problem', robots: { index: false, follow: false } };

export default async function FixPage({ params, searchParams }: PageProps<'slug'>) {
  const page = await loadReportPage('author', (await params).slug);
  if (!page) notFound();
  const step = parseReportStep('author', await searchParams);
  return <ReportPage subject="author" page={page} step={step} />;
}
