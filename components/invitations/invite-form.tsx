import { ActionChoice, ActionForm, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { sendInvitation } from '#lib/invitations/actions.ts';
import { type Purpose, purposes } from '#lib/invitations/model.ts';

interface Props {
  recipient: { id: string; name: string; purposes: string[] };
  records: { id: string; name: string }[];
  back: string;
}

const isPurpose = (word: string): word is Purpose => Object.hasOwn(purposes, word);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Writes one invitation, about one of the purposes that its reader has named. */
export function InviteForm({ recipient, records, back }: Props) {
  const [own] = records;
  return (
    <ActionForm action={sendInvitation} back={back} className="space-y-8">
      <input type="hidden" name="recipientAuthorId" value={recipient.id} />
      {records.length > 1 ? (
        <ActionSelect name="senderAuthorId" label="Write as" options={records.map(({ id, name }) => ({ value: id, label: name }))} />
      ) : (
        own && <input type="hidden" name="senderAuthorId" value={own.id} />
      )}
      <ActionChoice
        name="purpose"
        legend="What is it about?"
        hint={`${recipient.name} is open to these.`}
        options={recipient.purposes.filter(isPurpose).map((purpose) => ({ value: purpose, label: capital(purposes[purpose]) }))}
        required
      />
      <ActionTextArea
        name="message"
        label="Your invitation"
        hint="Who you are, what you propose, and why them. Up to 2,000 characters. It is read by them alone."
        required
        minLength={20}
        maxLength={2000}
        rows={9}
      />
      <div className="space-y-2">
        <Button look="primary">Send the invitation</Button>
        <p className="max-w-measure text-sm text-soft">
          They see your record{own ? `, ${own.name},` : ''} and this text, not your e-mail address. It runs out after 30 days; until then
          you can take it back.
        </p>
      </div>
    </ActionForm>
  );
}
