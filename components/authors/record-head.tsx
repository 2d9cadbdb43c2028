import type { ReactNode } from 'react';
import { PageHead } from '#components/ui/page-head.tsx';
import { counted, listed } from '#components/ui/sentence.ts';
import type { AuthorView, ClaimState } from '#lib/authors/model.ts';
import { safeHref } from '#lib/works/model/rich-text.ts';
import { OrcidLink } from './orcid-link.tsx';

export const claimWords: Record<ClaimState, string> = {
  unclaimed: 'unclaimed record',
  pending: 'claim in its public notice',
  claimed: 'claimed by its owner',
  disputed: 'claim disputed',
};

/** Who the record is about, in the words of the sources; nothing that nobody said. */
export function RecordHead({ author, actions }: { author: AuthorView; actions?: ReactNode }) {
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
        <ul className="flex flex-wrap gap-x-5">
          <li>{author.affiliation ? <Affiliation affiliation={author.affiliation} slug={author.slug} /> : 'Affiliation not imported'}</li>
          {author.orcid && (
            <li>
              <OrcidLink orcid={author.orcid} />
            </li>
          )}
          {author.ownPages.map((page) => (
            <li key={page}>
              <a href={safeHref(page) ?? undefined} rel="me nofollow ugc noopener" className="break-all">
                {page.replace(/^https?:\/\/|\/$/g, '')}
              </a>{' '}
              <span className="text-xs">(links back here)</span>
            </li>
          ))}
          {author.availability?.open && <li className="text-accent">Open to collaborate</li>}
          <li>No biography yet; compiled from {compiledFrom(author.sources.filter(({ id }) => id !== 'peergraph'))}</li>
          <li>
            <a href={`/authors/${author.slug}/sources`}>Who says so</a>
          </li>
        </ul>
      }
    />
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
          {affiliation.source.name}
          {affiliation.year && `, ${affiliation.year}`}
        </a>
        )
      </span>
    </>
  );
}
