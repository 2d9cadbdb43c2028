import { formatCount } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type NamedAuthor = Pick<AuthorView, 'slug' | 'name' | 'similarNames'>;

/** A note that other profiles have exactly the same name. */
export function SameNameNotice({ author: { slug, name, similarNames } }: { author: NamedAuthor }) {
  const [namesake, ...furtherNamesakes] = similarNames.filter((each) => each.name === name);
  if (!namesake) return null;
  return (
    <p className="no-print mt-2 text-sm text-soft">
      {furtherNamesakes.length === 0 ? (
        <>
          Another profile has the same name: <a href={`/authors/${namesake.slug}`}>{namesake.name}</a>,{' '}
          {formatCount(namesake.works, 'work')}
        </>
      ) : (
        <a href={`/authors/${slug}/sources#names`}>{formatCount(furtherNamesakes.length + 1, 'other profile')} have the same name</a>
      )}
    </p>
  );
}
