import { PersonLine } from '#components/people/person-line.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount, formatNumber, formatYearSpan } from '#components/ui/sentence.ts';
import { Sparkline, sharedYearsOf } from '#components/ui/spark.tsx';
import type { HomeView } from '#lib/portal/pages/model/home.ts';

/** Some people, and the question whether the viewer is one of them. */
export function PeopleCards({ home: { people, figures } }: { home: HomeView }) {
  const shared = sharedYearsOf(people);
  return (
    <section aria-labelledby="some-people" className="mt-12">
      <HeadingRow id="some-people" aside={figures.authors > 0 && <a href="/authors">All {formatCount(figures.authors, 'profile')}</a>}>
        People
      </HeadingRow>
      {people.length === 0 && <p className="text-soft">None yet. An operator fills this instance by importing a source.</p>}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {people.map((person) => (
          <li key={person.slug} className="flex flex-col rounded-card border border-line bg-card p-4">
            <PersonLine person={person}>{[person.affiliation, ...person.topics].filter(Boolean).slice(0, 2).join('\u00a0· ')}</PersonLine>
            <div className="mt-auto flex flex-wrap items-end justify-between gap-4 pt-3">
              <Sparkline years={person.years} shared={shared} isLarge />
              <p className="ml-auto text-soft text-xs">
                {[formatCount(person.worksCount, 'work'), formatYearSpan(person)].filter(Boolean).join(', ')}
              </p>
            </div>
          </li>
        ))}
        <li className="rounded-card border border-edge border-dashed p-4">
          <h3 className="font-semibold text-sm">Are you listed here?</h3>
          <p className="mt-0.5 mb-2.5 text-soft text-xs">
            Search for your name among {formatNumber(figures.authors)} profiles, then claim yours.
          </p>
          <ButtonLink href="/search">Find your profile</ButtonLink>
        </li>
      </ul>
    </section>
  );
}
