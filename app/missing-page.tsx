import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

export const missingPageTitle = 'Not found';

/** The page for missing pages. */
export function MissingPage() {
  return (
    <Page>
      <PageHead
        eyebrow="404"
        title="Page not found"
        lead="The address may be mistyped, or the page was removed. Addresses of moved profiles redirect automatically."
      />
      <ul className="space-y-2">
        <li>
          <a href="/search">Search for a person or a work</a>
        </li>
        <li>
          <a href="/authors">Browse people</a>
        </li>
        <li>
          <a href="/">Go to the home page</a>
        </li>
      </ul>
    </Page>
  );
}
