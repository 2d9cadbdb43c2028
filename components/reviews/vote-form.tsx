import { ActionForm, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { decisionReasons, remedies } from '#lib/community/decision-reasons.ts';
import type { DecisionChoice } from '#lib/governance/cases/model/review-case.ts';
import { vote } from '#lib/portal/decisions/actions.ts';

interface Props {
  reviewId: string;
  evidenceVersion: string;
  choice: DecisionChoice;
  needsTwoVotes: 'always' | 'sometimes' | 'never';
  /** Open disputes of several rivals: upholding selects the one who is right. */
  rivals?: readonly string[];
}

/** The form for one decision: its reason and remedy come from closed lists, because the parties are told both. */
export function VoteForm({ reviewId, evidenceVersion, choice, needsTwoVotes, rivals = [] }: Props) {
  const { decision, label, effects } = choice;
  return (
    <section aria-labelledby={`${decision}-choice`} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
      <h3 id={`${decision}-choice`} className="mb-3 font-semibold">
        {label}
      </h3>
      <ActionForm
        action={vote}
        id={`vote-${decision}`}
        back={`/review/${reviewId}`}
        className="space-y-4 pb-4"
        hiddenInputs={{ reviewId, decision, evidence: evidenceVersion }}
      >
        <ClosedChoice name="reason" id={`${decision}-reason`} label="Why" words={decisionReasons} values={choice.reasons} />
        <ClosedChoice name="remedy" id={`${decision}-remedy`} label="Remedy" words={remedies} values={choice.remedies} />
        {decision === 'uphold' && rivals.length > 1 && (
          <ActionSelect
            name="favours"
            id="favours"
            label="Whose profile it is"
            hint="The profile goes to this rival. Two reviewers must choose the same one."
            options={[{ value: '', label: 'None of them' }, ...rivals.map((value, index) => ({ value, label: `Rival ${index + 1}` }))]}
          />
        )}
        <Disclosure summary="Note for other reviewers">
          <ActionTextArea
            name="note"
            id={`${decision}-note`}
            label="For other reviewers (optional)"
            hint="Only reviewers read this."
            rows={3}
            maxLength={2000}
          />
        </Disclosure>
        {needsTwoVotes !== 'never' && (
          <p className="max-w-measure text-soft">
            {needsTwoVotes === 'always' ? 'This' : 'A decision of impersonation'} needs two agreeing votes of independent reviewers. If the
            second disagrees, a third decides.
          </p>
        )}
        <Button variant="plain">{label}</Button>
        <ul className="list-disc space-y-1 pl-5 text-sm">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </ActionForm>
    </section>
  );
}

interface ClosedChoiceProps {
  name: string;
  id: string;
  label: string;
  words: Record<string, string>;
  values: readonly string[];
}

/** A list to choose from; plain text if it has only one value. */
function ClosedChoice({ name, id, label, words, values }: ClosedChoiceProps) {
  const [only] = values;
  if (values.length === 1 && only)
    return (
      <p className="max-w-measure">
        <input type="hidden" name={name} value={only} />
        <b className="block font-semibold">{label}</b>
        {words[only]}
      </p>
    );
  const options = values.map((value) => ({ value, label: words[value] ?? value }));
  return (
    <ActionSelect
      name={name}
      id={id}
      label={label}
      hint="The parties see this sentence."
      options={[{ value: '', label: 'Choose' }, ...options]}
      required
    />
  );
}
