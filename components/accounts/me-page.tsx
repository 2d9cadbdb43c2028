import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

const places = {
  overview: { href: '/me', label: 'Dashboard', icon: 'home' },
  records: { href: '/me/records', label: 'Profile', icon: 'person' },
  network: { href: '/me/network', label: 'Network', icon: 'people' },
  notifications: { href: '/me/notifications', label: 'Notification settings', icon: 'bell' },
  data: { href: '/me/data', label: 'Data and privacy', icon: 'download' },
  security: { href: '/me/security', label: 'Security', icon: 'key' },
} as const;
type MePlace = keyof typeof places;

/** The pages that are an account's own, as links: a rail on the left, a row on a small screen. The open one is marked for eye and ear. */
export function MeNav({ current }: { current: MePlace }) {
  return (
    <nav aria-label="Your pages" className="no-print max-lg:border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-6">
      <ul className="flex flex-wrap gap-1 text-sm lg:grid">
        {Object.entries(places).map(([place, { href, label, icon }]) => (
          <li key={place}>
            <a
              href={href}
              aria-current={place === current ? 'page' : undefined}
              className={`flex items-center gap-2.5 rounded-md px-3 py-1.5 no-underline hover:bg-plain-wash forced-colors:aria-[current]:outline-2 ${
                place === current ? 'bg-wash font-semibold text-accent' : 'text-read'
              }`}
            >
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Props {
  current: MePlace;
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** What a form has just done, said above everything else. */
  done?: string | null;
  /** The page uses the whole width beside the rail. */
  wide?: boolean;
  children: ReactNode;
}

/** One page of an account's own, beside the links to the others. */
export function MePage({ current, eyebrow, title, lead, done, wide = false, children }: Props) {
  return (
    <Page width="page">
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <MeNav current={current} />
        <div className={`min-w-0 ${wide ? '' : 'max-w-list'}`}>
          <PageHead eyebrow={eyebrow} title={title} lead={lead} />
          {done && (
            <div className="mb-8">
              <Notice kind="success" title={done} />
            </div>
          )}
          {children}
        </div>
      </div>
    </Page>
  );
}
