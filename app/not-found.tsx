import type { Metadata } from 'next';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <Page>
      <PageHead
        eyebrow="404"
        title="Nothing stands at this address"
        lead="It may have been mistyped, or what stood here was taken down. Addresses of records that moved lead to the new one by themselves."
      />
      <ul className="space-y-2">
        <li>
          <a href="/search">Search for a person or a work</a>
        </li>
        <li>
          <a href="/authors">Browse all authors</a>
        </li>
        <li>
          <a href="/">Go to the first page</a>
        </li>
      </ul>
    </Page>
  );
}
