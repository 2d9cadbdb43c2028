import { DataTable } from '#components/ui/data-table.tsx';
import { yearSpan } from '#components/ui/sentence.ts';
import type { CoauthorView } from '#lib/catalog/graph/model/coauthors.ts';

/** Co-authors with the works that they share, each leading to those works. */
export function CoauthorTable({ author, people, caption }: { author: { slug: string }; people: readonly CoauthorView[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={[
        { key: 'name', label: 'Name' },
        { key: 'years', label: 'Years', numeric: true },
        { key: 'works', label: 'Shared works', numeric: true },
      ]}
      rows={people.map((each) => ({
        key: each.slug,
        cells: {
          name: <a href={`/authors/${each.slug}`}>{each.name}</a>,
          years: <span className="whitespace-nowrap text-soft">{yearSpan(each)}</span>,
          works: (
            <a href={`/graph/${author.slug}/${each.slug}`} aria-label={`${each.works} shared with ${each.name}`}>
              {each.works}
            </a>
          ),
        },
      }))}
    />
  );
}
