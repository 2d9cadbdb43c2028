import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { sourceLabel, sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import type { QueuedQuestion, QueuedRecord } from '#lib/governance/identity/model/questions.ts';
import { answerQuestionAction } from '#lib/portal/decisions/actions.ts';

/** Questions about identity, with the records side by side. A reviewer compares them, proposes a change, or answers that there is none. */
export function QuestionList({ questions, passkey }: { questions: readonly QueuedQuestion[]; passkey: PasskeyState }) {
  if (questions.length === 0) return <EmptyState title="No open questions" />;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {questions.map(({ kind, reason, records }) => {
        const [one, other] = records;
        if (!one) return null;
        return (
          <li key={records.map(({ id }) => id).join(' ')} className="py-4">
            <p className="text-sm">
              <span className="font-semibold">{kind === 'same_person' ? 'Same person?' : 'Which works?'}</span>{' '}
              <span className="text-soft">{reason}</span>
            </p>
            <div className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
              {records.map((record) => (
                <ComparedRecord key={record.id} record={record} />
              ))}
            </div>
            <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
              <a href={other ? `/authors/${one.slug}/merge?with=${other.slug}` : `/authors/${one.slug}/split`}>
                {other ? 'Compare the two' : 'Sort the works by person'}
              </a>
              <PasskeyGate state={passkey} next="/review?kind=people" to="to answer">
                <ActionButton
                  action={answerQuestionAction}
                  back="/review?kind=people"
                  hiddenInputs={{ authorId: one.id, ...(other && { otherId: other.id }) }}
                  label={other ? 'They are two people' : 'It is one person'}
                  about={`: ${one.name}`}
                />
              </PasskeyGate>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The questions about an owner's own record: whether another one is theirs too. */
export function OwnQuestions({ authorId, questions, back }: { authorId: string; questions: readonly QueuedQuestion[]; back: string }) {
  return (
    <ul className="space-y-4">
      {questions.map(({ reason, records }) => {
        const own = records.find(({ id }) => id === authorId);
        const other = records.find(({ id }) => id !== authorId);
        if (!own || !other) return null;
        return (
          <li key={other.id}>
            <ComparedRecord record={other} />
            <p className="mt-1 text-sm text-soft">{reason}</p>
            <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
              <a href={`/authors/${own.slug}/merge?with=${other.slug}`}>It is me: compare and merge</a>
              <ActionButton
                action={answerQuestionAction}
                back={back}
                hiddenInputs={{ authorId, otherId: other.id }}
                label="It is somebody else"
                about={`: ${other.name}`}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function ComparedRecord({ record: { slug, name, works, years, affiliation, orcid, sources } }: { record: QueuedRecord }) {
  const facts = [
    formatCount(works, 'work'),
    years && (years.from === years.to ? `${years.from}` : `${years.from} to ${years.to}`),
    affiliation,
    orcid && `ORCID ${orcid}`,
    sources.length > 0 && `from ${joinWords(sources.map((id) => sourceNameInSentence(sourceLabel(id))))}`,
  ].filter(Boolean);
  return (
    <p>
      <a href={`/authors/${slug}`}>{name}</a>
      <span className="block text-sm text-soft">{facts.join(' · ')}</span>
    </p>
  );
}
