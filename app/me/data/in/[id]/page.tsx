import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { ArchivePreview } from '#components/exports/archive-preview.tsx';
import { importLabels } from '#components/exports/archive-upload.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { loadSentIn } from '#lib/portal/exports/loaders.ts';

export const metadata: Metadata = { title: 'Bring a copy along', robots: { index: false, follow: false } };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function SentInPage({ params }: Props) {
  const sent = await loadSentIn((await params).id);
  if (sent === 'sign-in') redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  if (!sent) notFound();
  const { origin, madeAt } = 'preview' in sent ? sent.preview : sent.taken;
  return (
    <MePage
      current="data"
      title={'preview' in sent ? 'What would come along' : 'Taken in'}
      lead={
        <>
          The copy says that it was made on <Day at={madeAt} /> by {origin.replace(/^https?:\/\//, '')}.
        </>
      }
    >
      {'preview' in sent ? (
        <ArchivePreview preview={sent.preview} />
      ) : (
        <Notice kind="success" title="The copy is taken in">
          <p>Changed here: {importLabels(sent.taken.taken ?? {})}.</p>
          <p>
            The same copy can be sent in again at any time: what is here stays as it is. <a href="/me">Go to your page</a>
          </p>
        </Notice>
      )}
    </MePage>
  );
}
