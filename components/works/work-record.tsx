import { createElement, Fragment, type ReactNode } from 'react';
import type { Definition } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { formatNumber, joinWords } from '#components/ui/sentence.ts';
import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import {
  type ContributorRole,
  contributorRoleNames,
  contributorRoles,
  fieldText,
  recordFieldNames,
  recordFieldOf,
} from '#lib/catalog/bibliography/record.ts';
import { contextPathSegments, type WorkContext } from '#lib/catalog/contexts/model/context.ts';
import type { AssertedValue, Fact } from '#lib/catalog/works/model/assertions.ts';
import { type CitedName, type CitedWork, namesInRole } from '#lib/catalog/works/model/citations/cited.ts';
import { formatDate, knownDate } from '#lib/catalog/works/model/dates.ts';
import type { CodeView, WorkView } from '#lib/catalog/works/model/views.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { CodeCheckResult, CodeState } from './code-state.tsx';
import { codeLabels, formatFactValue, indicatorNames } from './work-labels.ts';

function ContextLink({ context: { kind, slug }, children }: { context: WorkContext; children: ReactNode }) {
  return <a href={`/${contextPathSegments[kind]}/${slug}`}>{children}</a>;
}

/** Returns the venue, institutions, category and topics of a work, linked to their pages if these exist. */
function contextFacts({ venue, category }: WorkView, contexts: readonly WorkContext[]): (Definition | null)[] {
  const venuePage = contexts.find(({ kind }) => kind === 'venue');
  const topics = contexts.filter(({ kind }) => kind === 'topic');
  const categoryTopic = topics.find(({ name }) => name === category?.name);
  const otherTopics = topics.filter((topic) => topic !== categoryTopic);
  const institutions = contexts.filter(({ kind }) => kind === 'institution');
  const code = category && category.name !== category.code ? ` (${category.code})` : '';
  return [
    venue === null
      ? null
      : { term: 'Published in', description: venuePage ? <ContextLink context={venuePage}>{venue}</ContextLink> : venue },
    linksToContexts('Institution', institutions),
    category === null
      ? null
      : {
          term: 'Category',
          description: (
            <>
              {categoryTopic ? <ContextLink context={categoryTopic}>{category.name}</ContextLink> : category.name}
              {code}
            </>
          ),
        },
    linksToContexts('Topic', otherTopics),
  ];
}

/** Returns contexts of one kind as a fact; null if there are none. */
const linksToContexts = (term: string, contexts: readonly WorkContext[]): Definition | null =>
  contexts.length === 0
    ? null
    : {
        term: contexts.length === 1 ? term : `${term}s`,
        description: contexts.map((context, index) => (
          <Fragment key={context.slug}>
            {index > 0 && ', '}
            <ContextLink context={context}>{context.name}</ContextLink>
          </Fragment>
        )),
      };

/** Returns the facts of a work with their sources; the table of sources shows which source has none. */
export function workFacts(
  work: WorkView,
  citation: CitedWork,
  sourceFacts: readonly Fact[],
  contexts: readonly WorkContext[],
): Definition[] {
  const date = knownDate(work);
  const facts: (Definition | null)[] = [
    date === null ? null : { term: 'Date', description: <time dateTime={date}>{formatDate(date)}</time> },
    ...contextFacts(work, contexts),
    ...contributorFacts(citation),
    ...recordFacts(citation),
    work.doi === null ? null : { term: 'DOI', description: <OutwardLink href={doiUrl(work.doi)} /> },
    work.url === null ? null : { term: 'Address', description: <OutwardLink href={work.url} /> },
    work.code === null ? null : { term: 'Code', description: <CodeFact code={work.code} /> },
    work.retracted
      ? { term: 'Retracted', description: <Retraction by={sourceFacts.find(({ name }) => name === 'retracted')?.assertions ?? []} /> }
      : null,
    work.sources.length > 0 ? { term: 'Listed by', description: joinWords(work.sources.map((source) => source.name)) } : null,
    ...work.indicators.map((each) => ({
      term: `${each.source.name}’s ${indicatorNames[each.kind]}`,
      description: `${formatNumber(each.value)}, as imported; the source does not say how it is computed`,
    })),
    ...work.computed.map(({ method, value }) => ({
      term: `Computed here: ${method}`,
      description: (
        <>
          {formatNumber(Math.round(value * 10) / 10)} of 100;{' '}
          <a href={`/methods#${method}`}>how it is computed, and what it does not say</a>
        </>
      ),
    })),
    ...work.conflicts.map((conflict) => ({
      term: `Sources disagree: ${conflict.field}`,
      variant: 'warn' as const,
      description: conflict.values.map(({ source, value }) => `${source.name} says ${formatDate(value)}`).join('; '),
    })),
  ];
  return facts.filter((fact) => fact !== null);
}

