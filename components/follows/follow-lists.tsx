import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { changeFollowAction } from '#lib/community/follows/actions.ts';
import type { FollowRow, FollowLists as Lists } from '#lib/community/follows/model.ts';

/** Everything that an account follows, with the available actions. */
export function FollowLists({ follows }: { follows: Lists }) {
  const { authors, contexts, searches } = follows;
  if (authors.length + contexts.length + searches.length === 0) {
    return (
      <p className="text-sm text-soft">
        Nothing yet. Open the page of a <a href="/authors">person</a>, <a href="/topics">topic</a>, <a href="/venues">venue</a> or{' '}
        <a href="/institutions">institution</a>, or a <a href="/search">search for works</a>, and choose Follow.
      </p>
    );
  }
  return (
    <>
      <p className="mb-4 text-sm text-soft">
        What you mute adds nothing to <a href="/feed">your feed</a>. <a href="/me/notifications">Notifications</a>
      </p>
      <Rows title="People" rows={authors} />
      <Rows title="Topics, venues and institutions" rows={contexts} />
      <Rows title="Searches" rows={searches} />
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly FollowRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 font-medium text-sm text-soft first:mt-0">
        {title} <span className="font-normal">{rows.length}</span>
      </h3>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-2.5 first:border-t-0"
          >
            <span className="min-w-0">
              <a href={row.path}>{row.name}</a>{' '}
              <span className="text-sm text-soft">
                {[row.kind === 'context' && row.kindLabel, row.detail, row.muted && 'muted'].flatMap((word) =>
                  word ? [`${word} · `] : [],
                )}
                since <Day at={row.since} />
              </span>
            </span>
            <div className="flex gap-4 text-sm">
              <ChangeButton row={row} want={row.muted ? 'on' : 'muted'} label={row.muted ? 'Unmute' : 'Mute'} />
              <ChangeButton row={row} want="off" label={row.kind === 'search' ? 'Remove' : 'Unfollow'} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeButton({ row, want, label }: { row: FollowRow; want: 'on' | 'muted' | 'off'; label: string }) {
  return (
    <ActionButton
      action={changeFollowAction}
      hiddenInputs={{ kind: row.kind, id: row.id, want }}
      variant="quiet"
      label={label}
      about={` ${row.name}`}
    />
  );
}
