import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#components/live/mutations.tsx';
import { requestPage, showNewerParts } from '#components/live/newer-page.ts';
import { threadPollIntervals } from '#components/live/poll-intervals.ts';
import { readState, useRefreshed } from '#components/live/use-refreshed.ts';
import { Bubble } from './bubble.tsx';

interface StateProps {
  /** Returns `{ state }`, a short text that changes with what is shown. */
  url: string;
  /** The state with which the page was drawn. */
  state: string;
}

/** The list of conversations: new messages appear in it. */
export function LiveConversations(props: StateProps) {
  useRefreshed({ ...props, intervals: threadPollIntervals, read: readState });
  return null;
}

/** The form was answered with a page that says why nothing was sent. */
class AnsweredError extends Error {
  readonly page: Document;

  constructor(page: Document) {
    super('The message was not sent.');
    this.page = page;
  }
}

/** @throws if it was not sent */
async function sendMessage(data: FormData): Promise<Document> {
  // It arrives also if the page is left.
  const { page, location } = await requestPage(window.location.href, { method: 'POST', body: data, keepalive: true });
  if (location?.pathname === window.location.pathname) return page;
  // The session has ended: the sign-in leads back here, where the text is a draft.
  if (location) window.location.assign(location);
  throw writeSection(page) ? new AnsweredError(page) : new Error('The answer is no page of a conversation.');
}

const writeSection = (page: Document = document) => page.getElementById('write');
const textIn = (data: FormData): string => String(data.get('body') ?? '');
const textArea = () => writeSection()?.querySelector('textarea');

function clearText(): void {
  const area = textArea();
  if (area) area.value = '';
}

/** Writes a text into the empty field, as a draft. */
function restoreText(text: string): void {
  const area = textArea();
  if (area?.value !== '' || text === '') return;
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Shows the form of an answer, with its refusal or without the preview before it. @returns whether the answer has one */
function showForm(page: Document): boolean {
  const answered = writeSection(page);
  if (answered) writeSection()?.replaceWith(document.adoptNode(answered));
  return answered !== null;
}

/** Scrolls to a message. The form covers the lower end of the window. */
const showAboveForm = (message: HTMLElement | null): void => message?.scrollIntoView({ block: 'center' });

/** New messages of a conversation appear in it, and a message is shown while it is sent. */
export function LiveThread(props: StateProps) {
  const shown = useRefreshed({ ...props, intervals: threadPollIntervals, read: readState });
  const bubble = useRef<HTMLDivElement>(null);
  const [answers, setAnswers] = useState(0);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: sendMessage,
    onMutate: clearText,
    onError: (failure, sent) => {
      if (!(failure instanceof AnsweredError) || !showForm(failure.page)) return restoreText(textIn(sent));
      writeSection()?.querySelector<HTMLElement>('[autofocus]')?.focus();
      setAnswers((count) => count + 1);
    },
    onSuccess: (page) => {
      // It gives way to the message in the list.
      if (bubble.current) bubble.current.hidden = true;
      const next = textArea()?.value ?? '';
      if (showForm(page)) setAnswers((count) => count + 1);
      restoreText(next);
      showNewerParts(page);
      const message = document.querySelector<HTMLElement>('[data-refreshed="messages"] [autofocus]');
      message?.focus({ preventScroll: true });
      showAboveForm(message);
      const { props: newer } = page.querySelector<HTMLElement>('[data-live="thread"]')?.dataset ?? {};
      if (newer) shown.current = (JSON.parse(newer) as StateProps).state;
    },
  });
  useEffect(() => {
    if (isPending) showAboveForm(bubble.current);
  }, [isPending]);
  useEffect(() => {
    const form = writeSection()?.querySelector('form');
    if (answers < 0 || !form) return;
    const send = (event: SubmitEvent) => {
      const data = new FormData(form, event.submitter);
      if (data.get('step') !== 'send' || data.get('body') === '') return;
      event.preventDefault();
      mutate(data);
    };
    form.addEventListener('submit', send);
    return () => form.removeEventListener('submit', send);
  }, [answers, mutate]);
  return (
    <>
      {isPending && (
        <div ref={bubble} className="mb-8 grid">
          <div className="w-fit min-w-0 max-w-[min(100%,38rem)] justify-self-end">
            <p className="mb-1 text-sm">
              <span className="font-semibold">You</span>{' '}
              <span role="status" className="text-soft">
                Sending…
              </span>
            </p>
            <Bubble isMine>
              <p className="whitespace-pre-wrap wrap-anywhere">{textIn(variables)}</p>
            </Bubble>
          </div>
        </div>
      )}
      <Failure error={error instanceof AnsweredError ? null : error} />
    </>
  );
}
