import { ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import type { AppealView, AppealState as State } from '#lib/governance/cases/model/appeals.ts';
import { appeal, appealByLink } from '#lib/portal/decisions/actions.ts';
import { decisionLabels } from './review-labels.ts';

/** The decision with its remedy. */
export function PastDecision({ view: { decided } }: { view: Pick<AppealView, 'decided'> }) {
  return (
    <p className="max-w-measure">
      {decided.byAppeal
        ? `An appeal of the other side was granted: ${decisionLabels[decided.decision]}`
        : decisionLabels[decided.decision].replace(/^./, (first) => first.toUpperCase())}{' '}
      on <Day at={decided.at} />. {reasonSentence(decided.reason)} {remedySentence(decided.remedy)}
    </p>
  );
}

const outcomeSentences: Record<State, string> = {
  open: 'Waiting for other reviewers.',
  granted: 'It was granted.',
  refused: 'It was not granted. The decision is upheld.',
  moot: 'The subject has changed since, so there was nothing to decide.',
};

interface AppealStatusProps {
  appeal: NonNullable<AppealView['appeal']>;
  final: boolean;
}

/** The state of an appeal, or its decision and reason. */
export function AppealStatus({ appeal: { state, filedAt, decidedAt, reason, remedy }, final }: AppealStatusProps) {
  return (
    <p className="max-w-measure">
      Sent on <Day at={filedAt} />. {outcomeSentences[state]}{' '}
      {decidedAt && (
        <>
          Decided on <Day at={decidedAt} />.{' '}
        </>
      )}
      {state !== 'moot' && `${reasonSentence(reason)} ${remedySentence(remedy)} `}
      {final && 'Each side can appeal once, so this is final.'}
    </p>
  );
}

function ReasonField() {
  return (
    <ActionTextArea
      name="words"
      label="Reason for the appeal"
      hint="In your own words. Only reviewers read it."
      rows={5}
      maxLength={2000}
      required
    />
  );
}

/** The form to appeal a decision, once and before the deadline. */
export function AppealForm({ view: { of, subjectId, until }, back }: { view: AppealView; back: string }) {
  return (
    <>
      <p className="mb-4 max-w-measure text-sm">
        If you think the decision is wrong, you can appeal once. Other reviewers decide. You can appeal until <Day at={until} />.
      </p>
      <ActionForm action={appeal} back={back} hiddenInputs={{ of, subjectId }}>
        <ReasonField />
        <Button variant="primary">Appeal this decision</Button>
      </ActionForm>
    </>
  );
}

/** The same form for a person without an account, by the link of an emailed decision. */
export function MailedAppealForm({ request, code }: { request: string; code: string }) {
  return (
    <ActionForm action={appealByLink} back="/visibility" hiddenInputs={{ request, code }}>
      <ReasonField />
      <Button variant="primary">Appeal this decision</Button>
    </ActionForm>
  );
}
