import { LongText } from '#components/ui/long-text.tsx';
import { capitalize } from '#components/ui/sentence.ts';
import type { FactLine } from '#lib/governance/cases/model/evidence.ts';

/** Public facts, one a line. URLs in them are not linked, because nobody has checked them. */
export function FactRows({ facts }: { facts: readonly FactLine[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="text-sm">
      {facts.map(({ term, description }) => (
        <div key={`${term} ${description}`} className="flex flex-wrap gap-x-2">
          <dt className="text-soft">{capitalize(term)}:</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
            <LongText text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
