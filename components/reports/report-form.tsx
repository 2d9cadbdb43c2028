import { ActionChoice, ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { fileReportAction } from '#lib/governance/reports/actions.ts';
import { type ReportKind, type ReportSubject, reportReasons } from '#lib/governance/reports/model/report.ts';

const legends: Record<ReportKind, string> = {
  not_same_person: 'What is it?',
  wrong_fact: 'What is wrong?',
  missing_work: 'Where is it?',
  merge_with: 'How do you know them?',
  impersonation: 'What is it?',
  misuse: 'What is it?',
};

/** The form of one report: its closed reason, and the facts that the reviewer needs. */
export function ReportForm({ subject, id, kind, back }: { subject: ReportSubject; id: string; kind: ReportKind; back: string }) {
  return (
    <ActionForm action={fileReportAction} back={back} hiddenInputs={{ subject, subjectId: id, kind }}>
      <ActionChoice
        name="reason"
        legend={legends[kind]}
        options={Object.entries(reportReasons[kind]).map(([value, label]) => ({ value, label }))}
        required
      />
      {kind === 'not_same_person' && (
        <ActionTextArea name="works" label="Which works are another person’s" hint="Titles or addresses, one a line." rows={4} />
      )}
      {kind === 'missing_work' && (
        <ActionTextArea
          name="works"
          label="Which work is missing"
          hint="A DOI or an address is best; else title, authors and year."
          rows={3}
        />
      )}
      {kind === 'merge_with' && (
        <ActionField
          name="other"
          label="The other one"
          hint={`Its address on this site, such as /${subject === 'author' ? 'authors' : 'works'}/…`}
        />
      )}
      {kind === 'wrong_fact' && <ActionTextArea name="right" label="What would be right" rows={2} />}
      <ActionField name="seen" label="Where can this be checked (optional)" hint="A public address." />
      <ActionTextArea
        name="note"
        label={kind === 'impersonation' ? 'What shows it' : 'Anything else (optional)'}
        hint="Only reviewers read this."
        maxLength={2000}
        rows={3}
      />
      <Button variant="primary">Send the report</Button>
    </ActionForm>
  );
}
