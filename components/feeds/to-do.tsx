import { nameInSentence } from '#components/invitations/invitation-labels.ts';
import { MarkThreadRead } from '#components/invitations/mark-thread-read.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { capitalize } from '#components/ui/sentence.ts';
import { purposes } from '#lib/community/invitations/model/purposes.ts';
import type { ToDoView } from '#lib/portal/me/model.ts';

/** Open tasks of the viewer: unanswered invitations, conversations with new messages, and their profile, claim, or how to get one. */
export function ToDo({ toDo: { invitations, threads, records, pending } }: { toDo: ToDoView }) {
  const count = invitations.length + threads.length;
  return (
    <div className="space-y-5" data-refreshed="to-do">
      {count > 0 && (
        <section aria-labelledby="to-do" className="card p-5">
          <h2 id="to-do" className="mb-3 flex justify-between font-semibold">
            To do{' '}
            <span data-count className="font-normal text-sm text-soft">
              {count}
            </span>
          </h2>
          <ul className="divide-y divide-line">
            {invitations.map(({ id, from, purpose, expiresAt }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <a href={`/invitations/${id}`} className="font-medium">
                  {nameInSentence(from.name)} invites you
                </a>
                <p className="text-sm text-soft">
                  {capitalize(purposes[purpose])}. Answer by <Day at={expiresAt} />.
                </p>
                <p className="mt-2">
                  <ButtonLink href={`/invitations/${id}`}>
                    Read and answer<span className="sr-only"> the invitation of {from.name}</span>
                  </ButtonLink>
                </p>
              </li>
            ))}
            {threads.map(({ id, with: other, lastAt }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <div data-undoable>
                  <a href={`/threads/${id}`} className="font-medium">
                    New message from {nameInSentence(other.name)}
                  </a>
                  <p className="text-sm text-soft">
                    <Day at={lastAt} />
                  </p>
                </div>
                <MarkThreadRead id={id} name={other.name} lastAt={lastAt} back="/feed" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {records.map(({ slug, name }) => (
        <section key={slug} aria-label={`Your profile: ${name}`} className="card flex items-center gap-3 p-5">
          <Monogram name={name} slug={slug} claimed />
          <a href={`/authors/${slug}`} className="min-w-0 flex-1 font-serif">
            {name}
          </a>
          <a href={`/me/records/${slug}`} className="text-sm">
            Edit<span className="sr-only"> {name}</span>
          </a>
        </section>
      ))}
      {pending && (
        <section aria-labelledby="pending-claim" className="card p-5">
          <h2 id="pending-claim" className="font-semibold">
            Your claim is pending
          </h2>
          <p className="mt-1 text-sm text-soft">
            Unless somebody objects, <a href={`/claim/${pending.slug}`}>{pending.name}</a> is your profile from <Day at={pending.until} />.
          </p>
        </section>
      )}
      {records.length === 0 && !pending && (
        <section aria-labelledby="no-profile" className="card p-5">
          <h2 id="no-profile" className="font-semibold">
            Is your work here?
          </h2>
          <p className="mt-1 text-sm text-soft">
            <a href="/search">Find the profile with your works</a> and claim it: you choose what it shows, and others can invite you.
          </p>
        </section>
      )}
    </div>
  );
}
