import type { ReactNode } from 'react';
import { UnreadCount } from '#components/notifications/unread-count.tsx';
import { NavLinks } from '#components/site/nav-links.tsx';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { HeaderAccount } from '#lib/portal/me/model.ts';

interface BarLink {
  href: string;
  label: string;
  icon: ReactNode;
}

const visitorLinks: readonly BarLink[] = [
  { href: '/', label: 'Home', icon: <Icon name="home" /> },
  { href: '/authors', label: 'People', icon: <Icon name="people" /> },
  { href: '/collaborate', label: 'Collaborate', icon: <Icon name="bolt" /> },
  { href: '/graph', label: 'Graph', icon: <Icon name="graph" /> },
  { href: '/search', label: 'Search', icon: <Icon name="search" /> },
];

const memberLinks = (unreadThreads: number): readonly BarLink[] => [
  { href: '/feed', label: 'Feed', icon: <Icon name="home" /> },
  { href: '/search', label: 'Search', icon: <Icon name="search" /> },
  { href: '/collaborate', label: 'Collaborate', icon: <Icon name="bolt" /> },
  {
    href: '/messages',
    label: 'Messages',
    icon: (
      <span className="relative grid px-2.5">
        <Icon name="chat" />
        <UnreadCount unread={unreadThreads} kind="threads" />
      </span>
    ),
  },
  { href: '/me', label: 'You', icon: <Icon name="person" /> },
];

/** The main navigation at the bottom of small screens. */
export const BottomBar = ({ account }: { account: HeaderAccount | null }) => (
  <nav aria-label="Main, on a small screen" className="no-print marked-bar">
    <ViewerSlot name="bottom-bar">
      <NavLinks links={account ? memberLinks(account.unreadThreads) : visitorLinks} />
    </ViewerSlot>
  </nav>
);

/** The links of a member, in a slot of a public page, where the path comes from the server. */
export const MemberBar = ({ account, path }: { account: Pick<HeaderAccount, 'unreadThreads'>; path: string }) =>
  memberLinks(account.unreadThreads).map(({ href, label, icon }) => (
    <a key={href} href={href} aria-current={path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined}>
      {icon}
      {label}
    </a>
  ));
