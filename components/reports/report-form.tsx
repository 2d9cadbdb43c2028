import { ActionChoice, ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { report } from '#lib/governance/reports/actions.ts';
import { type ReportKind, reasons, type Subject } from '#lib/governance/reports/model/report.ts';

interface Props {
  subject: Subject;
  id: string;
  kind: ReportKind;
  back: string;
}

/** What can be said of a record or a work, as links to a form each, so that a form only asks what it needs. */
export const kindLabels: Record<ReportKind, Record<Subject, { title: string; hint: string }>> = {
  not_same_person: {
    author: { title: 'Not the same person', hint: 'Some of the works belong to somebody else.' },
    work: { title: 'Not the same person', hint: '' },
  },
  wrong_fact: {
    author: { title: 'Something is wrong', hint: 'A name, an affiliation, an identifier, a figure.' },
    work: { title: 'Something is wrong', hint: 'Title, authors, date, venue, code, retraction.' },
  },
  missing_work: {
    author: { title: 'A work is missing', hint: 'A work of this person is not listed.' },
    work: { title: 'A work is missing', hint: '' },
  },
  merge_with: {
    author: { title: 'Two records are one person', hint: 'Another record on this site is about them too.' },
    work: { title: 'Two entries are one work', hint: 'Another entry on this site is the same work.' },
  },
  impersonation: {
    author: { title: 'The owner is somebody else', hint: 'Anyone who has claimed this record is not its author.' },
    work: { title: 'The owner is somebody else', hint: '' },
  },
  misuse: {
    author: { title: 'An invitation or message is misuse', hint: 'It is not about collaboration.' },
    work: { title: 'An invitation or message is misuse', hint: '' },
  },
};

const legends: Record<ReportKind, string> = {
  not_same_person: 'What is it?',
  wrong_fact: 'What is wrong?',
  missing_work: 'Where is it?',
  merge_with: 'How do you know them?',
  impersonation: 'What is it?',
  misuse: 'What is it?',
};

/** One report: its typed reason, and what the person who decides needs to check it. */
export function ReportForm({ subject, id, kind, back }: Props) {
  return (
    <ActionForm action={report} back={back}>
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="subjectId" value={id} />
      <input type="hidden" name="kind" value={kind} />
      <ActionChoice
        name="reason"
        legend={legends[kind]}
        options={Object.entries(reasons[kind]).map(([value, label]) => ({ value, label }))}
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
      <Button look="primary">Send the report</Button>
    </ActionForm>
  );
}
