import type { ReactNode } from 'react';
import { formatCareerEntries } from '#components/statements/owner-source.tsx';
import { Day } from '#components/ui/day.tsx';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { formatCount, formatNumber, formatYearSpan } from '#components/ui/sentence.ts';
import { resolutionLabel } from '#lib/catalog/authors/model/author.ts';
import { hostOf } from '#lib/catalog/sources/model.ts';
import type { AuthorSourceView } from '#lib/portal/pages/model/author-sources.ts';
import { formatDeclaredFigure } from './declared-figures.tsx';

type RemoteProfileView = NonNullable<AuthorSourceView['pages'][number]['elsewhere']>;

/** Number of name variants and affiliations shown before the rest is collapsed. */
const maxShown = 12;

/** Everything that one source states about a person. */
export function AuthorSource({ view }: { view: AuthorSourceView }) {
  const { source, home, upstream, firstReadAt, lastReadAt, lastCheckedAt, works } = view;
  const facts: (Definition | null)[] = [
    { term: 'Works', description: works > 0 ? formatCount(works, 'work') : 'None; only the facts below' },
    home === null
      ? null
      : {
          term: 'Home page',
          description: (
            <a href={home} rel="nofollow noopener">
              {home}
            </a>
          ),
        },
    { term: 'Data from', description: upstream ?? 'Its own data' },
    { term: 'First imported', description: <ReadDate at={firstReadAt} /> },
    { term: 'Last change', description: <ReadDate at={lastReadAt} /> },
    { term: 'Last checked', description: <ReadDate at={lastCheckedAt} /> },
    view.nameVariants.length > 0
      ? {
          term: 'Name as written',
          description: (
            <CollapsibleRows
              rows={view.nameVariants.map((each) => ({ key: each.name, row: <NameVariant nameVariant={each} source={view.source.id} /> }))}
            />
          ),
        }
      : null,
    view.affiliations.length > 0
      ? {
          term: 'Affiliations',
          description: (
            <CollapsibleRows rows={view.affiliations.map((each) => ({ key: each.name, row: <Affiliation affiliation={each} /> }))} />
          ),
        }
      : null,
    view.pages.length > 0
      ? {
          term: view.pages.some(({ elsewhere }) => elsewhere) ? 'Profile at another instance' : 'Author page',
          description: (
            <CollapsibleRows
              rows={view.pages.map((each) => ({
                key: `${each.name} ${each.elsewhere?.origin ?? each.listed}`,
                row: each.elsewhere ? <RemoteProfile page={each} view={each.elsewhere} /> : <AuthorPage page={each} />,
              }))}
            />
          ),
        }
      : null,
    view.declared.length > 0 ? { term: 'Figures reported', description: view.declared.map(formatDeclaredFigure).join(', ') } : null,
  ];
  return (
    <section aria-labelledby={`source-${source.id}`} className="mt-8">
      <h2 id={`source-${source.id}`} className="mb-2 font-semibold">
        {source.name}
      </h2>
      <DefinitionList items={facts.filter((fact) => fact !== null)} />
    </section>
  );
}

const ReadDate = ({ at }: { at: Date | null }) => (at ? <Day at={at} /> : <>Not known</>);

/** The first dozen rows, and the rest in a disclosure. */
function CollapsibleRows({ rows }: { rows: readonly { key: string; row: ReactNode }[] }) {
  const renderRow = ({ key, row }: { key: string; row: ReactNode }) => <li key={key}>{row}</li>;
  return (
    <>
      <ul className="space-y-1">{rows.slice(0, maxShown).map(renderRow)}</ul>
      {rows.length > maxShown && (
        <details className="text-sm">
          <summary className="chevron inline-block text-soft">and {formatNumber(rows.length - maxShown)} more</summary>
          <ul className="space-y-1 pt-1">{rows.slice(maxShown).map(renderRow)}</ul>
        </details>
      )}
    </>
  );
}

const NameVariant = ({
  nameVariant: { name, works, rules },
  source,
}: {
  nameVariant: AuthorSourceView['nameVariants'][number];
  source: string;
}) => (
  <>
    {name}{' '}
    <span className="text-soft text-sm">
      on {formatCount(works, 'work')}.
      {rules.length > 0 && ` How it was matched: ${[...new Set(rules.map((rule) => resolutionLabel(rule, source)))].join('; ')}.`}
    </span>
  </>
);

const Affiliation = ({ affiliation: { name, works, firstYear, lastYear } }: { affiliation: AuthorSourceView['affiliations'][number] }) => (
  <>
    {name}{' '}
    <span className="text-soft text-sm">
      on {formatCount(works, 'work')}
      {lastYear && `, ${formatYearSpan({ firstYear: firstYear ?? lastYear, lastYear })}`}
    </span>
  </>
);

/** The name of a page at a source, with its URL if known. */
const PageLink = ({ href, name }: Pick<AuthorSourceView['pages'][number], 'href' | 'name'>) =>
  href ? <ExternalLink href={href}>{name}</ExternalLink> : name;

function AuthorPage({
  page: { name, orcid, affiliation, field, href, listed: works, readAt },
}: {
  page: AuthorSourceView['pages'][number];
}) {
  return (
    <>
      <PageLink href={href} name={name} />{' '}
      <span className="text-soft text-sm">
        {[
          affiliation,
          field && `field ${field}`,
          orcid && `states the iD ${orcid}, which alone proves nothing`,
          `lists ${formatCount(works, 'work')}`,
        ]
          .filter((part) => part)
          .join(', ')}
        ; imported on <Day at={readAt} />
      </span>
    </>
  );
}

/** The statements of another instance about the person. They have no effect here. */
function RemoteProfile({ page: { name, href, readAt }, view }: { page: AuthorSourceView['pages'][number]; view: RemoteProfileView }) {
  const { origin, positions, education, trust } = view;
  return (
    <>
      <PageLink href={href} name={name} />{' '}
      <span className="text-soft text-sm">
        at {hostOf(origin)}, by its file; imported on <Day at={readAt} />
      </span>
      <ul className="text-sm">
        {positions.length > 0 && <li className="whitespace-pre-line">Positions: {formatCareerEntries(positions)}</li>}
        {education.length > 0 && <li className="whitespace-pre-line">Education: {formatCareerEntries(education)}</li>}
        {trust === 'unsigned' && <li>Its trust document is not shown: the signature is invalid.</li>}
        {typeof trust === 'object' && (
          <li>
            Trust there: {trust.points} of 100 points ({trust.label}, L{trust.level}), computed on <Day at={new Date(trust.computedAt)} />.
            The signature of key {trust.keyId} fits. It does not count here.
          </li>
        )}
      </ul>
    </>
  );
}
