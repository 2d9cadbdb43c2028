import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { appoint, dismiss } from '#lib/portal/decisions/actions.ts';
import { meetsAllConditions, minAccountDays, type ReviewerConditions } from '#lib/portal/decisions/model/reviewers.ts';
import type { ReviewerRow } from '#lib/portal/decisions/model/views.ts';

interface Props {
  rows: readonly ReviewerRow[];
  passkey: PasskeyState;
  /** The viewing admin, who cannot appoint or dismiss themself. */
  reader: string;
}

/** Volunteers who wait for an admin, then reviewers. */
export function ReviewerRows({ rows, passkey, reader }: Props) {
  if (rows.length === 0)
    return <p className="text-sm text-soft">Nobody has offered to review yet. Owners of profiles at level L4 can offer it.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <li key={row.accountId} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 text-sm">
            <p>
              <b className="font-semibold text-base">{row.name ?? 'No name'}</b>{' '}
              {row.state === 'waiting' ? <Tag variant="warn">Volunteer</Tag> : row.isNew && <Tag variant="accent">New</Tag>}
            </p>
            <p className="text-soft">
              {row.state === 'waiting' ? 'Offered on ' : 'Reviewer since '}
              <Day at={row.since} narrow />
              {row.by && `, appointed by ${row.by}`}
              {row.records.map(({ slug, name }) => (
                <span key={slug}>
                  {' '}
                  · <a href={`/authors/${slug}`}>{name}</a>
                </span>
              ))}
            </p>
            {!meetsAllConditions(row.conditions) && <p className="text-warn">Missing: {joinWords(missingConditions(row.conditions))}.</p>}
          </div>
          {row.accountId === reader ? (
            <p className="text-sm text-soft">Another admin must decide about you.</p>
          ) : (
            <PasskeyGate state={passkey} next="/admin" to="to decide">
              <div className="flex flex-wrap gap-3">
                {row.state === 'waiting' && meetsAllConditions(row.conditions) && (
                  <ReviewerButton row={row} action={appoint} label="Appoint" />
                )}
                <ReviewerButton row={row} action={dismiss} label={row.state === 'waiting' ? 'Decline' : 'Dismiss'} />
              </div>
            </PasskeyGate>
          )}
        </li>
      ))}
    </ul>
  );
}

const missingConditions = ({ level, age, passkey }: ReviewerConditions): string[] => [
  ...(level ? [] : ['a profile at level L4']),
  ...(age ? [] : [`an account of ${minAccountDays} days`]),
  ...(passkey ? [] : ['a passkey']),
];

function ReviewerButton({ row, action, label }: { row: ReviewerRow; action: typeof appoint; label: string }) {
  return (
    <ActionButton
      action={action}
      back="/admin"
      hiddenInputs={{ accountId: row.accountId }}
      variant={label === 'Appoint' ? 'plain' : 'danger'}
      label={label}
      about={` ${row.name ?? 'this account'}`}
    />
  );
}
