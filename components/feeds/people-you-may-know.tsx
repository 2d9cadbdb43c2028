import { FollowForm } from '#components/follows/follow-form.tsx';
import { purposeTitles } from '#components/invitations/purpose-titles.ts';
import { UndoableIsland, type UndoableProps } from '#components/live/undoable.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import type { Acquaintance, SuggestedPerson } from '#lib/community/follows/model.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';

interface Props {
  people: readonly SuggestedPerson[];
  /** What they are listed as open to, by the id of their profile. */
  open: ReadonlyMap<string, readonly Purpose[]>;
}

/** Suggested people near the viewer in the co-author graph, with reasons, to follow or hide. */
export function PeopleYouMayKnow({ people, open }: Props) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people-you-may-know" className="card p-5">
      <h2 id="people-you-may-know" className="mb-1 font-semibold">
        People you may know
      </h2>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li key={person.authorId} className="py-3 last:pb-0">
            <div data-undoable>
              <PersonLine person={person} size="sm" />
              <p className="mt-0.5 text-soft text-xs">{reasonsOf(person)}</p>
              <OpenTo person={person} purposes={open.get(person.authorId) ?? []} />
            </div>
            <div className="mt-2 flex items-center gap-4">
              <div data-undoable>
                <FollowForm
                  target={{ authorId: person.authorId }}
                  name={person.name}
                  following={false}
                  followers={null}
                  back="/feed"
                  variant="plain"
                />
              </div>
              <UndoableIsland {...hiding(person)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hiding = ({ authorId, name }: SuggestedPerson): UndoableProps => ({
  path: '/api/hidden-suggestions',
  fields: { authorId },
  back: `/feed?done=hidden&person=${authorId}`,
  label: 'Hide',
  about: name,
  done: `${name} is hidden`,
  aboutUndo: `hiding ${name}`,
});

const OpenTo = ({ person: { slug, name }, purposes }: { person: SuggestedPerson; purposes: readonly Purpose[] }) =>
  purposes.length > 0 && (
    <p className="mt-1 text-xs">
      <a href={`/invite/${slug}`}>
        Open to {joinWords(purposes.map((purpose) => purposeTitles[purpose].toLowerCase()))}
        <span className="sr-only">: invite {name}</span>
      </a>
    </p>
  );

/** "2 joint works · 3 shared co-authors · Publishes with 2 people you follow". */
const reasonsOf = ({ works, coauthors, followed }: Acquaintance): string =>
  [
    works > 0 && formatCount(works, 'joint work'),
    works === 0 && coauthors > 0 && formatCount(coauthors, 'shared co-author'),
    followed > 0 && `Publishes with ${formatCount(followed, 'person', 'people')} you follow`,
  ]
    .filter((part) => part)
    .join(' · ');
