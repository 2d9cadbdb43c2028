import { counted } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type Named = Pick<AuthorView, 'slug' | 'name' | 'similarNames'>;

/** A note that other profiles have exactly the same name. */
export function SameName({ author: { slug, name, similarNames } }: { author: Named }) {
  const [other, ...more] = similarNames.filter((each) => each.name === name);
  if (!other) return null;
  return (
    <p className="no-print mt-2 text-sm text-soft">
      {more.length === 0 ? (
        <>
          Another profile has the same name: <a href={`/authors/${other.slug}`}>{other.name}</a>, {counted(other.works, 'work')}
        </>
      ) : (
        <a href={`/authors/${slug}/sources#names`}>{counted(more.length + 1, 'other profile')} have the same name</a>
      )}
    </p>
  );
}
