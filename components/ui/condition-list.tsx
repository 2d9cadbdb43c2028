import type { ReactNode } from 'react';

export interface Condition {
  key: string;
  met: boolean;
  text: ReactNode;
  /** What to do about an unmet condition. */
  remedy?: ReactNode;
}

/** Conditions, each met or not, with remedies for unmet ones. */
export function ConditionList({ conditions }: { conditions: readonly Condition[] }) {
  return (
    <ul className="space-y-1.5 text-sm">
      {conditions.map((condition) => (
        <li key={condition.key} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
          <span aria-hidden="true" className={condition.met ? 'text-accent' : 'text-soft'}>
            {condition.met ? '✓' : '–'}
          </span>
          <span className={condition.met ? '' : 'text-soft'}>
            <span className="sr-only">{condition.met ? 'Met: ' : 'Not met: '}</span>
            {condition.text}
            {!condition.met && condition.remedy && <span className="block text-ink">{condition.remedy}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
