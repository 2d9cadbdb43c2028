import { Day } from '#components/ui/day.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import type { ThreadCard } from '#lib/community/invitations/model/threads.ts';
import { nameInSentence } from './invitation-labels.ts';

/** The viewer's conversations beside the open one; small screens have a link to the list instead. */
export function Conversations({ threads, current }: { threads: readonly ThreadCard[]; current: string }) {
  return (
    <nav aria-label="Your conversations" className="no-print max-[78rem]:hidden">
      <ul className="grid gap-1">
        {threads.map(({ id, with: other, lastAt, unread, isArchivedOrLeft: aside }) => (
          <li key={id}>
            <a
              href={`/threads/${id}`}
              aria-current={id === current ? 'page' : undefined}
              className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md px-3 py-2 no-underline hover:bg-plain-wash forced-colors:aria-[current]:outline-2 ${id === current ? 'bg-wash' : ''}`}
            >
              <Monogram name={other.name} slug={other.slug} size="sm" />
              <span className="min-w-0">
                <span className={`block truncate font-serif ${unread ? 'font-semibold' : ''}`}>{nameInSentence(other.name)}</span>
                <span className="block text-soft text-xs">
                  <Day at={lastAt} narrow /> {unread ? 'new' : aside && 'archived'}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
