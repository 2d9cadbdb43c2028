import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { type InvitationView, isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { nameInSentence, stateLabels } from './invitation-labels.ts';
import { purposeTitles } from './purpose-titles.ts';

/** Sent or received invitations with their states. */
export function InvitationRows({ invitations, none }: { invitations: InvitationView[]; none: ReactNode }) {
  if (invitations.length === 0) return <p className="text-sm text-soft">{none}</p>;
  return (
    <ul>
      {invitations.map(({ id, role, state, purpose, from, to, sentAt, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2.5 first:border-t-0">
          <a href={`/invitations/${id}`}>{role === 'sender' ? `To ${nameInSentence(to.name)}` : `From ${nameInSentence(from.name)}`}</a>
          <span className="text-sm text-soft">
            {purposeTitles[purpose]} ·{' '}
            {role === 'recipient' && isInvitationOpen(state) ? (
              <>
                answer by <Day at={expiresAt} />
              </>
            ) : (
              <>
                {stateLabels[state]}, <Day at={sentAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
