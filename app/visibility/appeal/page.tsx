import type { Metadata } from 'next';
import { MailedAppealForm } from '#components/reviews/appeal-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { loadMailedAnswer } from '#lib/portal/decisions/loaders.ts';
import { refusals } from '#lib/portal/refusals.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Appeal a decision', robots: { index: false, follow: false }, referrer: 'same-origin' };

/** The target of the link in an emailed decision. Opening it does not use the link, because mail scanners open links too. */
export default async function MailedAppealPage({ searchParams }: QueryProps) {
  const { request, code } = await searchParams;
  const isLink = typeof request === 'string' && typeof code === 'string' && /^[0-9a-z]{12}$/.test(request) && /^[0-9a-z]{32}$/.test(code);
  const answer = isLink ? await loadMailedAnswer(request, code) : null;
  return (
    <Page>
      <PageHead
        title="Appeal a decision"
        size="title"
        lead={
          answer
            ? `You asked that a name be shown differently, and it was left as it is. ${reasonSentence(answer.reason)} ${remedySentence(answer.remedy)}`
            : undefined
        }
      />
      {isLink && answer ? <MailedAppealForm request={request} code={code} /> : <RefusalNotice refusal={refusals.visibility_link_used} />}
    </Page>
  );
}
