import { Fragment } from 'react';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import { affiliationRules } from '#lib/catalog/contexts/model/affiliations.ts';
import type { ContextView } from '#lib/catalog/contexts/model/context.ts';
import { sourcesStating } from '#lib/catalog/contexts/model/names.ts';
import { rorAddress } from '#lib/catalog/contexts/model/ror.ts';
import { topicsMethod } from '#lib/catalog/contexts/model/topics.ts';
import { sourceLabel, sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';

type DescribedContext = Pick<ContextView, 'kind' | 'name' | 'facts' | 'written' | 'mayBeSame'>;

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });

const topicFacts = ({ facts, name }: DescribedContext): Definition[] => [
  ...(sourcesStating(facts).length > 0
    ? [{ term: 'Stated by', description: joinWords(sourcesStating(facts).map((id) => sourceNameInSentence(sourceLabel(id)))) }]
    : []),
  ...(facts.code
    ? [facts.code === name ? { term: 'Category', description: 'Named by sources' } : { term: 'arXiv category', description: facts.code }]
    : []),
  ...(facts.method === topicsMethod.name
    ? [
        {
          term: 'Found by',
          description: (
            <>
              Found automatically in titles. <a href="/methods#topics-1">How?</a>
            </>
          ),
        },
      ]
    : []),
];

const venueFacts = ({ facts }: DescribedContext): Definition[] => [
  ...(facts.acronym ? [{ term: 'Acronym', description: facts.acronym }] : []),
  {
    term: 'Source',
    description:
      facts.source && facts.id
        ? `${sourceLabel(facts.source).name} (${facts.id})`
        : 'Titles of volumes and journals, without year and number',
  },
];

function institutionFacts({ name, facts, written, mayBeSame }: DescribedContext): Definition[] {
  const href = facts.url && safeHref(facts.url);
  const locationText = [facts.city, facts.country && regionNames.of(facts.country)].filter((word) => word).join(', ');
  return [
    { term: 'ROR', description: facts.ror ? <RorLink id={facts.ror} /> : 'Not matched to the ROR registry' },
    ...(locationText ? [{ term: 'Place', description: locationText }] : []),
    ...(href ? [{ term: 'Site', description: <ExternalLink href={href}>{href}</ExternalLink> }] : []),
    ...(mayBeSame.length > 0 ? [{ term: 'May be the same', description: <SameInstitutions {...{ name, facts, mayBeSame }} /> }] : []),
    ...(written.length > 0 ? [{ term: 'Written as', description: <WrittenNames written={written} /> }] : []),
  ];
}

/** Proposes, and joins nothing: an acronym alone does not say which institution it means. */
const SameInstitutions = ({ name, facts, mayBeSame }: Pick<DescribedContext, 'name' | 'facts' | 'mayBeSame'>) => (
  <>
    {mayBeSame.map(({ slug, name: other, city, country }, at) => (
      <Fragment key={slug}>
        {at > 0 && (at === mayBeSame.length - 1 ? ' or ' : ', ')}
        <a href={`/institutions/${slug}`}>{other}</a>
        {(city ?? country) && ` (${[city, country && regionNames.of(country)].filter((word) => word).join(', ')})`}
      </Fragment>
    ))}
    <span className="text-soft text-sm">
      {facts.ror
        ? ' – its acronym in ROR, without a place beside it'
        : mayBeSame.length === 1
          ? ` – ROR gives ${name} as its acronym, and no other institution here has it`
          : ` – ROR gives ${name} as the acronym of each`}
    </span>
  </>
);

function RorLink({ id }: { id: string }) {
  const address = rorAddress(id);
  return address ? <ExternalLink href={address}>{address}</ExternalLink> : <>{id}, which the registry has not assigned</>;
}

const WrittenNames = ({ written }: Pick<DescribedContext, 'written'>) => (
  <ul>
    {written.map(({ text, rule }) => (
      <li key={text}>
        “{text}”{rule && <span className="text-soft text-sm"> – {affiliationRules[rule]}</span>}
      </li>
    ))}
  </ul>
);

/** Facts about a topic, venue or institution, with their sources. */
export function ContextOrigin({ context }: { context: DescribedContext }) {
  const items = { topic: topicFacts, venue: venueFacts, institution: institutionFacts }[context.kind](context);
  return items.length > 0 ? <DefinitionList items={items} /> : null;
}
