import type { ReactNode } from 'react';
import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ButtonVariant } from '#components/ui/button-variants.ts';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { changeThread } from '#lib/community/invitations/actions.ts';
import type { ThreadView } from '#lib/community/invitations/model/threads.ts';

function ThreadAction({
  threadId,
  operation,
  variant,
  children,
}: {
  threadId: string;
  operation: string;
  variant?: ButtonVariant;
  children: ReactNode;
}) {
  return (
    <ActionForm action={changeThread} className="" hiddenInputs={{ threadId, operation }}>
      <Button variant={variant}>{children}</Button>
    </ActionForm>
  );
}

/** A collaboration: requested by one person, confirmed by both, ended by either. */
export function Collaboration({ thread: { id, collaboration, with: other, closed } }: { thread: ThreadView }) {
  const { state, since } = collaboration;
  if (state === 'confirmed')
    return (
      <div className="space-y-3">
        <p>
          Both profiles say that you work together{since && ', since '}
          {since && <Day at={since} />}.
        </p>
        <ThreadAction threadId={id} operation="end" variant="danger">
          End it
        </ThreadAction>
      </div>
    );
  if (state === 'asked_by_them')
    return (
      <div className="space-y-3">
        <p className="max-w-measure">
          {other.name} would like to show on both profiles that you work together. It is shown once you agree.
        </p>
        <div className="flex flex-wrap gap-2.5">
          {!closed && (
            <ThreadAction threadId={id} operation="together" variant="primary">
              Yes, we work together
            </ThreadAction>
          )}
          <ThreadAction threadId={id} operation="end">
            No
          </ThreadAction>
        </div>
      </div>
    );
  if (state === 'asked_by_you')
    return (
      <div className="space-y-3">
        <p className="max-w-measure">You have confirmed it. It is shown on both profiles once {other.name} confirms it too.</p>
        <ThreadAction threadId={id} operation="end">
          Withdraw
        </ThreadAction>
      </div>
    );
  if (closed) return <p className="text-soft">Neither profile says that you work together.</p>;
  return (
    <div className="space-y-3">
      <p className="max-w-measure">
        Do you work together? If both of you confirm it, your profiles show it with its date. Either of you can end it at any time.
      </p>
      <ThreadAction threadId={id} operation="together">
        Confirm collaboration
      </ThreadAction>
    </div>
  );
}

const leaveConsequence = 'Neither of you can write here any more. This cannot be undone. Both of you can still read the conversation.';

/** Actions that affect the viewer's own view of a thread: mute, archive, leave. */
export function ThreadActions({ thread: { id, archived, muted, left } }: { thread: ThreadView }) {
  return (
    <div className="space-y-3 text-sm">
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <a href={`/threads/${id}/thread.txt`}>Download as text</a>
        <a href={`/threads/${id}/thread.json`}>as JSON</a>
      </p>
      {!left && (
        <>
          <ThreadAction threadId={id} operation={archived ? 'unarchive' : 'archive'} variant="quiet">
            {archived ? 'Unarchive this conversation' : 'Archive until there is a new message'}
          </ThreadAction>
          <ThreadAction threadId={id} operation={muted ? 'unmute' : 'mute'} variant="quiet">
            {muted ? 'Unmute this conversation' : 'Mute this conversation'}
          </ThreadAction>
          <p className="text-soft">
            {muted
              ? 'Its messages arrive without a notification.'
              : 'Its messages then arrive without a notification. The others are not notified.'}
          </p>
          <Disclosure summary="Leave this conversation">
            <ActionForm
              action={changeThread}
              id="leave"
              className="space-y-3 text-base"
              hiddenInputs={{ threadId: id, operation: 'leave' }}
            >
              <p className="max-w-measure text-sm">{leaveConsequence}</p>
              <ConfirmButton form="leave" question="Leave this conversation?" consequence={leaveConsequence} yes="Leave it">
                Leave it
              </ConfirmButton>
            </ActionForm>
          </Disclosure>
        </>
      )}
    </div>
  );
}
