import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { counted, listed } from '#components/ui/sentence.ts';
import type { ClaimState } from '#lib/catalog/authors/model/author.ts';
import type { StatedValue } from '#lib/catalog/statements/model/statement.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';
import { OrcidLink } from './orcid-link.tsx';

const claimWords: Record<ClaimState, string> = {
  unclaimed: 'unclaimed record',
  pending: 'claim in its public notice',
  claimed: 'claimed by its owner',
  disputed: 'claim disputed',
};

/** Who the record is about, in the words of the sources and of its owner; nothing that nobody said. */
export function RecordHead({ author, actions }: { author: AuthorView; actions?: ReactNode }) {
  const { owner } = author;
  const role = author.invented
    ? 'Invented for the sample'
    : author.kind === 'organisation'
      ? 'Organisation that signs papers'
      : 'Researcher';
  return (
    <PageHead
      eyebrow={`${role} · ${claimWords[author.claimState]}`}
      title={author.name}
      actions={actions}
      lead={
        <>
          {owner?.role && <p className="text-ink">{owner.role.text}</p>}
          <ul className="flex flex-wrap gap-x-5">
            {!author.keptBack.includes('affiliations') && (
              <li>
                {author.affiliation ? <Affiliation affiliation={author.affiliation} slug={author.slug} /> : 'Affiliation not imported'}
              </li>
            )}
            {owner?.name && !owner.name.stands && <li>Also calls themselves {owner.name.text}</li>}
            {author.orcid && (
              <li>
                <OrcidLink orcid={author.orcid} />
              </li>
            )}
            {owner?.homepage && (
              <li>
                <Page address={owner.homepage.text} />
              </li>
            )}
            {author.ownPages.map((page) => (
              <li key={page}>
                <Page address={page} me /> <span className="text-xs">(links back here)</span>
              </li>
            ))}
            {author.availability?.open && <li className="text-accent">Open to collaborate</li>}
            {!owner?.biography && (
              <li>No biography yet; compiled from {compiledFrom(author.sources.filter(({ id }) => id !== 'peergraph'))}</li>
            )}
            <li>
              <a href={`/authors/${author.slug}/sources`}>Who says so</a>
            </li>
          </ul>
          {owner?.biography && <Biography said={owner.biography} slug={author.slug} />}
        </>
      }
    />
  );
}

function Page({ address, me = false }: { address: string; me?: boolean }) {
  return (
    <a href={safeHref(address) ?? undefined} rel={`${me ? 'me ' : ''}nofollow ugc noopener`} className="break-all">
      {address.replace(/^https?:\/\/|\/$/g, '')}
    </a>
  );
}

/** What the owner says of themselves in a few sentences, said to be theirs and since when. */
function Biography({ said: { text, since }, slug }: { said: StatedValue; slug: string }) {
  return (
    <div className="mt-3 max-w-measure">
      <p className="whitespace-pre-line text-ink">{text}</p>
      <p className="mt-1 text-xs">
        <a href={`/authors/${slug}/sources#owner`}>The owner says so</a>, since <Day at={since} />.
      </p>
    </div>
  );
}

const compiledFrom = (sources: AuthorView['sources']): string =>
  sources.length > 0 && sources.length <= 3 ? listed(sources.map((source) => source.name)) : counted(sources.length, 'source');

function Affiliation({ affiliation, slug }: { affiliation: NonNullable<AuthorView['affiliation']>; slug: string }) {
  return (
    <>
      <span className="text-ink">{affiliation.name}</span>{' '}
      <span className="text-xs">
        (
        <a href={`/authors/${slug}/sources#affiliation`}>
          {affiliation.source.id === 'owner' ? 'the owner says so' : affiliation.source.name}
          {affiliation.year && (affiliation.source.id === 'owner' ? `, since ${affiliation.year}` : `, ${affiliation.year}`)}
        </a>
        )
      </span>
    </>
  );
}
