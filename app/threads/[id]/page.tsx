import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { HearNoMore, HearsNoMore } from '#components/invitations/answer-forms.tsx';
import { ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { post } from '#lib/invitations/actions.ts';
import { loadThread } from '#lib/invitations/loaders.ts';
import { purposes } from '#lib/invitations/model.ts';

interface Props {
  params: Promise<{ id: string }>;
}

export const metadata: Metadata = { title: 'Thread', robots: { index: false, follow: false } };

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export default async function ThreadPage({ params }: Props) {
  const { id } = await params;
  const thread = await loadThread(id);
  if (thread === 'sign-in') redirect(`/sign-in?problem=not_signed_in&next=${encodeURIComponent(`/threads/${id}`)}`);
  if (!thread) notFound();
  return (
    <Page>
      <PageHead
        eyebrow={<a href="/me#threads">Your threads</a>}
        title={`With ${thread.with.name}`}
        lead={`About ${purposes[thread.purpose]}. Only the two of you can read this.`}
      />
      <ol className="mb-8 max-w-text">
        {thread.messages.map((message, at) => (
          <li
            key={message.id}
            id={at === thread.messages.length - 1 ? 'latest' : undefined}
            className="border-line border-t py-4 first:border-t-0 first:pt-0"
          >
            <p className="text-sm">
              <span className="font-semibold">{message.mine ? 'You' : thread.with.name}</span>{' '}
              <time dateTime={message.at.toISOString()} className="text-soft">
                {moment.format(message.at)} UTC
              </time>
            </p>
            <p className="whitespace-pre-line break-words font-serif text-md">{message.body}</p>
          </li>
        ))}
      </ol>
      <Section id="write" title="Write">
        {thread.closed ? <RefusalNotice because="thread_closed" kind="info" /> : <Write threadId={thread.id} />}
      </Section>
      {thread.shut ? <HearsNoMore /> : <HearNoMore invitationId={thread.invitationId} />}
    </Page>
  );
}

function Write({ threadId }: { threadId: string }) {
  return (
    <ActionForm action={post} back={`/threads/${threadId}`}>
      <input type="hidden" name="threadId" value={threadId} />
      <ActionTextArea name="body" label="Your message" required maxLength={5000} rows={6} />
      <Button look="primary">Send</Button>
    </ActionForm>
  );
}
