import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { UpstreamPage } from '#components/corrections/upstream-page.tsx';
import { shortenText } from '#components/ui/long-text.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import { loadUpstreamNotes } from '#lib/governance/corrections/loaders.ts';
import { correctionFieldLabels, formatCorrectionValue } from '#lib/governance/corrections/model.ts';
import type { PathProps } from '../../../page-props.ts';

export const metadata: Metadata = { title: 'Tell the source', robots: { index: false, follow: false } };

export default async function WorkUpstreamPage({ params }: PathProps<'id'>) {
  const page = await loadUpstreamNotes((await params).id);
  if (!page) notFound();
  const { work, corrected } = page;
  return (
    <UpstreamPage
      path={work.path}
      back="Back to the work"
      about={<>“{work.name}”</>}
      none="No correction of this work is accepted."
      corrected={corrected.map(({ id, field, value, notes }) => ({
        ...{
          id,
          label: correctionFieldLabels[field].label,
          value: shortenText(formatFactValue(field, formatCorrectionValue(field, value))),
          notes,
        },
      }))}
    />
  );
}
