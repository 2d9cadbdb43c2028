import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { DigestForm } from '#components/notifications/digest-form.tsx';
import { NotificationSettingsForm } from '#components/notifications/settings-form.tsx';
import { Section } from '#components/ui/section.tsx';
import { loadMailChoices } from '#lib/community/notifications/loaders.ts';

export const metadata: Metadata = { title: 'Notification settings', robots: { index: false, follow: false } };

interface Props {
  searchParams: Promise<{ saved?: string | string[] }>;
}

export default async function NotificationSettingsPage({ searchParams }: Props) {
  const choices = await loadMailChoices();
  if (!choices) redirect('/sign-in?problem=not_signed_in&next=%2Fme%2Fnotifications');
  const { saved } = await searchParams;
  return (
    <MePage
      current="notifications"
      title="Notification settings"
      lead={
        <>
          Emails go only to the address of your account. Each has an unsubscribe link. <a href="/notifications">Your notifications</a>
        </>
      }
      done={saved ? 'Saved' : null}
    >
      <Section id="digest" title="Digest">
        <DigestForm digest={choices.digest} address={choices.address} />
      </Section>
      <Section id="kinds" title="Notifications">
        <NotificationSettingsForm kinds={choices.kinds} />
      </Section>
    </MePage>
  );
}
