import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Failure, sendOrThrow, submitTo } from '#components/live/mutations.tsx';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { usePolled } from '#components/live/use-polled.ts';
import { allReadTitle, type MarkAllProps, MarkAllRead } from './mark-all-read.tsx';
import { NotificationEntry, type NotificationProps, readPath } from './notification-entry.tsx';
import { readCounts, showCounts, shownCounts, unreadUrl } from './unread-counts.ts';

type ReadState = Pick<NotificationProps, 'read' | 'marked'>;

const send = (form: FormData) => sendOrThrow<{ unread: number }>(readPath, form);

const showUnread = (unread: number): void => showCounts({ ...shownCounts(), unread });

/** Sends a form, shows its result at once, and restores the earlier state if the server refuses it. `show` returns how to restore it. */
function useMarking(show: () => () => void) {
  return useMutation({
    mutationFn: send,
    onMutate: () => {
      const unread = shownCounts().unread ?? 0;
      const restore = show();
      return () => {
        restore();
        showUnread(unread);
      };
    },
    onError: (_error, _form, restore) => restore?.(),
    onSuccess: ({ unread }) => showUnread(unread),
  });
}

/** Focuses the link of the notification after this one, or of the last one; the main element if none is left. */
function focusAfter(notification: Node): void {
  const links = [...document.querySelectorAll<HTMLElement>('main li:not([hidden]) a[href^="/notifications/"]')];
  const isAfter = (link: Node) =>
    !notification.contains(link) && (notification.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  (links.find(isAfter) ?? links.at(-1) ?? document.getElementById('main'))?.focus();
}

/** Hides or shows the entry of a notification in the list of unread ones, its day if nothing else is left there, and what an empty list says. */
function showInUnread(element: HTMLElement, isShown: boolean): void {
  const list = element.closest('[data-only-unread]');
  const entry = element.closest('li');
  const day = element.closest('section');
  if (!list || !entry || !day) return;
  entry.hidden = !isShown;
  day.hidden = !day.querySelector('li:not([hidden])');
  const nothing = list.querySelector<HTMLElement>('[data-nothing]');
  if (nothing) nothing.hidden = list.querySelector('li:not([hidden])') !== null;
}

export function LiveNotification(props: NotificationProps) {
  const element = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const queryKey = ['notification', props.id];
  const initialData: ReadState = { read: props.read, marked: props.marked };
  const { data } = useQuery({ queryKey, queryFn: () => initialData, initialData, enabled: false });
  const { mutate, error } = useMarking(() => {
    client.setQueryData<ReadState>(queryKey, { read: true, marked: true });
    showUnread(Math.max(0, (shownCounts().unread ?? 0) - 1));
    const { current } = element;
    if (current) {
      showInUnread(current, false);
      focusAfter(current);
    }
    return () => {
      client.setQueryData<ReadState>(queryKey, initialData);
      if (!current) return;
      showInUnread(current, true);
      requestAnimationFrame(() => current.querySelector('button')?.focus());
    };
  });
  return (
    <div ref={element} onSubmit={(event) => submitTo(mutate, event)}>
      <NotificationEntry {...props} {...data} />
      <Failure error={error} />
    </div>
  );
}

export function LiveMarkAll(props: MarkAllProps) {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  const { mutate, error } = useMarking(() => {
    const previous = client.getQueriesData<ReadState>({ queryKey: ['notification'] });
    client.setQueriesData<ReadState>({ queryKey: ['notification'] }, (state) => state && { ...state, read: true });
    showUnread(0);
    setDone(true);
    return () => {
      for (const [key, state] of previous) client.setQueryData(key, state);
      setDone(false);
    };
  });
  return (
    <div onSubmit={(event) => submitTo(mutate, event)}>
      {isDone ? (
        <p role="status" tabIndex={-1} ref={(region) => region?.focus()} className="text-sm text-soft">
          {allReadTitle}
        </p>
      ) : (
        <MarkAllRead {...props} />
      )}
      <Failure error={error} />
    </div>
  );
}

/** Polls how many notifications are unread, shows it in the header, and says above the list how many have arrived since it was loaded. */
export function LiveNewNotifications() {
  const arrived = useRef(0);
  const count = usePolled({ url: unreadUrl, initial: 0, intervals: unreadPollIntervals, read: readArrived });
  function readArrived(body: unknown): number | null {
    const counts = readCounts(body);
    if (!counts) return null;
    arrived.current += Math.max(0, counts.unread - (shownCounts().unread ?? 0));
    showCounts(counts);
    return arrived.current;
  }
  return (
    <p role="status" className="mb-4 text-sm empty:hidden">
      {count > 0 && (
        <>
          {count === 1 ? 'A new notification has arrived.' : `${count} new notifications have arrived.`}{' '}
          <a href="/notifications">Show {count === 1 ? 'it' : 'them'}</a>
        </>
      )}
    </p>
  );
}
