import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import type { Collaborator } from '#lib/community/invitations/model/threads.ts';

/** Confirmed collaborations of the owner. */
export function CollaboratorList({ collaborators }: { collaborators: readonly Collaborator[] }) {
  if (collaborators.length === 0) return null;
  return (
    <Section id="together" title="Works together with">
      <ul className="text-sm">
        {collaborators.map(({ slug, name, since }) => (
          <li key={slug} className="py-1">
            <a href={`/authors/${slug}`}>{name}</a>{' '}
            <span className="text-soft">
              since <Day at={since} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-soft text-xs">Confirmed by both owners.</p>
    </Section>
  );
}
