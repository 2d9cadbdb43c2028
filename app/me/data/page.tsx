import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Erasure } from '#components/accounts/erasure.tsx';
import { MePage } from '#components/accounts/me-page.tsx';
import { ArchiveUpload, SentIn } from '#components/exports/archive-upload.tsx';
import { Archives, RequestArchive } from '#components/exports/archives.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadOwnData } from '#lib/portal/exports/loaders.ts';
import { loadErasure } from '#lib/portal/me/loaders.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

export const metadata: Metadata = { title: 'Your data', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DataPage({ searchParams }: Props) {
  const [data, erasure] = [await loadOwnData(), await loadErasure()];
  if (!data) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  const { problem, saved } = await searchParams;
  return (
    <MePage
      current="data"
      title="Your data"
      lead="Take home all that is held of your account here, bring along what you have taken from another instance, or have it all erased."
      done={saved === 'kept' ? 'Your account is kept' : null}
    >
      <Section id="copy" title="A copy of everything">
        <RequestArchive copies={data.copies} />
        <Archives copies={data.copies} />
      </Section>
      <Section id="take-in" title="Bring a copy along">
        {typeof problem === 'string' && (
          <div className="mb-5">
            <RefusalNotice refusal={refusalOf(problem)} back="/me/data" />
          </div>
        )}
        <ArchiveUpload />
        <SentIn sentIn={data.sentIn} />
      </Section>
      {erasure && (
        <Section id="erasure" title="Erase your account">
          <Erasure erasure={erasure} />
        </Section>
      )}
    </MePage>
  );
}
