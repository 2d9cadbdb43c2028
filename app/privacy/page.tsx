import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OperatorText } from '#components/site/operator-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { site } from '#lib/platform/site.ts';

export const metadata: Metadata = { title: 'Privacy', alternates: { canonical: '/privacy' } };

export default function PrivacyPage() {
  const { privacy } = site();
  if (!privacy) notFound();
  return (
    <Page>
      <PageHead title="Privacy" />
      <OperatorText text={privacy} />
    </Page>
  );
}
