import type { ReactNode } from 'react';

export interface Step {
  key: string;
  title: ReactNode;
  state: 'done' | 'now' | 'later';
  children?: ReactNode;
}

const stateLabels = { done: 'done', now: 'now', later: 'later' } as const;

/** Steps in their order, and the current one. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="max-w-text">
      {steps.map((step, index) => (
        <li
          key={step.key}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="grid grid-cols-[2rem_minmax(0,1fr)] border-line border-t py-3 last:border-b"
        >
          <span className={`font-serif ${step.state === 'now' ? 'text-accent' : 'text-soft'}`}>
            {step.state === 'done' ? '✓' : index + 1}
          </span>
          <div>
            <p className={step.state === 'now' ? 'font-semibold' : step.state === 'later' ? 'text-soft' : ''}>
              {step.title}
              <span className="sr-only"> ({stateLabels[step.state]})</span>
            </p>
            {step.children && <div className="mt-1 space-y-2 text-sm">{step.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
