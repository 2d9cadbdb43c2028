import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { ArchivePreview } from '#components/exports/archive-preview.tsx';
import { formatImportedCounts } from '#components/exports/archive-upload.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { loadArchiveImport } from '#lib/portal/exports/loaders.ts';
import type { PathProps } from '../../../../page-props.ts';

export const metadata: Metadata = { title: 'Import an archive', robots: { index: false, follow: false } };

export default async function ArchiveImportPage({ params }: PathProps<'id'>) {
  const archiveImport = await loadArchiveImport((await params).id);
  if (archiveImport === 'sign-in') redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  if (!archiveImport) notFound();
  const { origin, madeAt } = 'preview' in archiveImport ? archiveImport.preview : archiveImport.taken;
  return (
    <MePage
      current="data"
      title={'preview' in archiveImport ? 'Preview of the import' : 'Imported'}
      lead={
        <>
          The archive states that it was created on <Day at={madeAt} /> by {origin.replace(/^https?:\/\//, '')}.
        </>
      }
    >
      {'preview' in archiveImport ? (
        <ArchivePreview preview={archiveImport.preview} />
      ) : (
        <Notice kind="success" title="The archive is imported">
          <p>Changed here: {formatImportedCounts(archiveImport.taken.taken ?? {})}.</p>
          <p>
            You can import the same archive again at any time; existing data stays unchanged. <a href="/me">Open your dashboard</a>
          </p>
        </Notice>
      )}
    </MePage>
  );
}
