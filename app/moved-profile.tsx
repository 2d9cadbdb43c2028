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

/** An owner's page of a profile that was merged into one that they do not own. Shows the text of a form that was sent without script. */
export function MergedProfile({ slug }: { slug: string }) {
  const path = `/authors/${slug}`;
  const link = { href: path, label: 'Open the profile that remains' };
  return (
    <Page>
      <PageHead title="This profile was merged" />
      <UnsentText refusal={{ ...(unsentTextFields().length > 0 ? lostText : lost), link }} back={path} />
    </Page>
  );
}

const lost = {
  title: 'The profile was merged into another one',
  detail: 'You do not own the profile that remains, so you can no longer make changes here.',
  action: 'See the merge in its history.',
};

const lostText = {
  ...lost,
  title: 'Nothing was saved',
  detail: `${lost.title}. You do not own it. What you typed is below, and is not stored.`,
};

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
