import { ActionChoice, ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { capitalize, joinWords } from '#components/ui/sentence.ts';
import { type InvitationLimits, invitationAudienceIds, noInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { saveAvailability } from '#lib/community/invitations/actions.ts';
import {
  describeAudienceToOwner,
  describeLimits,
  maxMonthlyInvitations,
  maxNoteCharacters,
  monthDays,
} from '#lib/community/invitations/model/availability.ts';
import { maxOpenFromStrangers } from '#lib/community/invitations/model/invitation-policy.ts';
import { listingDays } from '#lib/community/invitations/model/listing.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { inWords } from '#lib/platform/limits.ts';

interface Props {
  record: {
    id: string;
    slug: string;
    name: string;
    availability: ({ open: boolean; purposes: string[]; note: string | null } & InvitationLimits) | null;
    listedUntil: Date | null;
    isInLists: boolean;
  };
}

export const purposeOptions = Object.entries(purposes).map(([value, label]) => ({
  value,
  label: label.charAt(0).toUpperCase() + label.slice(1),
}));

/** The owner's availability for invitations, and the form to change it; open if nothing is set yet. */
export function AvailabilitySettings({ record, changing }: Props & { changing: boolean }) {
  const availability = record.availability;
  const openPurposes = availability?.purposes.map((purpose) => (isPurpose(purpose) ? purposes[purpose] : purpose)) ?? [];
  return (
    <div className="space-y-3">
      <p>
        <a href={`/authors/${record.slug}`}>{record.name}</a>:{' '}
        {availability?.open
          ? `open to ${joinWords(openPurposes)}.`
          : availability
            ? 'not open to invitations.'
            : 'you have not set your availability for invitations.'}
      </p>
      {availability?.open && <p className="max-w-measure text-sm text-soft">{capitalize(describeLimits(availability))}.</p>}
      {record.listedUntil && record.isInLists && (
        <p className="text-sm text-soft">
          Listed under <a href="/collaborate">Open to collaborate</a> until <Day at={record.listedUntil} />.
        </p>
      )}
      {availability?.open && availability.note && <p className="max-w-measure font-serif">“{availability.note}”</p>}
      {availability && !changing ? (
        <a href={`/me/records/${record.slug}/availability?change=availability`}>Change it</a>
      ) : (
        <AvailabilityForm record={record} />
      )}
    </div>
  );
}

const audienceOptions = invitationAudienceIds.map((value) => ({ value, label: capitalize(describeAudienceToOwner(value)) }));

/** The form to state whether the owner is open to invitations, and for which purposes. The record's page shows the answer. */
function AvailabilityForm({ record: { id, name, availability, listedUntil } }: Props) {
  return (
    <ActionForm action={saveAvailability} className="space-y-6" hiddenInputs={{ authorId: id }}>
      <ActionChoice
        name="open"
        legend={`Are you open to invitations, as ${name}?`}
        hint="It is shown on your profile, with the date."
        options={[
          { value: 'yes', label: 'Yes, for the purposes selected below' },
          { value: 'no', label: 'No' },
        ]}
        chosen={[availability?.open ? 'yes' : 'no']}
      />
      <ActionChoice name="purposes" legend="Open to" several options={purposeOptions} chosen={availability?.purposes ?? []} />
      <ActionTextArea
        name="note"
        label="A sentence about it"
        hint={`Up to ${maxNoteCharacters} characters, public. For example what you are working on now.`}
        maxLength={maxNoteCharacters}
        rows={3}
        defaultValue={availability?.note ?? ''}
      />
      <ActionChoice
        name="from"
        legend="From whom"
        hint="Shown to the person who wants to write to you."
        options={audienceOptions}
        chosen={[availability?.from ?? noInvitationLimits.from]}
      />
      <ActionChoice
        name="list"
        legend="Open to collaborate"
        hint={`A public list, by what people are open to. You are on it for ${listingDays} days, and can renew or end it at any time.`}
        several
        options={[{ value: 'yes', label: 'List me' }]}
        chosen={listedUntil ? ['yes'] : []}
      />
      <ActionField
        name="monthly"
        label={`At most, in any ${monthDays} days`}
        hint={`A number up to ${maxMonthlyInvitations}; leave it empty for no limit. At most ${inWords(maxOpenFromStrangers)} invitations from people without a shared work can be open in any case.`}
        inputMode="numeric"
        maxLength={2}
        className="max-w-24"
        defaultValue={availability?.monthly ? `${availability.monthly}` : ''}
      />
      <Button variant="primary">Save</Button>
    </ActionForm>
  );
}
