import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { AssertedValue, Fact } from '#lib/catalog/works/model/assertions.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { MarkedLanguage } from './marked-language.tsx';
import { RichText } from './rich-text.tsx';
import { factLabels } from './work-labels.ts';

/** The assertions about a work: a row for each fact, a column for each source, and why a value is displayed. */
export function SourceTable({ facts }: { facts: readonly Fact[] }) {
  const assertions = facts.flatMap((fact) => fact.assertions);
  const sources = [...Map.groupBy(assertions, ({ source }) => source.id).values()].flatMap(([first]) => first ?? []);
  if (sources.length === 0) return null;
  return (
    <ScrollRegion label="Facts by source" className="mb-6">
      <table className="cells cells-apart w-full min-w-max border-collapse print:min-w-0 text-sm">
        <caption className="sr-only">Facts by source</caption>
        <thead className="border-line border-b text-soft">
          <tr>
            <th scope="col" className="pl-1">
              Fact
            </th>
            {sources.map(({ source, href }) => (
              <th key={source.id} scope="col">
                {href === null ? source.name : <ExternalLink href={href}>{source.name}</ExternalLink>}
              </th>
            ))}
            <th scope="col">Why this is shown</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {facts.map((fact) => (
            <FactRow key={fact.name} fact={fact} sources={sources} />
          ))}
          <tr className="text-soft">
            <th scope="row" className="pl-1">
              Read
            </th>
            {sources.map(({ source }) => (
              <td key={source.id}>
                <LastRead assertions={assertions.filter((each) => each.source.id === source.id)} />
              </td>
            ))}
            <td />
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function FactRow({ fact, sources }: { fact: Fact; sources: readonly AssertedValue[] }) {
  return (
    <tr className={fact.disagree ? 'bg-warn-wash' : undefined}>
      <th scope="row" className="pl-1 text-soft">
        {factLabels[fact.name]}
      </th>
      {sources.map(({ source }) => (
        <td key={source.id} className="max-w-64">
          <Values fact={fact} assertions={fact.assertions.filter((each) => each.source.id === source.id)} />
        </td>
      ))}
      <td className="min-w-40 max-w-64 text-soft">{reasonOf(fact)}</td>
    </tr>
  );
}

const isLong = ({ name }: Fact): boolean => name === 'title' || name === 'abstract' || name === 'summary';

function Values({ fact, assertions }: { fact: Fact; assertions: readonly AssertedValue[] }) {
  if (assertions.length === 0) return <span className="text-soft">–</span>;
  return assertions.map((each) => (
    <span key={plainText(each.value)} className="block">
      {each.shown && (
        <>
          <Icon name="check" className="mr-1 text-ok text-xs" />
          <span className="sr-only">Shown: </span>
        </>
      )}
      {each.shown && isLong(fact) ? (
        'as above'
      ) : fact.name === 'abstract' || fact.name === 'summary' ? (
        'another text'
      ) : (
        <MarkedLanguage language={each.language} text={each.value}>
          <RichText tree={each.value} />
        </MarkedLanguage>
      )}{' '}
      {fact.disagree && !each.shown && <Tag variant="warn">Differs</Tag>}
    </span>
  ));
}

/** Returns why a value is displayed: it is the only one, all sources agree, or the rule that selected it. */
function reasonOf({ assertions, rule }: Fact): string {
  if (new Set(assertions.map(({ source }) => source.id)).size === 1) return assertions.length === 1 ? 'Only source' : rule;
  return new Set(assertions.map(({ value }) => plainText(value).toLowerCase())).size === 1 ? 'Sources agree' : rule;
}

const LastRead = ({ assertions }: { assertions: readonly AssertedValue[] }) => (
  <Day at={new Date(Math.max(...assertions.map(({ observedAt }) => observedAt.getTime())))} narrow />
);
