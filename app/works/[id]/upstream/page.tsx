import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { UpstreamPage } from '#components/corrections/upstream-page.tsx';
import { loadWorkNotes } from '#lib/governance/corrections/loaders.ts';
import type { PathProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Tell the source', robots: { index: false, follow: false } };

export default async function WorkUpstreamPage({ params }: PathProps<'id'>) {
  const page = await loadWorkNotes((await params).id);
  if (!page) notFound();
  return <UpstreamPage subject="work" {...page} />;
}
