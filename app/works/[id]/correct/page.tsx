import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CorrectionForm } from '#components/corrections/correction-form.tsx';
import { CorrectionRows } from '#components/corrections/correction-rows.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { factValue } from '#components/works/work-labels.ts';
import { loadCorrections } from '#lib/governance/corrections/loaders.ts';
import { correctionStep, describeValue, fieldLabels } from '#lib/governance/corrections/model.ts';
import { loadReviewerPasskey } from '#lib/portal/decisions/loaders.ts';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Suggest a correction', robots: { index: false, follow: false } };

const notices = {
  sent: 'Your correction is saved. Reviewers, or two owners among the authors, decide on it.',
  agreed: 'You agree with the correction. It is shown once two owners among the authors agree.',
  reverted: 'The correction has ended. The work shows what its sources say.',
} as const;

export default async function CorrectPage({ params, searchParams }: Props) {
  const page = await loadCorrections((await params).id);
  if (!page) notFound();
  const { work, corrections } = page;
  const { field, done } = correctionStep(await searchParams);
  const chosen = work.shown.find(([each]) => each === field);
  return (
    <Page>
      <PageHead
        eyebrow={<a href={work.path}>Back to the work</a>}
        title="Suggest a correction"
        lead={<>Of “{work.name}”. An accepted correction is shown beside what the sources say, with its evidence.</>}
      />
      {done && <Notice kind="success" title={notices[done]} />}
      {chosen ? (
        <>
          <p className="mb-6 text-sm">
            <a href={`${work.path}/correct`}>Choose another field</a>
          </p>
          <CorrectionForm workId={work.id} field={chosen[0]} shown={chosen[1]} />
        </>
      ) : (
        <ul className="my-6 max-w-text divide-y divide-line border-line border-y">
          {work.shown.map(([each, shown]) => (
            <li key={each} className="break-words py-3">
              <a href={`${work.path}/correct?field=${each}`} className="font-semibold">
                {fieldLabels[each].label}
              </a>
              <p className="text-sm text-soft">Shown: {factValue(each, describeValue(each, shown))}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 max-w-measure text-sm">
        Is something else wrong, such as the abstract or a figure?{' '}
        <a href={`/works/${work.id}/fix?kind=wrong_fact`} rel="nofollow">
          Report it
        </a>
        .
      </p>
      {corrections.length > 0 && (
        <section aria-labelledby="corrections" className="mt-8">
          <h2 id="corrections" className="mb-3 font-semibold">
            Corrections
          </h2>
          <CorrectionRows corrections={corrections} reviewer={await loadReviewerPasskey()} path={`${work.path}/correct`} />
        </section>
      )}
    </Page>
  );
}
