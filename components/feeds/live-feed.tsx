import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failure, sendOrThrow, submitTo } from '#components/live/mutations.tsx';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { usePolled } from '#components/live/use-polled.ts';
import { useRefreshed } from '#components/live/use-refreshed.ts';
import { countsKey, countsText, readCounts, shownCounts, unreadUrl } from '#components/notifications/unread-counts.ts';
import { formatCount } from '#components/ui/sentence.ts';
import { Mute, type MuteProps, mutePath } from './mute.tsx';

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

function readUnread(body: unknown): string | null {
  const counts = readCounts(body);
  return counts && countsText(counts);
}

/** What is to do: invitations and messages that arrive, or are answered elsewhere, change it. */
export function LiveToDo() {
  const [initialData] = useState(() => countsText(shownCounts()));
  const { data: state } = useQuery({ queryKey: countsKey, queryFn: () => initialData, initialData, enabled: false });
  useRefreshed({ url: unreadUrl, state, intervals: unreadPollIntervals, read: readUnread });
  return null;
}

/** Hides what is in the feed for muted subjects only, wherever it is on the page. The entry whose button was pressed offers to undo it. */
export function LiveMute(props: MuteProps) {
  const element = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const [isPressed, setPressed] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { data: muted } = useQuery({ queryKey: mutedKey, queryFn: () => [], initialData: [] as string[], enabled: false });
  const setMuted = (id: string, isMuted: boolean) =>
    client.setQueryData<string[]>(mutedKey, (ids = []) => [...ids.filter((each) => each !== id), ...(isMuted ? [id] : [])]);
  const { mutate, error } = useMutation({
    // One after another, in the order of presses.
    scope: { id: mutePath },
    mutationFn: (form: FormData) => sendOrThrow<unknown>(mutePath, form),
    onMutate: (form) => {
      setPressed(true);
      setMuted(String(form.get('id')), form.get('want') === 'on');
    },
    onError: (_error, form) => setMuted(String(form.get('id')), form.get('want') === 'off'),
  });
  const isMuted = props.subjects.every(({ id }) => muted.includes(id));
  useEffect(() => {
    const entry = element.current?.closest('li');
    if (!entry) return;
    entry.hidden = isMuted && !isPressed;
    for (const part of entry.querySelectorAll<HTMLElement>('[data-muted]')) part.hidden = isMuted;
  }, [isMuted, isPressed]);
  return (
    <div ref={element} onSubmit={(event) => submitTo(mutate, event)}>
      <Mute {...props} muted={muted} isLive={isLive} />
      <Failure error={error} />
    </div>
  );
}

const mutedKey = ['muted'];
