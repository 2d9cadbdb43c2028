import { AuthorRows } from '#components/authors/author-rows.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { sharedYearsOf, sparkLegend } from '#components/ui/spark.tsx';
import { type ContextPerson, recentYears, type StatedMember } from '#lib/catalog/contexts/model/context.ts';
import { controlLevel } from '#lib/catalog/powers/model.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';

interface PeopleListProps {
  people: readonly ContextPerson[];
  follows: ListFollows;
  previous: string | null;
  next: string | null;
}

/** The people of a context, and separately its organisations. */
export function PeopleList({ people, follows, previous, next }: PeopleListProps) {
  const persons = people.filter(({ kind }) => kind === 'person');
  const organisations = people.filter(({ kind }) => kind === 'organisation');
  return (
    <section aria-labelledby="people" className="mt-12">
      <h2 id="people" className="mb-1 font-semibold text-md">
        People
      </h2>
      <p className="mb-3 text-sm text-soft">
        By number of works here; people with a work of the last {recentYears} years first. The figures at the end are of all their works.{' '}
        {sparkLegend(sharedYearsOf(persons))}
      </p>
      {persons.length > 0 ? <AuthorRows authors={persons} follows={follows} /> : <p>No author to show.</p>}
      {organisations.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm text-soft">Organisations among the authors</h3>
          <AuthorRows authors={organisations} follows={follows} />
        </>
      )}
      <Pager listName="people" previous={previous} next={next} />
    </section>
  );
}

const memberLabels: Record<StatedMember['by'], string> = {
  address: 'Address or login there confirmed',
  control: 'Stated by the owner',
};

/** The owners who state that they work at an institution, each with what supports it. */
export function StatedMembers({ members, follows }: { members: readonly StatedMember[]; follows: ListFollows }) {
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="stated" className="mt-12">
      <h2 id="stated" className="mb-1 font-semibold text-md">
        Say that they work here
      </h2>
      <p className="mb-3 text-sm text-soft">
        Owners of profiles who have confirmed an address or login of the institution, or proved control of their profile (level L
        {controlLevel}).
      </p>
      <ul className="grid gap-2.5">
        {members.map(({ person, by }) => (
          <li key={person.slug}>
            <PersonLine person={person} follows={follows}>
              {memberLabels[by]}
            </PersonLine>
          </li>
        ))}
      </ul>
    </section>
  );
}

const maxFirst = 5;

/** The first people of a context, beside a long list of works; the full list is below. */
export function FirstPeople({ list: { people, peopleCount } }: { list: { people: readonly ContextPerson[]; peopleCount: number } }) {
  const persons = people.filter(({ kind }) => kind === 'person').slice(0, maxFirst);
  if (persons.length === 0) return null;
  return (
    <section aria-labelledby="first-people" className="mt-7">
      <HeadingRow id="first-people" aside={<a href="#people">All {formatCount(peopleCount, 'person', 'people')}</a>}>
        Most works here
      </HeadingRow>
      <ul className="grid gap-2.5">
        {persons.map((person) => (
          <li key={person.slug}>
            <PersonLine person={person} size="sm" aside={`${formatCount(person.worksHere, 'work')} here`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
