import { Undoable, type UndoableProps } from '#components/live/undoable.tsx';
import type { Followed } from '#lib/community/follows/model.ts';

export interface MuteProps {
  /** What the entry is in the feed for. */
  subjects: readonly (Followed & { name: string })[];
  /** The page of the feed. */
  back: string;
}

export const mutePath = '/api/muted-follows';

function undoableOf({ kind, id, name }: MuteProps['subjects'][number], back: string): UndoableProps {
  const [path = '', query] = back.split('?');
  return {
    path: mutePath,
    fields: { kind, id },
    back: `${path}?${new URLSearchParams([...new URLSearchParams(query), ['done', 'muted'], ['kind', kind], ['id', id]])}`,
    label: 'Mute',
    about: name,
    done: `${name} is muted`,
    aboutUndo: `muting ${name}`,
  };
}

/**
 * Buttons that mute what an entry is in the feed for; several are in a menu, which the script draws: without it, a link leads to all that is
 * followed.
 */
export function Mute({ subjects, back, muted = [], isLive = false }: MuteProps & { muted?: readonly string[]; isLive?: boolean }) {
  if (subjects.length > 1 && !isLive) return <a href="/me/network#follows">Mute</a>;
  const buttons = subjects.map((subject) => (
    <Undoable key={subject.id} {...undoableOf(subject, back)} isDone={muted.includes(subject.id)} isNamed={subjects.length > 1} />
  ));
  if (buttons.length < 2) return buttons;
  return (
    <details data-menu className="relative">
      <summary className="chevron inline-block cursor-pointer hover:text-accent">Mute</summary>
      <div className="menu absolute z-30 max-sm:left-0 sm:right-0 mt-1.5 grid w-64 gap-2 p-4">{buttons}</div>
    </details>
  );
}
