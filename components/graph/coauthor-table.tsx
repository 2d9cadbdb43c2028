import { FollowInList } from '#components/follows/follow-in-list.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';

/** Co-authors with their number of joint works, linked to those works. */
export function CoauthorTable({
  author,
  people,
  caption,
  follows,
}: {
  author: { slug: string };
  people: readonly CollaboratorView[];
  caption: string;
  /** Null without follow buttons: for organisations. */
  follows: ListFollows | null;
}) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={{ name: 'Name', years: 'Years', works: 'Joint works' }}
      numeric={['years', 'works']}
      rows={people.map((each) => ({
        key: each.slug,
        cells: {
          name: (
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <a href={`/authors/${each.slug}`} className="wrap-anywhere min-w-0">
                {each.name}
              </a>
              {follows && <FollowInList person={each} follows={follows} />}
            </span>
          ),
          years: <span className="whitespace-nowrap text-soft">{formatYearSpan(each)}</span>,
          works: (
            <a href={`/graph/${author.slug}/${each.slug}`} aria-label={`${formatCount(each.works, 'joint work')} with ${each.name}`}>
              {each.works}
            </a>
          ),
        },
      }))}
    />
  );
}
