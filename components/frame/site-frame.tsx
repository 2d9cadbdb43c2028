import type { ReactNode } from 'react';
import { DigestBar } from '#components/notifications/digest-question.tsx';
import { Announcements } from '#components/operations/announcements.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { ViewerSlot } from '#components/site/viewer-slot.tsx';
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
      {/* Before the content, so that the keyboard reaches it first. */}
      <BottomBar account={account} />
      <ViewerSlot name="digest-question">{account?.asksDigest && <DigestBar />}</ViewerSlot>
      <Announcements announcements={announcements} />
      {children}
      <SiteFooter />
    </>
  );
}
