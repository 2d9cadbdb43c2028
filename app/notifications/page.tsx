import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Island } from '#components/live/island.tsx';
import { allReadTitle, MarkAllRead } from '#components/notifications/mark-all-read.tsx';
import { NotificationList } from '#components/notifications/notification-list.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Rail, railGrid } from '#components/ui/rail.tsx';
import { loadReceivedStates } from '#lib/community/invitations/loaders.ts';
import { loadNotifications } from '#lib/community/notifications/loaders.ts';
import { type NotificationFilter, notificationFilters, parseNotificationFilter } from '#lib/community/notifications/model/filter.ts';
import { now } from '#lib/platform/clock.ts';
import { firstValue } from '#lib/platform/form.ts';

export const metadata: Metadata = { title: 'Notifications', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<{ after?: string | string[]; show?: string | string[]; done?: string | string[]; marked?: string | string[] }>;
}

const pathOf = (show: string | undefined, after?: string): string => {
  const query = new URLSearchParams({ ...(show && { show }), ...(after && { after }) }).toString();
  return query ? `/notifications?${query}` : '/notifications';
};

export default async function NotificationsPage({ searchParams }: Props) {
  const { after, show, done, marked } = await searchParams;
  const cursor = firstValue(after);
  const filter = parseNotificationFilter(firstValue(show));
  const loadedAt = now();
  const notificationsPage = await loadNotifications(cursor, filter);
  if (!notificationsPage) redirect('/sign-in?problem=not_signed_in&next=%2Fnotifications');
  const { notifications, next, unread } = notificationsPage;
  const markAll = { back: '/notifications', until: loadedAt.toISOString() } as const;
  return (
    <Page width="page">
      <PageHead
        title="Notifications"
        lead={
          <>
            Newest first. Opening one marks it as read. <a href="/me/notifications">Notification settings</a>
          </>
        }
        actions={
          unread > 0 && (
            <Island name="mark-all" props={markAll}>
              <div>
                <MarkAllRead {...markAll} />
              </div>
            </Island>
          )
        }
      />
      <Confirmation done={done} titles={{ read: allReadTitle, declined: 'Invitation declined' }} />
      <div className={railGrid}>
        <Rail
          label="Notifications by kind"
          items={[
            { label: 'All', href: '/notifications', current: filter === null },
            ...notificationFilters.map(({ key, label }) => ({ label, href: pathOf(key), current: filter?.key === key })),
          ]}
        />
        <div className="min-w-0">
          <Island name="new-notifications">
            <p role="status" className="mb-4 text-sm empty:hidden" />
          </Island>
          <div data-only-unread={filter?.key === 'unread' ? '' : undefined}>
            {notifications.length > 0 && (
              <NotificationList
                notifications={notifications}
                invitations={await loadReceivedStates()}
                today={loadedAt}
                back={pathOf(filter?.key, cursor)}
                marked={firstValue(marked)}
              />
            )}
            {(notifications.length === 0 || filter?.key === 'unread') && (
              <div data-nothing hidden={notifications.length > 0}>
                <EmptyState title={nothingTitle(cursor, filter)}>
                  <p>
                    Answers to claims, invitations and reports appear here. New works of people you follow appear in{' '}
                    <a href="/feed">your feed</a>.
                  </p>
                </EmptyState>
              </div>
            )}
          </div>
          <Pager listName="notifications" previous={cursor ? pathOf(filter?.key) : null} next={next && pathOf(filter?.key, next)} />
        </div>
      </div>
    </Page>
  );
}

function nothingTitle(cursor: string | undefined, filter: NotificationFilter | null): string {
  if (filter?.key === 'unread') return 'No unread notifications.';
  if (cursor) return 'No more results';
  return filter ? 'None of this kind.' : 'Nothing yet.';
}
