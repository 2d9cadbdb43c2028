import { FocusedRegion } from '#components/ui/focused.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Formula } from '#components/works/math.tsx';
import type { MessageView, ThreadView } from '#lib/community/invitations/model/threads.ts';
import { Bubble } from './bubble.tsx';
import { MessageText } from './message-text.tsx';
import { WorkRefs } from './work-refs.tsx';

interface Props {
  thread: ThreadView;
  /** True if the viewer has just sent their last message, which takes the focus. */
  isSent: boolean;
}

/** The messages of a thread, and the last one that the other person has read. */
export function ThreadMessages({ thread: { id, messages, before, with: other, lastReadId }, isSent }: Props) {
  const sentMessage = isSent ? messages.findLast(({ mine }) => mine) : undefined;
  return (
    <div data-refreshed="messages">
      {before && (
        <p className="mb-4 text-sm">
          <a href={`/threads/${id}?before=${before}`}>Earlier messages</a>
        </p>
      )}
      <ol className="mb-8 grid gap-5">
        {messages.map((message, index) => (
          <li
            key={message.id}
            id={index === messages.length - 1 ? 'latest' : undefined}
            className={`w-fit min-w-0 max-w-[min(100%,38rem)] ${message.mine ? 'justify-self-end' : ''}`}
          >
            {message === sentMessage ? (
              <FocusedRegion role="status">
                <span className="sr-only">Message sent. </span>
                <Message message={message} name={other.name} />
              </FocusedRegion>
            ) : (
              <Message message={message} name={other.name} />
            )}
            {message.id === lastReadId && <p className="mt-2 text-soft text-xs">Read by {other.name}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Message({ message: { mine, at, text, works }, name }: { message: MessageView; name: string }) {
  return (
    <>
      <p className="mb-1 text-sm">
        <span className="font-semibold">{mine ? 'You' : name}</span>{' '}
        <span className="text-soft">
          <LocalTime at={at} />
        </span>
      </p>
      <Bubble isMine={mine}>
        <MessageText text={text} formula={Formula} />
        <WorkRefs works={works} />
      </Bubble>
    </>
  );
}
