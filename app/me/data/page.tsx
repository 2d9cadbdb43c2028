import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Erasure } from '#components/accounts/erasure.tsx';
import { AskForCopy, Copies } from '#components/exports/copies.tsx';
import { SendIn, SentIn } from '#components/exports/send-in.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadErasure } from '#lib/accounts/loaders.ts';
import { loadOwnData } from '#lib/exports/loaders.ts';

export const metadata: Metadata = { title: 'Your data', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DataPage({ searchParams }: Props) {
  const [data, erasure] = [await loadOwnData(), await loadErasure()];
  if (!data) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fdata');
  const { problem } = await searchParams;
  return (
    <Page>
      <PageHead
        eyebrow={<a href="/me">Your page</a>}
        title="Your data"
        lead="Take home all that is held of your account here, or bring along what you have taken from another instance."
      />
      <Section id="copy" title="A copy of everything">
        <AskForCopy copies={data.copies} />
        <Copies copies={data.copies} />
      </Section>
      <Section id="take-in" title="Bring a copy along">
        {typeof problem === 'string' && (
          <div className="mb-5">
            <RefusalNotice because={problem} back="/me/data" />
          </div>
        )}
        <SendIn />
        <SentIn sentIn={data.sentIn} />
      </Section>
      {erasure && (
        <Section id="erasure" title="Erase your account">
          <Erasure erasure={erasure} />
        </Section>
      )}
    </Page>
  );
}
