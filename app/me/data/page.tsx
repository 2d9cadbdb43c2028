import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Erasure } from '#components/accounts/erasure.tsx';
import { MePage } from '#components/accounts/me-page.tsx';
import { ArchiveImports, ArchiveUpload } from '#components/exports/archive-upload.tsx';
import { Archives, RequestArchive } from '#components/exports/archives.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { Section } from '#components/ui/section.tsx';
import { env } from '#lib/platform/env.ts';
import { loadOwnData } from '#lib/portal/exports/loaders.ts';
import { loadErasure } from '#lib/portal/me/loaders.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Data and privacy', robots: { index: false, follow: false } };

export default async function DataPage({ searchParams }: QueryProps) {
  const [data, erasure] = [await loadOwnData(), await loadErasure()];
  if (!data) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  const { problem, saved } = await searchParams;
  return (
    <MePage
      current="data"
      title="Data and privacy"
      lead="Download your data, import an archive from another instance, or erase your account."
      done={saved === 'kept' ? 'The erasure is cancelled' : null}
    >
      <Section id="archive" title="Your archive">
        <RequestArchive archives={data.archives} days={env().ARCHIVE_RETENTION_DAYS} />
        <Archives archives={data.archives} />
      </Section>
      <Section id="import" title="Import an archive">
        {typeof problem === 'string' && (
          <FocusedRegion className="mb-5">
            <RefusalNotice refusal={refusalOf(problem)} back="/me/data" />
          </FocusedRegion>
        )}
        <ArchiveUpload />
        <ArchiveImports imports={data.imports} />
      </Section>
      {erasure && (
        <Section id="erasure" title="Erase your account">
          <Erasure erasure={erasure} />
        </Section>
      )}
    </MePage>
  );
}
