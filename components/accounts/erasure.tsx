import type { ReactNode } from 'react';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { RefusalNotice } from '#components/site/refusal-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type ErasureView, erasureDays, erasurePhrase } from '#lib/community/accounts/model/erasure.ts';
import { retainedBlockMonths } from '#lib/community/invitations/model/retained-blocks.ts';
import { cancelErasure, requestErasureAction } from '#lib/portal/me/actions.ts';
import { refusals } from '#lib/portal/refusals.ts';

/** What an erasure takes, leaves and costs, in plain words before it is asked for; and how it is called off while it waits. */
export function Erasure({ erasure }: { erasure: ErasureView }) {
  const { waiting, records, inDispute } = erasure;
  return (
    <div className="space-y-6">
      {waiting && <Waiting {...waiting} />}
      <p className="max-w-measure">
        You can have your account erased. It is done {erasureDays} days after you ask. Until then nothing changes, and you can call it off
        here.
      </p>
      <Part title="Before you ask">
        <li>
          <a href="/me/data#copy">Take a copy of what is yours</a>. Afterwards nobody can make one.
        </li>
        {records.map(({ slug, name }) => (
          <li key={slug}>
            If you would rather not be named at all: <a href={`/visibility?record=${slug}`}>ask that the record of {name} be shown less</a>.
            That is a wish of its own, and stays when your account is gone.
          </li>
        ))}
        {inDispute && (
          <li>
            People are deciding on a claim or an objection of yours. The erasure does not wait for them: your claim ends as given back, and
            your objection as taken back.
          </li>
        )}
      </Part>
      <Goes records={records} />
      <Stays />
      {!waiting && <Ask erasure={erasure} />}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold text-sm">{title}</h3>
      <ul className="max-w-measure list-['–_'] space-y-1 pl-5 text-sm">{children}</ul>
    </div>
  );
}

function Goes({ records }: Pick<ErasureView, 'records'>) {
  return (
    <Part title={`What goes after ${erasureDays} days, all of it in one step`}>
      <li>
        Your account: its name and addresses, every way to sign in, every session on every device, your notices and settings, and the copies
        that were made for you.
      </li>
      <li>What you follow, mute and have saved. Followers are counted again without you.</li>
      {records.length > 0 && (
        <li>
          Your claim to {records.map(({ name }) => name).join(', ')}. The record is unclaimed again, and what you had said on it goes: what
          you state of yourself, the works you pinned or called not yours, what you hide, and whether you are open to invitations.
        </li>
      )}
      <li>Your proofs, and the private part of what the public log says of them: nobody can open it any more.</li>
      <li>
        The words that you gave for others, confirmations and vouches. Those people are told that a word counts no longer, and not why.
        Their points are counted again.
      </li>
      <li>
        The text of your invitations and messages. Open invitations end, threads close, and nobody’s record says any longer that you work
        together. Blocks of yours go.
      </li>
      <li>Your reports, objections, proposals and appeals that nobody has decided on, and what you wrote with the others.</li>
    </Part>
  );
}

function Stays() {
  return (
    <Part title="What stays, and why">
      <li>
        The record itself: names and works that sources have published. They are not ours to unsay; how the name is shown is yours to ask.
      </li>
      <li>
        The public log: that the record was claimed and given back, when, and by what kind of proof (a page, a domain or an ORCID iD that
        you have shown in public). Each event is chained to the one before it, so none can be taken out.
      </li>
      <li>
        What others wrote to you, since it is theirs. Where you stood they read “a former member”, and an empty place for each of your
        messages.
      </li>
      <li>Merges, splits and decisions that you asked for or took part in. They no longer say that it was you.</li>
      <li>
        If somebody hears no more from you, or an invitation between you two was declined less than 90 days ago, or a report about what you
        wrote was upheld in that time: that this is so, without your name. It is kept under a seal of your confirmed addresses and iDs, from
        which nobody can read them, so that nobody ends a block by leaving and coming back. A block is kept for {retainedBlockMonths}{' '}
        months, a pause until its own end.
      </li>
      <li>That an account was erased, and on which day, under a random number that leads nowhere.</li>
      <li>Backups that the operator keeps elsewhere, until newer ones take their place.</li>
    </Part>
  );
}

const hour = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function Waiting({ askedAt, runsAt }: NonNullable<ErasureView['waiting']>) {
  return (
    <Notice kind="warn" title="Your account is to be erased">
      <p>
        It was asked for on <Day at={askedAt} />, and is done soon after{' '}
        <time dateTime={runsAt.toISOString()}>{hour.format(runsAt)} UTC</time>. Until then everything works as before.
      </p>
      <ActionForm action={cancelErasure} className="">
        <Button look="primary">Keep my account</Button>
      </ActionForm>
    </Notice>
  );
}

function Ask({ erasure: { soleAdmin, fresh, mailed } }: { erasure: ErasureView }) {
  if (soleAdmin) return <RefusalNotice refusal={refusals.sole_admin} kind="info" />;
  if (!fresh)
    return (
      <p className="max-w-measure text-sm">
        Asking for it needs a sign-in within the last 30 minutes.{' '}
        <a href="/sign-in?problem=reauthentication_required&next=%2Fme%2Fdata">Sign in again</a>
      </p>
    );
  return (
    <ActionForm action={requestErasureAction} back="/me/data" className="space-y-4">
      <ActionField name="words" label={`Type: ${erasurePhrase}`} autoComplete="off" autoCapitalize="none" spellCheck={false} required />
      <p className="max-w-measure text-sm text-soft">
        {mailed
          ? 'A mail says that you have asked, and a last one that it is done. Then the address is forgotten too.'
          : 'Your account has no confirmed address, so no mail tells you that it is done: when you cannot sign in any more, it is.'}
      </p>
      <Button look="danger">Erase my account in {erasureDays} days</Button>
    </ActionForm>
  );
}
