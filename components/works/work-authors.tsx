import { PersonLine } from '#components/people/person-line.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';

const maxShown = 8;

/** Returns the authors of a work who have a profile here. */
export const profilesOf = (work: Pick<WorkView, 'authors' | 'unplaced'>) =>
  [...work.authors, ...work.unplaced].flatMap(({ slug, name, organisation, position }) =>
    slug === null ? [] : [{ slug, name, kind: organisation ? 'organisation' : 'person', position }],
  );

/** The authors of a work who have a profile here. */
export function WorkAuthors({ people, follows }: { people: ReturnType<typeof profilesOf>; follows: ListFollows }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="profiles" className="card">
      <HeadingRow id="profiles">Profiles of the authors</HeadingRow>
      <ul className="grid gap-2.5">
        {people.slice(0, maxShown).map((person) => (
          <li key={person.slug}>
            <PersonLine person={person} size="sm" follows={follows}>
              {person.position === null && 'Place in the list of authors not known'}
            </PersonLine>
          </li>
        ))}
      </ul>
      {people.length > maxShown && (
        <p className="mt-2 text-soft text-xs">
          {people.length - maxShown} more in <a href="#authors">the list of authors</a>
        </p>
      )}
    </section>
  );
}
