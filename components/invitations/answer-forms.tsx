import { ActionChoice, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { accept, block, decline, withdraw } from '#lib/invitations/actions.ts';
import { declineReasons } from '#lib/invitations/model.ts';

const which = (invitationId: string) => <input type="hidden" name="invitationId" value={invitationId} />;

/** What the recipient can do: accept, decline with or without a reason, or hear no more. */
export function AnswerForms({ invitationId, name }: { invitationId: string; name: string }) {
  return (
    <div className="space-y-6">
      <ActionForm action={accept} className="space-y-3">
        {which(invitationId)}
        <Button look="primary">Accept and open a thread</Button>
        <p className="max-w-measure text-sm text-soft">
          You and {name} can then write to each other here. Your e-mail address stays hidden.
        </p>
      </ActionForm>
      <Disclosure summary="Decline">
        <ActionForm action={decline} className="mt-2 space-y-4">
          {which(invitationId)}
          <ActionChoice
            name="reason"
            legend="A reason, if you like"
            hint="They see it. After a decline there is a pause of 90 days between you."
            options={[
              { value: '', label: 'No reason' },
              ...Object.entries(declineReasons).map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) })),
            ]}
            chosen={['']}
          />
          <Button>Decline</Button>
        </ActionForm>
      </Disclosure>
      <HearNoMore invitationId={invitationId} />
    </div>
  );
}

const blockWords =
  'They are not told. An open invitation between you ends, new ones cannot be sent, and a thread takes no further messages from either side. Your page lets you take it back.';

/** Hears no more from the other side; closed until it is asked for. */
export function HearNoMore({ invitationId }: { invitationId: string }) {
  return (
    <Disclosure summary="Hear no more from this person">
      <BlockForm invitationId={invitationId} />
    </Disclosure>
  );
}

/** What stands in its place once it is said. */
export function HearsNoMore() {
  return (
    <p className="text-sm text-soft">
      You hear no more from this person. <a href="/me#blocks">Your page lets you take it back</a>.
    </p>
  );
}

function BlockForm({ invitationId }: { invitationId: string }) {
  return (
    <ActionForm action={block} id={`block-${invitationId}`} className="mt-2 space-y-3">
      {which(invitationId)}
      <p className="max-w-measure text-sm">{blockWords}</p>
      <ConfirmButton form={`block-${invitationId}`} question="Hear no more from this person?" consequence={blockWords} yes="Hear no more">
        Hear no more
      </ConfirmButton>
    </ActionForm>
  );
}

/** What the sender can do while it is open. */
export function WithdrawForm({ invitationId }: { invitationId: string }) {
  return (
    <ActionForm action={withdraw} className="space-y-3">
      {which(invitationId)}
      <Button look="danger">Take it back</Button>
    </ActionForm>
  );
}
