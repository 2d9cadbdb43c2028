import { Section } from '#components/ui/section.tsx';
import { CiteAndExport } from '#components/works/cite-and-export.tsx';
import type { AuthorView } from '#lib/authors/model.ts';

/** The works of a record as files and feeds. */
export function TakeAway({ author }: { author: Pick<AuthorView, 'slug'> }) {
  const path = `/authors/${author.slug}`;
  return (
    <Section id="take-away" title="Out of this page">
      <CiteAndExport
        path={`${path}/works`}
        about="The works of this record, newest first:"
        feeds={[
          { name: 'Atom', href: `${path}/feed.atom` },
          { name: 'JSON Feed', href: `${path}/feed.json` },
        ]}
      />
    </Section>
  );
}
