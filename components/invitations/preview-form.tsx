'use client';

import type { ReactNode } from 'react';
import { FormResponse, SubmittedFields } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { useFormAction } from '#components/site/use-form-action.ts';
import type { PreviewState } from '#lib/community/invitations/actions.ts';
import type { Preview } from '#lib/community/invitations/model/message.ts';
import { MessageText } from './message-text.tsx';
import { Proposal } from './proposal.tsx';
import { WorkRefs } from './work-refs.tsx';

interface Props {
  action: (previous: PreviewState, form: FormData) => Promise<PreviewState>;
  back: string;
  className?: string;
  children: ReactNode;
}

/** A form that can preview a text as its recipient will see it. Works without script: the page is rendered again with the preview. */
export function PreviewForm({ action, back, className = 'space-y-6', children }: Props) {
  const [state, submit, isPending] = useFormAction(action);
  const preview = state?.ok === 'preview' ? state : null;
  const failure = state?.ok === false ? state : null;
  return (
    <form action={submit} className={className} aria-busy={isPending || undefined}>
      {failure && (
        <FormResponse state={failure}>
          <RefusalNotice refusal={failure.refusal} back={back} until={failure.until} keepsPage />
        </FormResponse>
      )}
      {preview && (
        <FormResponse state={preview}>
          <PreviewedText preview={preview} />
        </FormResponse>
      )}
      <SubmittedFields submitted={failure ?? (preview && { typed: preview.typed, fields: {} })}>{children}</SubmittedFields>
    </form>
  );
}

function PreviewedText({ preview: { text, works, proposal } }: { preview: Preview }) {
  return (
    <section aria-label="Preview" className="max-w-text border-accent border-l-3 bg-raised px-5 py-4">
      <div role="status">
        <p className="mb-3 font-semibold text-sm">This is how it reads. Nothing has been sent.</p>
      </div>
      {proposal && <Proposal {...proposal} />}
      <MessageText text={text} />
      <WorkRefs works={works} />
    </section>
  );
}
