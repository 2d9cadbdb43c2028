import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { agree, revert } from '#lib/governance/corrections/actions.ts';
import { type CorrectionView, describeValue, fieldLabels } from '#lib/governance/corrections/model.ts';

const states: Partial<Record<CorrectionView['state'], string>> = {
  suggested: 'suggested, not decided yet',
  accepted: 'accepted',
  contested: 'accepted; the sources have changed since, and it is decided on again',
};

/** Corrections of a work, with what the reader can do about each. */
export function CorrectionRows({ corrections }: { corrections: readonly CorrectionView[] }) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {corrections.map(({ id, field, value, sourceValue, evidenceUrl, note, state, createdAt, decidedAt, can }) => (
        <li key={id} className="space-y-1 py-3">
          <p className="break-words">
            <b className="font-semibold">{fieldLabels[field].label}:</b>{' '}
            {value === null
              ? 'the list on the page of the work'
              : `${describeValue(field, value)}, instead of ${describeValue(field, sourceValue)}`}
          </p>
          <p className="text-sm text-soft">
            <Day at={decidedAt ?? createdAt} />, {states[state]}.
            {evidenceUrl && (
              <>
                {' '}
                <a href={evidenceUrl} rel="nofollow ugc noopener">
                  Evidence
                </a>
              </>
            )}
          </p>
          {note && <p className="whitespace-pre-line break-words text-sm">{note}</p>}
          {(can.agree || can.revert) && (
            <ActionForm action={can.agree ? agree : revert} className="">
              <input type="hidden" name="correctionId" value={id} />
              <Button>{can.agree ? 'Agree as an author' : 'Revert'}</Button>
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}
