'use client';

import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

/** A fault of ours: nothing that the reader did, and nothing of it is shown but a number to ask about. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <Page>
      <PageHead
        title="This page could not be made"
        lead="The fault lies with this instance, and nothing of yours is lost. Trying again in a moment often helps."
      />
      <p className="flex flex-wrap gap-2.5">
        <Button type="button" look="primary" onClick={() => reset()}>
          Try again
        </Button>
      </p>
      <p className="mt-6">
        <a href="/">Go to the first page</a>
      </p>
      {error.digest && <p className="mt-6 text-sm text-soft">To ask the operator about it, name the number {error.digest}.</p>}
    </Page>
  );
}
