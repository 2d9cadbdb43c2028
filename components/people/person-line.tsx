import type { ReactNode } from 'react';
import { FollowInList } from '#components/follows/follow-in-list.tsx';
import { HighlightedText } from '#components/site/highlighted-text.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { ListFollows } from '#lib/community/follows/model.ts';

interface Props {
  person: { slug: string; name: string; family?: string | null; kind?: string; claimState?: string; invented?: boolean };
  /** The name as the list writes it, if it is not given name first. */
  listedName?: string;
  /** Facts that distinguish namesakes: institution, topic, newest work. */
  children?: ReactNode;
  /** A figure at the end of the line. */
  aside?: ReactNode;
  /** Shows a follow button at the end of the line; not for organisations. */
  follows?: ListFollows | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** Search terms to mark in the name. */
  words?: readonly string[];
}

/** Marks a claimed profile: a label, or an icon in narrow lists. */
const ClaimMark = ({ isSmall }: { isSmall: boolean }) =>
  isSmall ? (
    <span className="text-ok" title="Claimed">
      <Icon name="check-circle" />
      <span className="sr-only">Claimed</span>
    </span>
  ) : (
    <Tag variant="ok" icon="check">
      Claimed
    </Tag>
  );

/** A person in a list: monogram, name and a line of facts. */
export function PersonLine({ person, listedName = person.name, children, aside, follows, size = 'md', words = [] }: Props) {
  const { slug, name, family, kind, claimState, invented } = person;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Monogram
        name={name}
        family={family}
        slug={slug}
        claimed={claimState === undefined ? undefined : claimState === 'claimed'}
        organisation={kind === 'organisation'}
        size={size}
      />
      <div className="min-w-0 flex-1 basis-28">
        <p className="flex flex-wrap items-center gap-x-2">
          <a href={`/authors/${slug}`} className="bare-link wrap-anywhere min-w-0 font-serif text-md leading-6">
            <HighlightedText text={listedName} words={words} />
          </a>
          {claimState === 'claimed' && <ClaimMark isSmall={size === 'sm'} />}
          {kind === 'organisation' && <Tag>Organisation</Tag>}
          {invented && <Tag>Sample</Tag>}
        </p>
        {children && <p className="text-soft text-xs">{children}</p>}
      </div>
      {(aside || follows) && (
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {aside && <div className="whitespace-nowrap text-soft text-xs">{aside}</div>}
          {follows && kind !== 'organisation' && <FollowInList person={{ slug, name }} follows={follows} />}
        </div>
      )}
    </div>
  );
}
