import { FollowForm } from '#components/follows/follow-form.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { ApiButton } from '#components/site/api-button.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { Acquaintance, SuggestedPerson } from '#lib/community/follows/model.ts';

/** Suggested people near the viewer in the co-author graph, with reasons, to follow or hide. */
export function PeopleYouMayKnow({ people }: { people: readonly SuggestedPerson[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people-you-may-know" className="card p-5">
      <h2 id="people-you-may-know" className="mb-1 font-semibold">
        People you may know
      </h2>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li key={person.authorId} className="py-3 last:pb-0">
            <PersonLine person={person} size="sm" />
            <p className="mt-0.5 text-soft text-xs">{reasonsOf(person)}</p>
            <div className="mt-2 flex items-center gap-4">
              <FollowForm
                target={{ authorId: person.authorId }}
                name={person.name}
                following={false}
                followers={null}
                back="/feed"
                variant="plain"
              />
              <ApiButton
                path="/api/hidden-suggestions"
                fields={{ authorId: person.authorId }}
                back="/feed?done=hidden"
                variant="quiet"
                label="Hide"
                about={person.name}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "2 joint works · 3 shared co-authors · Publishes with 2 people you follow". */
const reasonsOf = ({ works, coauthors, followed }: Acquaintance): string =>
  [
    works > 0 && formatCount(works, 'joint work'),
    works === 0 && coauthors > 0 && formatCount(coauthors, 'shared co-author'),
    followed > 0 && `Publishes with ${formatCount(followed, 'person', 'people')} you follow`,
  ]
    .filter((part) => part)
    .join(' · ');
