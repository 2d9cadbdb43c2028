import { ActionButton } from '#components/site/action-button.tsx';
import { accept, decline } from '#lib/community/invitations/actions.ts';
import { type InvitationState, isOpen } from '#lib/community/invitations/model/invitation.ts';
import { stateLabels } from './invitation-labels.ts';

interface Props {
  invitationId: string;
  state: InvitationState;
  /** What the buttons are about, for readers who hear them apart. */
  title: string;
}

/** Accept or decline, for an invitation without an answer; else how it was answered. */
export function AnswerInvitation({ invitationId, state, title }: Props) {
  if (!isOpen(state)) return <p className="mt-1 text-sm">Invitation {stateLabels[state]}.</p>;
  return (
    <div className="mt-3 flex flex-wrap gap-2.5">
      <ActionButton action={accept} className="space-y-3" sends={{ invitationId }} look="primary" says="Accept" about={`: ${title}`} />
      <ActionButton action={decline} className="space-y-3" sends={{ invitationId, reason: '' }} says="Decline" about={`: ${title}`} />
    </div>
  );
}
