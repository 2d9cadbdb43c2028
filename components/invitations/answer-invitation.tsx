import { ActionButton } from '#components/site/action-button.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { acceptInvitationAction, declineInvitationAction } from '#lib/community/invitations/actions.ts';

interface Props {
  invitationId: string;
  /** The invitation that the buttons belong to, for screen readers. */
  title: string;
}

/** Read, accept or decline an open invitation. Other answers are in the text of the notification. */
export const AnswerInvitation = ({ invitationId, title }: Props) => (
  <div className="mt-3 flex flex-wrap gap-2.5">
    <ButtonLink href={`/invitations/${invitationId}`} variant="primary">
      Read<span className="sr-only"> {title}</span>
    </ButtonLink>
    <ActionButton
      action={acceptInvitationAction}
      className="space-y-3"
      hiddenInputs={{ invitationId }}
      label="Accept"
      about={` ${title}`}
    />
    <ActionButton
      action={declineInvitationAction}
      className="space-y-3"
      hiddenInputs={{ invitationId, from: 'list', reason: '' }}
      label="Decline"
      about={` ${title}`}
    />
  </div>
);
