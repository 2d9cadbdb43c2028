import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { UnsentText, unsentTextFields } from '#components/site/unsent-text.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { formOfRequest } from '#lib/platform/request-context.ts';

/**
 * Handles a page of an owner under a former URL of the profile: redirects to the current one. If a form was sent to it without script,
 * shows the submitted text instead.
 */
export function leadToMovedProfile(path: string, query = ''): ReactNode {
  if (Object.keys(formOfRequest()).length === 0) redirect(`${path}${query}`);
  const text = unsentTextFields().length > 0 ? movedText : movedChoice;
  const link = { href: path, label: 'Open the profile that remains' };
  return (
    <Page>
      <PageHead title="This profile has moved" />
      <UnsentText refusal={{ ...text, link }} back={path} />
    </Page>
  );
}

const movedText = {
  title: 'Nothing was saved',
  detail: 'The profile was merged into another one, or has a new address. What you typed is below, and is not stored.',
  action: 'Copy your text into the form of the other profile.',
};

const movedChoice = {
  title: movedText.title,
  detail: 'The profile was merged into another one, or has a new address.',
  action: 'Make the change there.',
};
