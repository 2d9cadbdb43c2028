import { Notice } from '#components/ui/notice.tsx';
import { type ReportKind, type ReportSubject, reportKindLabels, reportKindsOf } from '#lib/governance/reports/model/report.ts';
import { ReportForm } from './report-form.tsx';

interface Props {
  subject: ReportSubject;
  about: { id: string; path: string; claimed: boolean };
  kind: ReportKind | null;
  sent: string | null;
  signedIn: boolean;
}

/** The steps of a report: its kind, its form, and its confirmation. */
export function ReportSteps({ subject, about, kind, sent, signedIn }: Props) {
  const back = `${about.path}/fix`;
  // An error that the viewer can correct needs no report.
  const formPathOf = (each: ReportKind) => (each === 'wrong_fact' ? `${about.path}/correct` : `${back}?kind=${each}`);
  if (sent)
    return (
      <Notice kind="success" title="Your report is saved">
        <p>
          Its number is {sent}. It is private: only reviewers read it, and only the decision is shown.
          {signedIn ? ' You can see and withdraw it in your network.' : ''}
        </p>
        <p>
          <a href={about.path}>Back to the page</a>
        </p>
      </Notice>
    );
  if (kind)
    return (
      <>
        <p className="mb-6 text-sm">
          <a href={back}>Choose something else</a>
        </p>
        <h2 className="mb-4 font-medium font-serif text-xl">{reportKindLabels[kind][subject].title}</h2>
        <ReportForm subject={subject} id={about.id} kind={kind} back={`${back}?kind=${kind}`} />
      </>
    );
  const kinds = reportKindsOf[subject].filter((each) => each !== 'impersonation' || about.claimed);
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {kinds.map((each) => (
        <li key={each} className="py-3">
          <a href={formPathOf(each)} className="font-semibold">
            {reportKindLabels[each][subject].title}
          </a>
          <p className="text-sm text-soft">{reportKindLabels[each][subject].hint}</p>
        </li>
      ))}
    </ul>
  );
}
