import type { Metadata } from 'next';
import { UpstreamPage } from '#components/corrections/upstream-page.tsx';
import { formatRecordCorrectionValue, recordFieldLabels } from '#lib/governance/record-corrections/model.ts';
import { loadRecordNotes } from '#lib/portal/pages/loaders/record-notes.ts';
import { found } from '../../../found.ts';
import type { PathProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Tell the source', robots: { index: false, follow: false } };

export default async function RecordUpstreamPage({ params }: PathProps<'slug'>) {
  const page = found(await loadRecordNotes((await params).slug), (slug) => `/authors/${slug}/upstream`);
  return (
    <UpstreamPage
      path={page.path}
      back="Back to the profile"
      about={<>the profile “{page.name}”</>}
      none="No accepted correction of this profile is shown."
      corrected={page.notes.map(({ id, field, value, notes }) => ({
        ...{ id, label: recordFieldLabels[field].label, value: formatRecordCorrectionValue(value), notes },
      }))}
    />
  );
}
