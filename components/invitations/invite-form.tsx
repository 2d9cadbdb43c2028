import { ActionChoice, ActionField, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { capitalize, formatNumber } from '#components/ui/sentence.ts';
import { sendInvitation } from '#lib/community/invitations/actions.ts';
import type { WorkRef } from '#lib/community/invitations/model/invitation.ts';
import { messageLengths } from '#lib/community/invitations/model/invitation.ts';
import { expectedTimes, isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { invitationDays } from '#lib/community/limits.ts';
import { MentionedWorksFields } from './choose-works.tsx';
import { PreviewForm } from './preview-form.tsx';

interface Props {
  recipient: { id: string; name: string; purposes: string[] };
  records: { id: string; name: string }[];
  works: { yours: WorkRef[]; theirs: WorkRef[] };
  back: string;
}

const timeOptions = [
  { value: '', label: 'To be agreed' },
  ...Object.entries(expectedTimes).map(([value, label]) => ({ value, label: capitalize(label) })),
];

/** The form for an invitation, for one of the purposes that the recipient has named. */
export function InviteForm({ recipient, records, works, back }: Props) {
  const [ownRecord] = records;
  return (
    <PreviewForm action={sendInvitation} back={back} className="space-y-8">
      <input type="hidden" name="recipientAuthorId" value={recipient.id} />
      {records.length > 1 ? (
        <ActionSelect name="senderAuthorId" label="Write as" options={records.map(({ id, name }) => ({ value: id, label: name }))} />
      ) : (
        ownRecord && <input type="hidden" name="senderAuthorId" value={ownRecord.id} />
      )}
      <ActionChoice
        name="purpose"
        legend="What is it about?"
        hint={`${recipient.name} is open to these.`}
        options={recipient.purposes.filter(isPurpose).map((purpose) => ({ value: purpose, label: capitalize(purposes[purpose]) }))}
        required
      />
      <ActionTextArea
        name="message"
        label="Your invitation"
        hint={`Introduce yourself, and say what you propose and why. Up to ${formatNumber(messageLengths.max)} characters; Markdown works. Only they read it, unless they report it.`}
        required
        minLength={messageLengths.min}
        maxLength={messageLengths.max}
        rows={9}
      />
      <ActionSelect name="expectedTime" label="Time it would take" options={timeOptions} />
      <ActionField
        name="link"
        type="url"
        label="A link (optional)"
        hint="A draft, a repository or a call, at an address that they can open."
        maxLength={500}
      />
      <MentionedWorksFields works={works} name={recipient.name} />
      <div className="space-y-2">
        <div className="flex flex-wrap gap-2.5">
          <Button name="step" value="preview">
            Preview
          </Button>
          <Button variant="primary" name="step" value="send">
            Send the invitation
          </Button>
        </div>
        <p className="max-w-measure text-sm text-soft">
          They see your profile{ownRecord ? `, ${ownRecord.name},` : ''} and this text, not your email address. It expires after{' '}
          {invitationDays} days; until then you can withdraw it.
        </p>
      </div>
    </PreviewForm>
  );
}
