import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RecordCorrectionForm } from '#components/corrections/record-correction-form.tsx';
import { RecordCorrectionRows } from '#components/corrections/record-correction-rows.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadRecordCorrections } from '#lib/governance/record-corrections/loaders.ts';
import { recordCorrectionStep, recordFieldLabels, valueWords } from '#lib/governance/record-corrections/model.ts';
import { loadReviewerPasskey } from '#lib/portal/decisions/loaders.ts';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Suggest a correction', robots: { index: false, follow: false } };

const notices = {
  sent: 'Your correction is saved. The owner of the profile decides on it, or reviewers if it has none.',
  accepted: 'The correction is accepted. The profile shows it, unless the sources say the same.',
  declined: 'You have declined the correction. The profile stays as it is.',
  reverted: 'The correction has ended. The profile shows what its sources say.',
} as const;

export default async function CorrectRecordPage({ params, searchParams }: Props) {
  const page = await loadRecordCorrections((await params).slug);
  if (!page) notFound();
  const { record, corrections, isOwner, isReviewed } = page;
  const { field, done } = recordCorrectionStep(await searchParams);
  const chosen = record.shown.find(([each]) => each === field);
  return (
    <Page>
      <PageHead
        eyebrow={<a href={record.path}>Back to the profile</a>}
        title="Suggest a correction"
        lead={<>Of the profile “{record.name}”. An accepted correction is shown beside what the sources say, with its evidence.</>}
      />
      {done && <Notice kind="success" title={notices[done]} />}
      {chosen ? (
        <>
          <p className="mb-6 text-sm">
            <a href={`${record.path}/correct`}>Choose another field</a>
          </p>
          <RecordCorrectionForm authorId={record.id} field={chosen[0]} shown={chosen[1]} isOwner={isOwner} />
        </>
      ) : (
        <ul className="my-6 max-w-text divide-y divide-line border-line border-y empty:hidden">
          {record.shown.map(([each, shown]) => (
            <li key={each} className="break-words py-3">
              <a href={`${record.path}/correct?field=${each}`} rel="nofollow" className="font-semibold">
                {recordFieldLabels[each].label}
              </a>
              <p className="text-sm text-soft">Shown: {valueWords(shown)}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 max-w-measure text-sm">
        Is something else wrong, such as an identifier, or what the owner states?{' '}
        <a href={`${record.path}/fix?kind=wrong_fact`} rel="nofollow">
          Report it
        </a>
        .
      </p>
      {corrections.length > 0 && (
        <section aria-labelledby="corrections" className="mt-8">
          <h2 id="corrections" className="mb-3 font-semibold">
            Corrections
          </h2>
          <RecordCorrectionRows
            corrections={corrections}
            reviewer={isReviewed ? await loadReviewerPasskey() : null}
            path={`${record.path}/correct`}
          />
        </section>
      )}
    </Page>
  );
}
