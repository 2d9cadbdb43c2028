import { DataTable } from '#components/ui/data-table.tsx';
import { Section } from '#components/ui/section.tsx';
import { figure, yearSpan } from '#components/ui/sentence.ts';
import type { Line } from './drawing.ts';
import { NearPicture } from './near-picture.tsx';

interface Neighbour {
  slug: string;
  name: string;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

interface Props {
  author: { slug: string; name: string };
  neighbours: readonly Neighbour[];
  /** Shared works among all of them, by slug. */
  edges: readonly Line[];
  /** Co-authors in all, of whom the strongest are shown. */
  total: number;
}

/** The people around an author: a picture, and a table that says the same and explains each edge. */
export function GraphSlice({ author, neighbours, edges, total }: Props) {
  return (
    <Section id="around" title="Around this researcher">
      {neighbours.length === 0 ? (
        <p className="text-sm text-soft">No co-author with a record of their own is known here.</p>
      ) : (
        <>
          <NearPicture author={author} neighbours={neighbours} edges={edges} />
          <DataTable
            caption="Co-authors by shared works"
            captionHidden
            dense
            columns={[
              { key: 'name', label: 'Co-author' },
              { key: 'years', label: 'Years', numeric: true },
              { key: 'works', label: 'Shared works', numeric: true },
            ]}
            rows={neighbours.map((each) => ({
              key: each.slug,
              cells: {
                name: <a href={`/authors/${each.slug}`}>{each.name}</a>,
                years: <span className="whitespace-nowrap text-soft text-xs">{yearSpan(each)}</span>,
                works: (
                  <a
                    href={`/graph/${author.slug}/${each.slug}`}
                    aria-label={`${each.works} shared with ${each.name}`}
                    className="whitespace-nowrap"
                  >
                    {each.works} shared
                  </a>
                ),
              },
            }))}
          />
          <p className="mt-2 text-sm text-soft">
            {total > neighbours.length && (
              <>
                The {neighbours.length} who sign most often with {author.name}, of{' '}
                <a href={`/authors/${author.slug}/coauthors`}>all {figure(total)} co-authors</a>.{' '}
              </>
            )}
            <a href={`/graph/${author.slug}`}>Open the full graph</a>
          </p>
        </>
      )}
    </Section>
  );
}
