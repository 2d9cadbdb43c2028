import type { ReactNode } from 'react';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

/** An internal error as shown to viewers: not their fault, and without internal details. */
export function ErrorPage({ children }: { children?: ReactNode }) {
  return (
    <Page>
      <PageHead
        title="This page could not be loaded"
        lead="This is an error of this instance. None of your data is lost. Try again in a moment."
      />
      {children}
      <p className="mt-6">
        <a href="/">Go to the home page</a>
      </p>
    </Page>
  );
}
