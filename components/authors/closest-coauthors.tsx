import { NeighbourPicture } from '#components/graph/near-picture.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

const maxShown = 5;

interface Props {
  author: Pick<AuthorView, 'slug' | 'name' | 'collaborators' | 'edges' | 'coauthorsCount'>;
  follows: ListFollows;
}

/** The most frequent co-authors: a graph, and a list with the same content and the provenance of each link. */
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
      {closest.length > 1 && <NeighbourPicture author={author} neighbours={closest} edges={author.edges} className="on-paper no-print" />}
      <ul className="mt-2 grid gap-2.5">
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
      <p className="no-print mt-3 text-xs">
        <a href={`/graph/${slug}`}>Open the full graph</a>
      </p>
    </section>
  );
}
