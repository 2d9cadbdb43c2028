import type { ReactNode } from 'react';
import { Announcements } from '#components/operations/announcements.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SkipLink } from '#components/ui/skip-link.tsx';
import type { HeaderAccount } from '#lib/portal/me/model.ts';
import type { Announcement } from '#lib/portal/operations/model/operations.ts';
import { BottomBar } from './bottom-bar.tsx';
import { SiteHeader } from './site-header.tsx';

interface Props {
  account: HeaderAccount | null;
  announcements: readonly Announcement[];
  children: ReactNode;
}

/** The frame around the content of every page. */
export function SiteFrame({ account, announcements, children }: Props) {
  return (
    <>
      <SkipLink />
      <SiteHeader account={account} />
      <Announcements announcements={announcements} />
      {children}
      <SiteFooter />
      <BottomBar account={account} />
    </>
  );
}
