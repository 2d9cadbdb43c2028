import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { type Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { type CareerEntry, formatPeriod } from '#lib/catalog/statements/model/career.ts';
import type { PublicStatements, StatedValue } from '#lib/catalog/statements/model/statement.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';

/** The owner as a source: their statements about themself, with dates. */
export function OwnerSource({ owner }: { owner: PublicStatements }) {
  const { name, role, affiliation, biography, homepage, links, pronouns, pronunciation, languages, positions, education, photoSince } =
    owner;
  const facts: (Definition | null)[] = [
    name && {
      term: 'Name',
      description: (
        <DatedStatement definitions={name}>
          {name.isShown ? name.text : `${name.text} (shown as what they also call themselves)`}
        </DatedStatement>
      ),
    },
    role && { term: 'Role', description: <DatedStatement definitions={role}>{role.text}</DatedStatement> },
    affiliation && { term: 'Affiliation', description: <DatedStatement definitions={affiliation}>{affiliation.text}</DatedStatement> },
    biography && {
      term: 'Biography',
      description: (
        <DatedStatement definitions={biography}>
          <span className="whitespace-pre-line">{biography.text}</span>
        </DatedStatement>
      ),
    },
    homepage && {
      term: 'Home page',
      description: (
        <DatedStatement definitions={homepage}>
          <ExternalLink href={safeHref(homepage.text) ?? undefined} className="break-all">
            {homepage.text}
          </ExternalLink>
        </DatedStatement>
      ),
    },
    links && {
      term: 'Other pages',
      description: (
        <DatedStatement definitions={links}>
          {links.entries.map(({ label, url }) => (
            <span key={url} className="block">
              {label && `${label}: `}
              <ExternalLink href={safeHref(url) ?? undefined} className="break-all">
                {url}
              </ExternalLink>
            </span>
          ))}
        </DatedStatement>
      ),
    },
    photoSince && {
      term: 'Photo',
      description: <DatedStatement definitions={{ since: photoSince }}>at the top of the profile</DatedStatement>,
    },
    pronouns && { term: 'Pronouns', description: <DatedStatement definitions={pronouns}>{pronouns.text}</DatedStatement> },
    pronunciation && {
      term: 'Name said as',
      description: <DatedStatement definitions={pronunciation}>{pronunciation.text}</DatedStatement>,
    },
    languages && { term: 'Languages', description: <DatedStatement definitions={languages}>{languages.text}</DatedStatement> },
    positions && {
      term: 'Positions',
      description: <DatedStatement definitions={positions}>{formatCareerEntries(positions.entries)}</DatedStatement>,
    },
    education && {
      term: 'Education',
      description: <DatedStatement definitions={education}>{formatCareerEntries(education.entries)}</DatedStatement>,
    },
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

export const formatCareerEntries = (entries: readonly CareerEntry[]): string =>
  entries.map((entry) => [entry.title, entry.place, formatPeriod(entry)].filter(Boolean).join(', ')).join('; ');

const DatedStatement = ({ definitions, children }: { definitions: Pick<StatedValue, 'since'>; children: ReactNode }) => (
  <>
    {children}{' '}
    <span className="text-sm text-soft">
      since <Day at={definitions.since} />
    </span>
  </>
);
