import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { removeWork } from '#lib/governance/additions/actions.ts';

/** The works that an owner has added, with the button to withdraw each. */
export function AddedRows({ authorId, added }: { authorId: string; added: readonly { id: string; title: string; at: Date }[] }) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {added.map(({ id, title, at }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
          <span className="min-w-0 max-w-measure break-words">
            <a href={`/works/${id}`} className="font-serif">
              {title}
            </a>{' '}
            <span className="text-sm text-soft">
              added on <Day at={at} />
            </span>
          </span>
          <ActionButton action={removeWork} hiddenInputs={{ authorId, workId: id }} variant="quiet" label="Remove" about={` ${title}`} />
        </li>
      ))}
    </ul>
  );
}
