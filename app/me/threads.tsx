import { nameInSentence } from '#components/invitations/invitation-labels.ts';
import { MarkThreadRead } from '#components/invitations/mark-thread-read.tsx';
import { Day } from '#components/ui/day.tsx';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';

interface Props {
  threads: ThreadCard[];
  /** The page to return to, if unread conversations can be marked as read. */
  back?: string;
}

export function Threads({ threads, back }: Props) {
  if (threads.length === 0) return <p className="text-sm text-soft">None yet. A conversation opens when an invitation is accepted.</p>;
  return (
    <ul>
      {threads.map(({ id, with: other, lastAt, unread, isArchivedOrLeft: aside }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2.5 first:border-t-0">
          <span data-undoable>
            <a href={`/threads/${id}`} className={unread ? 'font-semibold' : ''}>
              With {nameInSentence(other.name)}
            </a>{' '}
            {unread && <span className="text-accent text-sm">new</span>}
            {aside && <span className="text-sm text-soft">archived</span>}
          </span>
          <span data-undoable className="text-sm text-soft">
            <Day at={lastAt} />
          </span>
          {back && unread && (
            <div className="basis-full">
              <MarkThreadRead id={id} name={other.name} lastAt={lastAt} back={back} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
