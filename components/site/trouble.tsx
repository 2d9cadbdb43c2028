import type { ReactNode } from 'react';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

/** What a reader sees of a fault of ours: nothing that they did, and nothing of its insides. */
export function Trouble({ children }: { children?: ReactNode }) {
  return (
    <Page>
      <PageHead
        title="This page could not be made"
        lead="The fault lies with this instance, and nothing of yours is lost. Trying again in a moment often helps."
      />
      {children}
      <p className="mt-6">
        <a href="/">Go to the first page</a>
      </p>
    </Page>
  );
}
