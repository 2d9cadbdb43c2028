import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import type { ReportSubject } from '#lib/governance/reports/model/report.ts';
import { ReportSteps } from './report-steps.tsx';

interface Props {
  subject: ReportSubject;
  page: { subject: { id: string; path: string; name: string; claimed: boolean }; signedIn: boolean };
  step: Pick<Parameters<typeof ReportSteps>[0], 'kind' | 'sent'>;
}

/** The label of a report's subject. */
const subjectLabels: Record<ReportSubject, string> = { author: 'profile', work: 'work' };

/** The page to report a problem, step by step. */
export function ReportPage({ subject, page, step }: Props) {
  const subjectLabel = subjectLabels[subject];
  return (
    <Page>
      <PageHead
        eyebrow={<a href={page.subject.path}>Back to the {subjectLabel}</a>}
        title="Report a problem"
        lead={<>About “{page.subject.name}”. What you send is private: only reviewers read it, and only the decision is shown.</>}
      />
      <ReportSteps subject={subject} about={page.subject} signedIn={page.signedIn} {...step} />
    </Page>
  );
}
