import { Day } from '#components/ui/day.tsx';
import type { FollowView } from '#lib/follows/model.ts';

/** The records that an account follows. */
export function FollowRows({ follows }: { follows: FollowView[] }) {
  if (follows.length === 0) return <p className="text-sm text-soft">You follow nobody yet. A record’s page has the button.</p>;
  return (
    <ul>
      {follows.map(({ authorId, slug, name, affiliation, since }) => (
        <li key={authorId} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2.5 first:border-t-0">
          <span>
            <a href={`/authors/${slug}`}>{name}</a> {affiliation && <span className="text-sm text-soft">{affiliation}</span>}
          </span>
          <span className="text-sm text-soft">
            since <Day at={since} />
          </span>
        </li>
      ))}
    </ul>
  );
}
