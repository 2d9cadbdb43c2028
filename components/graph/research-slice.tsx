import { HeadingRow } from '#components/ui/heading-row.tsx';
import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery } from '#lib/catalog/graph/model/query.ts';
import { cardSize } from './slice-layout.ts';
import { SliceLegend } from './slice-legend.tsx';
import { SlicePicture } from './slice-picture.tsx';
import { SliceTable } from './slice-table.tsx';

interface Props {
  slice: GraphSlice;
  query: GraphQuery;
}

/** The graph around the record of a page: a picture, the same as a table, and the way to the explorer. */
export function ResearchSlice({ slice, query }: Props) {
  if (slice.nodes.length < 3) return null;
  const { start } = slice;
  return (
    <section aria-labelledby="graph" className="wrap-anywhere no-print">
      <HeadingRow id="graph" aside={<a href={`/graph${formatGraphQuery(query)}`}>Open in the graph</a>}>
        In the graph
      </HeadingRow>
      <SlicePicture slice={slice} size={cardSize} className="mx-auto max-w-120" />
      <div className="mt-2 space-y-2">
        <SliceLegend slice={slice} />
        {start.kind === 'author' && <MissingInstitution slice={slice} />}
        <details className="text-xs">
          <summary>The same as a table</summary>
          <SliceTable slice={slice} caption={`The graph around ${start.label}`} />
        </details>
      </div>
    </section>
  );
}

/** Nothing is shown for want of data, not because there is none. */
export const MissingInstitution = ({ slice: { nodes } }: { slice: GraphSlice }) =>
  nodes.every(({ kind }) => kind !== 'institution') && (
    <p className="text-soft text-xs">No institution is shown: no source that is imported here states one.</p>
  );
