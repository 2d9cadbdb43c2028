import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { addressWaitHours } from '#lib/community/limits.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { refusals } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Confirm the address', robots: { index: false, follow: false } };

export default async function AddressPage({ searchParams }: QueryProps) {
  const { token } = await searchParams;
  const tokenText = typeof token === 'string' ? token : '';
  if (tokenText === '') return <IncompleteLinkPage />;
  const actor = await viewer();
  if (!actor) redirect(`/sign-in?${new URLSearchParams({ problem: 'not_signed_in', next: `/sign-in/address?token=${tokenText}` })}`);
  return (
    <Page>
      <PageHead
        title="Confirm the address"
        lead={`You confirm the address that this link went to, for the account of ${actor.email ?? actor.name ?? 'yours'}.${
          actor.email ? ` A new address of yours replaces ${actor.email} after ${addressWaitHours} hours.` : ''
        }`}
      />
      <form method="post" action="/api/auth/address">
        <input type="hidden" name="token" value={tokenText} />
        <Button variant="primary">Confirm the address</Button>
      </form>
    </Page>
  );
}

const IncompleteLinkPage = () => (
  <Page>
    <PageHead title="Confirm the address" />
    <RefusalNotice refusal={refusals.address_link_expired} />
  </Page>
);
