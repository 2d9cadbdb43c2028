import { Day } from '#components/ui/day.tsx';
import { Rail } from '#components/ui/rail.tsx';
import { caseKindLabels, type ReviewKind, reviewKinds } from '#lib/governance/cases/model/review-case.ts';
import { tieLabels } from '#lib/portal/decisions/model/distance.ts';
import type { DecidedRow, QueueRow } from '#lib/portal/decisions/model/views.ts';
import { decisionLabels } from './review-labels.ts';

/** Links to the kinds of reviews; the current one is marked. */
export function ReviewKindLinks({ kind }: { kind: ReviewKind | 'people' | null }) {
  const links = [
    { label: 'Everything', href: '/review', current: kind === null },
    ...reviewKinds.map((linkedKind) => ({
      label: caseKindLabels[linkedKind].many,
      href: `/review?kind=${linkedKind}`,
      current: linkedKind === kind,
    })),
    { label: 'Questions about people', href: '/review?kind=people', current: kind === 'people' },
  ];
  return <Rail label="Kinds of questions" items={links} />;
}

/** Waiting reviews, longest wait first. */
export function QueueList({ rows }: { rows: readonly QueueRow[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map(({ id, kind, name, author, openedAt, votes, voted, tie }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3">
          <span>
            <a href={`/review/${id}`}>
              <span className="font-semibold">{caseKindLabels[kind].one}</span>
              {author ? `: ${author.name}` : name?.name ? `: ${name.name}` : ''}
            </a>{' '}
            {name && <span className="text-sm text-soft">{name.title}.</span>}
            {votes > 0 && (
              <span className="text-sm text-soft">
                {' '}
                {voted ? 'You have voted; ' : ''}
                {votes === 1 ? 'one vote, second reviewer needed' : `${votes} different votes, third reviewer needed`}
              </span>
            )}
            {tie && !voted && (
              <span className="block text-sm text-soft">You and one of them cannot vote for the same decision: {tieLabels[tie]}.</span>
            )}
          </span>
          <span className="text-sm text-soft">
            since <Day at={openedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Recently decided reviews, for reference. */
export function DecidedList({ rows }: { rows: readonly DecidedRow[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {rows.map(({ id, kind, author, decision, decidedAt }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2">
          <span>
            <a href={`/review/${id}`}>
              {caseKindLabels[kind].one}
              {author ? `: ${author.name}` : ''}
            </a>{' '}
            <span className="text-soft">{decisionLabels[decision]}</span>
          </span>
          <span className="text-soft">
            <Day at={decidedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
