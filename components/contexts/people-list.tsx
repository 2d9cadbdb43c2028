import { AuthorRows } from '#components/authors/author-rows.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { sharedYears, sparkLegend } from '#components/ui/spark.tsx';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';

/** People of a context, and apart from them the organisations that sign works in it. */
export function PeopleList({ people, previous, next }: { people: readonly AuthorCard[]; previous: string | null; next: string | null }) {
  const persons = people.filter(({ kind }) => kind === 'person');
  const organisations = people.filter(({ kind }) => kind === 'organisation');
  return (
    <section aria-labelledby="people" className="mt-12">
      <h2 id="people" className="mb-1 font-semibold text-md">
        People
      </h2>
      <p className="mb-3 text-sm text-soft">By the year of their newest work here, then by name. {sparkLegend(sharedYears(persons))}</p>
      {persons.length > 0 ? <AuthorRows authors={persons} columns={2} /> : <p>No author to show.</p>}
      {organisations.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-sm text-soft">Organisations among the authors</h3>
          <AuthorRows authors={organisations} columns={2} />
        </>
      )}
      <Pager of="people" previous={previous} next={next} />
    </section>
  );
}
