import type { Metadata } from 'next';
import { UpstreamPage } from '#components/corrections/upstream-page.tsx';
import { loadRecordNotes } from '#lib/portal/pages/loaders/record-notes.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Tell the source', robots: { index: false, follow: false } };

export default async function RecordUpstreamPage({ params }: PathProps<'slug'>) {
  const { path, name, notes } = found(await loadRecordNotes((await params).slug), (slug) => `/authors/${slug}/upstream`);
  return <UpstreamPage subject="author" path={path} name={name} notes={notes} />;
}
