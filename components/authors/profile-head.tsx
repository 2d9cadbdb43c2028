import type { ReactNode } from 'react';
import { ProfilePhoto } from '#components/people/profile-photo.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import type { ClaimState } from '#lib/catalog/authors/model/author.ts';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';
import { OrcidLink } from './orcid-link.tsx';
import { SameNameNotice } from './same-name.tsx';

const claimTags: Record<ClaimState, ReactNode> = {
  unclaimed: <Tag variant="dashed">Not claimed</Tag>,
  pending: (
    <Tag variant="warn" icon="clock">
      Claim pending
    </Tag>
  ),
  claimed: (
    <Tag variant="ok" icon="check">
      Claimed
    </Tag>
  ),
  disputed: <Tag variant="warn">Claim disputed</Tag>,
};
const maxTopics = 5;

/** The head of a profile, from sources and statements of its owner; says which facts of a person no source states. */
export function ProfileHead({ author, actions }: { author: AuthorView; actions: ReactNode }) {
  const { slug, name, kind, claimState, owner, contexts, hiddenFields } = author;
  return (
    <div className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-7 gap-y-4 max-sm:gap-x-4 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      {owner?.photoSince ? (
        <ProfilePhoto name={name} slug={slug} since={owner.photoSince} />
      ) : (
        <Monogram
          name={name}
          family={author.family}
          slug={slug}
          claimed={claimState === 'claimed'}
          organisation={kind === 'organisation'}
          size="xl"
        />
      )}
      <div className="min-w-0 max-sm:contents">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 max-sm:self-center">
          <h1 className="wrap-anywhere text-balance font-serif text-display tracking-tight">{name}</h1>
          {author.nativeNames.length > 0 && <span className="font-serif text-soft text-xl">{author.nativeNames[0]}</span>}
          {claimTags[claimState]}
          {author.invented && <Tag>Sample</Tag>}
        </div>
        <div className="max-sm:col-span-2">
          <Facts author={author} />
          <SameNameNotice author={author} />
          {owner?.biography && (
            <p className="mt-3 max-w-measure whitespace-pre-line font-serif text-md text-read">
              {owner.biography.text}{' '}
              <small className="inline-block font-sans text-2xs text-soft">
                <a href={`/authors/${slug}/sources#owner`}>by the owner</a>, since <Day at={owner.biography.since} />
              </small>
            </p>
          )}
          {isCompiled(author) && !owner?.biography && !hiddenFields.includes('biography') && (
            <p className="mt-2 text-sm text-soft">No biography yet</p>
          )}
          <Counters author={author} />
          {contexts.topics.shown.length > 0 && (
            <p className="mt-3.5 flex flex-wrap gap-1.5">
              {contexts.topics.shown.slice(0, maxTopics).map((topic) => (
                <Chip key={topic.slug} kind="topic" href={`/topics/${topic.slug}`}>
                  {topic.name}
                </Chip>
              ))}
            </p>
          )}
        </div>
      </div>
      <div className="no-print flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_.button]:px-3 max-lg:col-span-2 lg:max-w-100 lg:justify-end">
        {actions}
      </div>
    </div>
  );
}

/** True for the profile of a person of whom sources list works: what they do not state is missing. */
const isCompiled = ({ kind, sources, counters }: AuthorView): boolean => kind === 'person' && sources.length > 0 && counters.works > 0;

function Facts({ author }: { author: AuthorView }) {
  const { owner, affiliation, slug, hiddenFields } = author;
  const role = owner?.role?.text ?? (author.kind === 'organisation' ? 'Organisation' : null);
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-md text-read">
      {role && <li>{role}</li>}
      {affiliation && !hiddenFields.includes('affiliations') && (
        <li>
          <Icon name="institution" className="mr-1 text-soft text-sm" />
          <span>{affiliation.name}</span>{' '}
          <a href={`/authors/${slug}/sources#affiliation`} className="text-soft text-xs">
            {[affiliation.source.id === 'owner' ? 'by the owner' : sourceNameInSentence(affiliation.source), affiliation.year]
              .filter(Boolean)
              .join(', ')}
          </a>
        </li>
      )}
      {isCompiled(author) && !affiliation && !hiddenFields.includes('affiliations') && (
        <li className="text-soft">Affiliation not imported</li>
      )}
      {owner?.pronouns && <li>{owner.pronouns.text}</li>}
      {owner?.pronunciation && (
        <li>
          <span className="text-soft">said</span> {owner.pronunciation.text}
        </li>
      )}
      {owner?.languages && (
        <li>
          <span className="text-soft">languages</span> {owner.languages.text}
        </li>
      )}
      {owner?.name && !owner.name.isShown && <li>Also {owner.name.text}</li>}
      {author.orcid && (
        <li className="text-sm">
          <OrcidLink orcid={author.orcid} />
        </li>
      )}
      {owner?.homepage && (
        <li>
          <PageLink address={owner.homepage.text} isLink={owner.linksPages} />
        </li>
      )}
      {owner?.links?.entries.map(({ label, url }) => (
        <li key={url}>
          <PageLink address={url} label={label} isLink={owner.linksPages} />
        </li>
      ))}
      {author.ownPages.map((page) => (
        <li key={page}>
          <PageLink address={page} me isLink={author.linksPages} /> <span className="text-xs">(links back here)</span>
        </li>
      ))}
      {author.sources.length > 0 && (
        <li>
          {author.sources.length === 1 ? 'Source' : `${author.sources.length} sources`}:{' '}
          <a href={`/authors/${slug}/sources`}>{sourceNames(author.sources)}</a>
        </li>
      )}
    </ul>
  );
}

const sourceNames = (sources: AuthorView['sources']): string => {
  const names = sources.map(sourceNameInSentence);
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
};

/** A page of the owner. Without proved control of the record it is a text with its host, without its label. */
function PageLink({ address, label = '', me = false, isLink }: { address: string; label?: string; me?: boolean; isLink: boolean }) {
  const shown = address.replace(/^https?:\/\/|\/$/g, '');
  if (!isLink)
    return (
      <span className="break-all text-soft">
        <Icon name="globe" className="mr-1 text-sm" />
        {shown}
      </span>
    );
  return (
    <ExternalLink href={safeHref(address) ?? undefined} rel={me ? 'me' : undefined} className="break-all">
      <Icon name="globe" className="mr-1 text-soft text-sm" />
      {/* The host beside a label, so that the target of the link is visible. */}
      {label ? `${label} (${new URL(address).hostname})` : shown}
    </ExternalLink>
  );
}

/** The counters of a profile, without those that its owner hides. */
function Counters({ author: { counters } }: { author: Pick<AuthorView, 'counters'> }) {
  const counts: [number | null, string][] = [
    [counters.works, 'work'],
    [counters.followers, 'follower'],
    [counters.topics || null, 'topic'],
    [counters.closeCollaborators || null, 'frequent co-author'],
  ];
  return (
    <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-0.5">
      {counts.flatMap(([count, word]) =>
        count === null
          ? []
          : [
              <div key={word} className="flex items-baseline gap-1.5" data-counter={word === 'follower' ? 'followers' : undefined}>
                <dt className="order-2 text-soft">{count === 1 ? word : `${word}s`}</dt>
                <dd className="font-serif text-lg">{formatNumber(count)}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
