import type { Metadata } from 'next';
import { VisibilityLinkForm } from '#components/identity/visibility-forms.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { refusals } from '#lib/portal/refusals.ts';
import { mailedLinkOf } from '../../mailed-link.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Name visibility', robots: { index: false, follow: false }, referrer: 'same-origin' };

/** The target of an emailed confirmation link. */
export default async function ConfirmVisibilityPage({ searchParams }: QueryProps) {
  const { request, code } = await searchParams;
  const link = mailedLinkOf(request, code);
  return (
    <Page>
      <PageHead
        title="Confirm the change of visibility"
        lead={link ? 'Press the button to make the change. If you did not ask for it, close the page.' : undefined}
      />
      {link ? <VisibilityLinkForm request={link.id} code={link.code} /> : <RefusalNotice refusal={refusals.visibility_link_used} />}
    </Page>
  );
}
