import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { type CareerEntry, spanOf } from '#lib/catalog/statements/model/career.ts';
import type { PublicStatements, StatedValue } from '#lib/catalog/statements/model/statement.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';

/** The owner as a source: their statements about themself, with dates. */
export function OwnerSource({ owner }: { owner: PublicStatements }) {
  const { name, role, affiliation, biography, homepage, links, pronouns, pronunciation, languages, positions, education, photoSince } =
    owner;
  const facts: (Definition | null)[] = [
    name && {
      term: 'Name',
      description: <Since definitions={name}>{name.isShown ? name.text : `${name.text} (shown as what they also call themselves)`}</Since>,
    },
    role && { term: 'Role', description: <Since definitions={role}>{role.text}</Since> },
    affiliation && { term: 'Affiliation', description: <Since definitions={affiliation}>{affiliation.text}</Since> },
    biography && {
      term: 'Biography',
      description: (
        <Since definitions={biography}>
          <span className="whitespace-pre-line">{biography.text}</span>
        </Since>
      ),
    },
    homepage && {
      term: 'Home page',
      description: (
        <Since definitions={homepage}>
          <ExternalLink href={safeHref(homepage.text) ?? undefined} className="break-all">
            {homepage.text}
          </ExternalLink>
        </Since>
      ),
    },
    links && {
      term: 'Other pages',
      description: (
        <Since definitions={links}>
          {links.entries.map(({ label, url }) => (
            <span key={url} className="block">
              {label && `${label}: `}
              <ExternalLink href={safeHref(url) ?? undefined} className="break-all">
                {url}
              </ExternalLink>
            </span>
          ))}
        </Since>
      ),
    },
    photoSince && { term: 'Photo', description: <Since definitions={{ since: photoSince }}>at the top of the profile</Since> },
    pronouns && { term: 'Pronouns', description: <Since definitions={pronouns}>{pronouns.text}</Since> },
    pronunciation && { term: 'Name said as', description: <Since definitions={pronunciation}>{pronunciation.text}</Since> },
    languages && { term: 'Languages', description: <Since definitions={languages}>{languages.text}</Since> },
    positions && { term: 'Positions', description: <Since definitions={positions}>{entryLines(positions.entries)}</Since> },
    education && { term: 'Education', description: <Since definitions={education}>{entryLines(education.entries)}</Since> },
  ];
  const definitions = facts.filter((fact) => fact !== null);
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

export const entryLines = (entries: readonly CareerEntry[]): string =>
  entries.map((entry) => [entry.title, entry.place, spanOf(entry)].filter(Boolean).join(', ')).join('; ');

const Since = ({ definitions, children }: { definitions: Pick<StatedValue, 'since'>; children: ReactNode }) => (
  <>
    {children}{' '}
    <span className="text-sm text-soft">
      since <Day at={definitions.since} />
    </span>
  </>
);
