import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BoundaryForms } from '#components/invitations/answer-forms.tsx';
import { mentionedWorksSummary, WorkUrlsField } from '#components/invitations/choose-works.tsx';
import { Conversations } from '#components/invitations/conversations.tsx';
import { nameInSentence } from '#components/invitations/invitation-labels.ts';
import { PreviewForm } from '#components/invitations/preview-form.tsx';
import { Collaboration, ThreadActions } from '#components/invitations/thread-actions.tsx';
import { ThreadMessages } from '#components/invitations/thread-messages.tsx';
import { Island } from '#components/live/island.tsx';
import { PersonLine } from '#components/people/person-line.tsx';
import { ActionTextArea } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Section } from '#components/ui/section.tsx';
import { postMessageAction } from '#lib/community/invitations/actions.ts';
import { loadMessages, loadThread, loadThreadState } from '#lib/community/invitations/loaders.ts';
import { purposes } from '#lib/community/invitations/model/purposes.ts';
import type { ThreadView } from '#lib/community/invitations/model/threads.ts';
import { now } from '#lib/platform/clock.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { askToSignIn } from '../../ask-to-sign-in.tsx';
import type { PageProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Conversation', robots: { index: false, follow: false } };

/** Confirmations, by the value that the button sends. */
const doneTitles = {
  accepted: 'You accepted. You can now write to each other',
  unarchive: 'The conversation is back in your list',
  mute: 'The conversation is muted',
  unmute: 'The conversation is unmuted',
  together: 'Your confirmation is saved',
  end: 'Neither profile says that you work together',
};

export default async function ThreadPage({ params, searchParams }: PageProps<'id'>) {
  const [{ id }, { before, done }] = await Promise.all([params, searchParams]);
  // Loaded before the thread, so that a message sent in between counts as new.
  const state = await loadThreadState(id);
  const thread = await loadThread(id, typeof before === 'string' ? before : null);
  if (thread === 'sign-in') return askToSignIn(`/threads/${id}`);
  if (!thread) notFound();
  return (
    <Page width="page">
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem] min-[78rem]:grid-cols-[19rem_minmax(0,1fr)_19rem]">
        <Conversations threads={(await loadMessages()) ?? []} current={thread.id} today={now()} />
        <div className="min-w-0">
          <PageHead
            eyebrow={<a href="/messages">All messages</a>}
            title={`With ${nameInSentence(thread.with.name)}`}
            lead={<>About {purposes[thread.purpose]}. Only the two of you can read this.</>}
            size="title"
            actions={<ThreadMenu thread={thread} />}
          />
          <Confirmation done={done} titles={doneTitles} />
          <ThreadMessages thread={thread} isSent={done === 'sent'} />
          {state !== null && !thread.closed && <Island name="thread" props={{ url: `/threads/${id}/state`, state }} />}
          <section aria-label="Write" id="write" className="no-print sticky-composer">
            {thread.closed ? (
              <RefusalNotice refusal={refusalOf(thread.erased ? 'other_side_gone' : 'thread_closed')} kind="info" />
            ) : (
              <MessageForm threadId={thread.id} />
            )}
          </section>
        </div>
        <aside aria-label="About this conversation" className="no-print grid min-w-0 gap-8">
          {thread.with.slug && (
            <div className="card">
              <PersonLine person={thread.with} size="lg">
                <a href={`/authors/${thread.with.slug}`}>View profile</a>
              </PersonLine>
            </div>
          )}
          {!thread.erased && (
            <Section id="collaboration" title="Working together">
              <Collaboration thread={thread} />
            </Section>
          )}
        </aside>
      </div>
    </Page>
  );
}

/** Everything that is rarely done with a conversation or its other member. */
function ThreadMenu({ thread }: { thread: ThreadView }) {
  return (
    <details data-menu className="no-print relative">
      <summary className="inline-flex size-10 list-none items-center justify-center rounded-md border border-edge bg-card hover:border-accent hover:text-accent">
        <Icon name="more" />
        <span className="sr-only">More actions</span>
      </summary>
      <div className="absolute z-30 mt-1.5 max-md:left-0 md:right-0 grid w-80 max-w-[calc(100vw-2rem)] gap-4 rounded-card border border-line bg-card p-4 shadow-float">
        <ThreadActions thread={thread} />
        {!thread.erased && (
          <div className="border-line border-t pt-4">
            <BoundaryForms
              invitationId={thread.invitationId}
              blocked={thread.blocked}
              muted={thread.personMuted}
              reported={thread.reported}
            />
          </div>
        )}
      </div>
    </details>
  );
}

function MessageForm({ threadId }: { threadId: string }) {
  return (
    <PreviewForm action={postMessageAction} back={`/threads/${threadId}`} className="space-y-3">
      <input type="hidden" name="threadId" value={threadId} />
      <ActionTextArea
        name="body"
        label="Your message"
        hint="Markdown works, and formulas such as $x^2$."
        required
        maxLength={5000}
        rows={2}
      />
      <div className="flex flex-wrap items-start justify-between gap-2.5">
        <Disclosure summary={mentionedWorksSummary}>
          <div className="mt-3 text-base">
            <WorkUrlsField />
          </div>
        </Disclosure>
        <span className="flex gap-2.5">
          <Button name="step" value="preview">
            Preview
          </Button>
          <Button variant="primary" name="step" value="send">
            Send
          </Button>
        </span>
      </div>
    </PreviewForm>
  );
}
