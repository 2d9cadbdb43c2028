import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CorrectionForm } from '#components/corrections/correction-form.tsx';
import { CorrectionPage } from '#components/corrections/correction-page.tsx';
import { CorrectionRows } from '#components/corrections/correction-rows.tsx';
import { shortenText } from '#components/ui/long-text.tsx';
import { OmittedNames } from '#components/works/author-list.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import { loadCorrections } from '#lib/governance/corrections/loaders.ts';
import { correctionFieldLabels, formatCorrectionValue, parseCorrectionStep } from '#lib/governance/corrections/model.ts';
import { loadReviewerPasskey } from '#lib/portal/decisions/loaders.ts';
import type { PageProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Suggest a correction', robots: { index: false, follow: false } };

const notices = {
  sent: 'Your correction is saved. Reviewers, or two owners among the authors, decide on it.',
  agreed: 'You agree with the correction. It is shown once two owners among the authors agree.',
  reverted: 'The correction has ended. The work shows what its sources say.',
} as const;

export default async function CorrectPage({ params, searchParams }: PageProps<'id'>) {
  const page = await loadCorrections((await params).id);
  if (!page) notFound();
  const { work, corrections } = page;
  const { field, done } = parseCorrectionStep(await searchParams);
  const chosen = work.shown.find(([each]) => each === field);
  return (
    <CorrectionPage
      path={work.path}
      back="Back to the work"
      about={<>“{work.name}”</>}
      notice={done && notices[done]}
      fields={work.shown.map(([id, shown]) => ({
        id,
        label: correctionFieldLabels[id].label,
        shown: (
          <>
            {shortenText(formatFactValue(id, formatCorrectionValue(id, shown)))}
            {id === 'authors' && shown !== null && !work.authorsComplete && <OmittedNames inWords={false} />}
          </>
        ),
      }))}
      form={chosen && <CorrectionForm workId={work.id} field={chosen[0]} shown={chosen[1]} omitsAuthors={!work.authorsComplete} />}
      otherwise="a figure"
      corrections={
        corrections.length > 0 && (
          <CorrectionRows corrections={corrections} reviewer={await loadReviewerPasskey()} path={`${work.path}/correct`} />
        )
      }
    />
  );
}
