import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { UnsentText, unsentTextFields } from '#components/site/unsent-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';

/**
 * Handles a visitor of a page that needs an account: redirects to the sign-in and back. If a form was sent after its session expired, shows
 * the submitted text instead.
 */
export function askToSignIn(next: string): ReactNode {
  if (unsentTextFields().length === 0) redirect(`/sign-in?problem=not_signed_in&next=${encodeURIComponent(next)}`);
  return (
    <Page>
      <PageHead title="Sign in to continue" />
      <UnsentText back={next} />
    </Page>
  );
}
