import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failure, sendOrThrow, submitTo } from '#components/live/mutations.tsx';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { usePolled } from '#components/live/use-polled.ts';
import { useRefreshed } from '#components/live/use-refreshed.ts';
import { readCounts, shownCounts, unreadUrl } from '#components/notifications/unread-counts.ts';
import { formatCount } from '#components/ui/sentence.ts';
import { HideSuggestion, type HideSuggestionProps, hidePath, UndoHide } from './hide-suggestion.tsx';

const readCount = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'count' in body && typeof body.count === 'number' ? body.count : null;

/** Polls how many entries are above the first one, and says so above the list. */
export function LiveNewEntries({ url }: { url: string }) {
  const count = usePolled({ url, initial: 0, intervals: unreadPollIntervals, read: readCount });
  return (
    <p role="status" className="mb-4 text-sm empty:hidden">
      {count > 0 && (
        <>
          {formatCount(count, 'new entry', 'new entries')}. <a href="/feed">Show {count === 1 ? 'it' : 'them'}</a>
        </>
      )}
    </p>
  );
}

const countsText = ({ unread = 0, threads = 0 }: Partial<Record<string, number>>): string => `${unread} ${threads}`;

function readUnread(body: unknown): string | null {
  const counts = readCounts(body);
  return counts && countsText(counts);
}

/** What is to do: invitations and messages that arrive, or are answered elsewhere, change it. */
export function LiveToDo() {
  const [state] = useState(() => countsText(shownCounts()));
  useRefreshed({ url: unreadUrl, state, intervals: unreadPollIntervals, read: readUnread });
  return null;
}

/** Hides a suggested person at once and offers to undo it; shows the person again if the server refuses. */
export function LiveHideSuggestion(props: HideSuggestionProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isHidden, setHidden] = useState(false);
  const { mutate, error } = useMutation({
    mutationFn: (form: FormData) => sendOrThrow<unknown>(hidePath, form),
    onMutate: (form) => {
      setHidden(form.get('want') !== 'off');
      return isHidden;
    },
    onError: (_error, _form, wasHidden) => setHidden(wasHidden ?? false),
  });
  useEffect(() => {
    for (const part of element.current?.closest('li')?.querySelectorAll<HTMLElement>('[data-suggestion]') ?? []) part.hidden = isHidden;
  }, [isHidden]);
  return (
    <div ref={element} onSubmit={(event) => submitTo(mutate, event)}>
      {isHidden ? <UndoHide {...props} /> : <HideSuggestion {...props} />}
      <Failure error={error} />
    </div>
  );
}
