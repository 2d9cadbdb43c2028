import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ConversationList } from '#components/invitations/conversations.tsx';
import { Island } from '#components/live/island.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { loadMessages } from '#lib/community/invitations/loaders.ts';
import { messagesState } from '#lib/community/invitations/model/threads.ts';
import { now } from '#lib/platform/clock.ts';
import type { QueryProps } from '../page-props.ts';

export const metadata: Metadata = { title: 'Messages', robots: { index: false, follow: false } };

/** Confirmations, by the value that the button sends. */
const doneTitles = { archive: 'The conversation is archived', leave: 'You left the conversation' };

export default async function MessagesPage({ searchParams }: QueryProps) {
  const [threads, { done }] = [await loadMessages(), await searchParams];
  if (!threads) redirect('/sign-in?problem=not_signed_in&next=%2Fmessages');
  return (
    <Page width="page">
      <PageHead
        title="Messages"
        lead="With the people whose invitation you accepted, and who accepted yours."
        actions={<ButtonLink href="/me/network#invitations">Invitations</ButtonLink>}
      />
      <Confirmation done={done} titles={doneTitles} />
      {threads.length > 0 ? (
        <div className="max-w-list">
          <ConversationList threads={threads} today={now()} />
          <Island name="conversations" props={{ url: '/messages/state', state: messagesState(threads) }} />
        </div>
      ) : (
        <EmptyState title="No messages yet">
          <p>
            A conversation opens when an invitation is accepted. <a href="/collaborate">Find people who are open to collaborate</a>.
          </p>
        </EmptyState>
      )}
    </Page>
  );
}
