import { DataTable } from '#components/ui/data-table.tsx';
import { formatCount, formatYearSpan } from '#components/ui/sentence.ts';
import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';

/** Co-authors with their number of joint works, linked to those works. */
export function CoauthorTable({
  author,
  people,
  caption,
}: {
  author: { slug: string };
  people: readonly CollaboratorView[];
  caption: string;
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
            <a href={`/authors/${each.slug}`} className="wrap-anywhere">
              {each.name}
            </a>
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
