import { UnreadCount } from '#components/notifications/unread-count.tsx';

/** What the header knows of a signed-in reader. */
interface HeaderAccount {
  name: string;
  /** Unread notices, shown beside their link when there are any. */
  unread: number;
}

/** Brand, search (unless the page has a box of its own), and the way in. Without an account it is the same for everybody. */
export function SiteHeader({ account, query }: { account: HeaderAccount | null; query?: string }) {
  return (
    <header className="border-line border-b">
      <div className="gutter mx-auto grid w-full max-w-frame grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_minmax(0,30rem)_1fr] sm:gap-x-6">
        <a href="/" className="bare-link justify-self-start font-serif text-xl hover:no-underline">
          Peergraph
        </a>
        <search className="in-[body:has(main_#search)]:hidden col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
          <form action="/search" className="flex">
            <label htmlFor="site-search" className="sr-only">
              Search people, topics and works
            </label>
            <input
              id="site-search"
              type="search"
              name="q"
              defaultValue={query}
              placeholder="Search people, topics and works"
              autoComplete="off"
              className="w-full rounded-l-md border border-edge border-r-0 bg-paper px-3 py-1.5 placeholder:text-soft"
            />
            <button type="submit" className="rounded-r-md border border-edge px-3 text-soft text-sm hover:bg-raised hover:text-ink">
              Search
            </button>
          </form>
        </search>
        <nav aria-label="Account" className="flex flex-wrap items-center justify-end gap-x-3 justify-self-end text-sm sm:gap-x-4">
          {account ? <AccountLinks account={account} /> : <a href="/sign-in">Sign in</a>}
        </nav>
      </div>
    </header>
  );
}

function AccountLinks({ account }: { account: HeaderAccount }) {
  return (
    <>
      <a href="/feed">Feed</a>
      <a href="/notifications" className="whitespace-nowrap">
        Notices <UnreadCount unread={account.unread} />
      </a>
      <a href="/me" className="max-w-24 truncate sm:max-w-48">
        {account.name}
      </a>
      <form method="post" action="/sign-out">
        <button type="submit" className="whitespace-nowrap text-soft hover:text-ink hover:underline">
          Sign out
        </button>
      </form>
    </>
  );
}
