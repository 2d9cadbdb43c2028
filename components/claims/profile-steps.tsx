import { availabilityPath } from '#components/collaborate/own-listings.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { controlLevel } from '#lib/catalog/powers/model.ts';
import type { OwnRecord } from '#lib/catalog/statements/model/statement.ts';

interface Props {
  record: Pick<OwnRecord, 'slug' | 'statements' | 'pinned' | 'photoSince' | 'level'>;
  isOpen: boolean;
}

/** What makes a claimed profile complete, the next step marked. Below the level of control a proof takes the place of the photo. */
export function ProfileSteps({ record: { slug, statements, pinned, photoSince, level }, isOpen }: Props) {
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
      {next && <Steps steps={steps} />}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <a href={`/authors/${slug}`}>See it as others do</a>
        <a href={`/authors/${slug}/review`}>Confirm your works</a>
      </p>
    </Section>
  );
}
