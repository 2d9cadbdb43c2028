import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { factValue } from '#components/works/work-labels.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { agree, revert } from '#lib/governance/corrections/actions.ts';
import { type CorrectionView, describeValue, fieldLabels, isEffective } from '#lib/governance/corrections/model.ts';
import { revertAccepted } from '#lib/portal/decisions/actions.ts';

const states: Partial<Record<CorrectionView['state'], string>> = {
  suggested: 'suggested, not decided yet',
  accepted: 'accepted',
  contested: 'accepted; the sources have changed since, and it is decided on again',
};

interface Props {
  corrections: readonly CorrectionView[];
  /** What a reader who decides still needs before they can; null for anybody who does not. */
  reviewer: PasskeyState | null;
  /** The page that they are on. */
  path: string;
}

/** Corrections of a work, with what the reader can do about each. */
export function CorrectionRows({ corrections, ...reader }: Props) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {corrections.map((correction) => (
        <li key={correction.id} className="space-y-1 py-3">
          <Said {...correction} />
          {isEffective(correction.state) && correction.value !== null && (
            <p className="text-sm">
              <a href={`${reader.path.replace(/\/correct$/, '/upstream')}#${correction.id}`} rel="nofollow">
                Tell the source
              </a>
            </p>
          )}
          <Deeds correction={correction} {...reader} />
        </li>
      ))}
    </ul>
  );
}

function Said({ field, value, sourceValue, evidenceUrl, note, state, createdAt, decidedAt }: CorrectionView) {
  return (
    <>
      <p className="break-words">
        <b className="font-semibold">{fieldLabels[field].label}:</b>{' '}
        {value === null
          ? 'the list on the page of the work'
          : `${factValue(field, describeValue(field, value))}, instead of ${factValue(field, describeValue(field, sourceValue))}`}
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
    </>
  );
}

function Deeds({ correction: { id, state, can }, reviewer, path }: Omit<Props, 'corrections'> & { correction: CorrectionView }) {
  const sends = { correctionId: id };
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {can.agree && <ActionButton action={agree} sends={sends} says="Agree as an author" />}
      {can.revert && <ActionButton action={revert} sends={sends} says="Revert" />}
      {reviewer && isEffective(state) && !can.agree && !can.revert && (
        <PasskeyGate state={reviewer} next={path} to="to revert it">
          <ActionButton action={revertAccepted} back={path} sends={sends} says="Revert as a reviewer" />
        </PasskeyGate>
      )}
    </div>
  );
}
