'use client';

import { useActionState } from 'react';
import { ActionButton } from '#components/site/action-button.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { FocusedRegion } from '#components/ui/focused.tsx';
import { acceptInvitationAction, declineInvitationAction } from '#lib/community/invitations/actions.ts';
import type { InvitationState } from '#lib/community/invitations/model/invitation.ts';
import { stateLabels } from './invitation-labels.ts';

interface Props {
  invitationId: string;
  state: InvitationState;
  isOpen: boolean;
  /** The invitation that the buttons belong to, for screen readers. */
  title: string;
}

/** Accept or decline an open invitation. A decline is confirmed here; other answers are in the text of the notification. */
export function AnswerInvitation({ invitationId, state, isOpen, title }: Props) {
  const [declined, submit] = useActionState(declineInvitationAction, null);
  if (!isOpen) return declined?.ok ? <FocusedRegion className="mt-1 text-sm">Invitation {stateLabels[state]}.</FocusedRegion> : null;
  return (
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
      <form action={submit} className="space-y-3">
        {declined && !declined.ok && <RefusalNotice refusal={declined.refusal} until={declined.until} />}
        <input type="hidden" name="invitationId" value={invitationId} />
        <input type="hidden" name="from" value="list" />
        <input type="hidden" name="reason" value="" />
        <Button>
          Decline<span className="sr-only"> {title}</span>
        </Button>
      </form>
    </div>
  );
}
