import { HeadingRow } from '#components/ui/heading-row.tsx';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import { formatSelection, isUnfiltered } from '#lib/catalog/works/model/list/selection.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** Links to files and feeds of a record's works. */
export function ExportLinks({ author, base }: { author: Pick<AuthorView, 'id' | 'slug' | 'works'>; base: string }) {
  const path = `/authors/${author.slug}`;
  const { selection, selected, total } = author.works;
  const isWhole = isUnfiltered(selection);
  return (
    <section aria-labelledby="take-away" className="no-print">
      <HeadingRow id="take-away">Cite and export</HeadingRow>
      <CiteAndExport
        permanent={`${base}/authors/${author.id}`}
        path={`${path}/works`}
        query={`${formatSelection(selection)}`}
        about={isWhole ? 'Works of this profile, in the order shown:' : `The ${selected} of ${total} works that match the filters:`}
        feeds={[
          { name: 'Atom', href: `${path}/feed.atom` },
          { name: 'JSON Feed', href: `${path}/feed.json` },
        ]}
      />
      <p className="mt-3 text-xs">
        <a href={`${path}/cv`}>CV, badge and research object</a>
      </p>
    </section>
  );
}
