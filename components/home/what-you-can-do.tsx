import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';

interface Props {
  /** A kind of proof that takes effect immediately on this instance, if any. */
  instant: keyof typeof instantProofs | null;
}

/** The three main activities, each as a sample of the interface. */
export function WhatYouCanDo({ instant }: Props) {
  return (
    <section aria-label="What you can do" className="grid grid-cols-1 gap-10 py-10 lg:grid-cols-3 lg:grid-rows-[auto_1fr] lg:gap-y-0">
      <Tile title="Claim your profile" link={{ href: '/search', label: 'Find your profile' }} piece={<ProofsSample instant={instant} />}>
        Prove it is you, and decide what is shown and who may contact you.
      </Tile>
      <Tile title="Follow people and topics" link={{ href: '/authors', label: 'Browse people' }} piece={<FollowsSample />}>
        New works arrive in your feed, by email digest, or in your feed reader.
      </Tile>
      <Tile title="Invite with consent" link={{ href: '/about#invitations', label: 'How invitations work' }} piece={<InvitationSample />}>
        One message, only to people who are open to it. A conversation starts when they accept.
      </Tile>
    </section>
  );
}

interface TileProps {
  title: string;
  link: { href: string; label: string };
  piece: ReactNode;
  children: ReactNode;
}

const Tile = ({ title, link, piece, children }: TileProps) => (
  <div className="min-w-0 lg:row-span-2 lg:grid lg:grid-rows-subgrid">
    <div aria-hidden="true" className="divide-y divide-line rounded-card border border-line bg-card px-4 py-1.5 text-sm shadow-lift">
      {piece}
    </div>
    <div>
      <h2 className="mt-4 font-serif text-xl">{title}</h2>
      <p className="mt-1 max-w-[36ch] text-read">{children}</p>
      <p className="mt-2 font-semibold text-accent">
        <a href={link.href}>{link.label}</a>
      </p>
    </div>
  </div>
);

const rowClass = 'flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-1 py-1.5';
const smallButtonClass = 'ml-auto rounded-md border px-3 py-1 font-semibold text-xs';

const instantProofs = {
  institution: { icon: 'institution', label: 'Institution email with your full name' },
  orcid: { icon: 'person', label: 'ORCID iD that your publisher uses' },
} as const;

const ProofsSample = ({ instant }: Props) => (
  <>
    {instant && (
      <p className={rowClass}>
        <Icon name={instantProofs[instant].icon} /> {instantProofs[instant].label}{' '}
        <span className="ml-auto">
          <Tag variant="ok" icon="bolt">
            instant
          </Tag>
        </span>
      </p>
    )}
    <p className={rowClass}>
      <Icon name="globe" /> Your own web page{' '}
      <span className="ml-auto">
        <Tag variant="warn" icon="clock">
          {noticeDays} days
        </Tag>
      </span>
    </p>
    <p className={rowClass}>
      <Icon name="mail" /> Any email{' '}
      <span className="ml-auto">
        <Tag variant="warn" icon="clock">
          {noticeDays} days
        </Tag>
      </span>
    </p>
  </>
);

const FollowsSample = () => (
  <>
    <p className={rowClass}>
      <Icon name="person" /> <span className="font-serif text-md">A person you read</span>{' '}
      <span className={`${smallButtonClass} border-transparent bg-wash text-accent`}>Following</span>
    </p>
    <p className={rowClass}>
      <Icon name="topic" /> A topic <span className={`${smallButtonClass} border-edge`}>Follow</span>
    </p>
    <p className={`${rowClass} text-soft`}>
      <Icon name="bell" /> 3 new works this week
    </p>
  </>
);

const InvitationSample = () => (
  <>
    <p className={rowClass}>
      <Icon name="person" /> <span className="font-serif text-md">A co-author of a co-author</span>{' '}
      <span className="text-soft">invites you</span>
    </p>
    <p className={`${rowClass} font-serif text-read`}>Building a dataset · a few weeks</p>
    <p className={rowClass}>
      <span className="rounded-md border border-accent bg-accent px-3 py-1 font-semibold text-accent-ink text-xs">Accept</span>
      <span className="rounded-md border border-edge px-3 py-1 font-semibold text-xs">Decline</span>
    </p>
  </>
);
