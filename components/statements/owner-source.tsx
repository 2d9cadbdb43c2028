import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { type CareerEntry, formatPeriod } from '#lib/catalog/statements/model/career.ts';
import type { PublicStatements, StatedValue } from '#lib/catalog/statements/model/statement.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';

/** Returns a statement as a definition with its date; nothing if there is none. */
const definitionOf = <Statement extends Pick<StatedValue, 'since'>>(
  term: string,
  statement: Statement | null,
  format: (statement: Statement) => ReactNode,
): Definition[] =>
  statement
    ? [
        {
          term,
          description: (
            <>
              {format(statement)}{' '}
              <span className="text-sm text-soft">
                since <Day at={statement.since} />
              </span>
            </>
          ),
        },
      ]
    : [];

const textOf = ({ text }: { text: string }): string => text;

const StatedLink = ({ url, isLink }: { url: string; isLink: boolean }) =>
  isLink ? (
    <ExternalLink href={safeHref(url) ?? undefined} className="break-all">
      {url}
    </ExternalLink>
  ) : (
    <span className="break-all">{url}</span>
  );

/** The owner as a source: their statements about themself, with dates. */
export function OwnerSource({ owner }: { owner: PublicStatements }) {
  const definitions = [
    ...definitionOf('Name', owner.name, ({ isShown, text }) => (isShown ? text : `${text} (shown as what they also call themselves)`)),
    ...definitionOf('Role', owner.role, textOf),
    ...definitionOf('Affiliation', owner.affiliation, textOf),
    ...definitionOf('Biography', owner.biography, ({ text }) => <span className="whitespace-pre-line">{text}</span>),
    ...definitionOf('Home page', owner.homepage, ({ text }) => <StatedLink url={text} isLink={owner.linksPages} />),
    ...definitionOf('Other pages', owner.links, ({ entries }) =>
      entries.map(({ label, url }) => (
        <span key={url} className="block">
          {label && `${label}: `}
          <StatedLink url={url} isLink={owner.linksPages} />
        </span>
      )),
    ),
    ...definitionOf('Photo', owner.photoSince ? { since: owner.photoSince } : null, () => 'at the top of the profile'),
    ...definitionOf('Pronouns', owner.pronouns, textOf),
    ...definitionOf('Name said as', owner.pronunciation, textOf),
    ...definitionOf('Languages', owner.languages, textOf),
    ...definitionOf('Positions', owner.positions, ({ entries }) => formatCareerEntries(entries)),
    ...definitionOf('Education', owner.education, ({ entries }) => formatCareerEntries(entries)),
  ];
  if (definitions.length === 0) return null;
  return (
    <section aria-labelledby="owner" className="mt-8">
      <h2 id="owner" className="mb-2 font-semibold">
        The owner
      </h2>
      <DefinitionList items={definitions} />
    </section>
  );
}

export const formatCareerEntries = (entries: readonly CareerEntry[]): string =>
  entries.map((entry) => [entry.title, entry.place, formatPeriod(entry)].filter(Boolean).join(', ')).join('; ');
