import { availabilityPath } from '#components/collaborate/own-listings.tsx';
import { purposeOptions } from '#components/invitations/availability-form.tsx';
import { ActionChoice, ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { controlLevel, hasPower } from '#lib/catalog/powers/model.ts';
import { maxLengths, maxPinned, type OwnRecord } from '#lib/catalog/statements/model/statement.ts';
import { completeProfile } from '#lib/portal/pages/actions/statements.ts';

interface Props {
  record: OwnRecord;
  isOpen: boolean;
}

/** What makes a claimed profile complete, the next step marked. Below the level of control a proof takes the place of the photo. */
export function ProfileSteps({ record, isOpen }: Props) {
  const { slug, statements, pinned, photoSince, level } = record;
  const edit = `/me/records/${slug}`;
  const parts = [
    level < controlLevel
      ? {
          key: 'proof',
          title: 'Add a proof',
          href: '#proof-options',
          done: false,
          text: 'It lets you show a photo and co-authors rely on you.',
        }
      : { key: 'photo', title: 'Photo', href: `${edit}/picture`, done: photoSince !== null, text: 'Colleagues recognise you in lists.' },
    {
      key: 'affiliation',
      title: 'Affiliation',
      href: `${edit}/about`,
      done: statements.affiliation !== undefined,
      text: 'Where you work now.',
    },
    {
      key: 'biography',
      title: 'Biography',
      href: `${edit}/about`,
      done: statements.biography !== undefined,
      text: 'A few sentences about your work.',
    },
    {
      key: 'pinned',
      title: 'Pinned works',
      href: `${edit}/pinned`,
      done: pinned.length > 0,
      text: 'The works that others should read first.',
    },
    {
      key: 'open',
      title: 'Open to collaborate',
      href: availabilityPath(slug),
      done: isOpen,
      text: 'A paper, a dataset, a review or a talk: say what, and from whom.',
    },
  ];
  const next = parts.find(({ done }) => !done);
  const steps = parts.map(
    (part): Step => ({
      key: part.key,
      title: <a href={part.href}>{part.title}</a>,
      state: part.done ? 'done' : part === next ? 'now' : 'later',
      children: !part.done && <p className="text-soft">{part.text}</p>,
    }),
  );
  return (
    <Section id="complete" title={next ? 'Complete your profile' : 'Your profile is complete'}>
      {next && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:has-[form]:grid-cols-[18rem_minmax(0,1fr)]">
          <Steps steps={steps} />
          <MissingParts record={record} isOpen={isOpen} />
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <a href={`/authors/${slug}`}>See it as others do</a>
        <a href={`/authors/${slug}/review`}>Confirm your works</a>
        <a href="/confirm">Ask co-authors to confirm</a>
        <a href={`/authors/${slug}/qr.svg`}>QR code</a>
        <a href={`/authors/${slug}/vcard.vcf`} download>
          vCard
        </a>
      </p>
    </Section>
  );
}

const maxChoices = 8;

/** One form for what is missing and needs no page of its own. */
function MissingParts({ record: { id, statements, pinned, choices, level }, isOpen }: Props) {
  const canArrange = hasPower(level, 'arrange');
  const works = canArrange && pinned.length === 0 ? choices.slice(0, maxChoices) : [];
  const asksPurposes = canArrange && !isOpen;
  if (statements.affiliation && statements.biography && works.length === 0 && !asksPurposes) return null;
  return (
    <ActionForm action={completeProfile} className="max-w-text space-y-6" hiddenInputs={{ authorId: id }}>
      {!statements.affiliation && (
        <ActionField name="affiliation" label="Affiliation" maxLength={maxLengths.affiliation} autoComplete="organization" />
      )}
      {!statements.biography && <ActionTextArea name="biography" label="Biography" maxLength={maxLengths.biography} rows={3} />}
      {works.length > 0 && (
        <ActionChoice
          name="works"
          legend="Pinned works"
          hint={`Up to ${maxPinned}, at the top of your profile.`}
          several
          options={works.map(({ id: value, title, year }) => ({ value, label: year === null ? title : `${title}, ${year}` }))}
          chosen={[]}
        />
      )}
      {asksPurposes && (
        <ActionChoice
          name="purposes"
          legend="Open to"
          hint="Others can then invite you for it. Nothing ticked: nobody can."
          several
          options={purposeOptions}
          chosen={[]}
        />
      )}
      <Button variant="primary">Save</Button>
    </ActionForm>
  );
}
