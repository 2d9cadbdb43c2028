import { Day } from '#components/ui/day.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { nameInSentence } from './invitation-labels.ts';
import { purposeTitles } from './purpose-titles.ts';

interface Props {
  threads: readonly ThreadCard[];
  today: Date;
  /** The id of the open conversation. */
  current?: string;
}

/** The viewer's conversations, the latest first: with whom, about what, and the last line with its time. */
export const ConversationList = ({ threads, today, current }: Props) => (
  <ul className="grid grid-cols-1 gap-1" data-refreshed="conversations">
    {threads.map(({ id, with: other, purpose, lastLine, lastAt, unread, isArchivedOrLeft: aside }) => (
      <li key={id}>
        <a
          href={`/threads/${id}`}
          aria-current={id === current ? 'page' : undefined}
          className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md px-3 py-3 text-ink no-underline hover:bg-plain-wash forced-colors:aria-[current]:outline-2 ${id === current ? 'bg-wash' : ''}`}
        >
          <Monogram name={other.name} slug={other.slug} size="sm" />
          <span className="grid min-w-0 grid-cols-1">
            <span className="flex items-baseline justify-between gap-x-3">
              <span className="truncate font-serif text-md">
                <span className="sr-only">With </span>
                {nameInSentence(other.name)}
              </span>
              <span className="flex-none text-soft text-xs">
                {dayOf(lastAt) === dayOf(today) ? <Time at={lastAt} /> : <Day at={lastAt} narrow />}
              </span>
            </span>
            <span className="font-semibold text-sm">{purposeTitles[purpose]}</span>
            <span className={`flex items-baseline gap-x-1.5 text-sm ${unread ? 'font-semibold' : 'text-soft'}`}>
              {unread && (
                <span className="size-2 flex-none self-center rounded-full bg-accent forced-colors:bg-[Highlight]">
                  <span className="sr-only">new</span>
                </span>
              )}
              <span className="truncate">
                {lastLine.mine && 'You: '}
                {lastLine.text}
              </span>
            </span>
            {aside && <span className="text-soft text-xs">archived</span>}
          </span>
        </a>
      </li>
    ))}
  </ul>
);

const Time = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{at.toISOString().slice(11, 16)} UTC</time>;

/** The conversations beside the open one; small screens have a link to the list instead. */
export const Conversations = (props: Required<Props>) => (
  <nav aria-label="Your conversations" className="no-print max-[78rem]:hidden">
    <p className="mb-2 px-3 font-semibold">
      <a href="/messages" className="quiet-link">
        Messages
      </a>
    </p>
    <ConversationList {...props} />
  </nav>
);
