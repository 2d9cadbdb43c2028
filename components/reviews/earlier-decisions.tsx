import { Day } from '#components/ui/day.tsx';
import { reasonSentence } from '#lib/community/decision-reasons.ts';
import { caseKindLabels } from '#lib/governance/cases/model/review-case.ts';
import type { EarlierDecision } from '#lib/portal/decisions/model/views.ts';
import { decisionLabels } from './review-labels.ts';

/** Earlier decisions about a profile, each with its reason and a link to its case. */
export const EarlierDecisions = ({ rows }: { rows: readonly EarlierDecision[] }) => (
  <ul className="divide-y divide-line text-sm">
    {rows.map(({ id, kind, decision, decidedAt, reason }) => (
      <li key={id} className="py-2">
        <a href={`/review/${id}`}>{caseKindLabels[kind].one}</a>: {decisionLabels[decision]} on <Day at={decidedAt} narrow />.{' '}
        {reasonSentence(reason)}
      </li>
    ))}
  </ul>
);
