import type { Metadata } from 'next';
import { ObjectionForm } from '#components/reports/objection-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { refusals } from '#lib/portal/refusals.ts';
import { mailedLinkOf } from '../mailed-link.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Object', robots: { index: false, follow: false }, referrer: 'same-origin' };

/** The target of the button “This is wrong” of a mail: needs no session, and changes nothing before the button is pressed. */
export default async function ObjectionPage({ searchParams }: QueryProps) {
  const { notification, code, done } = await searchParams;
  const link = mailedLinkOf(notification, code);
  return (
    <Page>
      <PageHead
        title="This is wrong"
        lead={link ? 'Press the button to object to what the email is about. You need not sign in.' : undefined}
      />
      {link && <ObjectionForm notification={link.id} code={link.code} />}
      {done === '1' && (
        <Notice kind="success" title="You have objected">
          <p>
            Reviewers look at it, and a correction is not shown before they decide. A request to hide a profile that you own by a strong
            proof has ended.
          </p>
        </Notice>
      )}
      {!link && done !== '1' && <RefusalNotice refusal={refusals.objection_link_used} />}
    </Page>
  );
}