/** Returns the people in other roles than as authors, by role. */
const contributorFacts = (citation: CitedWork): (Definition | null)[] =>
  contributorRoleNames.map((role) => {
    const names = namesInRole(citation, role);
    return names.length === 0 ? null : { term: roleLabel(role, names.length), description: <Names names={names} /> };
  });

/** The editors of a work that has no authors. */
export const Editors = ({ citation }: { citation: CitedWork }) => (
  <p>
    Edited by <Names names={namesInRole(citation, 'editor')} />
  </p>
);

const roleLabel = (role: ContributorRole, count: number): string => (count === 1 ? contributorRoles[role].label : pluralLabels[role]);
const pluralLabels: Record<ContributorRole, string> = {
  ...{ editor: 'Editors', 'collection-editor': 'Series editors', translator: 'Translators', 'container-author': 'Authors of the book' },
  ...{ 'editorial-director': 'Editorial directors', compiler: 'Compilers', illustrator: 'Illustrators', contributor: 'Contributors' },
};

/** Spread as arguments, because two people of one list may have the same name. */
const Names = ({ names }: { names: readonly CitedName[] }) =>
  createElement(Fragment, null, ...names.map((name, index) => renderName(name, index > 0 ? ', ' : '')));

const renderName = ({ name, profile }: CitedName, separator: string): ReactNode => (
  <>
    {separator}
    <bdi>{profile ? <a href={`/authors/${profile.slug}`}>{name}</a> : name}</bdi>
  </>
);

/** Returns the fields of the record, and the volume that contains the work. */
const recordFacts = ({ details, isbn, volume, venue }: CitedWork): (Definition | null)[] => [
  volume === null
    ? null
    : { term: 'Part of', description: <a href={`/works/${volume.id}`}>{volume.title === venue ? 'The whole volume' : volume.title}</a> },
  ...recordFieldNames.map((name) => {
    const text = fieldText(details[name])?.split('\n').join('; ');
    return text === undefined ? null : { term: recordFieldOf[name].label, description: formatFactValue(name, text) };
  }),
  isbn.length === 0 ? null : { term: 'ISBN', description: isbn.join(', ') },
];

/** The sources that state a retraction, with dates and reasons. */
function Retraction({ by }: { by: readonly AssertedValue[] }) {
  const shownAssertions = by.filter(({ shown }) => shown);
  return (
    <ul className="font-medium text-danger">
      {shownAssertions.map(({ source, href, details, note }) => (
        <li key={`${source.id} ${details}`} className="break-words">
          {href === null ? source.name : <ExternalLink href={href}>{source.name}</ExternalLink>}
          {details === null && note === null ? ' gives no date and no reason.' : `: ${[details, note].filter(Boolean).join('; ')}`}
        </li>
      ))}
    </ul>
  );
}

function OutwardLink({ href }: { href: string }) {
  const safeUrl = safeHref(href);
  return safeUrl === null ? (
    href
  ) : (
    <a href={safeUrl} rel="nofollow noopener">
      {href}
    </a>
  );
}

function CodeFact({ code }: { code: CodeView }) {
  return (
    <>
      {code.state === 'none' ? codeLabels.none : <CodeState code={code} />}
      <span className="text-soft">
        {code.evidence && `. ${code.evidence}`}. <CodeCheckResult code={code} />
      </span>
    </>
  );
}
