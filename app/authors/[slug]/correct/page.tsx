import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CorrectionPage } from '#components/corrections/correction-page.tsx';
import { loadCorrections } from '#lib/governance/corrections/loaders.ts';
import { loadReviewerPasskey } from '#lib/portal/decisions/loaders.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Suggest a correction', robots: { index: false, follow: false } };

export default async function CorrectRecordPage({ params, searchParams }: PageProps<'slug'>) {
  const page = await loadCorrections('author', (await params).slug);
  if (!page) notFound();
  const { field, done } = await searchParams;
  return <CorrectionPage page={page} query={{ field, done }} reviewer={page.isReviewed ? await loadReviewerPasskey() : null} />;
}
