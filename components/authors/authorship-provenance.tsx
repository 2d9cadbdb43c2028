import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { CodeCheckResult } from '#components/works/code-state.tsx';
import { codeLabels, indicatorNames } from '#components/works/work-labels.ts';
import { resolutionLabel } from '#lib/catalog/authors/model/author.ts';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';

const ordinalRules = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ordinalSuffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const nth = (position: number): string => `${position}${ordinalSuffixes[ordinalRules.select(position)]}`;

function describePosition({ own, authorsCount, authorsComplete, suppressedNames }: WorkView): string {
  if (own?.position == null && authorsCount + suppressedNames === 0) return 'The source gives no author list';
  if (own?.position == null) return 'Behind “et al.” in the author list';
  return authorsComplete ? `${nth(own.position)} of ${formatCount(authorsCount, 'author')}` : `${nth(own.position)} author named`;
}

/** The provenance of an authorship: position, name variant, rule and source; each source if they disagree; and the owner's actions. */
export function AuthorshipProvenance({ work, children }: { work: WorkView; children?: ReactNode }) {
  const { own } = work;
  if (own === null) return null;
  return (
    <details className="no-print">
      <summary>Why is this listed?</summary>
      <ul>
        <li>{`${describePosition(work)}, written “${own.nameAsWritten}” by ${sourceNameInSentence(own.source)}; ${resolutionLabel(own.resolvedBy, own.source.id)}.`}</li>
        {own.confirmedAt && (
          <li>
            Confirmed by the owner of this profile on <Day at={own.confirmedAt} />.
          </li>
        )}
        {work.code && work.code.state !== 'none' && (
          <li>
            {codeLabels[work.code.state]}
            {work.code.evidence && `: ${work.code.evidence}`}. <CodeCheckResult code={work.code} />
          </li>
        )}
        {work.indicators.map((each) => (
          <li key={`${each.kind}-${each.source.id}`}>
            {`${each.source.name} gives it a ${indicatorNames[each.kind]} of ${formatNumber(each.value)}, without saying how.`}
          </li>
        ))}
        {work.computed.map(({ method, value }) => (
          <li key={method}>
            Computed here: <a href={`/methods#${method}`}>{method}</a> {formatNumber(Math.round(value * 10) / 10)}.
          </li>
        ))}
        <li>
          <a href={`/works/${work.id}#who-says-so`}>Sources of this work</a>
        </li>
        {work.conflicts.map((conflict) => (
          <li key={conflict.field} className="text-warn">
            {`The sources disagree on the ${conflict.field}: ${conflict.values.map((each) => `${each.source.name} says ${each.value}`).join('; ')}.`}
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </details>
  );
}
