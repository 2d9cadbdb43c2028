import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { revertChangeAction } from '#lib/governance/identity/actions.ts';
import type { ChangeView } from '#lib/governance/identity/model/changes.ts';

type Row = ChangeView & { mayRevert: boolean };

/** The merges and splits of a record, newest first. */
export function ChangeRows({ changes, back }: { changes: readonly Row[]; back: string }) {
  return (
    <ol className="divide-y divide-line border-line border-y">
      {changes.map((change) => (
        <li key={change.id} id={change.id} className="py-3">
          <p>
            <ChangeSentence change={change} /> {change.state === 'undone' && <Tag variant="warn">Undone</Tag>}
          </p>
          <p className="text-sm text-soft">
            <Day at={change.appliedAt} />
            {change.state === 'undone' && change.endedAt && (
              <>
                ; undone on <Day at={change.endedAt} />
              </>
            )}
            {change.undoUntil && (
              <>
                ; can be undone until <Day at={change.undoUntil} />
              </>
            )}
            {change.state === 'settled' && '; final: it can no longer be undone'}.
          </p>
          {change.mayRevert && (
            <ActionForm action={revertChangeAction} back={back} className="mt-2 space-y-2" hiddenInputs={{ changeId: change.id }}>
              <Button variant="danger">Undo this {change.kind}</Button>
            </ActionForm>
          )}
        </li>
      ))}
    </ol>
  );
}

function ChangeSentence({ change: { role, other, works } }: { change: Row }) {
  const name = other ? <a href={`/authors/${other.slug}`}>{other.name}</a> : 'a profile with a hidden name';
  const movedWorks = formatCount(works, 'work');
  if (role === 'took_in')
    return (
      <>
        Took in {name} with {movedWorks}.
      </>
    );
  if (role === 'was_taken_in')
    return (
      <>
        Was merged into {name} with {movedWorks}.
      </>
    );
  if (role === 'gave_away')
    return (
      <>
        {movedWorks} left for a new profile, {name}.
      </>
    );
  return (
    <>
      Was created from {movedWorks} of {name}.
    </>
  );
}
