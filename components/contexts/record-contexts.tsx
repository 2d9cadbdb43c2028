import { Disclosure } from '#components/ui/disclosure.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatCount, formatNumber, formatYearSpan } from '#components/ui/sentence.ts';
import { affiliationRules } from '#lib/catalog/contexts/model/affiliations.ts';
import { type AuthorContext, type AuthorContexts, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { rorAddress } from '#lib/catalog/contexts/model/ror.ts';

/** Number of entries shown before the rest is collapsed. */
const maxShown = 15;

/** The topics, venues and institutions of an author's works, with number of works and years. Topics are omitted if a table shows them. */
export function RecordContexts({ contexts, withTopics }: { contexts: AuthorContexts; withTopics: boolean }) {
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
      {withTopics && <Contexts id="topics" title="Topics" one="topic" {...contexts.topics} />}
      <Contexts id="venues" title="Venues" one="venue" {...contexts.venues} />
      <Contexts id="affiliations" title="Affiliations" one="affiliation" {...contexts.institutions} />
    </div>
  );
}

interface Props {
  id: string;
  title: string;
  one: string;
  shown: readonly AuthorContext[];
  all: number;
}

function Contexts({ id, title, one, shown, all }: Props) {
  if (shown.length === 0) return null;
  const collapsed = shown.slice(maxShown);
  return (
    <Section id={id} title={title}>
      <Rows contexts={shown.slice(0, maxShown)} />
      {collapsed.length > 0 && (
        <Disclosure
          summary={all > shown.length ? `${formatNumber(shown.length)} of ${formatCount(all, one)}` : `All ${formatCount(all, one)}`}
          small
        >
          <Rows contexts={collapsed} />
        </Disclosure>
      )}
    </Section>
  );
}

const Rows = ({ contexts }: { contexts: readonly AuthorContext[] }) => (
  <ul className="text-sm">
    {contexts.map((context) => (
      <li key={context.slug} className="flex items-baseline justify-between gap-x-4 py-0.5">
        <span className="min-w-0">
          <a href={`/${contextPathSegments[context.kind]}/${context.slug}`} className="quiet-link">
            {context.name}
          </a>
          {context.kind === 'institution' && <AffiliationSource context={context} />}
        </span>
        <span className="shrink-0 whitespace-nowrap text-soft text-xs">
          {[formatCount(context.works, 'work'), formatYearSpan(context)].filter((word) => word).join(' · ')}
        </span>
      </li>
    ))}
  </ul>
);

/** The source of an affiliation, and the rule that matched it to the registry. */
function AffiliationSource({ context: { source, rorId, rule } }: { context: AuthorContext }) {
  const address = rorId && rorAddress(rorId);
  return (
    <span className="block text-soft text-xs">
      {source?.name}
      {rorId && (
        <>
          {source && '; matched to '}
          {address ? <ExternalLink href={address}>ROR {rorId}</ExternalLink> : `ROR ${rorId}`}
          {rule && `: ${affiliationRules[rule]}`}
        </>
      )}
    </span>
  );
}
