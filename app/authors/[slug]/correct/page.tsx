import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CorrectionPage } from '#components/corrections/correction-page.tsx';
import { RecordCorrectionForm } from '#components/corrections/record-correction-form.tsx';
import { RecordCorrectionRows } from '#components/corrections/record-correction-rows.tsx';
import { loadRecordCorrections } from '#lib/governance/record-corrections/loaders.ts';
import { formatRecordCorrectionValue, parseRecordCorrectionStep, recordFieldLabels } from '#lib/governance/record-corrections/model.ts';
import { loadReviewerPasskey } from '#lib/portal/decisions/loaders.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Suggest a correction', robots: { index: false, follow: false } };

const notices = {
  sent: 'Your correction is saved. The owner of the profile decides on it, or reviewers if it has none.',
  accepted: 'The correction is accepted. The profile shows it, unless the sources say the same.',
  declined: 'You have declined the correction. The profile stays as it is.',
  reverted: 'The correction has ended. The profile shows what its sources say.',
} as const;

export default async function CorrectRecordPage({ params, searchParams }: PageProps<'slug'>) {
  const page = await loadRecordCorrections((await params).slug);
  if (!page) notFound();
  const { record, corrections, isOwner, isReviewed } = page;
  const { field, done } = parseRecordCorrectionStep(await searchParams);
  const chosen = record.shown.find(([each]) => each === field);
  return (
    <CorrectionPage
      path={record.path}
      back="Back to the profile"
      about={<>the profile “{record.name}”</>}
      notice={done && notices[done]}
      fields={record.shown.map(([id, shown]) => ({ id, label: recordFieldLabels[id].label, shown: formatRecordCorrectionValue(shown) }))}
      form={chosen && <RecordCorrectionForm authorId={record.id} field={chosen[0]} shown={chosen[1]} isOwner={isOwner} />}
      otherwise="an identifier, or what the owner states"
      corrections={
        corrections.length > 0 && (
          <RecordCorrectionRows
            corrections={corrections}
            reviewer={isReviewed ? await loadReviewerPasskey() : null}
            path={`${record.path}/correct`}
          />
        )
      }
    />
  );
}
