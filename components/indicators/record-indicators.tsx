import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { type AuthorIndicator, minWorksForIndicator } from '#lib/catalog/indicators/model/indicator.ts';
import { methodTexts } from './method-texts.tsx';

/** Computed indicators of a record, each with its sample, date and a link to its method. */
export function RecordIndicators({ indicators, hidden }: { indicators: readonly AuthorIndicator[]; hidden: boolean }) {
  if (hidden)
    return (
      <Section id="indicators" title="Indicators">
        <p className="text-sm text-soft">The owner of this profile shows none.</p>
      </Section>
    );
  return (
    <Section id="indicators" title="Indicators" aside={<a href="/methods">Methods</a>}>
      <dl className="space-y-2 text-sm">
        {indicators.map((each) => (
          <div key={each.method}>
            <dt>
              <a href={`/methods#${each.method}`} className="quiet-link">
                {methodTexts[each.method].title}
              </a>{' '}
              <span className="text-soft">{each.method}</span>
            </dt>
            <dd className="text-soft">
              <Value indicator={each} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        They describe texts, not a person’s merit. They are not used for ranking and give no trust points.
      </p>
    </Section>
  );
}

function Value({ indicator: { value, works, computedAt } }: { indicator: AuthorIndicator }) {
  if (value === null || computedAt === null)
    return <>Not shown: fewer than {formatCount(minWorksForIndicator, 'work')} of this profile have a value.</>;
  return (
    <>
      <b className="font-semibold text-ink">{value}</b> of 100, the median of {formatCount(works, 'work')}; computed <Day at={computedAt} />
    </>
  );
}
