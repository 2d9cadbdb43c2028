import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { allReadTitle, MarkAllRead, NotificationList } from '#components/notifications/notification-list.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Rail, railGrid } from '#components/ui/rail.tsx';
import { loadReceivedStates } from '#lib/community/invitations/loaders.ts';
import { loadNotifications } from '#lib/community/notifications/loaders.ts';
import { notificationFilters, parseNotificationFilter } from '#lib/community/notifications/model/filter.ts';
import { now } from '#lib/platform/clock.ts';
import { firstValue } from '#lib/platform/form.ts';

export const metadata: Metadata = { title: 'Notifications', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<{ after?: string | string[]; show?: string | string[]; done?: string | string[] }>;
}

const pathOf = (show: string | undefined, after?: string): string => {
  const query = new URLSearchParams({ ...(show && { show }), ...(after && { after }) }).toString();
  return query ? `/notifications?${query}` : '/notifications';
};

export default async function NotificationsPage({ searchParams }: Props) {
  const { after, show, done } = await searchParams;
  const cursor = firstValue(after);
  const filter = parseNotificationFilter(firstValue(show));
  const loadedAt = now();
  const notificationsPage = await loadNotifications(cursor, filter);
  if (!notificationsPage) redirect('/sign-in?problem=not_signed_in&next=%2Fnotifications');
  const { notifications, next, unread } = notificationsPage;
  return (
    <Page width="page">
      <PageHead
        title="Notifications"
        lead={
          <>
            Newest first. Opening one marks it as read. <a href="/me/notifications">Notification settings</a>
          </>
        }
        actions={unread > 0 && <MarkAllRead back="/notifications" loadedAt={loadedAt} />}
      />
      <Confirmation done={done} titles={{ read: allReadTitle }} />
      <div className={railGrid}>
        <Rail
          label="Notifications by kind"
          items={[
            { label: 'All', href: '/notifications', current: filter === null },
            ...notificationFilters.map(({ key, label }) => ({ label, href: pathOf(key), current: filter?.key === key })),
          ]}
        />
        <div className="min-w-0">
          {notifications.length > 0 ? (
            <NotificationList notifications={notifications} invitations={await loadReceivedStates()} today={loadedAt} />
          ) : (
            <EmptyState
              title={
                cursor
                  ? 'No more results'
                  : filter?.key === 'unread'
                    ? 'No unread notifications.'
                    : filter
                      ? 'None of this kind.'
                      : 'Nothing yet.'
              }
            >
              <p>
                Answers to claims, invitations and reports appear here. New works of people you follow appear in{' '}
                <a href="/feed">your feed</a>.
              </p>
            </EmptyState>
          )}
          <Pager listName="notifications" previous={cursor ? pathOf(filter?.key) : null} next={next && pathOf(filter?.key, next)} />
        </div>
      </div>
    </Page>
  );
}
