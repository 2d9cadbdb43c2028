import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { UnsentText, unsentTexts } from '#components/site/unsent-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

/**
 * Handles a page that needs an account, for a viewer without one: redirects to the sign-in and back, or shows the submitted text if the
 * session expired before a form was sent.
 */
export function askToSignIn(next: string): ReactNode {
  if (unsentTexts().length === 0) redirect(`/sign-in?problem=not_signed_in&next=${encodeURIComponent(next)}`);
  return (
    <Page>
      <PageHead title="Sign in to continue" />
      <UnsentText back={next} />
    </Page>
  );
}
