import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Failure, sendOrThrow, submitTo } from '#components/live/mutations.tsx';
import { Undoable, type UndoableProps } from '#components/live/undoable.tsx';
import { countsKey, countsText, readCounts, showCounts } from '#components/notifications/unread-counts.ts';

/** Hides the parts of an entry that go with what is done, and counts the entries that are left in its section. */
function showDone(entry: HTMLElement, isDone: boolean): void {
  for (const part of entry.querySelectorAll<HTMLElement>('[data-undoable]')) part.hidden = isDone;
  const section = entry.closest('section');
  const count = section?.querySelector('[data-count]');
  if (count) count.textContent = String(section?.querySelectorAll('li:not(:has(> [data-undoable][hidden]))').length);
}

/** Shows at once what its button does, in the list entry that contains it, offers to undo it, and restores it if the server refuses. */
export function LiveUndoable(props: UndoableProps) {
  const element = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  const { mutate, error } = useMutation({
    // One after another, in the order of presses.
    scope: { id: useId() },
    mutationFn: (form: FormData) => sendOrThrow<unknown>(props.path, form),
    onMutate: (form) => setDone(form.get('want') === 'on'),
    onError: (_error, form) => setDone(form.get('want') === 'off'),
    onSuccess: (value) => {
      const counts = readCounts(value);
      if (!counts) return;
      showCounts(counts);
      // What is to do already shows it.
      client.setQueryData(countsKey, countsText(counts));
    },
  });
  useEffect(() => {
    const entry = element.current?.closest('li');
    if (entry) showDone(entry, isDone);
  }, [isDone]);
  return (
    <div ref={element} onSubmit={(event) => submitTo(mutate, event)}>
      <Undoable {...props} isDone={isDone} />
      <Failure error={error} />
    </div>
  );
}
