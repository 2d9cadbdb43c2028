'use client';

import { useEffect } from 'react';
import { ErrorPage } from '#components/site/error-page.tsx';
import { Button } from '#components/ui/button.tsx';

/** An error in a page that was already rendered; it can be retried in place. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <ErrorPage>
      <Button type="button" variant="primary" onClick={() => reset()}>
        Try again
      </Button>
      {error.digest && <p className="mt-6 text-sm text-soft">If you contact the operator, quote the number {error.digest}.</p>}
    </ErrorPage>
  );
}
