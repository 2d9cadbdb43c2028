import type { ComponentProps, ReactNode } from 'react';
import { IndicatorVisibility } from '#components/indicators/indicators-shown.tsx';
import { AvailabilitySettings } from '#components/invitations/availability-form.tsx';
import { capitalize, formatCount, joinWords } from '#components/ui/sentence.ts';
import { powersByLevel } from '#lib/catalog/powers/model.ts';
import { hideableFieldNames, hideableFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import { hiddenFieldsOf, type OwnRecord, type StatedField } from '#lib/catalog/statements/model/statement.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { CareerForm } from './career-form.tsx';
import { CreditForms } from './credit-forms.tsx';
import { OldAddresses } from './old-addresses.tsx';
import { OwnPowers } from './own-powers.tsx';
import { PhotoForm } from './photo-form.tsx';
import { PinForms } from './pin-forms.tsx';
import { PrivacyForm } from './privacy-form.tsx';
import { StatementsForm } from './statements-form.tsx';

interface PartProps {
  record: OwnRecord;
  owned: ComponentProps<typeof AvailabilitySettings>['record'] & { indicatorsHidden: boolean };
}

interface Part {
  title: string;
  /** What is set now, in a line of the profile's overview. */
  summary: (props: PartProps) => ReactNode;
  Form: (props: PartProps & { changing: boolean }) => ReactNode;
}

/** What readers look for first. */
const mainFields = ['role', 'affiliation', 'biography'] as const satisfies readonly StatedField[];

/** The parts of a profile that its owner edits, each on a page of its own, in the order of the overview. */
export const recordParts = {
  about: {
    title: 'About you',
    summary: ({ record: { statements } }) => {
      const stated = mainFields.flatMap((field) => (field === 'biography' ? [] : (statements[field]?.text ?? [])));
      const missing = mainFields.filter((field) => !statements[field]);
      return [stated.join(', '), missing.length > 0 && `Missing: ${missing.join(', ')}`].filter(Boolean).join(' · ');
    },
    Form: StatementsForm,
  },
  picture: {
    title: 'Photo',
    summary: ({ record: { photoSince } }) => (photoSince ? 'Shown at the top of your profile' : 'None yet'),
    Form: PhotoForm,
  },
  career: {
    title: 'Positions and education',
    summary: ({ record: { career } }) =>
      [
        career.positions.length > 0 && formatCount(career.positions.length, 'position'),
        career.education.length > 0 && formatCount(career.education.length, 'degree'),
      ]
        .filter(Boolean)
        .join(', ') || 'None yet',
    Form: CareerForm,
  },
  pinned: {
    title: 'Pinned works',
    summary: ({ record: { pinned } }) =>
      pinned.length > 0 ? pinned.map(({ title }) => title).join(' · ') : 'None: works are listed by year',
    Form: PinForms,
  },
  credits: {
    title: 'Your part in works',
    summary: ({ record: { credits } }) => (credits.length > 0 ? `Roles in ${formatCount(credits.length, 'work')}` : 'No roles yet'),
    Form: CreditForms,
  },
  privacy: {
    title: 'What is shown',
    summary: ({ record: { privacy }, owned: { indicatorsHidden } }) => {
      const hidden = hiddenFieldsOf(privacy);
      const labels = hideableFieldNames.flatMap((field) => (hidden.includes(field) ? hideableFields[field].label : []));
      return [
        labels.length > 0 ? `Hidden: ${labels.join(', ')}` : 'Every field is shown',
        indicatorsHidden && 'no indicators',
        !privacy.indexed && 'hidden from search engines',
      ]
        .filter(Boolean)
        .join(' · ');
    },
    Form: ({ record, owned }) => (
      <div className="space-y-8">
        <IndicatorVisibility record={owned} />
        <PrivacyForm record={record} />
      </div>
    ),
  },
  availability: {
    title: 'Invitations to you',
    summary: ({ owned: { availability, listedUntil, isInLists } }) => {
      if (!availability) return 'Not set: say what you are open to';
      if (!availability.open) return 'Not open to invitations';
      const open = availability.purposes.map((purpose) => (isPurpose(purpose) ? purposes[purpose] : purpose));
      return `${capitalize(`open to ${joinWords(open)}`)}${listedUntil && isInLists ? ' · listed under Open to collaborate' : ''}`;
    },
    Form: ({ owned, changing }) => <AvailabilitySettings record={owned} changing={changing} />,
  },
  addresses: {
    title: 'Old addresses',
    summary: ({ record: { addresses } }) =>
      addresses.length > 0 ? `${formatCount(addresses.length, 'old address', 'old addresses')}` : 'None',
    Form: OldAddresses,
  },
  powers: {
    title: 'What you can do',
    summary: ({ record: { level } }) => {
      const next = powersByLevel(level).find(({ isOpen }) => !isOpen);
      return `Level L${level}${next ? `. ${next.opener} opens L${next.level}` : ''}`;
    },
    Form: ({ record }) => <OwnPowers level={record.level} slug={record.slug} />,
  },
} satisfies Record<string, Part>;

export const recordPartOf = (id: string): Part | undefined => new Map<string, Part>(Object.entries(recordParts)).get(id);
