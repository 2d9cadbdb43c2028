import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { isEffective } from '#lib/governance/corrections/model.ts';
import { decideOwn, revertOwn } from '#lib/governance/record-corrections/actions.ts';
import { type RecordCorrectionView, recordFieldLabels, valueWords } from '#lib/governance/record-corrections/model.ts';
import { revertAcceptedOfRecord } from '#lib/portal/decisions/actions.ts';

interface Props {
  corrections: readonly RecordCorrectionView[];
  /** What a reader who decides still needs before they can; null for anybody who does not. */
  reviewer: PasskeyState | null;
  /** The page that they are on. */
  path: string;
}

/** Corrections of a profile, with what the reader can do about each. */
export function RecordCorrectionRows({ corrections, ...reader }: Props) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {corrections.map((correction) => (
        <li key={correction.id} className="space-y-1 py-3">
          <Said {...correction} />
          <Deeds correction={correction} {...reader} />
        </li>
      ))}
    </ul>
  );
}

const stateWords = ({ state, decidedBy }: RecordCorrectionView): string => {
  if (state === 'suggested') return 'suggested, not decided yet';
  const by = decidedBy === 'owner' ? 'accepted by the owner' : 'accepted by reviewers';
  return state === 'contested' ? `${by}; the sources have changed since, and it is decided on again` : by;
};

function Said(correction: RecordCorrectionView) {
  const { field, value, sourceValue, evidenceUrl, note, createdAt, decidedAt } = correction;
  return (
    <>
      <p className="break-words">
        <b className="font-semibold">{recordFieldLabels[field].label}:</b> {valueWords(value)}
        {sourceValue !== null && `, instead of ${sourceValue}`}
      </p>
      <p className="text-sm text-soft">
        <Day at={decidedAt ?? createdAt} />, {stateWords(correction)}.
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

function Deeds({ correction: { id, state, can }, reviewer, path }: Omit<Props, 'corrections'> & { correction: RecordCorrectionView }) {
  const sends = { correctionId: id };
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {can.decide && <ActionButton action={decideOwn} sends={{ ...sends, accepts: 'yes' }} says="Accept" />}
      {can.decide && <ActionButton action={decideOwn} sends={{ ...sends, accepts: 'no' }} look="quiet" says="Decline" />}
      {can.revert && !can.decide && <ActionButton action={revertOwn} sends={sends} says="Revert" />}
      {reviewer && isEffective(state) && (
        <PasskeyGate state={reviewer} next={path} to="to revert it">
          <ActionButton action={revertAcceptedOfRecord} back={path} sends={sends} says="Revert as a reviewer" />
        </PasskeyGate>
      )}
    </div>
  );
}
