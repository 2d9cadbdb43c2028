import type { ReactNode } from 'react';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Rail, railGrid } from '#components/ui/rail.tsx';

const pages = {
  overview: { href: '/admin', label: 'Overview', icon: 'home' },
  accounts: { href: '/admin/accounts', label: 'Accounts', icon: 'people' },
  setAside: { href: '/admin/set-aside', label: 'Records set aside', icon: 'document' },
  audit: { href: '/admin/audit', label: 'Audit log', icon: 'text' },
  review: { href: '/review', label: 'Review queue', icon: 'shield' },
} as const;

interface Props {
  current: keyof typeof pages;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page of the admin section, with links to its other pages. */
export function AdminPage({ current, title, lead, children }: Props) {
  return (
    <Page width="page">
      <div className={railGrid}>
        <Rail label="Admin" items={Object.entries(pages).map(([key, link]) => ({ ...link, current: key === current }))} />
        <div className="min-w-0">
          <PageHead title={title} lead={lead} />
          {children}
        </div>
      </div>
    </Page>
  );
}
