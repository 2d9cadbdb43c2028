import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OperatorText } from '#components/site/operator-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { site } from '#lib/platform/site.ts';

export const metadata: Metadata = { title: 'Imprint', alternates: { canonical: '/imprint' } };

export default function ImprintPage() {
  const { imprint } = site();
  if (!imprint) notFound();
  return (
    <Page>
      <PageHead title="Imprint" />
      <OperatorText text={imprint} />
    </Page>
  );
}
