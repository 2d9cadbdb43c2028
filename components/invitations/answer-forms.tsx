import { ActionButton } from '#components/site/action-button.tsx';
import { ActionChoice, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import {
  acceptInvitationAction,
  blockPerson,
  changePersonMute,
  declineInvitationAction,
  withdrawInvitationAction,
} from '#lib/community/invitations/actions.ts';
import { declineReasons } from '#lib/community/invitations/model/purposes.ts';
import { declineCooldownDays } from '#lib/community/limits.ts';
import { reportMisuse } from '#lib/governance/reports/actions.ts';
import { reportReasons } from '#lib/governance/reports/model/report.ts';

/** The recipient's actions: accept, decline with or without a reason, or block. */
export function AnswerForms({ invitationId, name }: { invitationId: string; name: string }) {
  return (
    <div className="space-y-6">
      <ActionForm action={acceptInvitationAction} className="space-y-3" hiddenInputs={{ invitationId }}>
        <Button variant="primary">Accept and open a conversation</Button>
        <p className="max-w-measure text-sm text-soft">
          You and {name} can then write to each other here. Your email address stays hidden.
        </p>
      </ActionForm>
      <Disclosure summary="Decline" button>
        <ActionForm action={declineInvitationAction} className="mt-2 space-y-4" hiddenInputs={{ invitationId }}>
          <ActionChoice
            name="reason"
            legend="A reason, if you like"
            hint={`They see it. After a decline, no new invitation between you is possible for ${declineCooldownDays} days.`}
            options={[
              { value: '', label: 'No reason' },
              ...Object.entries(declineReasons).map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) })),
            ]}
            chosen={['']}
          />
          <Button>Decline</Button>
        </ActionForm>
      </Disclosure>
    </div>
  );
}

interface BoundaryProps {
  invitationId: string;
  blocked: boolean;
  muted: boolean;
  reported: boolean;
}

/** Mute, block or report the other person, who is not notified. */
export function BoundaryForms({ invitationId, blocked, muted, reported }: BoundaryProps) {
  return (
    <div className="space-y-3 text-sm">
      {blocked ? <BlockedNote /> : <MuteForm invitationId={invitationId} muted={muted} />}
      {!blocked && <BlockDisclosure invitationId={invitationId} />}
      {reported ? (
        <p className="text-soft">
          You have reported what they wrote. <a href="/me/network#reports">See its status in your network</a>.
        </p>
      ) : (
        <ReportMisuse invitationId={invitationId} />
      )}
    </div>
  );
}

function MuteForm({ invitationId, muted }: { invitationId: string; muted: boolean }) {
  return (
    <ActionForm action={changePersonMute} className="" hiddenInputs={{ invitationId, off: muted ? '1' : undefined }}>
      <Button variant="quiet">{muted ? 'Unmute this person' : 'Mute this person'}</Button>
      <p className="text-soft">
        {muted
          ? 'You get no notifications of their messages, which still arrive here.'
          : 'Their messages still arrive here, without a notification. They are not notified.'}
      </p>
    </ActionForm>
  );
}

const misuseOptions = Object.entries(reportReasons.misuse).map(([value, label]) => ({ value, label }));

function ReportMisuse({ invitationId }: { invitationId: string }) {
  return (
    <Disclosure summary="Report to reviewers">
      <ActionForm action={reportMisuse} className="mt-2 space-y-4 text-base" hiddenInputs={{ invitationId }}>
        <ActionChoice name="reason" legend="What is wrong with it?" options={misuseOptions} required />
        <ActionTextArea name="note" label="Anything else (optional)" hint="Only reviewers read this." maxLength={2000} rows={3} />
        <p className="max-w-measure text-sm text-soft">
          Reviewers can then read what the other person has written to you here, but not what you wrote. The other person is not notified.
        </p>
        <Button>Send the report</Button>
      </ActionForm>
    </Disclosure>
  );
}

const blockConsequence =
  'They are not notified. An open invitation between you ends, and neither of you can send invitations or messages. You can unblock them in your network.';

/** Blocks the other person; collapsed by default. */
function BlockDisclosure({ invitationId }: { invitationId: string }) {
  return (
    <Disclosure summary="Block this person">
      <BlockForm invitationId={invitationId} />
    </Disclosure>
  );
}

/** Shown instead after the block. */
function BlockedNote() {
  return (
    <p className="text-sm text-soft">
      You have blocked this person. <a href="/me/network#blocks">Unblock them in your network</a>.
    </p>
  );
}

function BlockForm({ invitationId }: { invitationId: string }) {
  return (
    <ActionForm action={blockPerson} id={`block-${invitationId}`} className="mt-2 space-y-3" hiddenInputs={{ invitationId }}>
      <p className="max-w-measure text-sm">{blockConsequence}</p>
      <ConfirmButton form={`block-${invitationId}`} question="Block this person?" consequence={blockConsequence} yes="Block">
        Block
      </ConfirmButton>
    </ActionForm>
  );
}

/** The sender's action while the invitation is open. */
export function WithdrawForm({ invitationId }: { invitationId: string }) {
  return (
    <ActionButton
      action={withdrawInvitationAction}
      className="space-y-3"
      hiddenInputs={{ invitationId }}
      variant="danger"
      label="Withdraw"
    />
  );
}
