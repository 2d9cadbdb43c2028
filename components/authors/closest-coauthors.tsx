import { PersonLine } from '#components/people/person-line.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

const maxShown = 5;

interface Props {
  author: Pick<AuthorView, 'slug' | 'collaborators' | 'coauthorsCount'>;
  follows: ListFollows;
}

/** The most frequent co-authors, with the provenance of each link. */
export function ClosestCoauthors({ author, follows }: Props) {
  const { slug, coauthorsCount } = author;
  const closest = author.collaborators.slice(0, maxShown);
  if (closest.length === 0) return null;
  return (
    <section aria-labelledby="around">
      <HeadingRow
        id="around"
        aside={
          <a href={`/authors/${slug}/coauthors`}>{coauthorsCount > 1 ? `All ${formatNumber(coauthorsCount)} co-authors` : 'Co-authors'}</a>
        }
      >
        Closest co-authors
      </HeadingRow>
      <ul className="grid gap-2.5">
        {closest.map((person) => (
          <li key={person.slug}>
            <PersonLine
              person={person}
              size="sm"
              follows={follows}
              aside={
                <a href={`/graph/${slug}/${person.slug}`} aria-label={`${formatCount(person.works, 'work')} with ${person.name}`}>
                  {formatCount(person.works, 'work')}
                </a>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
