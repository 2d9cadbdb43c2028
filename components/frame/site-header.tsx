import { Brand } from '#components/site/brand.tsx';
import { NavLink, NavLinks } from '#components/site/nav-links.tsx';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { HeaderAccount } from '#lib/portal/me/model.ts';
import { AccountLinks } from './account-menu.tsx';

const mainLinks = [
  { href: '/authors', label: 'People' },
  { href: '/collaborate', label: 'Collaborate' },
  { href: '/topics', label: 'Topics' },
  { href: '/venues', label: 'Venues' },
  { href: '/graph', label: 'Graph' },
];

/** Brand, main navigation, search (unless the page has its own box), and the account. Without an account, it is equal for all viewers. */
export function SiteHeader({ account }: { account: HeaderAccount | null }) {
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper">
      <div className="gutter mx-auto flex h-13 w-full max-w-frame items-stretch gap-4 md:h-16 lg:gap-7">
        <Brand />
        <nav aria-label="Main" className="marked-links flex max-md:hidden">
          <NavLinks links={mainLinks} className="flex items-center px-2.5 pt-0.5 font-medium text-read text-sm" />
        </nav>
        <div className="ml-auto flex min-w-0 flex-1 items-center max-md:flex-none justify-end gap-2 md:gap-3">
          <SearchForm />
          <nav aria-label="Account" className="flex flex-none items-center gap-1">
            <ViewerSlot name="account">
              {account ? <AccountLinks account={account} link={NavLink} /> : <ButtonLink href="/sign-in">Sign in</ButtonLink>}
            </ViewerSlot>
          </nav>
        </div>
      </div>
    </header>
  );
}

function SearchForm() {
  return (
    <search className="in-[body:has(main_#search)]:hidden max-w-100 flex-1 max-md:hidden">
      <form
        action="/search"
        className="flex items-center rounded-md border border-edge bg-card pl-3 focus-within:outline-2 focus-within:outline-accent"
      >
        <Icon name="search" className="text-soft" />
        <label htmlFor="site-search" className="sr-only">
          Search people, topics and works
        </label>
        <input
          id="site-search"
          aria-keyshortcuts="/ Control+K Meta+K"
          type="search"
          name="q"
          placeholder="Search people, topics and works"
          autoComplete="off"
          className="w-full min-w-0 bg-transparent px-2 py-2 text-sm outline-none placeholder:text-soft"
        />
        <button type="submit" className="sr-only focus:not-sr-only focus:px-3">
          Search
        </button>
      </form>
    </search>
  );
}
