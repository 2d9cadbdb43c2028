import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Rail, railGrid } from '#components/ui/rail.tsx';

const pages = {
  overview: { href: '/me', label: 'Dashboard', icon: 'home' },
  records: { href: '/me/records', label: 'Profile', icon: 'person' },
  network: { href: '/me/network', label: 'Network', icon: 'people' },
  saved: { href: '/me/saved', label: 'Saved works', icon: 'save' },
  notifications: { href: '/me/notifications', label: 'Notification settings', icon: 'bell' },
  data: { href: '/me/data', label: 'Data and privacy', icon: 'download' },
  security: { href: '/me/security', label: 'Security', icon: 'key' },
} as const;
type PageKey = keyof typeof pages;

interface Props {
  current: PageKey;
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** The result of the last form, shown above everything else. */
  done?: string | null;
  /** The next step after that result. */
  next?: ReactNode;
  /** True if the page uses the full width beside the rail. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of the account section, with links to its other pages. */
export function MePage({ current, eyebrow, title, lead, done, next, wide = false, children }: Props) {
  return (
    <Page width="page">
      <div className={`account-page ${railGrid}`}>
        <Rail label="Your pages" items={Object.entries(pages).map(([key, link]) => ({ ...link, current: key === current }))} />
        <div className={`min-w-0 ${wide ? '' : 'max-w-list'}`}>
          <PageHead eyebrow={eyebrow} title={title} lead={lead} />
          {done && (
            <div className="mb-8">
              <Notice kind="success" title={done}>
                {next}
              </Notice>
            </div>
          )}
          {children}
        </div>
      </div>
    </Page>
  );
}
