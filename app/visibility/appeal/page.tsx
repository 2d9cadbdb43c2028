import type { Metadata } from 'next';
import { MailedAppealForm } from '#components/reviews/appeal-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { loadMailedAnswer } from '#lib/portal/decisions/loaders.ts';
import { refusals } from '#lib/portal/refusals.ts';
import { mailedLinkOf } from '../../mailed-link.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Appeal a decision', robots: { index: false, follow: false }, referrer: 'same-origin' };

/** The target of the link in an emailed decision. */
export default async function MailedAppealPage({ searchParams }: QueryProps) {
  const { request, code } = await searchParams;
  const link = mailedLinkOf(request, code);
  const answer = link && (await loadMailedAnswer(link.id, link.code));
  return (
    <Page>
      <PageHead
        title="Appeal a decision"
        lead={
          answer
            ? `You asked that a name be shown differently, and it was left as it is. ${reasonSentence(answer.reason)} ${remedySentence(answer.remedy)}`
            : undefined
        }
      />
      {link && answer ? <MailedAppealForm request={link.id} code={link.code} /> : <RefusalNotice refusal={refusals.visibility_link_used} />}
    </Page>
  );
}
