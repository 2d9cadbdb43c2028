import { ConditionList } from '#components/ui/condition-list.tsx';
import { Day } from '#components/ui/day.tsx';
import { assuredMonths, turnDays } from '#lib/catalog/trust/model/points.ts';
import { daysMs } from '#lib/platform/clock.ts';

interface Props {
  assurance: { loginAt: Date | null; hasPasskey: boolean };
  /** True for the owner, who also sees how to meet each condition. */
  isOwner: boolean;
  at: Date;
}

const maxLoginAgeMs = daysMs(turnDays.assured);

/** The conditions of L5 beyond L4, each met or not; for the owner with links. */
export function Assurance({ assurance: { loginAt, hasPasskey }, isOwner, at }: Props) {
  const isRecent = loginAt !== null && at.getTime() - loginAt.getTime() <= maxLoginAgeMs;
  return (
    <div className="mt-5">
      <h3 className="mb-2 font-semibold text-sm">What L5 asks for, besides L4</h3>
      <ConditionList
        conditions={[
          {
            key: 'login',
            met: isRecent,
            text: (
              <>
                The login of an institution that has checked who the owner is (REFEDS assurance “medium” or better), at most {assuredMonths}{' '}
                months old
                {loginAt && (
                  <>
                    ; the last was on <Day at={loginAt} />
                  </>
                )}
              </>
            ),
            remedy: isOwner && <a href="/me/security#federated">Sign in at your institution</a>,
          },
          {
            key: 'passkey',
            met: hasPasskey,
            text: 'A passkey that the owner signs in with',
            remedy: isOwner && <a href="/me/security#passkeys">Add a passkey</a>,
          },
        ]}
      />
    </div>
  );
}
