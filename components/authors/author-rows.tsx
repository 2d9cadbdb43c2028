import { PersonLine } from '#components/people/person-line.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { sharedYearsOf } from '#components/ui/spark.tsx';
import type { AuthorCard } from '#lib/catalog/authors/model/author.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import { WorksAndYears } from './works-and-years.tsx';

interface Props {
  /** `worksHere`: the number of works in the context of the list. */
  authors: readonly (AuthorCard & { worksHere?: number })[];
  follows: ListFollows;
}

/** People in two columns: monogram, name, works in the context and affiliation, and at the end works and years. */
export function AuthorRows({ authors, follows }: Props) {
  const shared = sharedYearsOf(authors);
  return (
    <ul className="gap-x-12 sm:columns-2">
      {authors.map((author) => (
        <li key={author.slug} className="column-entry border-line border-b py-2">
          <PersonLine person={author} size="sm" aside={<WorksAndYears author={author} shared={shared} />} follows={follows}>
            {[author.worksHere && `${formatCount(author.worksHere, 'work')} here`, author.affiliation].filter(Boolean).join(' · ') || null}
          </PersonLine>
        </li>
      ))}
    </ul>
  );
}
