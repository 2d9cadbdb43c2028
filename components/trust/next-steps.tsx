import type { NextStep } from '#lib/catalog/trust/model/steps.ts';

/** The easiest next steps; for the owner only. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  if (steps.length === 0) return <p className="text-sm text-soft">Nothing quick would add points today.</p>;
  return (
    <ul className="space-y-2 text-sm">
      {steps.map(({ id, text, effort, href, gain, level }) => (
        <li key={id}>
          <a href={href}>{text}</a>{' '}
          <span className="text-soft">
            {gain > 0 ? `+${gain}` : ''}
            {level === null ? '' : `${gain > 0 ? ', ' : ''}to L${level}`}; {effort}
          </span>
        </li>
      ))}
    </ul>
  );
}
