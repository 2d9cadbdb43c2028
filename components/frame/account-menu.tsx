import type { ComponentType, ReactNode } from 'react';
import { UnreadCount } from '#components/notifications/unread-count.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import type { HeaderAccount } from '#lib/portal/me/model.ts';

type LinkComponent = ComponentType<{ href: string; exact?: boolean; className?: string; children: ReactNode }>;

/** A plain link for publicly cached pages, which are never the target of these links. */
const PlainLink: LinkComponent = ({ href, className, children }) => (
  <a href={href} className={className}>
    {children}
  </a>
);

interface Props {
  account: HeaderAccount;
  /** The link component that marks the current page, on pages of the account section. */
  link?: LinkComponent;
}

const currentLinkClass = 'aria-[current]:bg-wash aria-[current]:text-accent forced-colors:aria-[current]:outline-2';

/** The feed, messages, notifications and the account menu of a signed-in viewer. */
export function AccountLinks({ account, link: Link = PlainLink }: Props) {
  return (
    <>
      <Link
        href="/feed"
        className={`rounded-md px-2.5 py-2 font-medium text-read text-sm no-underline hover:bg-plain-wash max-[22rem]:hidden ${currentLinkClass}`}
      >
        Feed
      </Link>
      <Link
        href="/messages"
        className={`relative grid size-10 place-items-center rounded-md text-read text-xl hover:bg-plain-wash max-md:hidden ${currentLinkClass}`}
      >
        <Icon name="chat" />
        <span className="sr-only">Messages</span>
        <UnreadCount unread={account.unreadThreads} kind="threads" />
      </Link>
      <Link
        href="/notifications"
        className={`relative grid size-10 place-items-center rounded-md text-read text-xl hover:bg-plain-wash ${currentLinkClass}`}
      >
        <Icon name="bell" />
        <span className="sr-only">Notifications</span>
        <UnreadCount unread={account.unread} />
      </Link>
      <AccountMenu account={account} link={Link} />
    </>
  );
}

/** The account menu behind the monogram; a `<details>`, so that it works without script. */
function AccountMenu({ account, link: Link }: Required<Props>) {
  const { name, profile, claimed, isReviewer, isAdmin } = account;
  const links: { href: string; label: string; className?: string }[] = [
    // Very narrow screens have no room for it in the header.
    { href: '/feed', label: 'Feed', className: 'min-[22rem]:hidden' },
    profile
      ? { href: `/authors/${profile}`, label: 'My profile' }
      : claimed
        ? { href: `/claim/${claimed}`, label: 'My claim' }
        : { href: '/search', label: 'Find your profile' },
    { href: '/me', label: 'Dashboard' },
    { href: '/messages', label: 'Messages' },
    { href: '/me/saved', label: 'Saved works' },
    { href: '/me/security', label: 'Settings' },
    ...(isReviewer ? [{ href: '/review', label: 'Review' }] : []),
    ...(isAdmin ? [{ href: '/admin', label: 'Admin' }] : []),
  ];
  return (
    <details data-menu name="header-menu" className="group relative">
      <summary className="flex list-none items-center gap-1 rounded-md p-1 hover:bg-plain-wash">
        <Monogram name={name} slug={profile ?? name} claimed={profile !== null} size="sm" />
        <span className="sr-only">Account of {name}</span>
        <Icon name="chevron" className="text-soft" />
      </summary>
      <div className="menu absolute top-full right-0 z-40 mt-1.5 min-w-56">
        <p className="truncate border-line border-b px-2.5 pt-1 pb-2 font-medium">{name}</p>
        <ul className="py-1.5">
          {links.map(({ href, label, className }) => (
            <li key={href} className={className}>
              <Link href={href} exact={href === '/me'} className={currentLinkClass}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <form method="post" action="/sign-out" className="border-line border-t pt-1.5">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
}
