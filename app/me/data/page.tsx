import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Erasure } from '#components/accounts/erasure.tsx';
import { MePage } from '#components/accounts/me-page.tsx';
import { Archives, RequestArchive } from '#components/exports/archives.tsx';
import { Section } from '#components/ui/section.tsx';
import { env } from '#lib/platform/env.ts';
import { loadArchives } from '#lib/portal/exports/loaders.ts';
import { loadErasure } from '#lib/portal/me/loaders.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Data and privacy', robots: { index: false, follow: false } };

export default async function DataPage({ searchParams }: QueryProps) {
  const [archives, erasure] = [await loadArchives(), await loadErasure()];
  if (!archives) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  const { saved } = await searchParams;
  return (
    <MePage
      current="data"
      title="Data and privacy"
      lead="Download your data, or erase your account."
      done={saved === 'kept' ? 'The erasure is cancelled' : null}
    >
      <Section id="archive" title="Your archive">
        <RequestArchive archives={archives} days={env().ARCHIVE_RETENTION_DAYS} />
        <Archives archives={archives} />
      </Section>
      {erasure && (
        <Section id="erasure" title="Erase your account">
          <Erasure erasure={erasure} />
        </Section>
      )}
    </MePage>
  );
}
