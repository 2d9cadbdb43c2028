import type { ReactNode } from 'react';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { reasonSentence, remedySentence } from '#lib/community/decision-reasons.ts';
import { withdrawProposalAction } from '#lib/governance/identity/actions.ts';
import type { ProposalView } from '#lib/governance/identity/model/changes.ts';

const stateLabels: Record<ProposalView['state'], string> = {
  proposed: 'not decided yet',
  applied: 'made',
  settled: 'made',
  undone: 'made, and undone',
  rejected: 'not made',
  outdated: 'not made, because the profiles had changed',
  withdrawn: 'withdrawn',
};

/** The merges and splits that an account has proposed, with their states. */
export function ProposalRows({ proposals }: { proposals: readonly ProposalView[] }) {
  if (proposals.length === 0) return <p className="text-sm text-soft">None yet. Propose one in the history of a profile.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {proposals.map(({ id, state, decided, reason, proposedAt, ...change }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
          <div className="min-w-0 max-w-measure break-words">
            <p>
              <ProposalSentence {...change} />
            </p>
            <p className="text-sm text-soft">
              Proposed on <Day at={proposedAt} />, {stateLabels[state]}. Your reason: {reason}
            </p>
            {decided && (
              <p className="text-sm">
                {reasonSentence(decided.reason)} {remedySentence(decided.remedy)}{' '}
                {state === 'rejected' && <a href={`/appeal/merge/${id}`}>Appeal this decision</a>}
              </p>
            )}
          </div>
          {state === 'proposed' && (
            <ActionButton
              action={withdrawProposalAction}
              back="/me/network#proposals"
              hiddenInputs={{ changeId: id }}
              label="Withdraw"
              about={` this ${change.kind}`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function ProposalSentence({ kind, record, other, works }: Pick<ProposalView, 'kind' | 'record' | 'other' | 'works'>) {
  // Namesakes are told apart by their address.
  const withSlug = kind !== 'split' && record?.name === other?.name;
  const [recordName, otherName] = [record, other].map((of) => <Name key={of?.path} of={of} withSlug={withSlug} />);
  return kind === 'split' ? (
    <>
      Split {formatCount(works, 'work')} of {recordName} off, as {otherName}
    </>
  ) : (
    <>
      Merge {otherName} into {recordName}
    </>
  );
}

const Name = ({ of, withSlug }: { of: ProposalView['other']; withSlug: boolean }): ReactNode => {
  if (!of) return 'a profile with a hidden name';
  return of.path ? (
    <a href={of.path} className="font-semibold">
      {of.name}
      {withSlug && ` (${of.path.split('/').at(-1)})`}
    </a>
  ) : (
    of.name
  );
};
